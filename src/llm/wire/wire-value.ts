/** Values that a provider sent, as the types they should have; and what goes back to it, in the spelling that it accepts. */

import { strictJson } from "../../base/strict-json.ts";

/** The value when it is a string, else undefined. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value when it is an array, else the empty one. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value as JSON text; undefined where it is nested too deeply to be written. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // RangeError: JSON.parse needs no stack, JSON.stringify does
  }
}

/**
 * Arguments as an object, for formats that accept nothing else. A model's own text that the engine refused is wrapped whole,
 * so it can still see what it wrote: servers answer 400 to invalid JSON in history, and break on what is nested too deeply.
 */
export function argumentsObject(text: string): Readonly<Record<string, unknown>> {
  const parsed = strictJson(text);
  if (parsed.kind === "value") {
    const { value } = parsed;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  }
  return { unparsed_arguments: text.toWellFormed() };
}

/** Every provider accepts tool names of these, in history as well; a model may have called what nobody offered. */
const FOREIGN = /[^\w-]/g;
/** The shortest of the providers' limits on a name. */
const MAX_NAME_CHARS = 64;

/** A tool's name as it may be sent back. Names that were offered stay what they are. */
export function wireName(name: string): string {
  return name.replaceAll(FOREIGN, "_").slice(0, MAX_NAME_CHARS);
}

/** A call's id as every provider accepts it; ids of a session begun with Kimi look like `functions.shell:0`. */
export function wireId(id: string): string {
  return id.replaceAll(FOREIGN, "_");
}
