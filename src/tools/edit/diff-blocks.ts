/**
 * The text of an `apply_diff` call → SEARCH/REPLACE blocks (Kilo's format). Reads no file. Content lines that look like a marker
 * have a backslash in front, which is removed here.
 */

import type { RunnerError } from "../../protocol/error.ts";
import { inputMistake } from "../define/input-error.ts";

export interface DiffBlock {
  /** Lines without endings; at least one. */
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** Where the model thinks `search` begins, from 1. */
  readonly startLine?: number | undefined;
}

const SEARCH = /^<{7} SEARCH>?\s*$/;
const DIVIDER = /^={7}\s*$/;
const REPLACE = /^>{7} REPLACE\s*$/;
const START_LINE = /^:start_line:\s*(\d+)\s*$/;
const HEADER_END = /^-{7}\s*$/;
const ESCAPED = /^\\(?=<{7}|={7}|>{7}|-{7}|:start_line:)/;

const FORMAT =
  "Write each block as: <<<<<<< SEARCH, :start_line:N, -------, old lines, =======, new lines, >>>>>>> REPLACE.";

/** Parses all blocks. Throws `tool.input` with the line of the diff where the format breaks. */
export function parseDiff(diff: string): readonly DiffBlock[] {
  const lines = diff.split("\n").map((line) => line.replace(/\r$/, ""));
  const blocks: DiffBlock[] = [];
  let next = skipBlank(lines, 0);
  while (next < lines.length) {
    const { block, end } = parseBlock(lines, next);
    blocks.push(block);
    next = skipBlank(lines, end);
  }
  if (blocks.length === 0) throw broken("the diff has no block", 0);
  return blocks;
}

function parseBlock(lines: readonly string[], from: number): { readonly block: DiffBlock; readonly end: number } {
  if (!SEARCH.test(lines[from] ?? "")) throw broken("expected <<<<<<< SEARCH", from);
  let at = from + 1;
  const startLine = START_LINE.exec(lines[at] ?? "")?.[1];
  if (startLine !== undefined) at += 1;
  if (HEADER_END.test(lines[at] ?? "")) at += 1;
  const divider = contentEnd(lines, at, DIVIDER, "=======");
  const end = contentEnd(lines, divider + 1, REPLACE, ">>>>>>> REPLACE");
  const search = lines.slice(at, divider).map(unescaped);
  if (search.length === 0) throw broken("the SEARCH part is empty; include a line next to the place", from);
  const replace = lines.slice(divider + 1, end).map(unescaped);
  return {
    block: { search, replace, startLine: startLine === undefined ? undefined : Number(startLine) },
    end: end + 1,
  };
}

/** Index of the line that ends a part. Another marker before it means that a marker is missing or a line is not escaped. */
function contentEnd(lines: readonly string[], from: number, wanted: RegExp, name: string): number {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (wanted.test(line)) return at;
    if (SEARCH.test(line) || DIVIDER.test(line) || REPLACE.test(line)) {
      throw broken(`expected ${name} before ${line.trim()}; escape such a line of the file with a backslash`, at);
    }
  }
  throw broken(`the diff ends before ${name}`, lines.length - 1);
}

function unescaped(line: string): string {
  return line.replace(ESCAPED, "");
}

function skipBlank(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.trim() === "") at += 1;
  return at;
}

function broken(what: string, index: number): RunnerError {
  return inputMistake(`diff line ${index + 1}: ${what}.`, FORMAT);
}
