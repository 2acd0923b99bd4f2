/** The words of D2: keys, arrows, quoted text. Which keys say how something looks rather than what it is. */

export interface Read {
  /** The dotted parts of a key, quotes removed. */
  readonly parts: readonly string[];
  readonly rest: string;
}

/** Ends at an arrow, at what begins a value, and at a comment. */
const PLAIN_PART = /^(?:(?!->|--|\s#)[^.:{"'|<;}])+/;

/** D2's reserved keys that a flow has no use for; `label` is the exception, and the caller's. */
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

/** The key a text begins with; undefined when it begins with none. */
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

/** What stands behind the arrow that a text begins with. */
export function arrowAfter(text: string): string | undefined {
  return /^\s*-*->(.*)$/.exec(text)?.[1];
}

/** The quoted text that a text begins with: `"…"` with escapes, `'…'` with `''` for one quote. */
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
