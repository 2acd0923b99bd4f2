/**
 * The bytes that dumps in a text show, as `hexdump`, `od` and `xxd` print them: an offset and a few bytes per line. A match in the
 * bytes covers the columns of all lines that show a part of it.
 */

import type { TextView } from "./text-views.ts";

/** A line of a dump: at least six digits of an offset, then columns. */
const LINE = /^[ \t]*([\da-f]{6,16})(:?)[ \t]+(\S.*)$/i;

/** 256 bytes per line, with a column of characters. */
const MAX_LINE_CHARS = 2048;

/** Digits of the shortest offset. */
const OFFSET_DIGITS = 6;

/** Whether an offset may begin here, behind blanks. Nearly all lines are settled by their first character. */
function beginsOffset(text: string, start: number): boolean {
  let at = start;
  let code = text.charCodeAt(at);
  if (code > 102) return false;
  for (; code === 32 || code === 9; code = text.charCodeAt(at)) at += 1;
  for (const end = at + OFFSET_DIGITS; at < end; at += 1) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

/** 0-9, and a-f in either case. */
function isDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 102);
}

interface DumpedLine {
  /** Index of its first byte in the view. */
  readonly first: number;
  readonly start: number;
  readonly end: number;
}

/** The view; undefined for a text without a dump. */
export function dumpView(text: string): TextView | undefined {
  const lines: DumpedLine[] = [];
  let bytes = "";
  for (let start = 0, next = 0; start < text.length; start = next + 1) {
    next = text.indexOf("\n", start);
    if (next < 0) next = text.length;
    if (!beginsOffset(text, start) || next - start > MAX_LINE_CHARS) continue;
    const [line, offset = "", colon = "", columns = ""] = LINE.exec(text.slice(start, next)) ?? [];
    if (line === undefined) continue;
    const shown = bytesIn(columns, { isXxd: colon !== "", field: line.slice(line.indexOf(offset) + offset.length) });
    if (shown === undefined) continue;
    lines.push({ first: bytes.length, start: next - columns.length, end: next });
    bytes += shown;
  }
  if (lines.length === 0) return undefined;
  const lineOf = (index: number): DumpedLine | undefined => {
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lines[middle]?.first ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return lines[low];
  };
  return { text: bytes, startOf: (index) => lineOf(index)?.start ?? 0, endOf: (index) => lineOf(index)?.end ?? 0 };
}

interface Layout {
  readonly isXxd: boolean;
  /** The line after its offset, in which `od -c` gives each byte four columns. */
  readonly field: string;
}

/** The bytes of one line, one character each; undefined when the columns are none. */
function bytesIn(columns: string, { isXxd, field }: Layout): string | undefined {
  if (isXxd) return fromPairs((columns.split("  ", 1)[0] ?? "").replaceAll(" ", ""));
  const words = columns
    .replace(/ +(?:\||>).*$/, "") // the characters beside `hexdump -C` and `od -t x1z`
    .trim()
    .split(/[ \t]+/);
  if (words.every((word) => /^[\da-f]{2}$/i.test(word))) return fromPairs(words.join(""));
  if (words.every((word) => /^[0-3][0-7]{2}$/.test(word))) return fromCodes(words, 8, 1);
  if (words.every((word) => /^[01][0-7]{5}$/.test(word))) return fromCodes(words, 8, 2);
  if (words.every((word) => /^(?:[\da-f]{4}){1,4}$/i.test(word)))
    return fromCodes(words, 16, (words[0]?.length ?? 4) / 2);
  const cells = field.match(/[^]{4}/g) ?? [];
  const chars = cells.map(charIn);
  return chars.includes(undefined) ? undefined : chars.join("");
}

function fromPairs(digits: string): string | undefined {
  return /^(?:[\da-f]{2})+$/i.test(digits) ? Buffer.from(digits, "hex").toString("latin1") : undefined;
}

/** Numbers of `size` bytes, the lowest byte first, as machines of today store them. */
function fromCodes(words: readonly string[], radix: number, size: number): string {
  const digits = words.map((word) => {
    const hex = radix === 16 ? word : Number.parseInt(word, radix).toString(16);
    return Buffer.from(hex.padStart(2 * size, "0"), "hex").toReversed();
  });
  return Buffer.concat(digits).toString("latin1");
}

const NAMED: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "0": "\0",
  f: "\f",
  v: "\v",
  a: "\x07",
  b: "\b",
};

/** A cell of `od -c`: a character, its escape or its octal number, at the right. */
function charIn(cell: string): string | undefined {
  if (/^ [0-3][0-7]{2}$/.test(cell)) return String.fromCharCode(Number.parseInt(cell, 8));
  if (cell.startsWith("  \\")) return NAMED[cell.slice(3)];
  return cell.startsWith("   ") ? cell.slice(3) : undefined;
}
