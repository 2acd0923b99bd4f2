/** Builds one answer from its deltas, within limits against hostile ones. It knows no wire format. */

import { oneLine } from "../base/truncate.ts";
import type { AssistantMessage } from "../protocol/message.ts";
import {
  type BlockOptions,
  type OpenBlock,
  blocksOf,
  callsIn,
  extraText,
  fieldJson,
  isWhole,
  MAX_ARGUMENT_CHARS,
  MAX_CALLED_CHARS,
  unfolded,
  type CallDraft,
  type Draft,
  type Extended,
  type Extra,
  type SpokenDraft,
} from "./wire/drafts.ts";
import type { LiveAnswer } from "./wire/live-answer.ts";
import type { LeakedCalls } from "./xml/leaked-calls.ts";
import { unusable } from "./wire/wire-value.ts";

/** Most characters of one answer, reasoning included: 16 times the largest output window of today. */
const MAX_ANSWER_CHARS = 16_000_000;
/** Most blocks of one answer. A server can send empty blocks without cost, but they use memory here. */
const MAX_BLOCKS = 10_000;

/** Why the model stopped. `length`: the output cap cut the answer off. `paused`: the model continues when it is asked again. */
export type FinishReason = "stop" | "length" | "filtered" | "paused";

interface CallFragment {
  /** The provider's index, which groups the fragments of one call. Without an index, a different id starts a new call. */
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
  readonly extra?: Extra | undefined;
}

type BegunCall = Pick<CallFragment, "index"> & Pick<CallDraft, "id" | "name">;

export type ModelAnswer = ReturnType<typeof createAnswer>;

interface MessageOptions extends Omit<BlockOptions, "isCut"> {
  readonly mayBeEmpty?: boolean | undefined;
}

interface AnswerOptions {
  readonly live: LiveAnswer | undefined;
  /** Returns the name of the tool that a called name means. */
  readonly toolMeant: (name: string) => string;
  /** Called with each piece of what the model writes. */
  readonly wrote: (text: string) => void;
}

/** Creates an empty answer. `live` is told what is added to it. Its functions throw `provider.unavailable` beyond a limit. */
export function createAnswer({ live, toolMeant, wrote }: AnswerOptions) {
  const drafts: Draft[] = [];
  /** The newest call with an index, and under undefined the newest of all. */
  const newest = new Map<number | undefined, CallDraft>();
  let extras: () => Extra = () => ({});
  let size = 0;
  let reason: FinishReason | undefined;
  let words: string | undefined;

  const grow = (chars: number): void => {
    size += chars;
    if (size > MAX_ANSWER_CHARS) throw unusable(`the answer is longer than ${MAX_ANSWER_CHARS} characters`);
  };
  const add = <D extends Draft>(draft: D): D => {
    if (drafts.length === MAX_BLOCKS) throw unusable(`the answer has more than ${MAX_BLOCKS} blocks`);
    drafts.push(draft);
    return draft;
  };
  const extend = (draft: Extended, extra: Extra | undefined, grownBy?: number): void => {
    if (extra === undefined || Object.keys(extra).length === 0) return;
    const next = { ...draft.extra, ...extra };
    grow(grownBy ?? fieldJson(next).length - fieldJson(draft.extra ?? {}).length);
    draft.extra = next;
  };
  const write = (draft: SpokenDraft | CallDraft, delta: string): void => {
    grow(delta.length);
    wrote(delta);
    // LiteLLM sends the empty input of Claude's first event before the real one.
    if (draft.type === "call" && draft.text === "{}" && delta.startsWith("{")) draft.text = "";
    if (draft.type === "call") draft.length += delta.length;
    if (draft.type === "call" && delta !== "") draft.last = delta;
    if (draft.type !== "call" || draft.length <= MAX_ARGUMENT_CHARS) draft.text += delta;
    live?.(draft, delta);
  };
  const addCall = ({ index, ...call }: BegunCall): CallDraft => {
    const isName = call.name.length <= MAX_CALLED_CHARS;
    if (!isName) throw unusable(`a tool call's name is longer than ${MAX_CALLED_CHARS} characters`);
    wrote(call.name);
    const draft = add<CallDraft>({
      type: "call",
      index,
      ...call,
      name: toolMeant(call.name),
      text: "",
      length: 0,
      last: "",
    });
    newest.set(index, draft);
    newest.set(undefined, draft);
    return draft;
  };
  const addCalls = (calls: LeakedCalls["calls"]): void => {
    for (const [index, { name, arguments: text }] of calls.entries()) write(addCall({ index, id: "", name }), text);
  };
  const opened = (draft: SpokenDraft | CallDraft, extra: Extra | undefined): OpenBlock => {
    extend(draft, extra);
    live?.(draft, "");
    return { write: (delta) => write(draft, delta), extend: (more, grownBy) => extend(draft, more, grownBy) };
  };
  const draftFor = (fragment: CallFragment): CallDraft => {
    const { index, id = "" } = fragment;
    const name = toolMeant(fragment.name ?? "");
    const same = newest.get(index) ?? callsIn(drafts).findLast((draft) => isOpen(draft, id));
    if (same === undefined || startsAnother({ ...fragment, name }, same)) return addCall({ index, id, name });
    if (same.id === "") same.id = id;
    if (same.name === "") same.name = name;
    if (name === "" || name === same.name) return same;
    throw unusable(`one tool call has two names: ${oneLine(same.name, 64)} and ${oneLine(name, 64)}`);
  };

  return {
    /** Begins a new block. A block that stays empty and has no extras is left out of the message. */
    begin: (type: SpokenDraft["type"], extra?: Extra): OpenBlock => opened(add({ type, text: "" }), extra),
    /** Begins a call as a new block. Formats that mix the fragments of several calls use `call` instead. */
    beginCall: (call: BegunCall, extra?: Extra): OpenBlock => opened(addCall(call), extra),
    /** Begins a block that goes back unchanged. `value` returns it when the answer is complete. */
    opaque: (value: () => unknown): void => {
      grow(fieldJson(value()).length);
      add({ type: "opaque", value });
    },
    isEmpty: (): boolean => drafts.length === 0,
    /** All reasoning so far. */
    thought: (): string => drafts.map((draft) => (draft.type === "think" ? draft.text : "")).join(""),
    /** Turns the text so far into reasoning. Returns false if the answer has other blocks. */
    turnIntoThought: (extra: Extra): boolean => {
      const [only, ...others] = drafts;
      if (others.length > 0 || (only !== undefined && only.type !== "text")) return false;
      const draft: SpokenDraft = { type: "think", text: only?.text ?? "" };
      drafts.splice(0, 1, draft);
      extend(draft, extra);
      return true;
    },
    /** Counts text towards the limit that the adapter keeps until the answer is complete. */
    count: (text: string): void => grow(text.length),
    /** Appends to the last block if it has this type; otherwise begins a block. An empty delta only sets extras of the last block. */
    say: (type: SpokenDraft["type"], delta: string, extra?: Extra): void => {
      const last = drafts.at(-1);
      if (delta === "" && last?.type !== type) return;
      const draft = last?.type === type ? last : add<SpokenDraft>({ type, text: "" });
      write(draft, delta);
      if (draft.extra === undefined) extend(draft, extra);
    },
    call: (fragment: CallFragment): void => {
      const draft = draftFor(fragment);
      if (!isRepeated(fragment, draft)) write(draft, fragment.arguments ?? "");
      extend(draft, fragment.extra);
    },
    /** Turns calls at the end of the text, or without text of the reasoning, into real ones, if the answer has none. */
    takeLeaked: (read: (text: string) => LeakedCalls | undefined): void => {
      const said = drafts.filter((draft) => draft.type !== "call" && draft.type !== "opaque");
      const words = (type: SpokenDraft["type"]): SpokenDraft | undefined =>
        said.findLast((draft) => draft.type === type && draft.text.trim() !== "");
      const last = words("text") ?? words("think");
      if (last === undefined || callsIn(drafts).length > 0 || isSigned(last)) return;
      const found = read(last.text);
      if (found === undefined) return;
      last.text = last.text.slice(0, found.kept).trimEnd();
      addCalls(found.calls);
    },
    /** Adds calls that the server does not pass on. Returns false if there are none, or if the answer has other calls. */
    takeCalls: (calls: LeakedCalls["calls"]): boolean => {
      if (calls.length === 0 || callsIn(drafts).length > 0) return false;
      addCalls(calls);
      return true;
    },
    /** Sets the function that returns the extras of the whole message when the answer is complete. */
    extend: (extra: () => Extra): void => {
      extras = extra;
    },
    /** Forgets all blocks: the server begins the answer again. */
    restart: (): void => {
      drafts.length = 0;
      newest.clear();
    },
    /** Everything that was streamed so far: text, reasoning, names and arguments of calls. */
    written: (): string =>
      drafts
        .flatMap((draft) =>
          draft.type === "opaque" ? [] : draft.type === "call" ? [draft.name, draft.text] : [draft.text],
        )
        .join("\n")
        .trim(),
    /** Ends the answer. `why`: the provider's own word for the reason. */
    finish: (next: FinishReason, why?: string): void => {
      if (reason === undefined || reason === "stop") reason = next;
      words ??= why;
    },
    /** The provider's own word for the reason, in brackets, or an empty text. */
    why: (): string => (words === undefined ? "" : ` (${oneLine(words, MAX_CALLED_CHARS)})`),
    finished: (): FinishReason | undefined => reason,
    /** The complete message. Throws `provider.unavailable` for an empty answer and a call without a name, unless they may be. */
    message: ({ mayBeEmpty = false, ...ids }: MessageOptions): AssistantMessage => {
      const isCut = reason === "length";
      const whole = drafts.flatMap((draft) => unfolded(draft, { toolMeant, isCut }));
      const calls = callsIn(whole);
      const said = drafts.some((draft) => draft.type === "text" && draft.text.trim() !== "");
      // An answer that was cut off before its first word is accepted: the model can continue it, while the same request would end the same way.
      if (!said && calls.length === 0 && !mayBeEmpty && reason !== "paused" && reason !== "length")
        throw unusable("the answer is empty: it has neither text nor a tool call");
      if (!mayBeEmpty && calls.some((draft) => draft.name === ""))
        throw unusable("the answer has a tool call without a name");
      const blocks = blocksOf(whole, { ...ids, isCut });
      return { role: "assistant", blocks, ...extraText(extras()) };
    },
  };
}

/**
 * Whether a fragment starts another call. Ollama and Gemini have sent several calls with one index, or without an index. A new id then
 * starts a new call. Without ids, a different name does, or complete arguments after other complete arguments, and without an index any
 * name. A fragment that repeats index and name belongs to the same call.
 */
function startsAnother({ index, id = "", name = "", arguments: text = "" }: CallFragment, draft: CallDraft): boolean {
  if (index !== undefined && name === "") return false; // a few gateways send another id with each fragment
  // A call that is told of again; of two equal ones, one is kept. LiteLLM sends an empty input before the real one.
  if (id !== "" && id === draft.id && name === draft.name && draft.text !== "{}" && isWhole(draft.text)) return true;
  if (id !== "" && draft.id !== "") return id !== draft.id;
  if (name === "" || draft.name === "") return false;
  return index === undefined || name !== draft.name || (text !== draft.text && isWhole(text) && isWhole(draft.text));
}

/** Whether a call with this id is not complete, so that a fragment under another index continues it. */
function isOpen(draft: CallDraft, id: string): boolean {
  return id !== "" && draft.id === id && !isWhole(draft.text);
}

/** Whether a fragment that names a call tells it a second time. */
function isRepeated({ id = "", name = "", arguments: text = "" }: CallFragment, draft: CallDraft): boolean {
  return (id !== "" || name !== "") && text !== "" && text === draft.text && isWhole(text);
}

/** Extras that only tell where a text stood. All others sign or belong to the text itself. */
const PLACES: ReadonlySet<string> = new Set(["field", "in", "open", "close"]);

function isSigned({ extra = {} }: SpokenDraft): boolean {
  return Object.keys(extra).some((key) => !PLACES.has(key));
}
