/** Reads answers of other programs. Their types are not checked, so every field is read as unknown. */

/** Member `key` of a JSON object; undefined when `value` is no object. */
export function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
