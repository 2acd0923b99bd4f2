/**
 * Takes calls out of the end of an answer. A call that can be read becomes one of its tool. One that plainly is a call and cannot be
 * read becomes a call too, which the engine refuses with what is accepted, because markup is no answer. Text about calls stays text:
 * what is quoted in a longer answer, what stands inside a line, and what other words follow.
 */

import { member } from "../../base/member.ts";
import { errorBody } from "../wire/thrown.ts";
import { asString } from "../wire/wire-value.ts";
import { beginningsIn, jsonCalls, leakedCallsIn, toolMeant, type LeakedCalls, type Tools } from "./leaked-calls.ts";
import { readXmlAnswer } from "./parser.ts";

/** The calls at the end of a text; undefined when it does not end with calls. */
export function writtenCallsIn(text: string, tools: Tools): LeakedCalls | undefined {
  if (tools.size === 0 || text.trim() === "") return undefined;
  return bareCalls(text, tools) ?? fencedCalls(text, tools);
}

/** The name of a call in JSON or in Llama's markup. */
const NAME = /(?:"name"\s*:\s*"|<function=)([\w.:-]{1,128})/;

/**
 * The calls in an error of Groq's server, which refuses an answer with calls that do not fit the request's tools. Asked again, the model
 * mostly writes the same call; the engine tells it what is wrong, also of a tool that does not exist.
 */
export function refusedCallsIn(thrown: unknown, tools: Tools): LeakedCalls["calls"] {
  const text = asString(member(errorBody(thrown), "failed_generation")) ?? "";
  const name = NAME.exec(text)?.[1];
  if (name === undefined || tools.size === 0) return [];
  return writtenCallsIn(text, tools.has(name) ? tools : new Map([...tools, [name, {}]]))?.calls ?? [];
}

function bareCalls(text: string, tools: Tools): LeakedCalls | undefined {
  return (
    leakedCallsIn(text, tools) ??
    taggedCall(text, tools) ??
    wholeJson(text, tools) ??
    brokenCall(text, tools) ??
    unknownTag(text)
  );
}

/** A call in Kilo's XML. */
function taggedCall(text: string, tools: Tools): LeakedCalls | undefined {
  const { call, kept, rest } = readXmlAnswer(text, { tools, isCut: false });
  const isLast = call !== undefined && rest === undefined;
  return isLast && beginsLine(text, kept) ? { kept, calls: [call] } : undefined;
}

function beginsLine(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, at).trim() === "";
}

/** An answer that is nothing but the JSON of calls. */
function wholeJson(text: string, tools: Tools): LeakedCalls | undefined {
  if (!/^\s*[[{]/.test(text) || !/"(?:arguments|parameters)"/.test(text)) return undefined;
  const calls = jsonCalls(text.trim(), undefined, tools);
  return calls === undefined ? undefined : { kept: 0, calls };
}

/** Words that announce a call in front of a code block. */
const ANNOUNCED =
  /^(?:(?:i['’]ll|i will|let me|let['’]s|now|first|next|ok(?:ay)?,|sure,)\b|让我|我先|现在)[^\n]{0,200}$/i;
const FENCED = /^([^]*?)(?:^|\n)[ \t]*(`{3,}|~{3,})[\w-]*[ \t]*\n([^]*)$/;

/** Calls in the only code block of an answer, which has nothing else but a line that announces them. */
function fencedCalls(text: string, tools: Tools): LeakedCalls | undefined {
  const { 1: before = "", 2: fence = "", 3: inside = "" } = FENCED.exec(text) ?? [];
  if (fence === "" || (before.trim() !== "" && !ANNOUNCED.test(before.trim()))) return undefined;
  const end = inside.lastIndexOf(`\n${fence}`);
  const isClosed = end !== -1 && inside.slice(end + 1 + fence.length).trim() === "";
  const found = bareCalls(isClosed ? inside.slice(0, end) : inside, tools);
  return found?.kept === 0 ? { ...found, kept: before.length } : undefined;
}

/** Markup of models' training around a call that cannot be read: its tool is unknown, its JSON is invalid, or its end is missing. */
function brokenCall(text: string, tools: Tools): LeakedCalls | undefined {
  for (const { index, name, body, isSpecial } of beginningsIn(text)) {
    if (!isSpecial && !beginsLine(text, index)) continue;
    const named = name ?? /"name"\s*:\s*"([^"]{1,128})"/.exec(body)?.[1];
    const isJson = /^\s*[[{]/.test(body);
    if (named === undefined && !isJson) continue;
    const hasEnd = /<\/|<\|[\w▁]*end|▁end/.test(body);
    if (hasEnd && !/[>}\]]\s*$/.test(body)) continue; // other words follow
    if (!hasEnd && !/^\s*(?:$|[<[{])/.test(body)) continue;
    return { kept: index, calls: [{ name: toolMeant(named ?? "unnamed", tools), arguments: body.trim() }] };
  }
  return undefined;
}

/** Parameters of tools that no element of a document has as its first child. */
const PARAMETER = /^(?:path|file_?path|files?|command|cmd|query|pattern|regex|content|url|cwd|diff)$/;
/** Most characters in front of a call of an unknown tool. A longer text is an answer that ends with an example. */
const MAX_WORDS_BEFORE = 400;

/** Kilo's XML with the name of a tool that does not exist: `<run_shell><command>ls</command></run_shell>`, its own end perhaps missing. */
function unknownTag(text: string): LeakedCalls | undefined {
  const found = /(?:^|\n)[ \t]*<(\w{2,64})>\s{0,9}<(\w{1,64})>/.exec(text.slice(0, MAX_WORDS_BEFORE));
  if (found === null) return undefined;
  const { 0: whole, 1: name = "", 2: parameter = "" } = found;
  const kept = found.index + whole.indexOf("<");
  const end = text.trimEnd();
  const isLast = end.endsWith(`</${name}>`) || end.endsWith(`</${parameter}>`);
  const isQuoted = /```|~~~/.test(text.slice(0, kept));
  const isTool = /^[a-z]+_[a-z_]+$/.test(name) || PARAMETER.test(parameter);
  return isTool && isLast && !isQuoted ? { kept, calls: [{ name, arguments: "{}" }] } : undefined;
}
