/** Git's format of one path per line. Git reads a quoted line as a C string, so that a path may contain a newline. */

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

function unquoted(line: string): string {
  return line.slice(1, -1).replaceAll(/\\(.)/g, (_, mark: string) => (mark === "n" ? "\n" : mark));
}
