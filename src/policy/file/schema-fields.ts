/** Building blocks of the policy's schema: each says what would be accepted, in the words that `issues.ts` prints. */

import * as z from "zod/mini";

/** A thousand times what people write, small enough to stay under a millisecond. */
const MAX_ENTRIES = 200;

/** Adds a description for editors. */
export function describe<S extends z.core.$ZodType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description });
  return schema;
}

export function text(accepts: string, maxChars: number) {
  return z
    .string({ error: accepts })
    .check(z.minLength(1, { error: accepts }), z.maxLength(maxChars, { error: accepts }));
}

/** A line for `bash -c`: an empty one would always pass, and bash takes no NUL. */
export function commandLine(accepts: string) {
  return text(accepts, 2_000).check(z.regex(/^(?=[^]*\S)[^\0]*$/, { error: accepts }));
}

export function number(from: number, to: number) {
  const error = `a number from ${from} to ${to}`;
  return z.number({ error }).check(z.minimum(from, { error }), z.maximum(to, { error }));
}

export function whole(from: number, to: number) {
  const error = `a whole number from ${from} to ${to}`;
  return z.int({ error }).check(z.minimum(from, { error }), z.maximum(to, { error }));
}

export function oneOf<const V extends readonly string[]>(values: V) {
  return z.enum(values, { error: `one of: ${values.join(", ")}` });
}

export function list<S extends z.core.$ZodType>(item: S, accepts: string, max = MAX_ENTRIES) {
  return z.array(item, { error: accepts }).check(z.maxLength(max, { error: `at most ${max} entries` }));
}

export const MAPPING = { error: "a mapping of keys to values" };
export const flag = () => z.boolean({ error: "true or false" });
