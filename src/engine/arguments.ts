/** The only place that reads a call's arguments: an object in the tool's own form, or why they are invalid. */

import { strictJson, withoutFence, type StrictJson } from "../base/strict-json.ts";
import { oneLine } from "../base/truncate.ts";
import type { ToolCall } from "../protocol/message.ts";
import type { RepairedArguments, Tool } from "../protocol/tool.ts";

interface InvalidArguments {
  readonly kind: "invalid";
  readonly reason: string;
  /** The text ends in the middle. */
  readonly isCut?: boolean;
}

export type ReadArguments = ({ readonly kind: "object" } & RepairedArguments) | InvalidArguments;

/** Reads a call's arguments. An empty string and `null` count as `{}`: several providers send them for a call without arguments. */
export function callArguments(
  call: Pick<ToolCall, "name" | "arguments">,
  tools: ReadonlyMap<string, Pick<Tool, "repair">>,
): ReadArguments {
  const parsed = parsedObject(call.arguments);
  if (parsed.kind === "invalid") return parsed;
  return { kind: "object", ...(tools.get(call.name)?.repair?.(parsed.value) ?? { input: parsed.value }) };
}

/** The arguments as an object, or their text when they are invalid. */
export function inputOf(call: Pick<ToolCall, "name" | "arguments">, tools: ReadonlyMap<string, Pick<Tool, "repair">>) {
  const read = callArguments(call, tools);
  return read.kind === "invalid" ? call.arguments : read.input;
}

type ParsedObject = { readonly kind: "object"; readonly value: Readonly<Record<string, unknown>> } | InvalidArguments;

function parsedObject(text: string): ParsedObject {
  const parsed = parsedText(text);
  if (parsed.kind === "invalid") return parsed;
  const value = parsed.value ?? {};
  // Some gateways encode the arguments twice.
  if (typeof value === "string" && value.trimStart().startsWith("{")) return parsedObject(value);
  if (typeof value !== "object" || Array.isArray(value)) {
    const shown = typeof value === "string" ? `, not the text ${JSON.stringify(oneLine(value, 200))}` : "";
    return { kind: "invalid", reason: `expected a JSON object${shown}` };
  }
  return { kind: "object", value: value as Record<string, unknown> };
}

/** An empty object that some gateways send before the real one. */
const EMPTY_FIRST = /^\s*\{\s*\}(?=\s*\{)/;

/** Parses the text. If that fails, parses it again without slips that cannot mean anything else. */
function parsedText(text: string): Extract<StrictJson, { kind: "value" }> | InvalidArguments {
  const parsed = strictJson(text.trim() === "" ? "{}" : text);
  if (parsed.kind === "value") return parsed;
  const bare = withEscapedControls(withoutFence(text).replace(EMPTY_FIRST, ""));
  const again = strictJson(bare);
  if (again.kind === "value") return again;
  // What is wrong behind a raw line break says more than the line break, which would be accepted.
  const [{ reason }, read] = parsed.reason.startsWith("Bad control character") ? [again, bare] : [parsed, text];
  return { kind: "invalid", reason, isCut: endsEarly(reason, read.length) };
}

/** Whether JSON of this length ends in the middle, by what its parser says. */
function endsEarly(reason: string, length: number): boolean {
  const at = / at position (\d+)/.exec(reason)?.[1];
  return /^Unterminated|end of JSON input/.test(reason) || Number(at) === length;
}

/** Escapes line breaks and tabs inside JSON strings. Outside of strings they are white space and stay. */
function withEscapedControls(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, (quoted) =>
    quoted.replaceAll(/[\n\r\t]/g, (control) => (control === "\n" ? "\\n" : control === "\r" ? "\\r" : "\\t")),
  );
}
