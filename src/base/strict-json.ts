/**
 * Foreign JSON text → a value that canonical JSON, digests, schemas and requests all accept. For a value that only `JSON.parse`
 * accepts it returns a reason, so that none of them throws later.
 */

/** Nested objects and lists. Tools' schemas have far fewer; JSON.stringify overflows the stack at about 4000. */
const MAX_DEPTH = 64;

export type StrictJson =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "invalid"; readonly reason: string };

/** Parses `text`. Of a repeated key the last value counts, as in `JSON.parse`. */
export function strictJson(text: string): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: "invalid", reason: error instanceof Error ? error.message : String(error) };
  }
  const reason = oddValue(value, 1);
  return reason === undefined ? { kind: "value", value } : { kind: "invalid", reason };
}

/**
 * Reasons to refuse a value: too deep, infinite (1e400), an own `__proto__` key, which assignment would make a prototype, or a
 * lone surrogate, which becomes another character in a file's name or a command, so that what was judged would not be what runs.
 */
function oddValue(value: unknown, depth: number): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return "a number is out of range";
  if (typeof value === "string" && !value.isWellFormed()) return "a text has a lone surrogate";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
  for (const [key, member] of Object.entries(value)) {
    if (!key.isWellFormed()) return "a key has a lone surrogate";
    if (key === "__proto__") return "the key __proto__ is not accepted";
    const reason = oddValue(member, depth + 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The text inside a Markdown code fence around all of it; without such a fence the text itself. */
export function withoutFence(text: string): string {
  const fenced = text.trim();
  const [begin] = /^```(?:json)?\s*\n/.exec(fenced) ?? [];
  const isFenced = begin !== undefined && fenced.endsWith("```") && fenced.length >= begin.length + 3;
  return isFenced ? fenced.slice(begin.length, -3) : text;
}
