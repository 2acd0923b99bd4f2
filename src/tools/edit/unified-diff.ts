/** A unified diff of two texts, as `git apply` accepts it. The controller makes it for previews, so its cost is limited. */

import { formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatchHunk } from "diff";

/** Lines of context around a change. */
const CONTEXT = 3;

/** Most added and removed lines of a minimal diff, which takes at most 50 ms. Beyond that the diff replaces one block of lines. */
const MAX_EDITS = 1_000;

export interface Diff {
  /** Empty when nothing differs. */
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

/** Compares line by line. `before` is undefined for a new file. Line endings are part of a line. */
export function unifiedDiff(path: string, before: string | undefined, after: string): Diff {
  const hunks = hunksOf(before ?? "", after);
  if (hunks.length === 0) return { text: "", added: 0, removed: 0 };
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const from = before === undefined ? "/dev/null" : quoted(`a/${path}`);
  const body = formatPatch({ oldFileName: "", newFileName: "", oldHeader: "", newHeader: "", hunks }, OMIT_HEADERS);
  return {
    text: `--- ${from}\n+++ ${quoted(`b/${path}`)}\n${body}`,
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}

/** What differs, with context. Beyond `MAX_EDITS` it is one block of lines. */
export function hunksOf(before: string, after: string): StructuredPatchHunk[] {
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS };
  const patch = structuredPatch("", "", before, after, undefined, undefined, options);
  return patch?.hunks ?? [replacedMiddle(endedLines(before), endedLines(after))];
}

/** `+3 −1`, as it stands in summaries. */
export function countsOf({ added, removed }: Diff): string {
  return `+${added} −${removed}`;
}

/** The lines with their line ends, which the last one may lack. */
export function endedLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** One hunk that replaces all lines between the common beginning and the common end of both texts. */
function replacedMiddle(a: readonly string[], b: readonly string[]): StructuredPatchHunk {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const first = Math.max(0, start - CONTEXT);
  const printed = (mark: string, lines: readonly string[]): string[] =>
    lines.flatMap((line) =>
      line.endsWith("\n") ? [mark + line.slice(0, -1)] : [mark + line, "\\ No newline at end of file"],
    );
  const after = a.slice(a.length - end, a.length - end + CONTEXT);
  return {
    oldStart: first + 1,
    oldLines: a.length - end + after.length - first,
    newStart: first + 1,
    newLines: b.length - end + after.length - first,
    lines: [
      ...printed(" ", a.slice(first, start)),
      ...printed("-", a.slice(start, a.length - end)),
      ...printed("+", b.slice(start, b.length - end)),
      ...printed(" ", after),
    ],
  };
}

/** Quotes a name as git does. A tab after a name with a space keeps the rest from being read as a time stamp. */
function quoted(path: string): string {
  if (/["\\\p{Cc}]/u.test(path)) return JSON.stringify(path).replaceAll(/\\u00(..)/g, (_, hex: string) => octal(hex));
  return path.includes(" ") ? `${path}\t` : path;
}

function octal(hex: string): string {
  return `\\${Number.parseInt(hex, 16).toString(8).padStart(3, "0")}`;
}
