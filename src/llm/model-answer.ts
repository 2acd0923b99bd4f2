/**
 * One answer in the making. Adapters feed it deltas; it owns order, tool-call reassembly and the limits on hostile shapes,
 * and hands out a message only when the stream ended properly. It knows no provider format.
 */

import { oneLine } from "../base/truncate.ts";
import {
  MAX_KEPT_CALLS,
  type AssistantMessage,
  type TextPart,
  type ThinkPart,
  type ToolCall,
} from "../protocol/message.ts";
import { unusable } from "./errors.ts";
import { wireId } from "./wire/wire-value.ts";

/** One call's arguments: room for a large file to write, far under what would trouble the journal. */
const MAX_ARGUMENT_CHARS = 1_000_000;
/** All text of one answer, reasoning included: 16 times the largest output window of today. */
const MAX_ANSWER_CHARS = 16_000_000;
/** Providers allow 64 or 128 characters in the name of a tool. A longer one is no name, and every refusal would repeat it. */
const MAX_NAME_CHARS = 256;
/** Text, reasoning and blobs that stand apart. Empty ones cost nothing to send and memory to keep. */
const MAX_PARTS = 10_000;
/**
 * An id that is used unchanged in logs and requests; any other is replaced. Kimi's contain the tool's name (`functions.shell:0`),
 * and some gateways' contain a signature of several KB, which has to be sent back.
 */
const USABLE_ID = /^[!-~]{1,8192}$/;

/** Why the model stopped, over all providers. `length` means cut off by the output cap. */
export type FinishReason = "stop" | "length" | "filtered";

interface CallFragment {
  /** The provider's index, which groups the fragments of one call. Without one, another id starts a new call. */
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
}

export interface ModelAnswer {
  readonly text: (delta: string) => void;
  readonly think: (delta: string) => void;
  /** Sets the signature of the open reasoning block. */
  readonly sign: (signature: string) => void;
  readonly redacted: (blob: string) => void;
  /** The next text or reasoning delta begins a new part. */
  readonly endPart: () => void;
  readonly call: (fragment: CallFragment) => void;
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

interface Draft {
  index: number | undefined;
  id: string;
  name: string;
  arguments: string;
  /** Characters of the arguments, of which none are kept beyond a limit. */
  length: number;
}

interface Part {
  type: "text" | "think";
  text: string;
  signature?: string;
  redacted?: string;
}

/** Starts an empty answer. Its functions throw `provider.unavailable` beyond a limit. */
export function createAnswer(): ModelAnswer {
  const parts: Part[] = [];
  const drafts: Draft[] = [];
  let open = false;
  let size = 0;
  let reason: FinishReason | undefined;

  const grow = (chars: number): void => {
    size += chars;
    if (size > MAX_ANSWER_CHARS) throw unusable(`the answer is longer than ${MAX_ANSWER_CHARS} characters`);
  };
  const addPart = (part: Part): void => {
    if (parts.length === MAX_PARTS) throw unusable(`the answer has more than ${MAX_PARTS} parts`);
    parts.push(part);
  };
  const append = (type: "text" | "think", delta: string): void => {
    if (delta === "") return;
    grow(delta.length);
    const last = parts.at(-1);
    if (open && last?.type === type) last.text += delta;
    else addPart({ type, text: delta });
    open = true;
  };
  const draftFor = (fragment: CallFragment): Draft => {
    const { index } = fragment;
    const same = drafts.findLast((draft) => index === undefined || draft.index === index);
    if (same !== undefined && !startsAnother(fragment, same)) {
      const { name = "" } = fragment;
      if (name === "" || same.name === "" || name === same.name) return same;
      throw unusable(`one tool call has two names: ${oneLine(same.name, 64)} and ${oneLine(name, 64)}`);
    }
    if (drafts.length === MAX_PARTS) throw unusable(`the answer has more than ${MAX_PARTS} tool calls`);
    const draft: Draft = { index, id: "", name: "", arguments: "", length: 0 };
    drafts.push(draft);
    return draft;
  };

  return {
    text: (delta) => append("text", delta),
    think: (delta) => append("think", delta),
    sign: (signature) => {
      grow(signature.length);
      const last = parts.at(-1);
      if (open && last?.type === "think") last.signature = (last.signature ?? "") + signature;
      else addPart({ type: "think", text: "", signature });
      open = true;
    },
    redacted: (blob) => {
      grow(blob.length);
      addPart({ type: "think", text: "", redacted: blob });
      open = false;
    },
    endPart: () => {
      open = false;
    },
    call: (fragment) => {
      const { name = "" } = fragment;
      if (name.length > MAX_NAME_CHARS)
        throw unusable(`a tool call's name is longer than ${MAX_NAME_CHARS} characters`);
      const draft = draftFor(fragment);
      if (fragment.id !== undefined && draft.id === "") draft.id = fragment.id;
      if (draft.name === "") draft.name = name;
      if (fragment.arguments === undefined) return;
      grow(fragment.arguments.length);
      draft.length += fragment.arguments.length;
      if (draft.length <= MAX_ARGUMENT_CHARS) draft.arguments += fragment.arguments;
    },
    written: () =>
      [...parts.map(({ text }) => text), ...drafts.flatMap((draft) => [draft.name, draft.arguments])].join("\n").trim(),
    finish: (next) => {
      if (reason === undefined || reason === "stop") reason = next;
    },
    finished: () => reason,
    message: ({ takenIds, fallbackId }) => {
      const said = parts.some((part) => part.type === "text" && part.text.trim() !== "");
      if (!said && drafts.length === 0) throw unusable("the answer is empty: it has neither text nor a tool call");
      if (drafts.some((draft) => draft.name === "")) throw unusable("the answer has a tool call without a name");
      const taken = new Set(takenIds);
      const freeId = (id: string): string => (taken.has(wireId(id)) ? freeId(`${id}_`) : id);
      // Calls come in the provider's order; one index may arrive before a lower one.
      const ordered = drafts.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
      const toolCalls = ordered.slice(0, MAX_KEPT_CALLS).map((draft, position): ToolCall => {
        const isUsable = USABLE_ID.test(draft.id) && !taken.has(wireId(draft.id));
        const id = isUsable ? draft.id : freeId(fallbackId(position));
        taken.add(wireId(id));
        // Many models write nothing for "no arguments"; after a cut by length the same text means "unfinished".
        const empty = draft.arguments.trim() === "" && reason !== "length";
        return { id, name: draft.name, arguments: empty ? "{}" : keptArguments(draft) };
      });
      return { role: "assistant", content: contentOf(parts), toolCalls };
    },
  };
}

/** Arguments that are too long are replaced by a text that says so: it is no object, so that the call is refused with it. */
function keptArguments({ arguments: text, length }: Draft): string {
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
function startsAnother({ index, id = "", name = "" }: CallFragment, draft: Draft): boolean {
  if (id !== "" && draft.id !== "") return id !== draft.id;
  return name !== "" && draft.name !== "" && (index === undefined || name !== draft.name);
}

function contentOf(parts: readonly Part[]): readonly (TextPart | ThinkPart)[] {
  return parts.map((part) =>
    part.type === "text"
      ? { type: "text", text: part.text }
      : {
          type: "think",
          text: part.text,
          ...(part.signature === undefined ? {} : { signature: part.signature }),
          ...(part.redacted === undefined ? {} : { redacted: part.redacted }),
        },
  );
}

/** The call ids of a conversation in the spelling of requests, where they must be unique. Some models count from zero in each answer. */
export function takenIds(
  messages: readonly { readonly role: string; readonly toolCalls?: readonly ToolCall[] }[],
): ReadonlySet<string> {
  return new Set(messages.flatMap((message) => message.toolCalls?.map((call) => wireId(call.id)) ?? []));
}
