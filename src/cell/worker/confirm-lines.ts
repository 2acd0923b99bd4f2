/**
 * Checks whether lines that a search reported stand in the files that it named. The search opens files by their paths, and a command
 * may replace a folder by a link at the same time. Here the files are opened without following a link.
 */

import type { FoundLine } from "../../protocol/cell.ts";
import { openParent } from "./open-judged.ts";
import { readBytes } from "./read-file.ts";

/** Reading so much takes 30 ms. Lines of larger files are not confirmed. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const LINE_END = 10;

/** One answer for each line. A file is read once for all lines of it that follow each other in the list. */
export function confirmLines(root: string, lines: readonly FoundLine[]): readonly boolean[] {
  let open: { readonly path: string; readonly bytes: Buffer | undefined } | undefined;
  return lines.map(({ path, line, text }) => {
    if (open?.path !== path) open = { path, bytes: bytesOf(root, path) };
    return open.bytes !== undefined && lineOf(open.bytes, line) === text;
  });
}

function bytesOf(root: string, path: string): Buffer | undefined {
  try {
    using folder = openParent(root, path);
    return readBytes(folder, path, MAX_FILE_BYTES);
  } catch {
    return undefined; // the file is gone, is a link or leads elsewhere
  }
}

function lineOf(bytes: Buffer, line: number): string | undefined {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = bytes.indexOf(LINE_END, start);
    if (end < 0) return undefined;
    start = end + 1;
  }
  const end = bytes.indexOf(LINE_END, start);
  return bytes.toString("utf8", start, end < 0 ? bytes.length : end);
}
