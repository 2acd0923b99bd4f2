/** Reads complete calls in the markup of a model's training at the end of an answer, which its server did not parse. */

import { strictJson, withoutFence } from "../../base/strict-json.ts";
import type { ChatRequest, JsonSchema } from "../../protocol/model.ts";
import { asArray, asString } from "../wire/wire-value.ts";
import { propertiesOf, readValue } from "./values.ts";
import { isRecord } from "../../base/member.ts";

/** Schemas of the parameters by tool name. */
export type Tools = ReadonlyMap<string, JsonSchema>;

interface LeakedCall {
  readonly name: string;
  /** The JSON text of an object. */
  readonly arguments: string;
}

export interface LeakedCalls {
  /** Number of characters before the markup. */
  readonly kept: number;
  readonly calls: readonly LeakedCall[];
}

/** Schemas of all tools whose calls are understood. */
export function schemasOf({ tools, understood = [] }: ChatRequest): Tools {
  return new Map([...tools, ...understood].map(({ name, parameters }) => [name, parameters]));
}

/** The tool that a name means. Some models put a namespace of their training before it, or a number or mark after it. */
export function toolMeant(name: string, tools: Tools): string {
  if (tools.has(name)) return name;
  const bare = name.replace(/^(?:functions|default_api|tools)[.:]/, "").replace(/(?::\d+|<\|.*)$/s, "");
  return tools.has(bare) ? bare : name;
}

/** Prefixes that DeepSeek, Claude and MiniMax put before the names of their tags. */
const OWN = "(?:｜DSML｜|antml:|minimax:)?";
/** MiniMax writes it before each tag. */
const SEPARATOR = "]<]minimax[>[";

const BEGIN = new RegExp(
  String.raw`\]<\]minimax\[>\[|<\|tool_calls_section_begin\|>|<\|tool_call_begin\|>|<｜tool▁calls?▁begin｜>|<${OWN}(?:function_calls|tool_calls?)>|<${OWN}invoke name=|<function=|\[TOOL_CALLS\]|<\|(?:start|channel)\|>`,
  "g",
);
/** Most beginnings that are tried. For each of them, the whole text may be read. */
const MAX_BEGINS = 50;

/** Markup around and between calls. */
const BETWEEN = new RegExp(
  String.raw`(?:\s|<\/?${OWN}(?:function_calls|tool_calls?)>|<\|tool_calls_section_(?:begin|end)\|>|<\|tool_call_end\|>|<｜tool▁(?:calls▁(?:begin|end)|call▁end)｜>|<｜end▁of▁sentence｜>|<\|(?:im_end|call|end)\|>|<\|start\|>assistant|\[TOOL_CALLS\](?=\s*[[{]))*`,
  "y",
);

/** The calls at the end of a text; undefined when it does not end with calls. */
export function leakedCallsIn(text: string, tools: Tools): LeakedCalls | undefined {
  for (const { index, tail } of tailsIn(text)) {
    const calls = callsToTheEnd(tail, tools) ?? callsToTheEnd(`${tail}${missingEnd(tail)}`, tools);
    if (calls !== undefined) return { kept: index, calls };
  }
  return undefined;
}

/** The end tag of a call whose parameters are complete, where it is missing at the end of the text. */
function missingEnd(tail: string): string {
  const open = tail.lastIndexOf("<function=") > tail.lastIndexOf("invoke name=") ? "function" : "invoke";
  return /<\/[^<>]*parameter>\s*$/.test(tail) ? `</${open}>` : "";
}

/** Where markup begins outside of code, and the text from there on. */
function* tailsIn(text: string) {
  for (const { 0: mark, index } of text.matchAll(BEGIN).take(MAX_BEGINS)) {
    if (!isCode(text.slice(0, index))) yield { mark, index, tail: text.slice(index).replaceAll(SEPARATOR, "") };
  }
}

/** Where markup begins outside of code, with the call's name, where the markup has one, and what follows it. */
export function* beginningsIn(text: string) {
  for (const { mark, index, tail } of tailsIn(text)) {
    const at = behind(BETWEEN, tail, 0);
    for (const { begin } of SHAPES) {
      begin.lastIndex = at;
      const begun = begin.exec(tail);
      if (begun === null) continue;
      const isSpecial = !/^<[\w:]/.test(mark); // a special token of a model, which prose does not contain
      yield { index, name: begun[1], body: tail.slice(begin.lastIndex), isSpecial };
      break;
    }
  }
}

/** Whether the text after this one is inside a code block or between backticks. */
function isCode(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return before.split("```").length % 2 === 0 || line.split("`").length % 2 === 0;
}

function callsToTheEnd(text: string, tools: Tools): readonly LeakedCall[] | undefined {
  const calls: LeakedCall[] = [];
  for (let at = behind(BETWEEN, text, 0); at < text.length; at = behind(BETWEEN, text, at)) {
    const shapes = SHAPES.values().map((shape) => readShape(shape, text, at, tools));
    const found = shapes.find((one) => one !== undefined);
    if (found === undefined || calls.length + found.calls.length > MAX_CALLS) return undefined;
    calls.push(...found.calls);
    at = found.end;
  }
  return calls.length === 0 ? undefined : calls;
}

/** Most calls of one message. A model that writes more is in a loop. */
const MAX_CALLS = 128;

function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text) === null ? at : pattern.lastIndex;
}

interface Shape {
  /** Matches up to the arguments. Its group is the name, unless the arguments contain it. */
  readonly begin: RegExp;
  readonly end: RegExp;
  /** Matches one parameter. Undefined: the arguments are JSON. */
  readonly parameter?: RegExp;
}

const SHAPES: readonly Shape[] = [
  // Kimi
  { begin: /<\|tool_call_begin\|>\s*([\w.:-]+)\s*<\|tool_call_argument_begin\|>/y, end: /<\|tool_call_end\|>/g },
  // DeepSeek up to 3.1
  {
    begin: /<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?([\w.-]+)(?:<｜tool▁sep｜>|\s)/y,
    end: /<｜tool▁call▁end｜>/g,
  },
  // Mistral
  { begin: /\[TOOL_CALLS\]\s*([\w.-]+)\s*\[ARGS\]/y, end: /(?=\[TOOL_CALLS\])/g },
  // gpt-oss
  { begin: /<\|channel\|>(?:commentary|analysis) to=([\w.-]+)[^{]{0,40}?<\|message\|>/y, end: /<\|call\|>/g },
  // DeepSeek since 3.2, MiniMax, Claude
  {
    begin: new RegExp(`<${OWN}invoke name="([^"<>]+)">`, "y"),
    end: new RegExp(String.raw`<\/${OWN}invoke>`, "g"),
    parameter: new RegExp(
      String.raw`\s*<${OWN}parameter name="([^"<>]+)"[^<>]*>([^]*?)<\/${OWN}parameter>(?=\s*(?:<${OWN}parameter |$))`,
      "y",
    ),
  },
  // Qwen's coders
  {
    begin: /<function=([\w.:-]+)>/y,
    end: /<\/function>/g,
    parameter: /\s*<parameter=([\w.:-]+)>([^]*?)<\/parameter>(?=\s*(?:<parameter=|$))/y,
  },
  // GLM
  {
    begin: /([\w.-]+)\s*(?=<arg_key>|<\/tool_call>)/y,
    end: /<\/tool_call>/g,
    parameter: /\s*<arg_key>([^<>]+)<\/arg_key>\s*<arg_value>([^]*?)<\/arg_value>(?=\s*(?:<arg_key>|$))/y,
  },
  // Hermes, and Qwen before
  { begin: /(?=[[{])/y, end: /<\/tool_call>|(?=\[TOOL_CALLS\])/g },
];

interface Found {
  readonly calls: readonly LeakedCall[];
  readonly end: number;
}

/** Most ends that are tried. JSON and parameters may contain an end tag. */
const MAX_ENDS = 20;

function readShape({ begin, end, parameter }: Shape, text: string, at: number, tools: Tools): Found | undefined {
  begin.lastIndex = at;
  const begun = begin.exec(text);
  if (begun === null) return undefined;
  const from = begin.lastIndex;
  end.lastIndex = from;
  for (let tried = 0; tried < MAX_ENDS; tried += 1) {
    const found = end.exec(text);
    // The end mark of JSON arguments may be missing, because servers often remove it as a special token.
    if (found === null && parameter !== undefined) return undefined;
    const body = text.slice(from, found?.index);
    const calls =
      parameter === undefined
        ? jsonCalls(body, begun[1], tools)
        : taggedCall(body, begun[1] ?? "", { parameter, tools });
    if (calls !== undefined) return { calls, end: found === null ? text.length : end.lastIndex };
    if (found === null) return undefined;
    if (found[0] === "") end.lastIndex += 1;
  }
  return undefined;
}

/** Reads JSON arguments. `name` is undefined if the JSON contains the name. */
export function jsonCalls(body: string, name: string | undefined, tools: Tools): readonly LeakedCall[] | undefined {
  const text = withoutFence(body)
    .trim()
    .replace(/^(?:null)?$/, "{}");
  const parsed = strictJson(text);
  if (parsed.kind === "invalid") return undefined;
  const { value } = parsed;
  if (name !== undefined) return isRecord(value) ? calling(name, text, tools) : undefined;
  const list = isRecord(value) ? (value["tool_calls"] ?? [value]) : value;
  const calls = asArray(list).map((one) => {
    const whole = isRecord(one) ? one : {};
    const { name: called, arguments: given, parameters } = isRecord(whole["function"]) ? whole["function"] : whole;
    const input = given ?? parameters ?? {};
    return calling(asString(called) ?? "", asString(input) ?? JSON.stringify(input), tools);
  });
  return calls.length === 0 || calls.includes(undefined) ? undefined : calls.flatMap((one) => one ?? []);
}

function taggedCall(
  body: string,
  name: string,
  { parameter, tools }: { readonly parameter: RegExp; readonly tools: Tools },
): readonly LeakedCall[] | undefined {
  const schema = tools.get(toolMeant(name, tools)) ?? {};
  const properties = propertiesOf(schema);
  const values = new Map<string, unknown>();
  parameter.lastIndex = 0;
  let end = 0;
  for (let found = parameter.exec(body); found !== null; found = parameter.exec(body)) {
    const [, written = "", text = ""] = found;
    const key = written.trim();
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    values.set(key, readValue({ name: key, text, schema: property ?? {} }));
    end = parameter.lastIndex;
  }
  const rest = body.slice(end);
  if (rest.trim() === "") return calling(name, JSON.stringify(Object.fromEntries(values)), tools);
  // MiniMax writes parameters as tags of their own names.
  const input = values.size > 0 ? undefined : readValue({ name, text: rest, schema });
  return isRecord(input) ? calling(name, JSON.stringify(input), tools) : undefined;
}

function calling(name: string, text: string, tools: Tools): readonly LeakedCall[] | undefined {
  const meant = toolMeant(name, tools);
  return tools.has(meant) ? [{ name: meant, arguments: text }] : undefined;
}
