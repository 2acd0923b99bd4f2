/** Reads the tokens of D2: keys, arrows, quoted text. Knows which keys are properties, such as styles. */

export interface Read {
  /** The dotted parts of a key, quotes removed. */
  readonly parts: readonly string[];
  readonly rest: string;
}

/** A part of a key without quotes. It ends at an arrow, at a comment, or where a value begins. */
const PLAIN_PART = /^(?:(?!->|--|\s#)[^.:{"'|<;}])+/;

/** D2's reserved keys. Flows ignore all of them but `label`, which the caller reads. */
const PROPERTIES: ReadonlySet<string> = new Set(
  (
    "label shape style icon class classes near width height tooltip link direction constraint vars layers scenarios " +
    "steps top left grid-rows grid-columns grid-gap vertical-gap horizontal-gap source-arrowhead target-arrowhead"
  ).split(" "),
);

/** True for a path such as `a.style.fill`, `a.shape` or `direction`. */
export function isProperty(parts: readonly string[]): boolean {
  return parts.some((part) => PROPERTIES.has(part));
}

/** The key at the beginning of a text; undefined when there is none. */
export function readKey(text: string): Read | undefined {
  const parts: string[] = [];
  let rest = text.trimStart();
  for (;;) {
    const quoted = readQuoted(rest);
    const plain = quoted === undefined ? PLAIN_PART.exec(rest)?.[0] : undefined;
    const part = quoted?.text ?? plain?.trim() ?? "";
    if (part === "") return undefined;
    parts.push(part);
    rest = quoted?.rest ?? rest.slice(plain?.length ?? 0);
    if (!rest.startsWith(".")) return { parts, rest };
    rest = rest.slice(1);
  }
}

/** The text after the arrow at the beginning of `text`; undefined without an arrow. */
export function arrowAfter(text: string): string | undefined {
  return /^\s*-*->(.*)$/.exec(text)?.[1];
}

/** The quoted text at the beginning of `text`: `"…"` with escapes, `'…'` with `''` for one quote. */
export function readQuoted(text: string): { readonly text: string; readonly rest: string } | undefined {
  const [double, escaped] = /^"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  if (double !== undefined && escaped !== undefined) {
    const plain = escaped.replace(/\\(.)/g, (_, letter: string) => (letter === "n" ? "\n" : letter));
    return { text: plain, rest: text.slice(double.length) };
  }
  const [single, doubled] = /^'((?:[^']|'')*)'/.exec(text) ?? [];
  if (single === undefined || doubled === undefined) return undefined;
  return { text: doubled.replaceAll("''", "'"), rest: text.slice(single.length) };
}
