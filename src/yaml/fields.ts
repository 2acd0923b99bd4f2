/** Building blocks of schemas. The message of each check says what would be accepted; the reader adds place and value. */

import { counted } from "../base/words.ts";
import * as z from "zod/mini";

/** More than people write, and checked in less than a millisecond. */
const MAX_ENTRIES = 200;

export function text(accepts: string, maxChars = Infinity) {
  // Programs, files and variables accept no text with a NUL.
  const filled = z.string({ error: accepts }).check(z.minLength(1, { error: accepts }), ({ value, issues }) => {
    if (value.includes("\0")) issues.push({ code: "custom", input: value, message: `${accepts}; without U+0000` });
  });
  // JSON Schema has no infinite length.
  return Number.isFinite(maxChars) ? filled.check(z.maxLength(maxChars, { error: accepts })) : filled;
}

export function word(form: RegExp, accepts: string, maxChars = Infinity) {
  return text(accepts, maxChars).check(z.regex(form, { error: accepts }));
}

/** A text for which `problemOf` returns undefined. Otherwise it returns what would be accepted. */
export function checked(problemOf: (text: string) => string | undefined, accepts: string, maxChars = Infinity) {
  return text(accepts, maxChars).check(({ value, issues }) => {
    const problem = problemOf(value);
    if (problem !== undefined) issues.push({ code: "custom", input: value, message: problem });
  });
}

export function regex(accepts: string, maxChars: number) {
  return checked(regexProblem, accepts, maxChars);
}

function regexProblem(pattern: string): string | undefined {
  try {
    RegExp(pattern);
    return undefined;
  } catch (error) {
    // V8 writes `Invalid regular expression: /(/: Unterminated group`.
    return `a regular expression (${error instanceof Error ? error.message.split(": ").at(-1) : String(error)})`;
  }
}

export function number(from: number, to: number) {
  const error = `a number from ${from} to ${to}`;
  return z.number({ error }).check(z.minimum(from, { error }), z.maximum(to, { error }));
}

export function whole(from: number, to: number, error = `a whole number from ${from} to ${to}`) {
  return z.int({ error }).check(z.minimum(from, { error }), z.maximum(to, { error }));
}

export function flag() {
  return z.boolean({ error: "true or false" });
}

export function oneOf<const V extends readonly string[]>(values: V, accepts = `one of: ${values.join(", ")}`) {
  return z.enum(values, { error: accepts });
}

export function list<S extends z.core.$ZodType>(item: S, accepts: string, max = MAX_ENTRIES) {
  return z
    .array(item, { error: accepts })
    .check(z.maxLength(max, { error: `at most ${counted(max, "entry", "entries")}` }));
}

/** An object with these keys and no others. */
export function mapping<S extends z.core.$ZodShape>(shape: S, accepts = "a mapping of keys to values") {
  return z.strictObject(shape, { error: accepts });
}

export function named<K extends z.core.$ZodRecordKey, S extends z.core.$ZodType>(
  key: K,
  value: S,
  accepts = "a mapping of names to values",
) {
  return z.record(key, value, { error: accepts });
}

export function describe<S extends z.core.$ZodType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** A key that may be left out, with its description for editors. */
export function setting<S extends z.core.$ZodType>(schema: S, description: string) {
  return z.optional(describe(schema, description));
}
