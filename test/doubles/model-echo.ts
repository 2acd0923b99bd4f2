/**
 * What a provider knows of its own earlier answers: each of them has to come back as it was sent, with signatures, encrypted
 * reasoning and the order of its blocks. Answers that the provider did not send are not judged.
 */

import { fieldsOf, show, type Json } from "./model-check.ts";

/** Longer ones are of tests about amounts. */
const MAX_CHARS = 100_000;

type Fields = Record<string, Json>;

/** An answer as it was sent, by one model. */
interface Sent {
  readonly model: string;
  readonly blocks: readonly Fields[];
}

/** One format: an answer of a stream, the answers in a request, and what of a block tells answers apart. */
interface EchoFormat {
  readonly read: (events: readonly Fields[]) => readonly Fields[];
  readonly answers: (body: Fields) => readonly (readonly Fields[])[];
  /** The part of a block that stays in any case; undefined for one that only its provider reads. */
  readonly plain: (block: Fields) => Json | undefined;
}

export interface Echo {
  readonly sent: (body: Json, stream: string | Uint8Array) => void;
  /** What came back changed. */
  readonly check: (body: Json) => string[];
}

export function createEcho({ read, answers, plain }: EchoFormat): Echo {
  const all: Sent[] = [];
  const plainOf = (blocks: readonly Fields[]): string =>
    JSON.stringify(
      blocks.flatMap((block) => (plain(block) === undefined ? [] : [JSON.stringify(plain(block))])).toSorted(),
    );
  return {
    sent: (body, stream) => {
      if (typeof stream !== "string" || stream.length > MAX_CHARS) return;
      const blocks = read(eventsOf(stream));
      if (blocks.every(isJudged)) all.push({ model: show(fieldsOf(body)["model"]), blocks });
    },
    check: (body) => {
      const own = all.filter(({ model }) => model === show(fieldsOf(body)["model"]));
      return answers(fieldsOf(body)).flatMap((blocks, at) => {
        const plainly = plainOf(blocks);
        const candidates = own.filter((one) => plainOf(one.blocks) === plainly).map((one) => withoutIds(one.blocks));
        // After a pause the answers before it stand in the same message.
        const ends = new Set(blocks.map((_, start) => withoutIds(blocks.slice(start))));
        if (candidates.length === 0 || candidates.some((sent) => ends.has(sent))) return [];
        return [`answer ${at} cannot be modified: sent ${candidates[0]}, came back ${withoutIds(blocks)}`];
      });
    },
  };
}

/** Arguments that are no JSON, or nested too deeply for it, come back in other forms, which other tests judge. */
function isJudged({ arguments: sent, input }: Fields): boolean {
  try {
    return JSON.stringify([sent, input]) !== "" && sent !== "unparsed" && input !== "unparsed";
  } catch {
    return false;
  }
}

/** The runner gives calls other ids where they repeat. */
function withoutIds(blocks: readonly Fields[]): string {
  return JSON.stringify(
    blocks.map(({ id: _id, ...block }) =>
      Object.fromEntries(Object.entries(block).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ),
  );
}

function eventsOf(stream: string): readonly Fields[] {
  return stream.split(/\r?\n/).flatMap((line) => {
    if (!line.startsWith("data: {")) return [];
    try {
      return [fieldsOf(JSON.parse(line.slice("data: ".length)) as Json)];
    } catch {
      return [];
    }
  });
}

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const list = (value: Json | undefined): readonly Fields[] =>
  Array.isArray(value) ? (value as Json[]).map(fieldsOf) : [];

/** The arguments as the runner sends them back: nothing is an empty object; what is no object is wrapped, and judged elsewhere. */
function parsed(value: string): Json {
  try {
    return JSON.parse(["", "null"].includes(value) ? "{}" : value) as Json;
  } catch {
    return "unparsed";
  }
}

const MESSAGES: EchoFormat = {
  read: (events) => {
    const blocks = new Map<string, Fields>();
    const inputs = new Map<string, string>();
    for (const event of events) {
      const at = show(event["index"]);
      if (event["type"] === "content_block_start") blocks.set(at, { ...fieldsOf(event["content_block"]) });
      const block = blocks.get(at);
      if (event["type"] !== "content_block_delta" || block === undefined) continue;
      const delta = fieldsOf(event["delta"]);
      for (const key of ["text", "thinking", "signature"]) {
        if (typeof delta[key] === "string") block[key] = text(block[key]) + delta[key];
      }
      if (delta["citation"] !== undefined) block["citations"] = [...list(block["citations"]), delta["citation"]];
      if (typeof delta["partial_json"] !== "string") continue;
      inputs.set(at, (inputs.get(at) ?? "") + delta["partial_json"]);
      block["input"] = parsed(inputs.get(at) ?? "");
    }
    return [...blocks]
      .toSorted(([a], [b]) => place(a) - place(b))
      .map(([, block]) => block)
      .filter(isSpoken)
      .map(normal);
  },
  answers: (body) =>
    list(body["messages"])
      .filter(({ role }) => role === "assistant")
      .map(({ content }) => list(content).map(normal)),
  plain: ({ type, text: said, name, input }) => {
    if (type === "text") return ["text", said ?? ""];
    return type === "tool_use" ? ["call", name ?? "", input ?? {}] : undefined;
  },
};

/** Calls stand in the order of their indexes; what is no index counts as the first. */
function place(index: string): number {
  return Number.isSafeInteger(Number(index)) ? Number(index) : 0;
}

/** The API refuses empty text, and reasoning without a signature; both are left out. */
function isSpoken({ type, text: said, signature }: Fields): boolean {
  if (type === "text") return text(said).trim() !== "";
  return type !== "thinking" || text(signature) !== "";
}

function normal(block: Fields): Fields {
  const { cache_control: _mark, ...rest } = block;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
}

/** Fields of a message as blocks: reasoning in its own field, details, content, calls. */
const COMPLETIONS: EchoFormat = {
  read: (events) => {
    const message: Fields = {};
    const calls = new Map<number, Fields>();
    for (const delta of events.flatMap(({ choices }) => list(choices).map((choice) => fieldsOf(choice["delta"])))) {
      for (const key of ["content", "reasoning_content", "reasoning", "reasoning_text"]) {
        if (typeof delta[key] === "string") message[key] = text(message[key]) + delta[key];
      }
      if (delta["extra_content"] !== undefined) message["extra_content"] = delta["extra_content"];
      if (delta["reasoning_details"] !== undefined) message["reasoning_details"] = whole(message, delta);
      for (const { index, function: called, ...more } of list(delta["tool_calls"])) {
        const at = Number.isSafeInteger(index) ? Number(index) : calls.size;
        const call = calls.get(at) ?? { name: "", arguments: "" };
        calls.set(at, call);
        const { name, arguments: piece } = fieldsOf(called);
        Object.assign(call, more, {
          name: text(call["name"]) + text(name),
          arguments: text(call["arguments"]) + text(piece),
        });
      }
    }
    return parts(
      message,
      [...calls].toSorted(([a], [b]) => a - b).map(([, call]) => call),
    );
  },
  answers: (body) =>
    list(body["messages"])
      .filter(({ role }) => role === "assistant")
      .map((message) =>
        parts(
          message,
          list(message["tool_calls"]).map(({ function: called, ...call }) => ({ ...call, ...fieldsOf(called) })),
        ),
      ),
  plain: ({ kind, value, name, arguments: sent }) => {
    if (kind === "content") return ["text", value ?? ""];
    return kind === "call" ? ["call", name ?? "", sent ?? ""] : undefined;
  },
};

/** Details with their pieces put together, by hand: the double sends each index in a row. */
function whole(message: Fields, delta: Fields): readonly Fields[] {
  const entries = list(message["reasoning_details"]).map((entry) => ({ ...entry }));
  for (const piece of list(delta["reasoning_details"])) {
    const same = entries.find(({ index, type }) => index === piece["index"] && type === piece["type"]);
    if (same === undefined || piece["type"] === "reasoning.encrypted") entries.push({ ...piece });
    else {
      const texts = ["text", "summary"].filter((key) => key in piece);
      Object.assign(same, piece, Object.fromEntries(texts.map((key) => [key, text(same[key]) + text(piece[key])])));
    }
  }
  return entries;
}

function parts(message: Fields, calls: readonly Fields[]): readonly Fields[] {
  const { content, extra_content: extra, reasoning_details: details } = message;
  const fields = ["reasoning_content", "reasoning", "reasoning_text"]
    .filter((key) => text(message[key]) !== "")
    .slice(0, 1); // the same text under two names goes back once
  return [
    // Where there are details, they stand for the text.
    ...(details === undefined ? fields.map((kind): Fields => ({ kind, value: message[kind] ?? "" })) : []),
    ...(details === undefined ? [] : [{ kind: "details", value: details }]),
    ...(extra === undefined ? [] : [{ kind: "extra", value: extra }]),
    ...(text(content) === "" ? [] : [{ kind: "content", value: text(content) }]),
    ...calls.map((call): Fields => ({
      type: "function",
      ...call,
      kind: "call",
      arguments: parsed(text(call["arguments"])),
    })),
  ];
}

export const ECHO_FORMATS = { anthropic: MESSAGES, openai: COMPLETIONS } as const;
