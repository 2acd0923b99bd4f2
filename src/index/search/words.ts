/** Turns text into search terms: identifiers and their parts, without stop words and endings, by the same rules for files and queries. */

/** Ids of terms, from 0 in the order in which they were first seen. */
export type Vocabulary = ReturnType<typeof createVocabulary>;

/** A longer run of letters is data (base64, minified code), not a word. */
const MAX_WORD_CHARS = 64;
/** Identifiers whose terms are remembered. A repository of 24 MB has 200,000 of them. */
const MAX_REMEMBERED = 400_000;
/** An id shares 32 bits with a count of 8 bits. Words beyond it are not indexed. */
const MAX_TERMS = 1 << 24;

const PART = /\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+\d*|\d+/gu;
/** Runs of scripts without spaces between words. Their terms are pairs of letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}/gu;

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all also an and any are as at be been but by can could do does each etc for from had has have how i if in into is it
  its may must no not of on one only or other our out over should so some such than that the their them then there these they
  this to up use used using was we were what when where which who will with would you your`.split(/\s+/),
);

export function createVocabulary() {
  const ids = new Map<string, number>();
  let remembered = new Map<string, readonly number[]>();
  const idOf = (term: string): number | undefined => {
    const known = ids.get(term);
    if (known !== undefined || ids.size >= MAX_TERMS) return known;
    ids.set(term, ids.size);
    return ids.size - 1;
  };
  const termsOf = (word: string): readonly number[] => {
    const known = remembered.get(word);
    if (known !== undefined) return known;
    const made = termsIn(word).flatMap((term) => idOf(term) ?? []);
    if (remembered.size >= MAX_REMEMBERED) remembered = new Map();
    remembered.set(word, made);
    return made;
  };
  return {
    /** Calls `visit` for each term of the part of `text` between these offsets. */
    visit: (text: string, from: number, to: number, visit: (term: number) => void): void => {
      for (const word of wordsIn(text.slice(from, to))) for (const term of termsOf(word)) visit(term);
    },
    /** Ids of the terms of a query that some file has, each once. */
    known: (query: string): readonly number[] => {
      const terms = wordsIn(query).flatMap(termsIn);
      return [...new Set(terms.flatMap((term) => ids.get(term) ?? []))];
    },
  };
}

const WORD = /[\p{L}\p{M}_$][\p{L}\p{M}\d_$]*/gu;

function wordsIn(text: string): readonly string[] {
  return (text.match(WORD) ?? []).filter(({ length }) => length > 1 && length <= MAX_WORD_CHARS);
}

/** The terms of an identifier: its parts, and the whole of it where there are several parts. */
function termsIn(word: string): readonly string[] {
  const pairs = [...word.matchAll(UNSPACED)].flatMap(([run]) => pairsOf(run));
  if (pairs.length > 0) return pairs;
  const parts = word.match(PART) ?? [];
  const joined = parts.length > 1 ? [parts.join("").toLowerCase()] : [];
  return [...parts.map((part) => part.toLowerCase()), ...joined]
    .filter((term) => term.length > 1 && !STOP_WORDS.has(term))
    .map(stem);
}

function pairsOf(run: string): readonly string[] {
  const letters = run.match(/./gu) ?? [];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** Takes off the plural, `-ing`, `-ed` and a last `e`, so that `parses`, `parsing` and `parse` are one term. */
function stem(word: string): string {
  if (word.length < 4) return word;
  let base = word;
  if (base.endsWith("ies") && base.length > 4) base = `${base.slice(0, -3)}y`;
  else if (base.endsWith("s") && !/(?:ss|us|is)$/.test(base)) base = base.slice(0, -1);
  if (base.endsWith("ing") && base.length > 5) base = undoubled(base.slice(0, -3));
  else if (base.endsWith("ed") && base.length > 4) base = undoubled(base.slice(0, -2));
  return base.endsWith("e") && base.length > 3 ? base.slice(0, -1) : base;
}

/** `mapp` → `map`. */
function undoubled(base: string): string {
  const last = base.at(-1);
  return base.length > 3 && last === base.at(-2) && !/[lsz]$/.test(base) ? base.slice(0, -1) : base;
}
