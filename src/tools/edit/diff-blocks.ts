/** The text of an `apply_diff` call → SEARCH/REPLACE blocks (Kilo's format). Text around the blocks, such as a fence, is ignored. */

import type { RunnerError } from "../../protocol/error.ts";
import { inputMistake } from "../define/input-error.ts";
import { MAX_EDITS } from "./plan-edit.ts";

export interface DiffBlock {
  /** Lines without endings; at least one. */
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** Where the model thinks `search` begins, from 1. */
  readonly startLine?: number | undefined;
}

// Cline's format has dashes and plus signs. Some models write one sign more or less.
const SEARCH = /^(?:<{5,9}|-{5,9}) ?SEARCH>?\s*$/;
const DIVIDER = /^={7}\s*$/;
const REPLACE = /^(?:>{5,9}|\+{5,9}) ?REPLACE\s*$/;
const START_LINE = /^\s*:start_line:\s*\[?(\d+)\]?\s*$/;
const END_LINE = /^\s*:end_line:\s*\[?\d+\]?\s*$/;
const HEADER_END = /^-{7}\s*$/;
const ESCAPED = /^\\(?=<{7}|={7}|>{7}|-{7}|:(?:start|end)_line:)/;

const FORMAT =
  "Write each block as: <<<<<<< SEARCH, :start_line:N, -------, old lines, =======, new lines, >>>>>>> REPLACE.";

/** Parses all blocks. Throws `tool.input` with the line of the diff where the format breaks. */
export function parseDiff(diff: string): readonly DiffBlock[] {
  const lines = diff.split("\n").map((line) => line.replace(/\r$/, ""));
  const blocks: DiffBlock[] = [];
  let next = nextMarker(lines, 0);
  while (next < lines.length) {
    const { block, end } = parseBlock(lines, next);
    blocks.push(block);
    next = nextMarker(lines, end);
  }
  if (blocks.length === 0) throw broken("the diff has no block", 0);
  if (blocks.length > MAX_EDITS) {
    const most = `at most ${MAX_EDITS} are applied at once`;
    throw inputMistake(`the diff has ${blocks.length} blocks; ${most}.`, "Send the others in another call.");
  }
  return blocks;
}

function parseBlock(lines: readonly string[], from: number): { readonly block: DiffBlock; readonly end: number } {
  if (!SEARCH.test(lines[from] ?? "")) throw broken("expected <<<<<<< SEARCH", from);
  const head = headerAt(lines, from + 1);
  const divider = contentEnd(lines, head.end, DIVIDER, "=======");
  const search = lines.slice(head.end, divider).map((line) => line.replace(ESCAPED, ""));
  if (search.length === 0) throw broken("the SEARCH part is empty; include a line next to the place", from);
  // Some models repeat the header in the REPLACE part. Another line of one may be content, and is refused below.
  const repeated = headerAt(lines, divider + 1);
  if (HEADER_END.test(lines[divider + 1] ?? "")) throw escapeIt(lines, divider + 1);
  const isSame = String(lines.slice(from + 1, head.end)) === String(lines.slice(divider + 1, repeated.end));
  const isHeader = isSame || HEADER_END.test(lines[repeated.end - 1] ?? "");
  const begin = isHeader ? repeated.end : divider + 1;
  const end = contentEnd(lines, begin, REPLACE, ">>>>>>> REPLACE");
  const replace = lines.slice(begin, end).map((line) => line.replace(ESCAPED, ""));
  return { block: { search, replace, startLine: head.startLine }, end: end + 1 };
}

/** The lines of a part that are no content, and the number that they give. */
function headerAt(lines: readonly string[], from: number): { readonly end: number; readonly startLine?: number } {
  let [at, startLine] = [from, undefined as number | undefined];
  for (; START_LINE.test(lines[at] ?? "") || END_LINE.test(lines[at] ?? ""); at += 1) {
    const given = START_LINE.exec(lines[at] ?? "")?.[1];
    if (given !== undefined) startLine ??= Number(given);
  }
  let rule = at;
  if (at > from) while (lines[rule]?.trim() === "") rule += 1;
  if (HEADER_END.test(lines[rule] ?? "")) at = rule + 1;
  return { end: at, ...(startLine === undefined ? {} : { startLine }) };
}

/** Index of the line that ends a part. Another marker before it means that a marker is missing or a line is not escaped. */
function contentEnd(lines: readonly string[], from: number, wanted: RegExp, name: string): number {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (wanted.test(line)) return at;
    if (isMarker(line)) {
      throw broken(`expected ${name} before ${line.trim()}; escape such a line of the file with a backslash`, at);
    }
    if (START_LINE.test(line) || END_LINE.test(line)) throw escapeIt(lines, at);
  }
  throw broken(`the diff ends before ${name}`, lines.length - 1);
}

function isMarker(line: string): boolean {
  return SEARCH.test(line) || DIVIDER.test(line) || REPLACE.test(line);
}

/** Index of the next marker, or the number of lines. */
function nextMarker(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !isMarker(lines[at] ?? "")) at += 1;
  return at;
}

function escapeIt(lines: readonly string[], index: number): RunnerError {
  const line = (lines[index] ?? "").trim();
  return broken(`${line} stands in the new or old lines; leave it out, or escape it with a backslash`, index);
}

function broken(what: string, index: number): RunnerError {
  return inputMistake(`diff line ${index + 1}: ${what}.`, FORMAT);
}
