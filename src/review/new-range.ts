/**
 * What is new in a pull request since its last review: of the difference between the two heads, the hunks that touch the difference of
 * the pull request. After a rebase the rest is the base's, and so it is after a merge of the base. Pure.
 */

import type { Anchor } from "../protocol/tools/finding.ts";
import { kindsAt } from "./anchor.ts";
import { headAndHunks, type DiffFile, type Hunk, type ReviewDiff } from "./diff.ts";

/** `whole` is the difference of the pull request, `between` that of the two heads. */
export function newRange(whole: ReviewDiff, between: ReviewDiff): ReviewDiff {
  const files = new Map<string, DiffFile>();
  const kept = new Map<string, readonly boolean[]>();
  for (const [path, file] of between.files) {
    const own = whole.files.get(path);
    if (own === undefined) continue;
    const isTouching = createTouching(own.hunks);
    const touching = file.hunks.map((hunk) => own.hunks.length === 0 || isTouching(hunk));
    if (file.hunks.length > 0 && !touching.includes(true)) continue;
    kept.set(path, touching);
    files.set(path, { ...file, hunks: file.hunks.filter((_, index) => touching[index] === true) });
  }
  return { ...between, files, patch: (path) => patchOf(between.patch(path), kept.get(path) ?? []) };
}

function patchOf(patch: string, touching: readonly boolean[]): string {
  const [header = "", ...hunks] = headAndHunks(patch);
  return [header, ...hunks.filter((_, index) => touching[index] === true)].join("");
}

/** The lines of the head that a hunk has, its context included. A hunk that leaves no line is at the one before it. */
function span({ newStart, kinds }: Hunk): readonly [first: number, last: number] {
  return [newStart, newStart + Math.max(1, kinds.replaceAll("-", "").length) - 1];
}

/** Says whether a hunk has a line of one of these hunks. Hunks are in the order of their lines, and are asked about in it. */
function createTouching(hunks: readonly Hunk[]): (hunk: Hunk) => boolean {
  const spans = hunks.map(span);
  let next = 0;
  return (hunk) => {
    const [start, end] = span(hunk);
    while ((spans[next]?.[1] ?? Infinity) < start) next += 1;
    return (spans[next]?.[0] ?? Infinity) <= end;
  };
}

/** Whether a place has a line that is new. A finding without a place is new where its file is. */
export function isNewPlace({ files }: Pick<ReviewDiff, "files">, path: string, anchor: Anchor | undefined): boolean {
  const file = files.get(path);
  if (file === undefined || anchor === undefined) return file !== undefined;
  const { side, start, end } = anchor;
  if (side === "LEFT") return file.hunks.some(({ kinds }) => kinds.includes("-"));
  return Array.from({ length: end - start + 1 }, (_, at) => kindsAt(file, side, start + at, 1)).includes("+");
}
