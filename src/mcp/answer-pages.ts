/** Keeps answers that are too long for one result in memory, so that the model can read them page by page. */

import { canonicalJson } from "../base/canonical-json.ts";
import { safeCut } from "../base/truncate.ts";

/** Characters of a page. With its frame and note it fits into a result. */
const PAGE_CHARS = 40_000;
/** Answers up to this length are one page. */
const MAX_WHOLE_CHARS = 45_000;
/** Characters of one server's answers that are kept: 16 MB. The oldest are dropped first. */
const MAX_KEPT_CHARS = 8_000_000;

/** The key of an answer: a tool and its arguments. */
type PageKey = readonly [what: string, input: Readonly<Record<string, unknown>>];

export interface Page {
  readonly text: string;
  /** Where the page begins and ends; undefined for an answer of one page. */
  readonly place?: { readonly from: number; readonly to: number; readonly of: number };
}

export function createAnswerPages() {
  const kept = new Map<string, string>();
  const keep = (name: string, text: string): void => {
    kept.delete(name);
    kept.set(name, text);
    let sum = [...kept.values()].reduce((total, { length }) => total + length, 0);
    for (const [oldest, { length }] of kept) {
      if (sum <= MAX_KEPT_CHARS) return;
      kept.delete(oldest);
      sum -= length;
    }
  };
  return {
    /** The first page of a new answer. An answer that has more pages is kept. */
    first: (key: PageKey, text: string): Page => {
      const name = canonicalJson(key);
      if (text.length <= MAX_WHOLE_CHARS) {
        kept.delete(name);
        return { text };
      }
      keep(name, text);
      return pageAt(text, 0);
    },
    /** The page that begins at a character; undefined when the answer is not kept or is shorter. */
    at: (key: PageKey, start: number): Page | undefined => {
      const text = kept.get(canonicalJson(key));
      return text === undefined || start < 0 || start >= text.length ? undefined : pageAt(text, start);
    },
  };
}

function pageAt(text: string, start: number): Page {
  const from = safeCut(text, start);
  const to = safeCut(text, Math.min(from + PAGE_CHARS, text.length));
  return { text: text.slice(from, to), place: { from, to, of: text.length } };
}

/** A note below a page: which part it is, and how to get the next one. Empty for an answer of one page. */
export function pageNote({ place }: Page, next: (start: number) => string): string {
  if (place === undefined) return "";
  const { from, to, of } = place;
  const more = to < of ? `for the next page ${next(to)}` : "this is the end";
  return `\n[characters ${from} to ${to} of ${of}; ${more}]`;
}
