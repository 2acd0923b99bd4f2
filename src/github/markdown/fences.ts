/**
 * Finds fenced code blocks by their lines alone. Their content does not affect the rest of a text, so the parser can read a simpler
 * text in its place. Only the parser decides whether they really are code blocks.
 */

import { replaceRanges, type Range } from "./ranges.ts";

export interface Fenced extends Range {
  /** Offset of the line with the opening fence. The range is the content between the fences. */
  readonly opening: number;
}

const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** The blocks in order. If the last one is not closed, it reaches to the end of the text. */
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

/** The text with each character of the blocks' content, except white space, replaced by a letter. */
export function withoutContent(text: string, blocks: readonly Range[]): string {
  return replaceRanges(text, blocks, (content) => content.replace(/\S/g, "x"));
}
