/** Paths as git quotes them: as a C string, so that a path may contain a newline. */

/** The paths as lines. */
export function quotedLines(paths: readonly string[]): string {
  return paths.map((path) => `${/^"|\n/.test(path) ? quoted(path) : path}\n`).join("");
}

/** The paths in `objects/info/alternates`, some of them relative to the object folder. */
export function alternatesIn(text: string): readonly string[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => (line.startsWith('"') ? unquoted(line) : line));
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`;
}

const ESCAPES: Readonly<Record<string, string>> = { a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };

/** The path that git wrote as a C string in quotation marks; bytes outside of ASCII may be octal numbers, like `\303\244`. */
export function unquoted(path: string): string {
  const parts = path.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gsu);
  const bytes = Array.from(parts, ([part, octal, mark]) => {
    if (octal !== undefined) return Buffer.from([Number.parseInt(octal, 8)]);
    return Buffer.from(mark === undefined ? part : (ESCAPES[mark] ?? mark));
  });
  return Buffer.concat(bytes).toString("utf8");
}
