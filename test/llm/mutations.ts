/**
 * Mutations of a recorded stream, from a seed. Three kinds: framing changes no event, loss cuts, drops, doubles or moves whole
 * events, damage changes bytes. Every mutation knows which events it hit, so that a test can say what it may have changed.
 */

/** How much a mutation may do; each kind includes the ones before it. */
type Harm = "framing" | "loss" | "damage";

export interface Mutant {
  readonly bytes: Buffer;
  readonly harm: Harm;
  /** Whether an event that belongs to a call was lost, doubled, moved or changed. */
  readonly isCallHit: boolean;
  /** For the message of a failing test. */
  readonly steps: readonly string[];
  /** The body goes over the wire in pieces of this size, which split lines and characters anywhere. */
  readonly chunkBytes: number;
}

/** One character is one byte (latin1), so that cutting in the middle of a character is cutting a text. */
interface Event {
  /** Place in the recorded stream; undefined for what a mutation made up. */
  readonly id?: number | undefined;
  readonly text: string;
  readonly isCall: boolean;
  readonly isHit: boolean;
}

type Random = (below: number) => number;
type Step = (events: readonly Event[], random: Random) => readonly Event[];

/** A small deterministic generator (mulberry32): 0 ≤ x < 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What belongs to a call in either format: a fragment, a start, a delta, or the end of a block. */
const OF_CALL = /"tool_calls":|"tool_use"|"input_json_delta"|"content_block_stop"/;

/** Mutates `stream` in one to four steps. The same seed gives the same bytes. */
export function mutate(stream: string, seed: number): Mutant {
  const next = seeded(seed);
  const random: Random = (below) => Math.floor(next() * below);
  const kinds = (["framing", "loss", "damage"] as const).slice(0, 1 + random(3));
  const harm = kinds.at(-1) ?? "framing";
  const steps = Array.from({ length: 1 + random(4) }, (_, at): readonly [string, Step] => {
    const named = Object.entries(STEPS[at === 0 ? harm : (kinds[random(kinds.length)] ?? harm)]);
    return named[random(named.length)] ?? ["nothing", (events) => events];
  });
  const start = Buffer.from(stream, "utf8")
    .toString("latin1")
    .split(/(?<=\n\n)/)
    .map((text, id): Event => ({ id, text, isCall: OF_CALL.test(text), isHit: false }));
  const end = steps.reduce<readonly Event[]>((events, [, step]) => step(events, random), start);
  const bytes = Buffer.from(end.map(({ text }) => text).join(""), "latin1");
  return {
    bytes,
    harm,
    isCallHit: isCallHit(start, end),
    steps: steps.map(([name]) => name),
    chunkBytes: Math.max(1, Math.ceil(bytes.length / (1 + random(8)))),
  };
}

/** The first event that can end an answer. */
const OF_END = /"finish_reason":"|"message_delta"|"message_stop"|\[DONE\]/;

/** An event is also hit when the one before it has lost its end, which makes one of both, and when the answer's end came before it. */
function isCallHit(start: readonly Event[], end: readonly Event[]): boolean {
  const left = new Set(end.map(({ id }) => id));
  const isOpen = (text = "\n\n"): boolean => !/(?:\n\n|\r\r|\r\n\r\n)$/.test(text);
  const firstEnd = end.findIndex(({ text }) => OF_END.test(text));
  return (
    (firstEnd !== -1 && end.slice(firstEnd).some(({ isCall }) => isCall)) ||
    start.some(({ id, isCall }) => isCall && !left.has(id)) ||
    end.some(({ isCall, isHit }, at) => isCall && (isHit || isOpen(end[at - 1]?.text)))
  );
}

const ALL = (change: (text: string) => string): Step => {
  return (events) => events.map((event) => ({ ...event, text: change(event.text) }));
};
const BETWEEN = (text: string): Step => {
  return (events, random) => events.toSpliced(random(events.length + 1), 0, { text, isCall: false, isHit: false });
};
/** Changes the bytes of one event. */
const WITHIN = (change: (text: string, at: number, random: Random) => string): Step => {
  return (events, random) => {
    const place = random(events.length);
    const { id, text = "", isCall = false } = events[place] ?? {};
    return events.with(place, { id, text: change(text, random(text.length + 1), random), isCall, isHit: true });
  };
};

const FRAMING: Readonly<Record<string, Step>> = {
  crlf: ALL((text) => text.replaceAll(/\r?\n/g, "\r\n")),
  cr: ALL((text) => text.replaceAll(/\r?\n/g, "\r")),
  "no space": ALL((text) => text.replaceAll(/^(data|event): /gm, "$1:")),
  "id and retry": ALL((text) => text.replace(/^data:/m, "id: 7\nretry: 10\ndata:")),
  comment: BETWEEN(": keep-alive\n\n"),
  "blank lines": BETWEEN("\n\n\n"),
  "a huge comment": BETWEEN(`: ${"-".repeat(100_000)}\n\n`),
  ping: BETWEEN('event: ping\ndata: {"type":"ping"}\n\n'),
  "an unknown event": BETWEEN('event: news\ndata: {"type":"news","choices":[]}\n\n'),
};

const LOSS: Readonly<Record<string, Step>> = {
  cut: (events, random) => {
    const place = random(events.length);
    const { id, text = "", isCall = false } = events[place] ?? {};
    return [...events.slice(0, place), { id, text: text.slice(0, random(text.length)), isCall, isHit: true }];
  },
  drop: (events, random) => events.toSpliced(random(events.length), 1 + random(3)),
  double: (events, random) => {
    const place = random(events.length);
    const again = events.slice(place, place + 1 + random(3)).map((event) => ({ ...event, isHit: true }));
    return events.toSpliced(random(2) === 0 ? place : random(events.length + 1), 0, ...again);
  },
  move: (events, random) => {
    const place = random(events.length);
    const moved = events.slice(place, place + 1 + random(3)).map((event) => ({ ...event, isHit: true }));
    return events.toSpliced(place, moved.length).toSpliced(random(events.length), 0, ...moved);
  },
};

const DAMAGE: Readonly<Record<string, Step>> = {
  flip: WITHIN((text, at, random) => {
    const code = text.charCodeAt(at % Math.max(1, text.length)) ^ (1 << random(8));
    return text.slice(0, at) + String.fromCharCode(code & 0xff) + text.slice(at + 1);
  }),
  byte: WITHIN((text, at, random) => text.slice(0, at) + String.fromCharCode(random(256)) + text.slice(at + 1)),
  insert: WITHIN((text, at, random) => text.slice(0, at) + String.fromCharCode(random(256)) + text.slice(at)),
  remove: WITHIN((text, at, random) => text.slice(0, at) + text.slice(at + 1 + random(20))),
  repeat: WITHIN((text, at, random) => text.slice(0, at + random(40)) + text.slice(at)),
  split: WITHIN((text, at, random) => text.slice(0, at) + ["\n", "\n\n", "\r", "\r\n\r\n"][random(4)] + text.slice(at)),
  "half a character": WITHIN((text, at) => `${text.slice(0, at)}\u00F0\u009F${text.slice(at)}`),
  "byte order mark": WITHIN((text) => `\u00EF\u00BB\u00BF${text}`),
  index: WITHIN((text, _, random) => text.replaceAll(/"index":\d+/g, () => `"index":${random(4)}`)),
  "a huge line": WITHIN((text, at) => text.slice(0, at) + "x".repeat(100_000) + text.slice(at)),
  deep: WITHIN((text) =>
    text.replace(/"(?:delta|usage|error)":\{/, (start) => `${start}"deep":${"[".repeat(9_000)}${"]".repeat(9_000)},`),
  ),
};

const STEPS: Readonly<Record<Harm, Readonly<Record<string, Step>>>> = { framing: FRAMING, loss: LOSS, damage: DAMAGE };
