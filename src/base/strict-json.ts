/** Parses foreign JSON. Values that canonical JSON, digests or requests could not take are refused with a reason. */

/** Levels of nested objects and lists. Tools' schemas have far fewer; JSON.stringify overflows the stack at about 4000. */
const MAX_DEPTH = 64;

export type StrictJson =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "invalid"; readonly reason: string };

/** Parses `text`. The last value of a repeated key counts, as in `JSON.parse`. */
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
 * Why a value is refused: it is too deep or infinite (1e400), or has an own `__proto__` key, which assignment would turn into a
 * prototype, or a lone surrogate, which becomes another character in a path or a command, so that another call would run than
 * the one that was judged.
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
