/** Names a finding so that it is the same one after other pushes. No word of the model is in it. Pure. */

import { sha256 } from "../base/sha256.ts";
import type { Anchor, AskedFinding } from "../protocol/tools/finding.ts";

/** Hex digits: a repository has some thousand findings. */
const CHARS = 16;

interface Named extends Pick<AskedFinding, "quote" | "severity"> {
  /** The name of the file in the base, which a rename does not change. */
  readonly path: string;
  readonly anchor: Anchor | undefined;
  /** The lines of the side that the anchor is on. */
  readonly lines: readonly string[];
}

/** The path, the severity, and the quoted lines without blanks between one line of context on each side. */
export function fingerprintOf({ path, quote, severity, anchor, lines }: Named): string {
  const own = anchor === undefined ? quote : lines.slice(anchor.start - 1, anchor.end);
  const [before, after] = anchor === undefined ? [] : [lines[anchor.start - 2], lines[anchor.end]];
  const parts = [path, severity, ...[before ?? "", own.join(""), after ?? ""].map(withoutBlanks)];
  return sha256(JSON.stringify(parts)).slice(0, CHARS);
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, "");
}
