/** Checks lines that a search reported in files that are opened without following links: a command may have planted one meanwhile. */

import type { Around, Confirmed, FoundLine, NearLine } from "../../protocol/cell.ts";
import { openParent } from "./open-judged.ts";
import { looksBinary, readBytes } from "./read-file.ts";

/** Reading so much takes 30 ms. Lines of larger files are not confirmed. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Characters of a line around a match that are passed on. Fewer are shown. */
const MAX_NEAR_CHARS = 1000;
const LINE_END = 10;

interface Opened {
  readonly path: string;
  readonly bytes: Buffer | "binary" | null;
  /** Where the lines begin, as far as they were looked for. */
  readonly starts: number[];
}

/** One answer for each line. A file is read once for all lines of it that follow each other in the list. */
export function confirmLines(
  root: string,
  lines: readonly FoundLine[],
  { before = 0, after = 0 }: Around,
): readonly Confirmed[] {
  let open: Opened | undefined;
  return lines.map(({ path, line, text: found, isCut }) => {
    const file = open?.path === path ? open : (open = { path, bytes: bytesOf(root, path), starts: [0] });
    const { bytes } = file;
    if (bytes === null || bytes === "binary") return bytes;
    if (line === 0) return { chars: 0, before: [], after: [] };
    const text = lineOf(file, bytes, line);
    if (text === undefined || (isCut === true ? !text.startsWith(found) : text !== found)) return null;
    const near = (from: number, to: number): readonly NearLine[] =>
      Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => lineOf(file, bytes, from + index))
        .filter((row) => row !== undefined)
        .map((row) => ({ text: row.slice(0, MAX_NEAR_CHARS), chars: row.length }));
    return {
      chars: text.length,
      before: near(Math.max(1, line - before), line - 1),
      after: near(line + 1, line + after),
    };
  });
}

function bytesOf(root: string, path: string): Opened["bytes"] {
  try {
    using folder = openParent(root, path);
    const bytes = readBytes(folder, path, MAX_FILE_BYTES);
    return looksBinary(bytes) ? "binary" : bytes;
  } catch {
    return null; // the file is gone, is a link or leads elsewhere
  }
}

/** Undefined behind the last line. A final line feed begins no line. */
function lineOf({ starts }: Opened, bytes: Buffer, line: number): string | undefined {
  while (starts.length < line) {
    const end = bytes.indexOf(LINE_END, starts.at(-1));
    if (end < 0) return undefined;
    starts.push(end + 1);
  }
  const start = starts[line - 1] ?? 0;
  if (start >= bytes.length) return undefined;
  const end = bytes.indexOf(LINE_END, start);
  return bytes.toString("utf8", start, end < 0 ? bytes.length : end);
}
