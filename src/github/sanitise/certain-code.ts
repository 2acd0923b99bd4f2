/**
 * Where Markdown shows text as code for certain. Sanitising leaves code readable, so a wrong "yes" would let hidden text through:
 * whatever needs a full parser to tell (lists, quotes, HTML around it) is answered with "no" from there on.
 */

/** Start (inclusive) and end (exclusive) offsets. */
export type Range = readonly [number, number];

/** Elements in which Markdown is off until they are closed, across blank lines. */
const RAW_OPEN = /<(?:pre|script|style|textarea|xmp|plaintext|listing|template|!|\?)/i;
const CONTAINER_FENCE = /^[ \t]*(?:[-*+>]|\d{1,9}[.)]|\[\^[^\]]*\]:).*?(?:`{3,}[^`]*$|~{3,})/;
const HTML_LINE = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)]|\[\^[^\]]*\]:)[ \t]*)*<[A-Za-z/!?]/;

/** The ranges of `text` (LF line ends) that are code, in order. */
export function certainCode(text: string): Range[] {
  const found: Range[] = [];
  const lines = text.split("\n");
  let offset = 0;
  let chunk: { html: boolean; sure: boolean } = { html: false, sure: true };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const fence = chunk.html ? undefined : openingFence(line);
    if (fence !== undefined) {
      const last = closingLine(lines, at, fence);
      if (last === undefined) return found;
      const length = lines.slice(at, last + 1).join("\n").length;
      found.push([offset, offset + length]);
      offset += length + 1;
      at = last;
      chunk = { html: false, sure: true };
      continue;
    }
    if (CONTAINER_FENCE.test(line) || (/^[ \t]*(`{3,}[^`]*$|~{3,})/.test(line) && fence === undefined)) return found;
    if (line.trim() === "") chunk = { html: false, sure: true };
    if (HTML_LINE.test(line)) chunk = { html: true, sure: false };
    const spans = chunk.sure ? codeSpans(line) : { ranges: [], sure: false, outside: line };
    if (RAW_OPEN.test(spans.outside)) return found;
    if (!spans.sure) chunk = { ...chunk, sure: false };
    for (const [start, end] of spans.ranges) found.push([offset + start, offset + end]);
    offset += line.length + 1;
  }
  return found;
}

interface Fence {
  readonly indent: number;
  readonly mark: string;
  readonly length: number;
}

function openingFence(line: string): Fence | undefined {
  const [, spaces = "", run = ""] = /^( *)(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
  return run === "" ? undefined : { indent: spaces.length, mark: run.charAt(0), length: run.length };
}

/** Index of the line that ends the block, the last one if none does; undefined when a list around it could change that. */
function closingLine(lines: readonly string[], from: number, { indent, mark, length }: Fence): number | undefined {
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, spaces = "", run = ""] = /^([ \t]*)(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
    if (run.startsWith(mark) && run.length >= length) {
      const exact = indent === 0 ? /^ {0,3}$/.test(spaces) : spaces === " ".repeat(indent);
      if (exact) return at;
      if (indent > 0 || spaces.includes("\t")) return undefined;
      continue; // four spaces and more: content
    }
    if (line.trim() !== "" && !line.startsWith(" ".repeat(indent))) return undefined;
  }
  return indent === 0 ? lines.length - 1 : undefined;
}

interface Spans {
  readonly ranges: readonly Range[];
  /** False when what follows in the same paragraph is open to doubt. */
  readonly sure: boolean;
  /** The line without its code. */
  readonly outside: string;
}

/** Inline code that begins and ends on this line, as long as nothing else competes for the backticks. */
function codeSpans(line: string): Spans {
  const ranges: Range[] = [];
  const runs = [...line.matchAll(/`+/g)];
  let outside = "";
  let done = 0;
  for (let at = 0; at < runs.length;) {
    const open = runs[at];
    if (open === undefined) break;
    outside += line.slice(done, open.index);
    const partner = runs.findIndex((run, index) => index > at && run[0].length === open[0].length);
    const close = runs[partner];
    const end = close === undefined ? line.length : close.index + close[0].length;
    const doubtful = /[\\|]|<[A-Za-z/!?]/.test(line.slice(done, open.index)) || /\|/.test(line.slice(open.index, end));
    if (close === undefined || doubtful) return { ranges, sure: false, outside: outside + line.slice(open.index) };
    ranges.push([open.index, end]);
    done = end;
    at = partner + 1;
  }
  outside += line.slice(done);
  return { ranges, sure: !/[\\]|<[A-Za-z/!?]/.test(outside), outside };
}

/** Whether an offset lies in one of the ranges, which are in order. */
export function within(ranges: readonly Range[], at: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to] = ranges[middle] ?? [0, 0];
    if (at < from) high = middle - 1;
    else if (at >= to) low = middle + 1;
    else return true;
  }
  return false;
}
