/**
 * Applies SEARCH/REPLACE blocks to a text. Every block is compared with the original text, line by line: exactly, then without copied
 * line numbers and fences, then without regard to white space. Line endings are not compared, and stay those of the text. A block
 * that does not fit is reported; the others are applied.
 */

import type { DiffBlock } from "./diff-blocks.ts";
import { closestText } from "../define/closest-text.ts";
import { placesIn } from "../../base/places-in.ts";
import { MAX_FILE_BYTES } from "../define/edit-target.ts";
import { inputMistake } from "../define/input-error.ts";
import { textWithin } from "./line-ends.ts";
import { isDisplay, MARKDOWN, unfenced, unnumbered, withoutNumbers } from "./slips.ts";
import { endedLines } from "./unified-diff.ts";

/** How far off a start line may be, because models count lines badly (Kilo's number). */
const HINT_WINDOW = 40;

/** Most characters of a level of indentation. By longer ones, a few blanks of a block would become thousands. */
const MAX_STEP_CHARS = 16;

/** Line numbers listed for an ambiguous block. */
const MAX_LISTED = 10;

export interface AppliedBlocks {
  /** The new text; the old one when nothing was applied. */
  readonly text: string;
  readonly applied: number;
  /** One sentence or more per block that was not applied, e.g. `block 2: …`. */
  readonly failures: readonly string[];
  /** What differed in the blocks that were applied. */
  readonly notes: readonly string[];
}

interface Placed {
  readonly block: DiffBlock;
  /** Index of the first matched line. */
  readonly at: number;
  readonly note?: string | undefined;
}

/** Applies all blocks that fit. A byte order mark is kept and not compared. */
export function applyBlocks(whole: string, blocks: readonly DiffBlock[], path = ""): AppliedBlocks {
  const { text, restore } = textWithin(whole);
  const { raw, lines } = linesOf(text);
  let folded: readonly string[] | undefined;
  const file: EditedFile = { path, lines, foldedLines: () => (folded ??= lines.map(fold)) };
  const placed: Placed[] = [];
  const failures: string[] = [];
  const notes = new Set<string>();
  for (const [index, given] of blocks.entries()) {
    const found = place(file, given);
    if (typeof found === "string") failures.push(`block ${index + 1}: ${found}`);
    else if (placed.some((other) => overlap(other, found)))
      failures.push(`block ${index + 1}: overlaps an earlier block. Join the two.`);
    else placed.push(found);
    if (typeof found !== "string" && found.note !== undefined) notes.add(found.note);
  }
  if (placed.length === 0) return { text: whole, applied: 0, failures, notes: [] };
  // From the bottom up, so that the other places do not move.
  for (const { block, at } of placed.toSorted((a, b) => b.at - a.at)) replaceLines(raw, block, at);
  return { text: restore(raw.join("")), applied: placed.length, failures, notes: [...notes] };
}

/**
 * Replaces whole lines that are there once when white space, quotation marks and dashes are not compared; undefined where they are
 * not. Of the new lines, those that stay are the file's own, and the others are indented as it is.
 */
export function replaceAlike(text: string, block: DiffBlock): string | undefined {
  const { raw, lines } = linesOf(text);
  const search = block.search.map(fold);
  const [at, second] = search.every((line) => line === "") ? [] : placesIn(lines.map(fold), search);
  if (at === undefined || second !== undefined) return undefined;
  replaceLines(raw, asInFile(block, lines, at), at);
  return raw.join("");
}

/** The lines with their line ends, and without them. */
function linesOf(text: string): { readonly raw: string[]; readonly lines: readonly string[] } {
  const raw = [...endedLines(text)];
  return { raw, lines: raw.map((line) => line.replace(/\n$/, "")) };
}

interface Form {
  readonly block: DiffBlock;
  readonly note?: string;
}

interface EditedFile {
  readonly path: string;
  readonly lines: readonly string[];
  /** The lines without differences of white space. */
  readonly foldedLines: () => readonly string[];
}

/** Where the block belongs and in which form, or why that is not clear. The first form that is found counts. */
function place({ lines, path, foldedLines }: EditedFile, given: DiffBlock): Placed | string {
  const forms = formsOf(given);
  for (const { block, note } of forms) {
    const at = findBlock(placesIn(lines, block.search), block);
    if (typeof at === "string") return at;
    if (at !== undefined) return changing({ ...withoutCopies(block, { lines, path }), at, ...(note && { note }) });
  }
  const folded = foldedLines();
  for (const { block } of forms) {
    const search = block.search.map(fold);
    const at = search.every((line) => line === "") ? undefined : findBlock(placesIn(folded, search), block);
    if (typeof at === "string") return at;
    if (at === undefined) continue;
    const note = `SEARCH was there with ${FOLDED} only; check the indentation of what you wrote.`;
    return changing({ block: asInFile(block, lines, at), at, note });
  }
  return `SEARCH text not found. ${closestText(lines, given.search, given.startLine)}`;
}

function changing(placed: Placed): Placed | string {
  const { search, replace } = placed.block;
  const isSame = search.length === replace.length && search.every((line, at) => line === replace[at]);
  return isSame ? "SEARCH and REPLACE are the same, so that nothing would change." : placed;
}

/** The block as it is, and without line numbers or fences that were copied into its old lines. */
function formsOf(block: DiffBlock): readonly Form[] {
  const forms: Form[] = [{ block }];
  const numbered = unnumbered(block.search);
  if (numbered !== undefined) {
    const { lines: search, first } = numbered;
    const bare = { search, replace: withoutNumbers(block.replace), startLine: block.startLine ?? first };
    forms.push({ block: bare, note: "Copied line numbers were left out." });
  }
  const search = unfenced(block.search)?.lines ?? [];
  if (search.length > 0) {
    const replace = unfenced(block.replace)?.lines ?? block.replace;
    forms.push({ block: { ...block, search, replace }, note: "Code fences were left out." });
  }
  return [...forms, ...unpadded(block)];
}

/** The block without empty lines that were written around its parts. */
function unpadded(block: DiffBlock): readonly Form[] {
  const isFilled = (line: string): boolean => line.trim() !== "";
  const [first, last] = [block.search.findIndex(isFilled), block.search.findLastIndex(isFilled)];
  const below = block.search.length - 1 - last;
  if (first === -1 || first + below === 0) return [];
  const emptyAbove = block.replace.findIndex(isFilled);
  const emptyBelow = block.replace.length - 1 - block.replace.findLastIndex(isFilled);
  const [from, less] = emptyAbove === -1 ? [0, 0] : [Math.min(first, emptyAbove), Math.min(below, emptyBelow)];
  const replace = block.replace.slice(from, block.replace.length - less);
  return [
    { block: { ...block, search: block.search.slice(first, last + 1), replace }, note: "Empty lines were left out." },
  ];
}

/** The block without numbers or a fence that only its new lines have. In Markdown a fence may be meant. */
function withoutCopies(block: DiffBlock, file: { readonly lines: readonly string[]; readonly path: string }): Form {
  const { search, replace } = block;
  if (isDisplay(replace) && !isDisplay(search))
    return { block: { ...block, replace: withoutNumbers(replace) }, note: "Copied line numbers were left out." };
  const fenced = MARKDOWN.test(file.path) || file.lines.some((line) => /^\s*(?:```|~~~)/.test(line));
  const inner = fenced ? undefined : unfenced(replace);
  return inner === undefined
    ? { block }
    : { block: { ...block, replace: inner.lines }, note: "The code fence around REPLACE was left out." };
}

const PLAIN: Readonly<Record<string, string>> = { "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"' };

/** What `fold` takes away, as notes name it. */
export const FOLDED = "other white space, quotation marks or dashes";

/** A line without its indentation, and with each white space as one blank. Typographic quotes and dashes count as plain ones. */
function fold(line: string): string {
  return line
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\u2018\u2019\u201c\u201d\u2010-\u2015\u2212]/g, (sign) => PLAIN[sign] ?? "-");
}

/** The block as the file writes it: lines that stay are the file's own, and new ones are indented as those around them are there. */
function asInFile(given: DiffBlock, lines: readonly string[], at: number): DiffBlock {
  const search = lines.slice(at, at + given.search.length);
  const block = withFirstIndent(given, search);
  const known = new Map<string, string>();
  for (const [index, line] of block.search.entries()) {
    const [own, found] = [indentOf(line), indentOf(search[index])];
    if (line.trim() !== "" && !known.has(own)) known.set(own, found);
  }
  const indentLike = indenter(known);
  /** What an indentation means at this place: that of the last line that stayed. */
  const meant = new Map(known);
  const lost = indentOf(given.search[0]);
  if (!known.has(lost)) meant.set(lost, indentOf(search[0]));
  // Line → where SEARCH has it, the last place first.
  const places = Map.groupBy([...block.search.keys()].toReversed(), (index) => block.search[index] ?? "");
  let [next, length] = [0, 0];
  const replace = block.replace.map((line) => {
    const left = places.get(line) ?? [];
    while ((left.at(-1) ?? next) < next) left.pop();
    const same = left.pop();
    const own = indentOf(line);
    if (same === undefined) {
      if (line.trim() === "") return line;
      const indented = (meant.get(own) ?? indentLike(own)) + line.slice(own.length);
      length += indented.length;
      if (length > MAX_FILE_BYTES)
        // a larger file cannot be read again
        throw inputMistake("indented as the file is, the new lines would be too long.", "Copy the old lines exactly.");
      return indented;
    }
    next = same + 1;
    if (line.trim() !== "") meant.set(own, indentOf(search[same]));
    return search[same] ?? line;
  });
  return { ...given, search, replace };
}

/** The block with the file's indentation in its first line, where only this line has another one: models begin copies at the first word. */
function withFirstIndent(block: DiffBlock, found: readonly string[]): DiffBlock {
  const [first = "", ...others] = block.search;
  const isSame = others.every((line, index) => line.trim() === "" || indentOf(line) === indentOf(found[index + 1]));
  if (!isSame || others.every((line) => line.trim() === "")) return block;
  const own = indentOf(first);
  const kept = block.replace.indexOf(first);
  const indented = (line: string): string => indentOf(found[0]) + line.slice(own.length);
  const replace = block.replace.map((line, index) =>
    index === kept || (index === 0 && line.trim() !== "" && indentOf(line) === own) ? indented(line) : line,
  );
  return { ...block, search: [indented(first), ...others], replace };
}

function indentOf(line = ""): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Returns the file's indentation for one that SEARCH does not have. `known` has those of SEARCH, and what the file has in their place. */
function indenter(known: ReadonlyMap<string, string>): (own: string) => string {
  const pairs = [...known].toSorted(([a], [b]) => a.length - b.length);
  const [[least, leastFound] = ["", ""]] = pairs;
  const step = stepOf(pairs);
  const scaled = (blanks: string): string => {
    const [from, to] = step;
    const count = (blanks.length * to.length) / from.length;
    const isWhole = Number.isInteger(count) && blanks === (from[0] ?? "").repeat(blanks.length);
    return isWhole ? (to[0] ?? "").repeat(count) : blanks;
  };
  return (own) => {
    const [above, found] = pairs.findLast(([given]) => own.startsWith(given)) ?? [];
    if (above !== undefined) return found + scaled(own.slice(above.length));
    if (!least.startsWith(own)) return own;
    return leastFound.slice(0, Math.max(0, leastFound.length - scaled(least.slice(own.length)).length));
  };
}

/** A level of indentation in SEARCH, and in the file. */
function stepOf(pairs: readonly (readonly [given: string, found: string])[]): readonly [given: string, found: string] {
  for (const [index, [given, found]] of pairs.entries()) {
    const [less = "", lessFound = ""] = pairs[index - 1] ?? [];
    const isStep = given.startsWith(less) && found.startsWith(lessFound) && given !== less && found !== lessFound;
    const step = [given.slice(less.length), found.slice(lessFound.length)] as const;
    if (step.some((level) => level.length > MAX_STEP_CHARS)) continue;
    // A single indentation tells the level only if it has other blanks.
    if (isStep && (index > 0 || given[0] !== found[0])) return step;
  }
  return [" ", " "];
}

/** Index of the first line of the block; undefined where it is not there, or why it is not clear. */
function findBlock(matches: readonly number[], { startLine }: DiffBlock): number | string | undefined {
  const [first] = matches;
  if (matches.length <= 1) return first;
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

function overlap(a: Placed, b: Placed): boolean {
  return a.at < b.at + b.block.search.length && b.at < a.at + a.block.search.length;
}

/** The last new line has no line break if the last replaced one has none. */
function replaceLines(raw: string[], { search, replace }: DiffBlock, at: number): void {
  const isEnded = raw[at + search.length - 1]?.endsWith("\n") === true;
  const lines = replace.map((line, index) => (index < replace.length - 1 || isEnded ? `${line}\n` : line));
  raw.splice(at, search.length, ...lines);
}
