/** Finds the part of a file that is most like a text that was not found, so that the model can correct it without reading again. */

import { numberedLine } from "./line-view.ts";

/** Most pairs of lines that are compared, which takes about 50 ms. A line is divided into words in the time of ten pairs. */
const MAX_PAIRS = 1_000_000;
const PAIRS_PER_LINE = 10;

/** Mean likeness below which the closest part would mislead. */
const MIN_LIKENESS = 0.3;

const MAX_SHOWN = 30;

/** One or two sentences and the numbered lines. Of equally like places the one nearest to `startLine` is taken, else the first one. */
export function closestText(
  lines: readonly string[],
  search: readonly string[],
  startLine: number | undefined,
): string {
  const none = "Read the file again and copy the lines exactly.";
  if (lines.length * (search.length + PAIRS_PER_LINE) > MAX_PAIRS) return none;
  const wanted = search.map(wordsOf);
  const present = lines.map(wordsOf);
  const distance = (at: number): number => (startLine === undefined ? 0 : Math.abs(at + 1 - startLine));
  let best = { at: 0, likeness: 0 };
  for (let at = 0; at < lines.length; at += 1) {
    const total = wanted.reduce((sum, words, offset) => sum + likeness(words, present[at + offset]), 0);
    const mean = total / wanted.length;
    const nearer = mean === best.likeness && distance(at) < distance(best.at);
    if (mean > best.likeness || nearer) best = { at, likeness: mean };
  }
  if (best.likeness < MIN_LIKENESS) return `Nothing in the file is like it. ${none}`;
  const found = lines.slice(best.at, best.at + search.length);
  const onlySpace = found.every((line, offset) => line.trim() === search[offset]?.trim());
  const shown = found.slice(0, MAX_SHOWN).map((line, offset) => numberedLine(best.at + 1 + offset, line));
  const what = onlySpace ? "The closest text differs in white space only" : "The closest text is";
  return `${what}:\n${shown.join("")}`.trimEnd();
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/\w+|[^\s\w]/g) ?? []);
}

/** Shared words over all words, 0..1; two blank lines are alike. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string> | undefined): number {
  if (b === undefined) return 0;
  if (a.size === 0 && b.size === 0) return 1;
  const shared = a.intersection(b).size;
  return shared / (a.size + b.size - shared);
}
