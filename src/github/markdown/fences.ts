/**
 * Blocks of code between fences, found by their lines alone. What they hold says nothing about the rest of a text, so that the parser
 * can be spared it; whether they are blocks of code is still for the parser to say.
 */

import { replaceRanges, type Range } from "./ranges.ts";

export interface Fenced extends Range {
  /** Offset of the line with the opening fence; the range is what lies between the fences. */
  readonly opening: number;
}

const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** In order; the last one reaches to the end of the text where nothing closes it. */
export function fencedLines(text: string): readonly Fenced[] {
  const found: Fenced[] = [];
  let open: { readonly opening: number; readonly from: number; readonly closing: RegExp } | undefined;
  let start = 0;
  for (const line of text.split("\n")) {
    const next = Math.min(start + line.length + 1, text.length);
    const [, fence] = OPENING.exec(line) ?? [];
    if (open?.closing.test(line) === true) {
      found.push({ opening: open.opening, from: open.from, to: start });
      open = undefined;
    } else if (open === undefined && fence !== undefined) {
      open = { opening: start, from: next, closing: new RegExp(`^ {0,3}${fence}${fence.charAt(0)}*[ \\t]*$`) };
    }
    start = next;
  }
  if (open !== undefined) found.push({ opening: open.opening, from: open.from, to: text.length });
  return found;
}

/** The text with letters for all that the blocks hold but blanks, each in its place. */
export function withoutContent(text: string, blocks: readonly Range[]): string {
  return replaceRanges(text, blocks, (content) => content.replace(/\S/g, "x"));
}
