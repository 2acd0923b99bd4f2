/** Values that a provider sent, as the types they should have. */

/** The value when it is a string, else undefined. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value when it is an array, else the empty one. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Arguments as the JSON text of an object, for formats that accept nothing else. A model's own text that does not parse to an
 * object is wrapped whole, so it can still see what it wrote; several servers answer 400 to raw invalid JSON in history.
 */
export function argumentsObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // wrapped below; deep nesting throws RangeError, which lands here too
  }
  return { unparsed_arguments: text.toWellFormed() };
}
