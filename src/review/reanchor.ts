/** Finds findings again in the difference to another head: by their lines, which have to stand there once. */

import type { Anchor, Finding } from "../protocol/tools/finding.ts";
import { anchorOf, deletedAt } from "./anchor.ts";
import { fingerprintOf, textsOf, withoutBlanks } from "./check-finding.ts";
import type { DiffFile } from "./diff.ts";
import type { OpenReview } from "./open-review.ts";
import { startsOf, timesIn } from "./threads.ts";

type Read = Pick<OpenReview, "diff" | "content"> & Partial<Pick<OpenReview, "shown">>;

/** Whether two findings are of one severity about the same lines. */
export function isSamePlace(one: Finding, other: Finding): boolean {
  const linesOf = ({ quote }: Finding): string => quote.map(withoutBlanks).join("\n");
  const isAlike = one.severity === other.severity && one.path === other.path && one.anchor?.side === other.anchor?.side;
  return isAlike && one.anchor !== undefined && linesOf(one) === linesOf(other);
}

/** Whether the lines of a finding still stand between the lines that gave it its fingerprint. */
export async function keepsItsNeighbours(finding: Finding, { diff, content }: Read): Promise<boolean> {
  const { anchor, path, quote, fingerprint } = finding;
  const file = (await diff()).files.get(path);
  if (anchor === undefined || file === undefined || quote.length === 0) return false;
  const { side } = anchor;
  const texts = await textsOf(file, content);
  const lines = side === "LEFT" ? texts.base : texts.head;
  return startsOf(quote, lines).some((start) => {
    const place = { side, start, end: start + quote.length - 1 };
    return fingerprintOf({ ...finding, path: file.oldPath ?? path, anchor: place, lines }) === fingerprint;
  });
}

/** The finding with the lines of its anchor as its quote, which the model may have left out or written in another way. */
export async function withOwnLines(finding: Finding, { diff, content }: Read): Promise<Finding> {
  const { anchor, path } = finding;
  const file = (await diff()).files.get(path);
  if (anchor === undefined || file === undefined) return finding;
  const { head, base } = await textsOf(file, content);
  const lines = anchor.side === "LEFT" ? base : head;
  return { ...finding, quote: lines.slice(anchor.start - 1, anchor.end) };
}

/** The finding at its place in another difference, with the path that its file has there; undefined where it has no certain one. */
export async function reanchored(finding: Finding, read: Read): Promise<Finding | undefined> {
  const { path, anchor, quote } = finding;
  const { content } = read;
  const file = await fileOf(path, read);
  if (anchor === undefined || file === undefined || quote.length === 0) return undefined;
  const texts = await textsOf(file, content);
  if (anchor.side === "LEFT") {
    const places = deletedAt(file, texts.base, quote);
    const start = places.length === 1 ? places[0] : places.find((place) => place === anchor.start);
    if (start === undefined) return undefined;
    return { ...finding, path: file.path, anchor: { ...anchor, start, end: start + quote.length - 1 } };
  }
  if (startsOf(quote, texts.head).length !== 1) return undefined;
  const placed = anchorOf(file, texts, { quote, line: undefined });
  const isFound = "anchor" in placed && placed.anchor.side === "RIGHT";
  return isFound ? { ...finding, path: file.path, anchor: placed.anchor } : undefined;
}

/** The file of a path in the difference, also where it has another name there. */
async function fileOf(path: string, { diff, shown = diff }: Read): Promise<DiffFile | undefined> {
  const { files } = await diff();
  const same = files.get(path);
  if (same !== undefined) return same;
  // A file that the pull request adds can have been renamed since the last review only.
  const changed = [...files.values(), ...(await shown()).files.values()];
  const renamed = changed.find(({ oldPath }) => oldPath === path);
  return renamed && files.get(renamed.path);
}

/** Whether the change deletes these lines of a file; of one that it does not name, of a file that it renames or deletes. */
export async function deletes(path: string, quote: readonly string[], { diff, content }: Read): Promise<boolean> {
  const { files } = await diff();
  const named = files.get(path);
  const gone = [...files.values()].filter(({ status }) => status === "renamed" || status === "deleted");
  for (const file of named === undefined ? gone : [named]) {
    const { base } = await textsOf(file, content);
    if (deletedAt(file, base, quote).length > 0) return true;
  }
  return false;
}

interface Seen extends Pick<Finding, "path" | "quote" | "replacement"> {
  readonly side: Anchor["side"];
}

/**
 * Whether lines are as a finding saw them: in the head, or where they were deleted, still gone from it. A replacement that keeps them
 * and stands there at all their places is applied.
 */
export async function isUnchangedSince(
  { path, side, quote, replacement = [] }: Seen,
  review: OpenReview,
): Promise<boolean> {
  const wordsOf = (lines: readonly string[]): string => withoutBlanks(lines.join(""));
  // One that changes blanks only would stand there from the beginning.
  const kept = wordsOf(replacement) === wordsOf(quote) ? 0 : startsOf(quote, replacement).length;
  const isInHead = (await review.successors(path)).some(
    (content) => timesIn(quote, content) > (kept === 0 ? 0 : kept * timesIn(replacement, content)),
  );
  return side === "RIGHT" ? isInHead : !isInHead || (await deletes(path, quote, review));
}
