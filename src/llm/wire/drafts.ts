/** Drafts of the blocks of an answer while it streams, and the blocks that they become. */

import { isRecord, member, parseJson } from "../../base/member.ts";
import { strictJson } from "../../base/strict-json.ts";
import { MAX_KEPT_CALLS, type Block } from "../../protocol/message.ts";
import { asArray, asString, wireId, requiredJson } from "./wire-value.ts";

/** Most characters of one call's arguments: enough to write a large file, and no burden for the journal. */
export const MAX_ARGUMENT_CHARS = 1_000_000;
/** Call ids that are used unchanged: Kimi's are like `functions.shell:0`, and some hold a signature of several KB. */
export const USABLE_ID = /^[!-~]{1,8192}$/;

/** Name of a call without one. The model is told that there is no such tool; providers refuse an empty name in a request. */
const UNNAMED = "unnamed";

/** Fields of a provider that go back to it as they came. */
export type Extra = Readonly<Record<string, unknown>>;

/** A block that is being written. */
export interface OpenBlock {
  /** Appends text, reasoning, or a call's arguments. */
  readonly write: (delta: string) => void;
  /** Adds fields of the provider. `grownBy`: the characters of a new piece of a field, so that only they are counted. */
  readonly extend: (extra: Extra, grownBy?: number) => void;
}

export interface Extended {
  extra?: Extra | undefined;
}

export interface CallDraft extends Extended {
  readonly type: "call";
  readonly index: number | undefined;
  id: string;
  name: string;
  /** The arguments, up to a limit. */
  text: string;
  /** Number of characters of all arguments, also beyond the limit. */
  length: number;
  /** The newest piece of the arguments that is not empty. */
  last: string;
}

export interface SpokenDraft extends Extended {
  readonly type: "text" | "think";
  text: string;
}

export type Draft = SpokenDraft | CallDraft | { readonly type: "opaque"; readonly value: () => unknown };

export function callsIn(drafts: readonly Draft[]): readonly CallDraft[] {
  return drafts.filter((draft) => draft.type === "call");
}

/** The calls without those that a server told of again, under the same index and id: with the same arguments, or without them. */
function toldOnce(calls: readonly CallDraft[]): readonly CallDraft[] {
  const told = new Set<string>();
  return calls.filter(({ index, id, name, text, length }) => {
    const call = JSON.stringify([index, id, name]);
    const whole = JSON.stringify([call, text, length]);
    const isAgain = id !== "" && (told.has(whole) || (told.has(call) && text.trim() === ""));
    told.add(call).add(whole);
    return !isAgain;
  });
}

/** Providers allow 64 or 128 characters in the name of a tool. A longer name is not real, and every error would repeat it. */
export const MAX_CALLED_CHARS = 256;

/** Whether a name is that of a tool of OpenAI's own, in whose arguments its models put calls of the request's tools. No request names it. */
export function isParallel(name: string): boolean {
  return /^(?:functions\.)?multi_tool_use\.parallel$/.test(name);
}

interface UnfoldOptions {
  readonly toolMeant: (name: string) => string;
  readonly isCut: boolean;
}

/** The calls in the arguments of a call of that tool. The draft where one of them cannot be read, so that the model is told of it. */
export function unfolded(draft: Draft, { toolMeant, isCut }: UnfoldOptions): readonly Draft[] {
  if (draft.type !== "call" || !isParallel(draft.name)) return [draft];
  const given = strictJson(isCut ? draft.text : resentArguments(draft));
  const uses = given.kind === "value" ? asArray(member(given.value, "tool_uses")) : [];
  // The item's own id is of another call; a signature or a namespace holds for the first call, and providers look for it there.
  const { id: _id, ...extra } = draft.extra ?? {};
  const calls = uses.flatMap((use, at): readonly CallDraft[] => {
    const name = asString(member(use, "recipient_name")) ?? "";
    const text = objectText(member(use, "parameters") ?? {});
    if (name === "" || name.length > MAX_CALLED_CHARS || text === undefined) return [];
    const id = at === 0 || draft.id === "" ? draft.id : `${draft.id}_${at}`;
    const call = { index: draft.index, id, name: toolMeant(name), text, length: text.length, last: "" };
    return [{ type: "call", ...call, ...(at === 0 ? { extra } : {}) }];
  });
  return calls.length === 0 || calls.length < uses.length ? [draft] : calls;
}

/** An object, or the JSON text of one, as arguments. */
function objectText(value: unknown): string | undefined {
  if (typeof value === "string") return isWhole(value) ? value : undefined;
  return isRecord(value) ? fieldJson(value) : undefined;
}

/** Whether arguments are a complete JSON object. */
export function isWhole(text: string): boolean {
  return text.trimStart().startsWith("{") && text.trimEnd().endsWith("}") && strictJson(text).kind === "value";
}

/** The first key distinguishes all arguments from an object inside of them. */
const FIRST_KEY = /^\{\s*"[^"]{1,100}"/;

/** The arguments. Parsers of vLLM send all of them once more at the end, behind pieces that may be wrong. Two different objects are no repetition. */
function resentArguments({ text, last }: CallDraft): string {
  const before = text.slice(0, text.length - last.length);
  if (isWhole(before) && JSON.stringify(parseJson(before)) !== JSON.stringify(parseJson(last))) return text;
  const [beginning = before] = FIRST_KEY.exec(before) ?? [];
  const isAgain = before !== "" && last.startsWith(beginning) && text.endsWith(last);
  return isAgain && isWhole(last) && !isWhole(text) ? last : text;
}

export interface BlockOptions {
  readonly takenIds: ReadonlySet<string>;
  /** Makes an id for a call without a usable one, or with one of `takenIds`. */
  readonly fallbackId: (index: number) => string;
  readonly isCut: boolean;
}

/** The blocks in the order in which they began. Calls are in the order of their indexes, which may arrive out of order. */
export function blocksOf(drafts: readonly Draft[], { takenIds, fallbackId, isCut }: BlockOptions): readonly Block[] {
  const taken = new Set(takenIds);
  const freeId = (id: string): string => (taken.has(wireId(id)) ? freeId(`${id}_`) : id);
  const ordered = toldOnce(callsIn(drafts)).toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  const calls = ordered.slice(0, MAX_KEPT_CALLS).map((draft, position): Block => {
    const isUsable = USABLE_ID.test(draft.id) && !taken.has(wireId(draft.id));
    const id = isUsable ? draft.id : freeId(fallbackId(position));
    taken.add(wireId(id));
    // Many models write nothing for "no arguments", and Groq's server writes null. In an answer that was cut off, nothing means "unfinished".
    const whole = isCut ? draft.text : resentArguments(draft);
    const text = whole.trim();
    const empty = text === "null" || (text === "" && !isCut);
    return {
      type: "call",
      id,
      name: draft.name === "" ? UNNAMED : draft.name,
      arguments: empty ? "{}" : keptArguments({ ...draft, text: whole }),
      ...extraText(draft.extra),
    };
  });
  return drafts.flatMap((draft): readonly Block[] => {
    switch (draft.type) {
      case "call":
        return calls.splice(0, 1);
      case "opaque":
        return [{ type: "opaque", json: fieldJson(draft.value()) }];
      case "text":
      case "think":
        if (draft.text === "" && draft.extra === undefined) return [];
        return [{ type: draft.type, text: draft.text, ...extraText(draft.extra) }];
    }
  });
}

export function extraText(extra: Extra | undefined): { readonly extra?: string } {
  return extra === undefined || Object.keys(extra).length === 0 ? {} : { extra: fieldJson(extra) };
}

export function fieldJson(value: unknown): string {
  return requiredJson(value, "a field of the answer is");
}

/** The arguments. If they are too long, a text that says so takes their place; it is not an object, so that the call is refused with it. */
function keptArguments({ text, length }: CallDraft): string {
  if (length <= MAX_ARGUMENT_CHARS) return text;
  return JSON.stringify(
    `${length} characters were left out: one call takes at most ${MAX_ARGUMENT_CHARS}. Use several calls`,
  );
}
