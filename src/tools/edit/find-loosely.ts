/** Finds a text that differs in white space only. It compares words in linear time, so that no text of a model can make it slow. */

import { placesIn } from "../../base/places-in.ts";

/** How much the white space may differ. */
export type Looseness =
  /** Blanks and tabs may differ, and any white space where the wanted text has a line break. */
  | "blanks"
  /** Any white space between two words. */
  | "words";

export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Word extends Span {
  readonly text: string;
}

/** Every place, in order. White space at an end of the wanted text includes the blanks at that place. */
export function findLoosely(text: string, wanted: string, looseness: Looseness): readonly Span[] {
  const search = wordsOf(wanted);
  const words = wordsOf(text);
  const [first] = search;
  const last = search.at(-1);
  if (first === undefined || last === undefined) return [];
  const found: Span[] = [];
  const lines = linesOf(wanted, search);
  const breaks = breaksBefore(text, words);
  for (const at of candidates(words, search)) {
    const [begin, end] = [words[at], words[at + search.length - 1]];
    if (begin === undefined || end === undefined) continue;
    // The first and last words may be parts of longer ones: `foo(a,  b)` stands in `x=foo(a, b);`.
    const from = begin.to - first.text.length;
    const to = search.length === 1 ? begin.to : end.from + last.text.length;
    if (!begin.text.endsWith(first.text) || !end.text.startsWith(last.text)) continue;
    const isMeant =
      looseness === "words" ||
      lines.every(({ from: begins, to: ends }) => (breaks[at + begins] ?? 0) === (breaks[at + ends] ?? 0));
    if (isMeant) found.push(withEnds(text, { from, to }, [wanted.slice(0, first.from), wanted.slice(last.to)]));
  }
  return found;
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ text: word, from: index, to: index + word.length }));
}

/** For each line of the wanted text with several words, the indices of its first and last word. */
function linesOf(wanted: string, search: readonly Word[]): readonly Span[] {
  const lines: Span[] = [];
  let from = 0;
  for (const [index, { to: end }] of search.entries()) {
    const next = search[index + 1];
    if (next !== undefined && !wanted.slice(end, next.from).includes("\n")) continue;
    if (index > from) lines.push({ from, to: index });
    from = index + 1;
  }
  return lines;
}

/** For each word, how many of the words before it end their line. */
function breaksBefore(text: string, words: readonly Word[]): readonly number[] {
  let [count, end] = [0, 0];
  return words.map(({ from, to }, index) => {
    if (index > 0 && text.slice(end, from).includes("\n")) count += 1;
    end = to;
    return count;
  });
}

/** Indices of the words before which the inner words stand in a row. The first and last words are not compared. */
function candidates(words: readonly Word[], search: readonly Word[]): readonly number[] {
  const inner = search.slice(1, -1).map(({ text }) => text);
  if (inner.length === 0) return words.map((_, at) => at);
  const rows = placesIn(
    words.map(({ text }) => text),
    inner,
  );
  return rows.map((at) => at - 1).filter((at) => at >= 0);
}

/** Extends a place by the blanks around it where the wanted text has white space before or after its words, and by a line break where it has one. */
function withEnds(text: string, { from, to }: Span, [lead, tail]: readonly [string, string]): Span {
  const before = lead === "" ? 0 : blanksIn(text.slice(Math.max(0, from - MAX_BLANKS), from), /(?<![ \t])[ \t]*$/);
  const behind = tail === "" ? 0 : blanksIn(text.slice(to, to + MAX_BLANKS), /^[ \t]*/);
  const breaks = (side: string, at: number): number => (side.includes("\n") && text[at] === "\n" ? 1 : 0);
  return {
    from: from - before - breaks(lead, from - before - 1),
    to: to + behind + breaks(tail, to + behind),
  };
}

/** Most blanks that are included at one end. */
const MAX_BLANKS = 1000;

function blanksIn(text: string, pattern: RegExp): number {
  return pattern.exec(text)?.[0].length ?? 0;
}
