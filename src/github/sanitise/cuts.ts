/** What is taken out of a text: where, and what stands there instead. */

import type { Range } from "../markdown/ranges.ts";

/** Counts the hidden parts that are taken out of a text: pieces of markup, and characters. */
export interface HiddenCount {
  hidden: number;
}

export interface Cut extends Range {
  /** What stands there instead; nothing when absent. */
  readonly by?: string;
  /** Nothing hidden goes: it is only written in another way. */
  readonly isRewritten?: true;
  /** The change that makes plain text of the construct, so that it hides nothing. */
  readonly plain?: Omit<Cut, "plain">;
}

/** A backslash before a mark of Markdown or HTML, which then is a character like any other. */
export function escapeAt(at: number): Omit<Cut, "plain"> {
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
  return withoutCuts(text.slice(from, to), shifted, { hidden: 0 }).trim() === "";
}

/** Makes the cuts that change something and counts them. One inside another is part of it; of two that overlap both go. */
export function withoutCuts(text: string, cuts: readonly Cut[], tally: HiddenCount): string {
  let result = "";
  let done = 0;
  for (const { from, to, by = "", isRewritten = false } of cuts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (to < done || (to === done && from < to) || text.slice(from, to) === by) continue;
    result += text.slice(done, from) + (from < done ? "" : by);
    done = to;
    if (to > from && !isRewritten) tally.hidden += 1;
  }
  return result + text.slice(done);
}
