/**
 * Replaces live secret values by their names. It sits in the wire, before the journal and every sink, and in the blob
 * store. It knows values, not shapes: what was never given to it cannot be found.
 */

/** Shorter values (a port, "true") would blank out ordinary text. */
const MIN_SECRET_CHARS = 8;

export type Redact = (text: string) => string;

/** Builds a redactor for `secrets` (name → value). Values under 8 characters are ignored. Longest value first, so that a secret inside another leaves no rest. */
export function createRedact(secrets: Readonly<Record<string, string | undefined>>): Redact {
  const forms = Object.entries(secrets)
    .flatMap(([name, value]) =>
      value === undefined || value.length < MIN_SECRET_CHARS
        ? []
        : encodings(value).map((form) => [form, name] as const),
    )
    .toSorted(([a], [b]) => b.length - a.length);
  return (text) => forms.reduce((clean, [form, name]) => clean.replaceAll(form, `[redacted:${name}]`), text);
}

/** The value as it stands, as it stands in JSON and in a URL, in base64 and in hex. */
function encodings(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  const base64 = bytes.toString("base64").replace(/=+$/, "");
  return [
    ...new Set([
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      base64,
      bytes.toString("base64url"),
      bytes.toString("hex"),
    ]),
  ];
}

/** Applies `redact` to every string inside a JSON value; keys are left alone. Returns the same object when nothing changed. */
export function redactDeep<T>(value: T, redact: Redact): T {
  return visit(value, redact) as T;
}

function visit(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => visit(item, redact));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, member]) => [key, visit(member, redact)] as const);
    return entries.some(([key, member]) => member !== (value as Record<string, unknown>)[key])
      ? Object.fromEntries(entries)
      : value;
  }
  return value;
}
