/** Reads values of a provider's answer as their expected types, and writes values as providers accept them. */

import { isRecord } from "../../base/member.ts";
import { sha256 } from "../../base/sha256.ts";
import { strictJson } from "../../base/strict-json.ts";
import type { ImagePart } from "../../protocol/message.ts";
import { RunnerError } from "../../protocol/error.ts";

export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export type Fields = Readonly<Record<string, unknown>>;

/** The members of a value; empty if it is not an object. */
export function asFields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** A value as JSON text; undefined if it is nested too deeply. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // a RangeError: unlike JSON.parse, JSON.stringify needs stack for each level
  }
}

/** Arguments as an object; other text is wrapped in one. Servers refuse invalid JSON and deep nesting in messages. */
export function argumentsObject(text: string): Fields {
  const parsed = strictJson(text);
  return parsed.kind === "value" && isRecord(parsed.value) ? parsed.value : { unparsed_arguments: text.toWellFormed() };
}

/** The text before an image, which names its address, so that the model finds its place in the message; empty without an address. */
export function imageLabel({ source }: ImagePart): string {
  return source === undefined ? "" : `Image: ${source.toWellFormed()}`;
}

/** Characters that some provider refuses in tool names. Models also call tools that do not exist. */
const FOREIGN = /[^\w-]/g;
/** The shortest of the providers' limits on a name, and on an id. */
const MAX_NAME_CHARS = 64;

/** A tool's name in a form that every provider accepts. Names of existing tools stay unchanged. */
export function wireName(name: string): string {
  return name.replaceAll(FOREIGN, "_").slice(0, MAX_NAME_CHARS);
}

/** Hex digits that distinguish two ids with the same beginning. */
const DIGEST_CHARS = 10;

/** A call's id in a form that every provider accepts. Some gateways' ids contain a signature of several KB. */
export function wireId(id: string): string {
  const plain = id.replaceAll(FOREIGN, "_");
  if (plain.length <= MAX_NAME_CHARS) return plain;
  return `${plain.slice(0, MAX_NAME_CHARS - DIGEST_CHARS - 1)}_${sha256(id).slice(0, DIGEST_CHARS)}`;
}

/** A count or an index: a whole number from 0 to `most`, else undefined. No other number of a server is used as a count or an index. */
export function readCount(value: unknown, most = Number.MAX_SAFE_INTEGER): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= most ? value : undefined;
}

/** The error of an answer that is malformed, cut off, stalled or empty. The call may be retried. */
export function unusable(reason: string): RunnerError {
  return new RunnerError({ code: "provider.unavailable", message: `Unusable answer: ${reason}.` });
}

/** A value of an answer as JSON text. Throws `provider.unavailable` if it is nested too deeply; `what` names it. */
export function requiredJson(value: unknown, what: string): string {
  const text = jsonText(value);
  if (text === undefined) throw unusable(`${what} nested too deeply`);
  return text;
}
