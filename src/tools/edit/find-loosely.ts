/**
 * Where a text stands in another one that differs in white space only. Linear in both: words are compared, never patterns, so
 * that no text of a model can make it slow.
 */

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

/** Every place, in order. White space at the ends of the wanted text takes up the blanks that stand there. */
export function findLoosely(text: string, wanted: string, looseness: Looseness): readonly Span[] {
  const search = wordsOf(wanted);
  const words = wordsOf(text);
  const [first] = search;
  const last = search.at(-1);
  if (first === undefined || last === undefined) return [];
  const found: Span[] = [];
  for (const at of candidates(words, search)) {
    const [begin, end] = [words[at], words[at + search.length - 1]];
    if (begin === undefined || end === undefined) continue;
    // The text may go on where the wanted words begin and end: `foo(a,  b)` stands in `x=foo(a, b);`.
    const from = begin.to - first.text.length;
    const to = search.length === 1 ? begin.to : end.from + last.text.length;
    if (!begin.text.endsWith(first.text) || !end.text.startsWith(last.text)) continue;
    const isMeant =
      looseness === "words" ||
      search.every((word, index) => {
        const [next, here, after] = [search[index + 1], words[at + index], words[at + index + 1]];
        if (next === undefined || here === undefined || after === undefined) return true;
        return wanted.slice(word.to, next.from).includes("\n") || !text.slice(here.to, after.from).includes("\n");
      });
    if (isMeant) found.push(withEnds(text, wanted, { from, to }, { first, last }));
  }
  return found;
}

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ text: word, from: index, to: index + word.length }));
}

/** Indices at which the inner words stand in a row (Knuth, Morris and Pratt); the outer two are not looked at. */
function candidates(words: readonly Word[], search: readonly Word[]): readonly number[] {
  const inner = search.slice(1, -1).map(({ text }) => text);
  if (inner.length === 0) return words.map((_, at) => at);
  const fallBack = [0];
  for (let at = 1, length = 0; at < inner.length; at += 1) {
    while (length > 0 && inner[at] !== inner[length]) length = fallBack[length - 1] ?? 0;
    if (inner[at] === inner[length]) length += 1;
    fallBack.push(length);
  }
  const found: number[] = [];
  for (let at = 0, length = 0; at < words.length; at += 1) {
    while (length > 0 && words[at]?.text !== inner[length]) length = fallBack[length - 1] ?? 0;
    if (words[at]?.text === inner[length]) length += 1;
    if (length < inner.length) continue;
    found.push(at - length); // the word before the first inner one
    length = fallBack[length - 1] ?? 0;
  }
  return found.filter((at) => at >= 0);
}

interface Ends {
  readonly first: Word;
  readonly last: Word;
}

/** White space at the ends of the wanted text stands for the blanks there, and for a line break where it has one. */
function withEnds(text: string, wanted: string, { from, to }: Span, { first, last }: Ends): Span {
  const [lead, tail] = [wanted.slice(0, first.from), wanted.slice(last.to)];
  const before = lead === "" ? 0 : blanksIn(text.slice(Math.max(0, from - MAX_BLANKS), from), /[ \t]*$/);
  const behind = tail === "" ? 0 : blanksIn(text.slice(to, to + MAX_BLANKS), /^[ \t]*/);
  const breaks = (side: string, at: number): number => (side.includes("\n") && text[at] === "\n" ? 1 : 0);
  return {
    from: from - before - breaks(lead, from - before - 1),
    to: to + behind + breaks(tail, to + behind),
  };
}

/** Indentation that is looked at. */
const MAX_BLANKS = 1000;

function blanksIn(text: string, pattern: RegExp): number {
  return pattern.exec(text)?.[0].length ?? 0;
}
