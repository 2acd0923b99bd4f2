/** Finds the call in a complete answer (Kilo's `<tool><parameter>value</parameter></tool>`). It never throws. */

import type { JsonSchema } from "../../protocol/model.ts";
import type { Tools } from "./leaked-calls.ts";
import { tagsOf, type Tag, type Tags, startTagOutsideCode } from "./tags.ts";
import { propertiesOf, readValue, refusedValue } from "./values.ts";

/** Most characters of an answer that are read: 250,000 tokens. The rest counts as cut off. */
const MAX_MESSAGE_CHARS = 1024 * 1024;
/** Most characters of one parameter: 25,000 tokens. In a longer one, the end tag is probably missing. */
const MAX_PARAMETER_CHARS = 100 * 1024;

/** The parameter in which the last end tag counts, because a file may contain `</content>`. */
const WHOLE_FILE = { tool: "write_to_file", parameter: "content" };

export interface XmlAnswer {
  /** Number of characters before the call, or of the whole text if there is no call. */
  readonly kept: number;
  /** `arguments` is the JSON text of an object. */
  readonly call?: { readonly name: string; readonly arguments: string };
  /** Number of characters up to the end of the call. */
  readonly end?: number;
  /** What follows the call, for a note to the model. */
  readonly rest?: Rest;
  readonly isCut: boolean;
}

export type Rest =
  | { readonly kind: "more_calls"; readonly count: number; readonly names: readonly string[] }
  | { readonly kind: "more_text" }
  /** The answer was stopped after its call. */
  | { readonly kind: "ended" }
  | { readonly kind: "cut_call"; readonly name: string };

export interface XmlAnswerOptions {
  readonly tools: Tools;
  readonly isCut: boolean;
}

/** Finds the first call. Tags in code and tags that name no tool are text. */
export function readXmlAnswer(whole: string, { tools, isCut: wasCut }: XmlAnswerOptions): XmlAnswer {
  const text = whole.slice(0, MAX_MESSAGE_CHARS);
  const isCut = wasCut || text.length < whole.length;
  const [first, ...more] = callsIn(text, { tools, isCut });
  if (first === undefined) return withoutCall(whole, text, { tools, isCut });
  const { name, start, end, values } = first;
  if (values === undefined) return { kept: start, rest: { kind: "cut_call", name }, isCut };
  const call = { name, arguments: JSON.stringify(Object.fromEntries(values)) };
  return { kept: start, call, end, isCut, ...restOf(text.slice(end), more) };
}

/** The result for a text without a call. A tool's tag that was cut off at the end does not count as text. */
function withoutCall(whole: string, text: string, { tools, isCut }: XmlAnswerOptions): XmlAnswer {
  const open = text.lastIndexOf("<");
  const begun = text.slice(open + 1);
  const isTag = isCut && open !== -1 && [...tools.keys()].some((name) => name.startsWith(begun));
  return isTag ? { kept: open, rest: { kind: "cut_call", name: "a call" }, isCut } : { kept: whole.length, isCut };
}

function restOf(behind: string, more: readonly FoundCall[]): Pick<XmlAnswer, "rest"> {
  const names = [...new Set(more.map(({ name }) => name))];
  if (more.length > 0) return { rest: { kind: "more_calls", count: more.length, names } };
  return behind.trim() === "" ? {} : { rest: { kind: "more_text" } };
}

interface FoundCall {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Undefined: the call was cut off. */
  readonly values: ReadonlyMap<string, unknown> | undefined;
}

function callsIn(text: string, { tools, isCut }: XmlAnswerOptions): readonly FoundCall[] {
  const tags = tagsOf(text);
  const calls: FoundCall[] = [];
  const isTool = (name: string): boolean => tools.has(name);
  let from = 0;
  for (;;) {
    const start = startTagOutsideCode(text, from, isTool);
    const tag = start === undefined ? undefined : tags.all[tags.indexAt(start)];
    if (tag === undefined) return calls;
    const call = readCall({ text, tags, isCut, tool: tag, schema: tools.get(tag.name) ?? {} });
    if (call !== undefined) calls.push(call);
    from = call?.end ?? tag.end;
  }
}

interface CallPlace {
  readonly text: string;
  readonly tags: Tags;
  readonly isCut: boolean;
  readonly tool: Tag;
  readonly schema: JsonSchema;
}

/** Reads the call at a start tag; undefined when the text only mentions the tag. */
function readCall(place: CallPlace): FoundCall | undefined {
  const { text, tags, isCut, tool, schema } = place;
  const { name, start } = tool;
  const broken = (at: number): FoundCall => ({ name, start, end: at, values: undefined });
  if (!isMeant(place)) {
    return isCut && /^\s*(<[\w.:-]*)?$/.test(text.slice(tool.end)) ? broken(text.length) : undefined;
  }
  const properties = propertiesOf(schema);
  const values = new Map<string, unknown>();
  let last = tool;
  let at = tags.indexAt(tool.end);
  for (let tag = tags.all[at]; tag !== undefined; tag = tags.all[at]) {
    if (tag.isEnd && tag.name === name) return { name, start, end: tag.end, values };
    const property = Object.hasOwn(properties, tag.name) ? properties[tag.name] : undefined;
    const end = tag.isEnd ? undefined : endOf(tag, property !== undefined, place);
    if (end !== undefined) {
      const inner = text.slice(tag.end, end.start);
      const value = boundedValue({ name: tag.name, text: inner, schema: property ?? {} });
      values.set(tag.name, values.has(tag.name) ? joinedValue(values.get(tag.name), value, property) : value);
      last = end;
      at = tags.indexAt(end.end);
      continue;
    }
    if (!tag.isEnd && property !== undefined) {
      if (isCut) return broken(text.length);
      values.set(tag.name, refusedValue(`there is no </${tag.name}>`, property));
      return { name, start, end: text.length, values };
    }
    at += 1;
  }
  if (isCut) return broken(text.length);
  // Here only the tool's own end tag is missing at the end of the message.
  return values.size === 0 ? undefined : { name, start, end: last.end, values };
}

/** Whether a start tag begins a call. A tag must follow it, or text and then its end tag before it occurs again. */
function isMeant({ text, tags, tool, schema }: CallPlace): boolean {
  const index = tags.indexAt(tool.end);
  const next = tags.all[index];
  if (next === undefined) return false;
  const end = tags.endBehind(tool.name, tool.end);
  if (text.slice(tool.end, next.start).trim() === "") {
    if (end !== undefined || next.isEnd) return end !== undefined;
    if (Object.hasOwn(propertiesOf(schema), next.name)) return true;
    // Models use names of other programs' parameters, and the tool's own end may be missing.
    const isLine = text.slice(text.lastIndexOf("\n", tool.start - 1) + 1, tool.start).trim() === "";
    return isLine && tags.endBehind(next.name, next.end) !== undefined;
  }
  if (end === undefined) return false;
  for (let at = index; at < tags.all.length; at += 1) {
    const tag = tags.all[at];
    if (tag?.name === tool.name) return tag.isEnd;
  }
  return false;
}

/** The end tag of a parameter. An unknown parameter must end before the call does. */
function endOf(tag: Tag, isKnown: boolean, { tags, tool }: CallPlace): Tag | undefined {
  const end = tags.endBehind(tag.name, tag.end);
  if (end === undefined) return undefined;
  if (tool.name === WHOLE_FILE.tool && tag.name === WHOLE_FILE.parameter) {
    const limit = tags.endBehind(tool.name, end.end)?.start ?? Infinity;
    return tags.lastEndBefore(tag.name, limit);
  }
  const limit = isKnown ? Infinity : (tags.endBehind(tool.name, tag.end)?.start ?? Infinity);
  return end.start < limit ? end : undefined;
}

/** The value of a repeated parameter: all values of lists and unknown parameters; otherwise the last value. */
function joinedValue(before: unknown, value: unknown, property: JsonSchema | undefined): unknown {
  if (property === undefined || (Array.isArray(before) && Array.isArray(value))) return [before, value].flat();
  return value;
}

function boundedValue(raw: Parameters<typeof readValue>[0]): unknown {
  if (raw.text.length <= MAX_PARAMETER_CHARS) return readValue(raw);
  return refusedValue("over 100 KB; use smaller pieces", raw.schema);
}
