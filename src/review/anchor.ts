/**
 * Finds the place of a finding in the diff: the quoted lines in the head, within one hunk, or among its deleted lines. Only a
 * certain place is taken; otherwise one line says what would be accepted. Pure.
 */

import { placesIn } from "../base/places-in.ts";
import type { Anchor, AskedFinding } from "../protocol/tools/finding.ts";
import type { DiffFile, Hunk } from "./diff.ts";

type Side = Anchor["side"];

export interface Texts {
  /** Lines of the file in the head, without line ends. */
  readonly head: readonly string[];
  readonly base: readonly string[];
}

type Placed = { readonly anchor: Anchor } | { readonly unanchored: string };

/** Most line numbers that an answer names. */
const MAX_NAMED = 5;
/** Each place costs a look at all hunks of the file. */
const MAX_PLACES = 1_000;

/** Finds the place of quoted lines. */
export function anchorOf(
  file: DiffFile,
  { head, base }: Texts,
  { quote, line }: Pick<AskedFinding, "quote" | "line">,
): Placed {
  if (file.hunks.length === 0) return { unanchored: withoutLines(file) };
  // One line may be named by its number alone, as an empty one has to be.
  if (quote.length === 0 && line !== undefined)
    return kindsAt(file, "RIGHT", line, 1) === undefined
      ? { unanchored: outside(file, line, 1) }
      : { anchor: { side: "RIGHT", start: line, end: line } };
  if (quote.length === 0)
    return { unanchored: "The quote is empty. Accepted: whole lines of the diff, word for word." };
  const found = matches(head, quote);
  const place = { quote, line, file };
  if (found.length > 0) return choose(found, { ...place, side: "RIGHT" });
  const old = deletedAt(file, base, quote);
  if (old.length > 0) return choose(old, { ...place, side: "LEFT" });
  return {
    unanchored: `These lines are not in ${file.path}. Accepted: whole lines of the diff, word for word, without + and -.`,
  };
}

/** Numbers of the first lines at which the change deletes these lines of the base. */
export function deletedAt(
  file: Pick<DiffFile, "hunks">,
  base: readonly string[],
  quote: readonly string[],
): readonly number[] {
  const isDeleted = (start: number): boolean => kindsAt(file, "LEFT", start, quote.length)?.replaceAll("-", "") === "";
  return matches(base, quote).filter(isDeleted);
}

interface Place {
  readonly quote: readonly string[];
  readonly line: number | undefined;
  readonly file: DiffFile;
  readonly side: Side;
}

function choose(found: readonly number[], { quote, line, file, side }: Place): Placed {
  const at = (start: number): Placed => ({ anchor: { side, start, end: start + quote.length - 1 } });
  const isShown = (start: number): boolean => kindsAt(file, side, start, quote.length) !== undefined;
  const named = found.find((start) => start === line);
  const [only] = found.length === 1 ? found : [named];
  if (only !== undefined) return isShown(only) ? at(only) : { unanchored: outside(file, only, quote.length) };
  if (found.length > MAX_PLACES)
    return {
      unanchored: `These lines occur at ${found.length} places in the file. Accepted: a longer quote, or the number of its first line.`,
    };
  const shown = found.filter(isShown);
  const [first] = shown;
  if (first === undefined) return { unanchored: outside(file, found[0] ?? 1, quote.length) };
  if (shown.length === 1) return at(first);
  const changed = shown.filter((start) => kindsAt(file, side, start, quote.length)?.includes("+"));
  const [single] = changed;
  if (line === undefined && single !== undefined && changed.length === 1) return at(single);
  const lines = shown.slice(0, MAX_NAMED).join(", ");
  return {
    unanchored: `These lines occur at ${shown.length} places in the diff (lines ${lines}). Accepted: a longer quote, or the number of its first line.`,
  };
}

/** Indices, from 1, at which the lines stand one after the other. */
function matches(lines: readonly string[], quote: readonly string[]): readonly number[] {
  return placesIn(lines.map(withoutMarks), quote.map(withoutMarks)).map((at) => at + 1);
}

/** A line without the byte order mark of its file and without a carriage return, neither of which a model sees. */
export function withoutMarks(line: string): string {
  return line.replace(/^\uFEFF|\r$/g, "");
}

/** The kinds of the lines from the first to the last one of a range, deleted ones between them included; undefined where no hunk has both. */
export function kindsAt(
  { hunks }: Pick<DiffFile, "hunks">,
  side: Side,
  start: number,
  count: number,
): string | undefined {
  for (const hunk of hunks) {
    const [from, to] = [indexOf(hunk, side, start), indexOf(hunk, side, start + count - 1)];
    if (from >= 0 && to >= 0) return hunk.kinds.slice(from, to + 1);
  }
  return undefined;
}

/** Index of a line in its hunk; -1 where it is not in it. */
function indexOf({ kinds, oldStart, newStart }: Hunk, side: Side, line: number): number {
  const other = side === "RIGHT" ? "-" : "+";
  let current = side === "RIGHT" ? newStart : oldStart;
  if (line < current || line >= current + kinds.length) return -1;
  for (let index = 0; index < kinds.length; index += 1) {
    if (kinds[index] === other) continue;
    if (current === line) return index;
    current += 1;
  }
  return -1;
}

function outside({ path, hunks }: DiffFile, start: number, count: number): string {
  const where = count === 1 ? `Line ${start}` : `Lines ${start} to ${start + count - 1}`;
  const ranges = hunks
    .map(({ newStart, kinds }) => [newStart, newStart + kinds.replaceAll("-", "").length - 1] as const)
    .filter(([first, last]) => last >= first)
    .map(([first, last]) => `${first}–${last}`);
  const some = ranges.length > MAX_NAMED ? [...ranges.slice(0, MAX_NAMED), "…"] : ranges;
  return `${where} of ${path} ${count === 1 ? "is" : "are"} not in one hunk of the diff. Accepted: lines of one of ${some.join(", ")}.`;
}

function withoutLines({ path, isBinary, status }: DiffFile): string {
  const why = isBinary
    ? "is a binary file"
    : status === "renamed"
      ? "was renamed without a change"
      : "has no lines in the diff";
  return `${path} ${why}, so no line can be named.`;
}
