/**
 * One answer in the making. Adapters feed it deltas; it owns order, tool-call reassembly and the limits on hostile shapes,
 * and hands out a message only when the stream ended properly. It knows no provider format.
 */

import { oneLine } from "../base/truncate.ts";
import { MAX_KEPT_CALLS, type AssistantMessage, type Block } from "../protocol/message.ts";
import { unusable } from "./errors.ts";
import { jsonText, wireId } from "./wire/wire-value.ts";

/** One call's arguments: room for a large file to write, far under what would trouble the journal. */
const MAX_ARGUMENT_CHARS = 1_000_000;
/** All text of one answer, reasoning included: 16 times the largest output window of today. */
const MAX_ANSWER_CHARS = 16_000_000;
/** Providers allow 64 or 128 characters in the name of a tool. A longer one is no name, and every refusal would repeat it. */
const MAX_NAME_CHARS = 256;
/** Empty blocks cost nothing to send and memory to keep. */
const MAX_BLOCKS = 10_000;
/**
 * An id that is used unchanged in logs and requests; any other is replaced. Kimi's contain the tool's name (`functions.shell:0`),
 * and some gateways' contain a signature of several KB, which has to be sent back.
 */
const USABLE_ID = /^[!-~]{1,8192}$/;

/** Why the model stopped, over all providers. `length` means cut off by the output cap, `paused` that it goes on when it is asked. */
export type FinishReason = "stop" | "length" | "filtered" | "paused";

/** Fields of a provider that go back to it as they came. */
type Extra = Readonly<Record<string, unknown>>;

/** A block that is being written. */
export interface OpenBlock {
  /** Appends text, reasoning, or a call's arguments. */
  readonly write: (delta: string) => void;
  /** Sets fields of the provider beside those that are there. */
  readonly extend: (extra: Extra) => void;
}

interface CallFragment {
  /** The provider's index, which groups the fragments of one call. Without one, another id starts a new call. */
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
  readonly extra?: Extra | undefined;
}

export interface ModelAnswer {
  /** Begins a block behind the others. One that stays empty and has no extras is left out. */
  readonly begin: (type: "text" | "think", extra?: Extra) => OpenBlock;
  /** Begins a call that is written in one place; formats that scatter a call's fragments use `call`. */
  readonly beginCall: (call: Pick<CallDraft, "index" | "id" | "name">, extra?: Extra) => OpenBlock;
  /** Begins a block that goes back as it came: what `value` returns for all that was written, once the answer is complete. */
  readonly opaque: (value: (written: string) => unknown) => Pick<OpenBlock, "write">;
  /** Appends to the last block when it is of this type, else begins one. An empty delta does nothing, except that it sets extras. */
  readonly say: (type: "text" | "think", delta: string, extra?: Extra) => void;
  readonly call: (fragment: CallFragment) => void;
  /** Sets extras of the message as a whole. */
  readonly extend: (extra: Extra) => void;
  /** All that was streamed so far: words, reasoning, names and arguments of calls. */
  readonly written: () => string;
  readonly finish: (reason: FinishReason) => void;
  readonly finished: () => FinishReason | undefined;
  /**
   * The complete message. `fallbackId` returns the id of a call without a usable one, or with one of `takenIds`. Throws
   * `provider.unavailable` for an empty or malformed answer.
   */
  readonly message: (ids: { takenIds: ReadonlySet<string>; fallbackId: (index: number) => string }) => AssistantMessage;
}

interface Extended {
  extra?: Extra | undefined;
}

interface CallDraft extends Extended {
  readonly type: "call";
  readonly index: number | undefined;
  id: string;
  name: string;
  /** The arguments, of which none are added beyond a limit. */
  text: string;
  /** Characters of all arguments. */
  length: number;
}

interface SpokenDraft extends Extended {
  readonly type: "text" | "think";
  text: string;
}

type Draft =
  | SpokenDraft
  | CallDraft
  | { readonly type: "opaque"; text: string; readonly value: (written: string) => unknown };

/** Starts an empty answer. Its functions throw `provider.unavailable` beyond a limit. */
export function createAnswer(): ModelAnswer {
  const drafts: Draft[] = [];
  const whole: Extended = {};
  let size = 0;
  let reason: FinishReason | undefined;

  const grow = (chars: number): void => {
    size += chars;
    if (size > MAX_ANSWER_CHARS) throw unusable(`the answer is longer than ${MAX_ANSWER_CHARS} characters`);
  };
  const add = <D extends Draft>(draft: D): D => {
    if (drafts.length === MAX_BLOCKS) throw unusable(`the answer has more than ${MAX_BLOCKS} blocks`);
    drafts.push(draft);
    return draft;
  };
  const extend = (draft: Extended, extra: Extra | undefined): void => {
    if (extra === undefined || Object.keys(extra).length === 0) return;
    const next = { ...draft.extra, ...extra };
    grow(jsonOf(next).length - jsonOf(draft.extra ?? {}).length);
    draft.extra = next;
  };
  const write = (draft: Draft, delta: string): void => {
    grow(delta.length);
    if (draft.type === "call") draft.length += delta.length;
    if (draft.type !== "call" || draft.length <= MAX_ARGUMENT_CHARS) draft.text += delta;
  };
  const addCall = (call: Pick<CallDraft, "index" | "id" | "name">): CallDraft => {
    const isName = call.name.length <= MAX_NAME_CHARS;
    if (!isName) throw unusable(`a tool call's name is longer than ${MAX_NAME_CHARS} characters`);
    return add({ type: "call", ...call, text: "", length: 0 });
  };
  const opened = (draft: Exclude<Draft, { type: "opaque" }>, extra: Extra | undefined): OpenBlock => {
    extend(draft, extra);
    return { write: (delta) => write(draft, delta), extend: (more) => extend(draft, more) };
  };
  const draftFor = (fragment: CallFragment): CallDraft => {
    const { index, id = "", name = "" } = fragment;
    const same = callsIn(drafts).findLast((draft) => index === undefined || draft.index === index);
    if (same === undefined || startsAnother(fragment, same)) return addCall({ index, id, name });
    if (same.id === "") same.id = id;
    if (same.name === "") same.name = name;
    if (name === "" || name === same.name) return same;
    throw unusable(`one tool call has two names: ${oneLine(same.name, 64)} and ${oneLine(name, 64)}`);
  };

  return {
    begin: (type, extra) => opened(add({ type, text: "" }), extra),
    beginCall: (call, extra) => opened(addCall(call), extra),
    opaque: (value) => {
      grow(jsonOf(value("")).length);
      const draft = add({ type: "opaque", text: "", value });
      return { write: (delta) => write(draft, delta) };
    },
    say: (type, delta, extra) => {
      const last = drafts.at(-1);
      if (delta === "" && last?.type !== type) return;
      const draft = last?.type === type ? last : add<SpokenDraft>({ type, text: "" });
      write(draft, delta);
      if (draft.extra === undefined) extend(draft, extra);
    },
    call: (fragment) => {
      const draft = draftFor(fragment);
      write(draft, fragment.arguments ?? "");
      extend(draft, fragment.extra);
    },
    extend: (extra) => extend(whole, extra),
    written: () =>
      drafts
        .flatMap((draft) => (draft.type === "call" ? [draft.name, draft.text] : [draft.text]))
        .join("\n")
        .trim(),
    finish: (next) => {
      if (reason === undefined || reason === "stop") reason = next;
    },
    finished: () => reason,
    message: ({ takenIds, fallbackId }) => {
      const calls = callsIn(drafts);
      const said = drafts.some((draft) => draft.type === "text" && draft.text.trim() !== "");
      if (!said && calls.length === 0 && reason !== "paused")
        throw unusable("the answer is empty: it has neither text nor a tool call");
      if (calls.some((draft) => draft.name === "")) throw unusable("the answer has a tool call without a name");
      const messageIds = { takenIds, fallbackId, isCut: reason === "length" };
      return { role: "assistant", blocks: blocksOf(drafts, messageIds), ...extraText(whole) };
    },
  };
}

function callsIn(drafts: readonly Draft[]): readonly CallDraft[] {
  return drafts.filter((draft) => draft.type === "call");
}

interface BlockOptions {
  readonly takenIds: ReadonlySet<string>;
  readonly fallbackId: (index: number) => string;
  readonly isCut: boolean;
}

/** Blocks in the order in which they began, but calls in the provider's order: one index may arrive before a lower one. */
function blocksOf(drafts: readonly Draft[], { takenIds, fallbackId, isCut }: BlockOptions): readonly Block[] {
  const taken = new Set(takenIds);
  const freeId = (id: string): string => (taken.has(wireId(id)) ? freeId(`${id}_`) : id);
  const ordered = callsIn(drafts).toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  const calls = ordered.slice(0, MAX_KEPT_CALLS).map((draft, position): Block => {
    const isUsable = USABLE_ID.test(draft.id) && !taken.has(wireId(draft.id));
    const id = isUsable ? draft.id : freeId(fallbackId(position));
    taken.add(wireId(id));
    // Many models write nothing for "no arguments"; after a cut by length the same text means "unfinished".
    const empty = draft.text.trim() === "" && !isCut;
    return { type: "call", id, name: draft.name, arguments: empty ? "{}" : keptArguments(draft), ...extraText(draft) };
  });
  return drafts.flatMap((draft): readonly Block[] => {
    switch (draft.type) {
      case "call":
        return calls.splice(0, 1);
      case "opaque":
        return [{ type: "opaque", json: jsonOf(draft.value(draft.text)) }];
      case "text":
      case "think":
        if (draft.text === "" && draft.extra === undefined) return [];
        return [{ type: draft.type, text: draft.text, ...extraText(draft) }];
    }
  });
}

function extraText({ extra }: Extended): { readonly extra?: string } {
  return extra === undefined ? {} : { extra: jsonOf(extra) };
}

function jsonOf(value: unknown): string {
  const text = jsonText(value);
  if (text === undefined) throw unusable("a field of the answer is nested too deeply");
  return text;
}

/** Arguments that are too long are replaced by a text that says so: it is no object, so that the call is refused with it. */
function keptArguments({ text, length }: CallDraft): string {
  if (length <= MAX_ARGUMENT_CHARS) return text;
  return JSON.stringify(
    `${length} characters were left out: one call takes at most ${MAX_ARGUMENT_CHARS}. Use several calls`,
  );
}

/**
 * Whether a fragment starts another call. Ollama and Gemini have sent several calls under one index, or without one: then a new id
 * starts a new call; without ids another name does, and without an index any name. A fragment that repeats index and name belongs
 * to its call.
 */
function startsAnother({ index, id = "", name = "" }: CallFragment, draft: CallDraft): boolean {
  if (id !== "" && draft.id !== "") return id !== draft.id;
  return name !== "" && draft.name !== "" && (index === undefined || name !== draft.name);
}
