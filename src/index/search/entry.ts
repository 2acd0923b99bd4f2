/** What is kept of a file for the search: the terms of its windows with their weights, packed into numbers. Its text is not kept. */

import type { Vocabulary } from "./words.ts";

/** Lines of a window: about one function with its comment. */
export const WINDOW_LINES = 40;

const NAME_WEIGHT = 4;
const PATH_WEIGHT = 1;
const MAX_COUNT = 255;
const COUNT_BITS = 8;

interface IndexedWindow {
  /** First line, from 1. */
  readonly line: number;
  /** Sum of the weights. */
  readonly length: number;
  /** Each number is a term with its weight; see `termOf` and `weightOf`. */
  readonly terms: Uint32Array;
}

export interface IndexedFile {
  readonly path: string;
  readonly lines: number;
  readonly damping: number;
  readonly windows: readonly IndexedWindow[];
  /** Terms of the path, packed in the same way. Each window has them too. */
  readonly pathTerms: Uint32Array;
  /** Terms of the file's name without folder and ending, packed in the same way. */
  readonly nameTerms: Uint32Array;
}

export function termOf(packed: number): number {
  return packed >>> COUNT_BITS;
}

export function weightOf(packed: number): number {
  return packed & MAX_COUNT;
}

export function createReader(vocabulary: Vocabulary): (path: string, text: string) => IndexedFile {
  /** Weights by term, of what was added since the last `take`. */
  const weights = new Map<number, number>();
  const add = (text: string, [from, to]: Range, weight: number): void =>
    vocabulary.visit(text, from, to, (term) => weights.set(term, (weights.get(term) ?? 0) + weight));
  const take = (): Pick<IndexedWindow, "terms" | "length"> => {
    let length = 0;
    const terms = Uint32Array.from(weights, ([term, sum]) => {
      const weight = Math.min(MAX_COUNT, sum);
      length += weight;
      return ((term << COUNT_BITS) | weight) >>> 0;
    });
    weights.clear();
    return { terms, length };
  };
  return (path, text) => {
    const starts = windowStarts(text);
    const names = namesByWindow(text, starts);
    add(path, [0, path.length], PATH_WEIGHT);
    const pathTerms = take().terms;
    add(path, stemOf(path), PATH_WEIGHT);
    const nameTerms = take().terms;
    const windows = starts.flatMap((start, index): readonly IndexedWindow[] => {
      add(text, [start, starts[index + 1] ?? text.length], 1);
      for (const name of names[index] ?? []) add(text, name, NAME_WEIGHT);
      if (weights.size === 0 && index > 0) return []; // a megabyte of line ends would be 26,000 windows
      add(path, [0, path.length], PATH_WEIGHT);
      return [{ line: index * WINDOW_LINES + 1, ...take() }];
    });
    return {
      path,
      lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
      damping: dampingOf(path),
      windows,
      pathTerms,
      nameTerms,
    };
  };
}

/** The range of a file's name in its path, without its last ending. */
function stemOf(path: string): Range {
  const from = path.lastIndexOf("/") + 1;
  const dot = path.lastIndexOf(".");
  return [from, dot > from ? dot : path.length];
}

/** Offsets of every 40th line. */
function windowStarts(text: string): readonly number[] {
  const starts = [0];
  let line = 0;
  for (let end = text.indexOf("\n"); end >= 0 && end + 1 < text.length; end = text.indexOf("\n", end + 1)) {
    line += 1;
    if (line % WINDOW_LINES === 0) starts.push(end + 1);
  }
  return starts;
}

type Range = readonly [from: number, to: number];

function namesByWindow(text: string, starts: readonly number[]): readonly (readonly Range[])[] {
  const found: Range[] = [];
  eachName(text, (from, to) => found.push([from, to]));
  const byWindow: Range[][] = starts.map(() => []);
  let window = 0;
  for (const range of found.toSorted(([a], [b]) => a - b)) {
    while ((starts[window + 1] ?? Number.POSITIVE_INFINITY) <= range[0]) window += 1;
    byWindow[window]?.push(range);
  }
  return byWindow;
}

const MODIFIER =
  "export|default|declare|public|private|protected|internal|static|final|abstract|async|override|virtual|inline|const|unsafe|extern|sealed|data|open|partial|suspend|readonly|pub(?:\\([^)\\n]{0,100}\\))?";
const KEYWORD =
  "class|interface|struct|enum|union|trait|impl|type|typedef|module|namespace|package|def|defp|defmodule|defmacro|fn|func|fun|function|sub|object|record|protocol|extension|message|service|const|let|var|val";

/** `export async function name`, `def self.name`, `func (receiver) name`, `resource "kind" "name"` up to the first name. */
const DECLARED = new RegExp(
  `^[ \\t]*(?:(?:${MODIFIER})[ \\t]+){0,5}(?:${KEYWORD})\\*?[ \\t]+(?:\\([^)\\n]{0,200}\\)[ \\t]*)?(?:self\\.)?([A-Za-z_$][\\w$]*)`,
  "gm",
);
/** `public static Type name(`, and C's `static int name(` at the start of a line. */
const CALLABLE = new RegExp(
  `^(?:[ \\t]*(?:(?:public|private|protected|internal|static|final|async|override|virtual|abstract)[ \\t]+){1,4}(?:[\\w<>,.?\\[\\]]{1,80}[ \\t]+)?|(?!return|else|typedef)[A-Za-z_]\\w{0,40}[ \\t*]{1,4}(?:[A-Za-z_]\\w{0,40}[ \\t*]{1,4}){0,3})([A-Za-z_$][\\w$]*)[ \\t]*\\(`,
  "gm",
);

/**
 * Calls `visit` with the place of each name that a text defines, by two patterns for all languages. Tree-sitter takes three times as
 * long and hardly ranks better.
 */
function eachName(text: string, visit: (from: number, to: number) => void): void {
  for (const pattern of [DECLARED, CALLABLE]) {
    for (const match of text.matchAll(pattern)) {
      const to = match.index + match[0].length - (pattern === CALLABLE ? trailing(match[0]) : 0);
      visit(to - (match[1] ?? "").length, to);
    }
  }
}

/** The number of characters after the name, the parenthesis included. */
function trailing(match: string): number {
  return match.length - match.slice(0, -1).trimEnd().length;
}

const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|testing|testdata|test-fixtures|specs?|fixtures?|__mocks__|mocks?|e2e)\//i;
const TEST_FILE = /(?:^|\/)(?:test_[^/]*|conftest|[^/]*(?:[._-](?:test|spec|e2e)|Tests?))\.\w+$/;
const DOCUMENT = /(?:^|\/)(?:docs?|documentation|website)\/|\.(?:md|mdx|rst|adoc|txt)$/i;
const TRANSLATION = /(?:^|\/)(?:locales?|i18n|l10n|translations?)\/|\.(?:po|pot|xlf|arb)$/i;
const DATA = /\.(?:json|jsonc|jsonl|json5|csv|tsv|xml|svg|lock|sum|snap|sql)$/i;

const DAMPED = 0.7;

/** The weight of a file, by its path. Tests, documents, translations and data count less: they mention everything and define little. */
export function dampingOf(path: string): number {
  return [TEST_FOLDER, TEST_FILE, DOCUMENT, TRANSLATION, DATA].some((pattern) => pattern.test(path)) ? DAMPED : 1;
}
