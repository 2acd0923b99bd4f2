/** What is taken out of a text: where, what stands there instead, and as what it counts. */

/** What was taken out of a text, by kind, in pieces (markup) or code points (characters). */
export interface Removed {
  /** HTML comments, declarations, processing instructions, Mermaid comments. */
  readonly comments: number;
  /** Link reference definitions and footnotes that nothing refers to. */
  readonly definitions: number;
  /** Image alternatives, link titles, HTML attributes, unknown tags, info strings. */
  readonly attributes: number;
  /** Elements with content that is not shown, table cells beyond the columns, `\phantom`. */
  readonly elements: number;
  /** Unicode tag characters, which spell ASCII invisibly. */
  readonly tags: number;
  readonly bidi: number;
  /** Zero-width characters, variation selectors, fillers, controls. */
  readonly invisible: number;
}

export type Count = { -readonly [K in keyof Removed]: Removed[K] };

export const NOTHING_REMOVED: Removed = {
  comments: 0,
  definitions: 0,
  attributes: 0,
  elements: 0,
  tags: 0,
  bidi: 0,
  invisible: 0,
};

export interface Cut {
  readonly from: number;
  readonly to: number;
  /** What stands there instead; nothing when absent. */
  readonly by?: string;
  readonly kind: keyof Removed;
}

/** Makes the cuts that change something and counts them. One inside another is part of it; of two that overlap both go. */
export function withoutCuts(text: string, cuts: readonly Cut[], count: Count): string {
  let result = "";
  let done = 0;
  for (const { from, to, by = "", kind } of cuts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (to <= done || text.slice(from, to) === by) continue;
    result += text.slice(done, from) + (from < done ? "" : by);
    done = to;
    if (to > from) count[kind] += 1;
  }
  return result + text.slice(done);
}

/** Sums of two counts. */
export function addRemoved(a: Removed, b: Removed): Removed {
  return {
    comments: a.comments + b.comments,
    definitions: a.definitions + b.definitions,
    attributes: a.attributes + b.attributes,
    elements: a.elements + b.elements,
    tags: a.tags + b.tags,
    bidi: a.bidi + b.bidi,
    invisible: a.invisible + b.invisible,
  };
}
