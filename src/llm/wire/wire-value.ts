/** Reads values of a provider's answer as their expected types, and spells values as providers accept them. */

import { sha256 } from "../../base/sha256.ts";
import { strictJson } from "../../base/strict-json.ts";

/** The value when it is a string, else undefined. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value when it is an array, else the empty one. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members of an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object, and no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as JSON text; undefined when it is nested too deeply. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // RangeError: JSON.parse needs no stack, JSON.stringify does
  }
}

/**
 * Arguments as an object, for formats that accept nothing else. Text that is no valid object is wrapped, so that the model still
 * sees it: servers answer 400 to invalid JSON in history, and fail on deep nesting.
 */
export function argumentsObject(text: string): Readonly<Record<string, unknown>> {
  const parsed = strictJson(text);
  if (parsed.kind === "value") {
    const { value } = parsed;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  }
  return { unparsed_arguments: text.toWellFormed() };
}

/** Characters that some provider refuses in tool names. A model may have called a tool that does not exist. */
const FOREIGN = /[^\w-]/g;
/** The shortest of the providers' limits on a name, and on an id. */
const MAX_NAME_CHARS = 64;

/** A tool's name as every provider accepts it. Names of existing tools stay unchanged. */
export function wireName(name: string): string {
  return name.replaceAll(FOREIGN, "_").slice(0, MAX_NAME_CHARS);
}

/** Hex digits that keep two ids with the same beginning apart. */
const DIGEST_CHARS = 10;

/**
 * A call's id as every provider accepts it. Kimi's ids look like `functions.shell:0`, and some gateways' contain a signature of
 * several KB.
 */
export function wireId(id: string): string {
  const plain = id.replaceAll(FOREIGN, "_");
  if (plain.length <= MAX_NAME_CHARS) return plain;
  return `${plain.slice(0, MAX_NAME_CHARS - DIGEST_CHARS - 1)}_${sha256(id).slice(0, DIGEST_CHARS)}`;
}
