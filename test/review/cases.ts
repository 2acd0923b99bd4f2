/** Random changes and findings for the tests of a review, always the same for a seed. */

import type { Random } from "../doubles/random.ts";

const LINES = [
  "",
  "}",
  "  return a;",
  "\tif (x) {",
  "const é = '🦀';",
  "```",
  "--- a/x",
  "+++ b/y",
  "@@ -1 +1 @@",
  "diff --git a/x b/x",
];
const NAMES = ["src/a.ts", 'we"ird.txt', "blank name.md", "tab\tname", "ünï/код.py", "b/a/x", "-dash"];

interface Pair {
  readonly path: string;
  readonly oldPath: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A file before and after a change: new, deleted, renamed, with other line ends, without the last one. */
export function randomPair(random: Random, index: number): Pair {
  const name = `${index}/${NAMES[random(NAMES.length)] ?? ""}`;
  const ends = random(4) === 0 ? "\r\n" : "\n";
  const line = (): string => (random(3) === 0 ? `line ${random(50)}` : (LINES[random(LINES.length)] ?? ""));
  const lines = Array.from({ length: 1 + random(40) }, line);
  const changed = lines.flatMap((own) =>
    random(6) > 0 ? [own] : random(3) === 0 ? [] : Array.from({ length: 1 + random(3) }, line),
  );
  const text = (all: readonly string[]): string => all.join(ends) + (random(4) === 0 ? "" : ends);
  const isRenamed = random(6) === 0;
  return {
    path: isRenamed ? `${name}.moved` : name,
    oldPath: name,
    before: random(8) === 0 ? undefined : text(lines),
    after: random(10) === 0 ? undefined : text(isRenamed && random(2) === 0 ? lines : changed),
  };
}

/** Lines of a file as a model would quote them, most of them right. */
export function randomQuote(
  random: Random,
  text: string,
): { readonly quote: readonly string[]; readonly line: number | undefined } {
  const lines = text.split(/\r?\n/);
  const start = random(lines.length);
  const quote = lines.slice(start, start + 1 + random(4));
  return { quote, line: [undefined, start + 1, start + 1 + random(5)][random(3)] };
}
