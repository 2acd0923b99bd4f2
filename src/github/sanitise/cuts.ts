/** What is taken out of a text: where, what stands there instead, and as what it counts. */

import type { Range } from "../markdown/ranges.ts";

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

export interface Cut extends Range {
  /** What stands there instead; nothing when absent. */
  readonly by?: string;
  /** What it counts as; a character that is only written in another way counts as nothing. */
  readonly kind?: keyof Removed;
  /** The change that makes plain text of the construct, so that it hides nothing. */
  readonly plain?: Omit<Cut, "kind" | "plain">;
}

/** A backslash before a mark of Markdown or HTML, which then is a character like any other. */
export function escapeAt(at: number): Omit<Cut, "kind" | "plain"> {
  return { from: at, to: at, by: "\\" };
}

/** A cut without the places in it that stay, such as the footnotes in it, which GitHub shows elsewhere. */
export function sparing(cut: Cut, places: readonly Range[]): readonly Cut[] {
  const found: Cut[] = [];
  let rest = cut;
  for (const { from, to } of places) {
    if (from < rest.from || from >= rest.to) continue;
    found.push({ ...rest, to: from });
    rest = { ...rest, from: Math.min(to, rest.to), by: "" };
  }
  return [...found, rest];
}

/** Whether a range shows nothing once the cuts are made. */
export function isBlank({ from, to }: Range, text: string, cuts: readonly Cut[]): boolean {
  // Almost all links have a word in them, and there may be thousands of both.
  if (/[^\s<>]/.test(text.slice(from, to).replace(/^([^<]*)<[^]*>/, "$1"))) return false;
  if (text.slice(from, to).trim() === "") return true;
  const inside = cuts.filter((cut) => cut.from >= from && cut.to <= to);
  const shifted = inside.map((cut) => ({ ...cut, from: cut.from - from, to: cut.to - from }));
  return withoutCuts(text.slice(from, to), shifted, { ...NOTHING_REMOVED }).trim() === "";
}

/** Makes the cuts that change something and counts them. One inside another is part of it; of two that overlap both go. */
export function withoutCuts(text: string, cuts: readonly Cut[], count: Count): string {
  let result = "";
  let done = 0;
  for (const { from, to, by = "", kind } of cuts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (to < done || (to === done && from < to) || text.slice(from, to) === by) continue;
    result += text.slice(done, from) + (from < done ? "" : by);
    done = to;
    if (to > from && kind !== undefined) count[kind] += 1;
  }
  return result + text.slice(done);
}

/** Sums of two counts. */
export function addRemoved(a: Removed, b: Removed): Removed {
  const sums: Count = { ...a };
  for (const kind of Object.keys(sums) as (keyof Removed)[]) sums[kind] += b[kind];
  return sums;
}
