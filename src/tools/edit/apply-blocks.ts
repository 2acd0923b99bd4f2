/**
 * Applies SEARCH/REPLACE blocks to a text. Every block is compared with the original text, line by line and exactly. Line endings
 * are not compared, and stay those of the text. A block that does not fit is reported; the others are applied.
 */

import type { DiffBlock } from "./diff-blocks.ts";
import { closestText } from "../define/closest-text.ts";

/** How far off a start line may be, because models count lines badly (Kilo's number). */
const HINT_WINDOW = 40;

/** Line numbers listed for an ambiguous block. */
const MAX_LISTED = 10;

export interface AppliedBlocks {
  /** The new text; the old one when nothing was applied. */
  readonly text: string;
  readonly applied: number;
  /** One sentence or more per block that was not applied, e.g. `block 2: …`. */
  readonly failures: readonly string[];
}

interface Placed {
  readonly block: DiffBlock;
  /** Index of the first matched line. */
  readonly at: number;
}

/** Applies all blocks that fit. A byte order mark is kept and not compared. */
export function applyBlocks(text: string, blocks: readonly DiffBlock[]): AppliedBlocks {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const raw = text.slice(mark.length).match(/[^\n]*\n|[^\n]+$/g) ?? []; // with endings; only the last may lack one
  const lines = raw.map((line) => line.slice(0, line.length - endingOf(line).length));
  const placed: Placed[] = [];
  const failures: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const at = findBlock(lines, block);
    if (typeof at === "string") failures.push(`block ${index + 1}: ${at}`);
    else if (placed.some((other) => overlap(other, { block, at })))
      failures.push(`block ${index + 1}: overlaps an earlier block. Join the two.`);
    else placed.push({ block, at });
  }
  // From the bottom up, so that the other places do not move.
  for (const { block, at } of placed.toSorted((a, b) => b.at - a.at)) replaceLines(raw, block, at);
  return { text: mark + raw.join(""), applied: placed.length, failures };
}

/** Index of the first line of the block, or why it is not clear. */
function findBlock(lines: readonly string[], { search, startLine }: DiffBlock): number | string {
  const matches = matchesOf(lines, search);
  const [first] = matches;
  if (first === undefined) return `SEARCH text not found. ${closestText(lines, search, startLine)}`;
  if (matches.length === 1) return first;
  const listed = matches.slice(0, MAX_LISTED).map((at) => at + 1);
  const where = `${matches.length} times, at lines ${listed.join(", ")}${matches.length > MAX_LISTED ? ", …" : ""}`;
  const advice = "Add surrounding lines to SEARCH, or give the exact :start_line:.";
  if (startLine === undefined) return `SEARCH text found ${where}. ${advice}`;
  const distance = (at: number): number => Math.abs(at + 1 - startLine);
  const [nearest, second] = matches.toSorted((a, b) => distance(a) - distance(b));
  const clear = nearest !== undefined && distance(nearest) <= HINT_WINDOW;
  if (!clear || (second !== undefined && distance(second) === distance(nearest))) {
    return `SEARCH text found ${where}, none clearly nearest to line ${startLine}. ${advice}`;
  }
  return nearest;
}

/** Start indices of all occurrences. */
function matchesOf(lines: readonly string[], search: readonly string[]): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at + search.length <= lines.length; at += 1) {
    if (search.every((line, offset) => lines[at + offset] === line)) found.push(at);
  }
  return found;
}

function overlap(a: Placed, b: Placed): boolean {
  return a.at < b.at + b.block.search.length && b.at < a.at + a.block.search.length;
}

/** New lines get the ending of the first replaced line. The last one gets that of the last replaced line, which may have none. */
function replaceLines(raw: string[], { search, replace }: DiffBlock, at: number): void {
  const ending = endingOf(raw[at] ?? "") || endingOf(raw[0] ?? "") || "\n";
  const lastEnding = endingOf(raw[at + search.length - 1] ?? "");
  const lines = replace.map((line, index) => line + (index === replace.length - 1 ? lastEnding : ending));
  raw.splice(at, search.length, ...lines);
}

function endingOf(line: string): string {
  return line.endsWith("\r\n") ? "\r\n" : line.endsWith("\n") ? "\n" : "";
}
