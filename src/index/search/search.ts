/** Answers a query with the best lines of the best files. */

import type { CodeQuery, CodeRange, CodeSearch, FoundPlace } from "../../protocol/tool.ts";
import { WINDOW_LINES } from "./entry.ts";
import type { RankedFile, RankedWindow, Ranking } from "./rank.ts";
import type { Vocabulary } from "./words.ts";

const MAX_OTHERS = 3;
/** Parts with less than this share of the best one's score are not named. */
const OTHERS_SHARE = 0.6;

export interface Searched {
  readonly ranking: Ranking;
  readonly vocabulary: Vocabulary;
  readonly read: (path: string) => string | undefined;
}

/** One place for each file. Where the query names a single file, its windows. */
export function search({ query, path, limit, maxLines }: CodeQuery, searched: Searched): CodeSearch {
  const { ranking, vocabulary, read } = searched;
  const terms = vocabulary.known(query);
  const prefix = path === "." ? "" : `${path}/`;
  const { files: ranked, rarity } = ranking(terms, (file) => file === path || file.startsWith(prefix));
  const weigh = (line: string): number =>
    vocabulary.known(line).reduce((sum, term) => sum + (rarity.get(term) ?? 0), 0);
  const place = ({ file }: RankedFile, window: RankedWindow | undefined, others: readonly CodeRange[]): FoundPlace => {
    const start = window?.line ?? 1;
    const lines = (read(file.path) ?? "").split("\n").slice(start - 1, start - 1 + WINDOW_LINES);
    const { from, to } = bestLines(lines, weigh, maxLines);
    return { path: file.path, start: start + from, end: start + to, others };
  };
  const [only] = ranked;
  if (only !== undefined && only.file.path === path) {
    const windows = only.windows().slice(0, limit);
    return { places: windows.map((window) => place(only, window, [])) };
  }
  const places = ranked.slice(0, limit).map((found) => {
    const [best, ...rest] = found.windows();
    const others = rest
      .filter(({ score }) => score >= OTHERS_SHARE * (best?.score ?? 0))
      .slice(0, MAX_OTHERS)
      .map(({ line }) => ({ start: line, end: Math.min(line + WINDOW_LINES - 1, found.file.lines) }));
    return place(found, best, others);
  });
  return { places };
}

/** The part that fits the query best, without blank lines at its ends, as offsets that are both inclusive. */
function bestLines(
  lines: readonly string[],
  weigh: (line: string) => number,
  maxLines: number,
): { readonly from: number; readonly to: number } {
  const weights = lines.map(weigh);
  let best = { at: 0, sum: -1 };
  for (let at = 0; at === 0 || at + maxLines <= lines.length; at += 1) {
    const sum = weights.slice(at, at + maxLines).reduce((total, weight) => total + weight, 0);
    if (sum > best.sum) best = { at, sum };
  }
  // Of equally good parts the first is taken. It begins at its first line with a word of the query.
  let from = best.at;
  while (from < lines.length - 1 && weights[from] === 0) from += 1;
  if (weights[from] === 0 || weights[from] === undefined) from = 0;
  let to = Math.min(from + maxLines, lines.length) - 1;
  while (to > from && lines[to]?.trim() === "") to -= 1;
  return { from, to: Math.max(from, to) };
}
