/** Tool arguments as the model wrote them → one plain object, or the reason why not. Parsed once; policy, digest and execution share it. */

/** Deeper nesting than this is no tool's schema; it only costs stack. */
const MAX_DEPTH = 64;

export type ParsedArguments =
  | { readonly kind: "object"; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: "invalid"; readonly reason: string };

/** Parses a call's arguments. An empty string counts as `{}`: several providers send it for a call without arguments. */
export function parseArguments(text: string): ParsedArguments {
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : JSON.parse(text);
  } catch (error) {
    return { kind: "invalid", reason: error instanceof Error ? error.message : String(error) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "invalid", reason: "expected a JSON object" };
  }
  const problem = oddValue(value, 0);
  if (problem !== undefined) return { kind: "invalid", reason: problem };
  return { kind: "object", value: value as Record<string, unknown> };
}

/** What JSON.parse lets through but nothing here may see: too deep, infinite (1e400), or an own `__proto__` key. */
function oddValue(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
  if (typeof value === "number" && !Number.isFinite(value)) return "a number is out of range";
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (key === "__proto__") return "the key __proto__ is not accepted";
    const problem = oddValue(member, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
