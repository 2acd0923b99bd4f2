/** Finds findings again in the difference to another head: by their lines, which have to stand there once. */

import type { Finding } from "../protocol/tools/finding.ts";
import { anchorOf, kindsAt } from "./anchor.ts";
import { textsOf } from "./check-finding.ts";
import type { DiffFile } from "./diff.ts";
import type { OpenReview } from "./open-review.ts";
import { timesIn } from "./threads.ts";

type Read = Pick<OpenReview, "diff" | "content">;

/** Whether two findings are of one severity about the same lines. */
export function isSamePlace(one: Finding, other: Finding): boolean {
  const linesOf = ({ quote }: Finding): string => quote.map((line) => line.replace(/\s+/g, "")).join("\n");
  const isAlike = one.severity === other.severity && one.path === other.path && one.anchor?.side === other.anchor?.side;
  return isAlike && one.anchor !== undefined && linesOf(one) === linesOf(other);
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
export async function reanchored(finding: Finding, { diff, content }: Read): Promise<Finding | undefined> {
  const { path, anchor, quote } = finding;
  const { files } = await diff();
  const file = files.get(path) ?? [...files.values()].find(({ oldPath }) => oldPath === path);
  if (anchor === undefined || file === undefined || quote.length === 0) return undefined;
  const texts = await textsOf(file, content);
  if (anchor.side === "LEFT") return isDeleted(file, texts.base, finding) ? { ...finding, path: file.path } : undefined;
  if (timesIn(quote, Buffer.from(texts.head.join("\n"))) !== 1) return undefined;
  const placed = anchorOf(file, texts, { quote, line: undefined });
  const isFound = "anchor" in placed && placed.anchor.side === "RIGHT";
  return isFound ? { ...finding, path: file.path, anchor: placed.anchor } : undefined;
}

/** Lines of the base keep their numbers for as long as the base does. */
function isDeleted(file: DiffFile, base: readonly string[], { anchor, quote }: Finding): boolean {
  if (anchor === undefined) return false;
  const { start, end } = anchor;
  const isSame = base.slice(start - 1, end).join("\n") === quote.join("\n");
  return isSame && kindsAt(file, "LEFT", start, end - start + 1)?.replaceAll("-", "") === "";
}
