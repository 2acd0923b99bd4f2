/** The output of `git grep -z` → results, and their display: a path, then its lines, so that a path costs its tokens once. */

import { counted } from "../../base/words.ts";
import type { ConfirmedLine, ExecReply, FoundLine } from "../../protocol/cell.ts";
import { cutLine, listedPath } from "../define/line-view.ts";
import type { Query } from "./search-options.ts";

/** Bytes of a line that are kept: a path and 500 characters. */
export const CUT_BYTES = 6000;

const MAX_LINE_CHARS = 500;

export interface Found {
  /** Lines, or files with the number of their matches as text. */
  readonly results: readonly FoundLine[];
  /** Files with matches that are binary by their content or by attributes. Their lines are not in the output. */
  readonly binaries: readonly string[];
  /** A part of the output is missing. */
  readonly isCut: boolean;
}

/** Warnings and notes about binary files, which git prints between matches. They stand before the next path. */
const BETWEEN = /^(?:(?:warning|error|hint): [^\n]*\n|Binary file [^\0]+? matches\n)+/;
const BINARY = /^Binary file ([^\0]+?) matches\n/gm;

export function foundIn({ output, droppedBytes }: ExecReply, mode: Query["mode"]): Found {
  const hasGap = droppedBytes > 0;
  if (mode === "files") {
    const paths = output.split("\0").slice(0, -1);
    return { results: paths.map((path) => fileResult(path, "")), binaries: [], isCut: hasGap };
  }
  const binaries: string[] = [];
  const results: FoundLine[] = [];
  for (let at = 0; at < output.length;) {
    // Output is not split into lines, because a path may contain line breaks and a part of it could name another file. A regex
    // would need quadratic time on a long line.
    const pathEnd = output.indexOf("\0", at);
    const notes = BETWEEN.exec(pathEnd === -1 ? output.slice(at) : output.slice(at, pathEnd))?.[0] ?? "";
    binaries.push(...Array.from(notes.matchAll(BINARY), ([, path = ""]) => path));
    const lineEnd = pathEnd === -1 || mode === "counts" ? pathEnd : output.indexOf("\0", pathEnd + 1);
    const end = lineEnd === -1 ? -1 : output.indexOf("\n", lineEnd + 1);
    if (end === -1) break;
    const path = output.slice(at + notes.length, pathEnd);
    const line = mode === "counts" ? 0 : Number(output.slice(pathEnd + 1, lineEnd));
    // The line after a gap may begin inside a path.
    if (hasGap && (path.includes("\n") || !Number.isSafeInteger(line))) break;
    const text = output.slice(lineEnd + 1, end);
    if (mode === "counts") results.push(fileResult(path, text));
    else if (Buffer.byteLength(output.slice(at + notes.length, end)) < CUT_BYTES) results.push({ path, line, text });
    // The last character may have been cut in its middle.
    else results.push({ path, line, text: text.replace(/\ufffd{1,3}$/, ""), isCut: true });
    at = end + 1;
  }
  return { results, binaries, isCut: hasGap };
}

function fileResult(path: string, count: string): FoundLine {
  return { path: path.replace(BETWEEN, ""), line: 0, text: count };
}

export type Shown = FoundLine & ConfirmedLine;

export function fileRows(results: readonly Shown[]): readonly string[] {
  return results.map(({ path }) => listedPath(path));
}

export function countRows(results: readonly Shown[]): readonly string[] {
  const total = results.reduce((sum, { text }) => sum + Number(text), 0);
  const files = results.map(({ path, text }) => `${listedPath(path)}: ${text}`);
  return files.length === 0
    ? []
    : [...files, `[${counted(total, "matching line")} in ${counted(files.length, "file")}]`];
}

/** `12: text` for a match, `11- text` for a line near one, `--` where lines are missing between them. */
export function lineRows(results: readonly Shown[], { before, after, isNumbered }: Query): readonly string[] {
  const files = Map.groupBy(results, ({ path }) => path);
  return [...files].flatMap(([path, found]) => {
    const lines = new Map<number, { readonly text: string; readonly chars: number; readonly isMatch: boolean }>();
    for (const match of found) {
      const near = (first: number, rows: ConfirmedLine["before"]): void =>
        rows.forEach((row, index) => lines.has(first + index) || lines.set(first + index, { ...row, isMatch: false }));
      near(match.line - match.before.length, match.before);
      near(match.line + 1, match.after);
      lines.set(match.line, { text: match.text, chars: match.chars, isMatch: true });
    }
    const inOrder = [...lines].toSorted(([a], [b]) => a - b);
    const rows = inOrder.flatMap(([number, { text, chars, isMatch }], index) => {
      const isGap = before + after > 0 && index > 0 && !lines.has(number - 1);
      const shown = cutLine(text.replace(/\r$/, ""), MAX_LINE_CHARS, chars);
      return [...(isGap ? ["--"] : []), isNumbered ? `${number}${isMatch ? ":" : "-"} ${shown}` : shown];
    });
    return [listedPath(path), ...rows];
  });
}
