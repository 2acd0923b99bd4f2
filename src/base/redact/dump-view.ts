/**
 * The bytes that dumps in a text show, as `hexdump`, `od`, `xxd` and `uuencode` print them: as numbers of any base and size, as
 * characters or in uuencode's code, with or without an offset. One line alone does not tell how it is to be read, so each way
 * to read the lines makes a view. A match in the bytes covers the columns of all lines that show a part of it.
 */

import { lastUpTo, type TextView } from "./text-views.ts";

/** A line of a dump with an offset of at least six digits before its columns. */
const LINE = /^[ \t]*([\da-f]{6,16})(:?)[ \t]+(\S.*)$/i;
/** A line of numbers alone, as `od -A n` prints it: it begins with a blank. */
const NUMBERS = /^[ \t]+-?[\da-f]{1,22}(?:[ \t]+-?[\da-f]{1,22})*$/i;

/** Enough for 256 bytes per line with a column of characters. */
const MAX_LINE_CHARS = 2048;
/** A secret has at least as many bytes. */
const MIN_BYTES = 8;

interface DumpLine {
  readonly words: readonly string[];
  /** The line after its offset, in which `od -c` gives each byte four columns. */
  readonly field: string;
  /** Where its columns begin and end in the text. */
  readonly start: number;
  readonly end: number;
}

/** The views of a text; none for a text without a dump. */
export function dumpViews(text: string): readonly TextView[] {
  const numbered: DumpLine[] = [];
  const bare: DumpLine[] = [];
  const coded: DumpLine[] = [];
  let lastEnd = -1;
  for (let start = 0, next = 0; start < text.length; start = next + 1) {
    next = text.indexOf("\n", start);
    if (next < 0) next = text.length;
    if (next - start > MAX_LINE_CHARS) continue;
    if (isCoded(text, start, next)) coded.push({ words: [], field: text.slice(start, next), start, end: next });
    if (!beginsNumber(text, start)) continue;
    const line = text.slice(start, next);
    const [, offset, colon = "", columns = ""] = LINE.exec(line) ?? [];
    if (offset !== undefined) {
      const field = line.slice(line.indexOf(offset) + offset.length);
      numbered.push({ words: wordsOf(columns, colon !== ""), field, start: next - columns.length, end: next });
    }
    if (!NUMBERS.test(line)) continue;
    const words = line.trim().split(/[ \t]+/);
    // A single number is a line of a dump only directly behind another line.
    if (words.length < 2 && lastEnd !== start - 1) continue;
    bare.push({ words, field: "", start, end: next });
    lastEnd = next;
  }
  return [
    ...[numbered, bare].flatMap((lines) => READINGS.flatMap((read) => viewOf(lines, read))),
    ...viewOf(coded, ({ field }) => uudecoded(field)),
  ];
}

/** Whether a number may begin here, after blanks. The first character rules out nearly all lines. */
function beginsNumber(text: string, start: number): boolean {
  let at = start;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || code === 45 || ((code | 32) >= 97 && (code | 32) <= 102);
}

/** The columns without the characters beside them, which `xxd` puts after two blanks, and `hexdump -C` and `od -t x1z` in marks. */
function wordsOf(columns: string, isXxd: boolean): readonly string[] {
  const shown = isXxd ? (columns.split("  ", 1)[0] ?? "") : columns.replace(/(?<! ) +(?:\||>).*$/, "");
  return shown.trim().split(/[ \t]+/);
}

/** Returns the bytes of one line, one character each; undefined for a line that cannot be read in this way. */
type Reading = (line: DumpLine) => string | undefined;

/** Reads each word by itself, where all words have this shape. */
function wordwise(shape: RegExp, bytesOf: (word: string) => string | undefined): Reading {
  return ({ words }) => {
    let bytes = "";
    for (const word of words) {
      const shown = shape.test(word) ? bytesOf(word) : undefined;
      if (shown === undefined) return undefined;
      bytes += shown;
    }
    return bytes;
  };
}

/** Number of octal digits → number of bytes. */
const OCTAL_BYTES: ReadonlyMap<number, number> = new Map([
  [6, 2],
  [11, 4],
  [22, 8],
]);

const DECIMALS = [
  { size: 1, shape: /^-?\d{1,3}$/ },
  { size: 2, shape: /^-?\d{1,5}$/ },
  { size: 4, shape: /^-?\d{1,10}$/ },
  { size: 8, shape: /^-?\d{1,20}$/ },
];

const READINGS: readonly Reading[] = [
  wordwise(/^(?:[\da-f]{2})+$/i, (word) => Buffer.from(word, "hex").toString("latin1")),
  // The lowest byte first, as most machines store numbers.
  wordwise(/^(?:[\da-f]{2}){2,8}$/i, (word) => latin1(Buffer.from(word, "hex").toReversed())),
  wordwise(/^(?:[01]{8})+$/, (word) => word.replace(/.{8}/g, (bits) => String.fromCharCode(Number.parseInt(bits, 2)))),
  wordwise(/^[0-3]?[0-7]{1,2}$/, (word) => String.fromCharCode(Number.parseInt(word, 8))),
  wordwise(/^(?:[0-7]{6}|[0-7]{11}|[0-7]{22})$/, (word) =>
    bytesOf(BigInt(`0o${word}`), OCTAL_BYTES.get(word.length) ?? 1),
  ),
  // Numbers of one byte have three digits at most, those of two bytes five, and so on.
  ...DECIMALS.map(({ size, shape }) => wordwise(shape, (word) => bytesOf(BigInt(word), size))),
  ({ field }) => {
    const chars = (field.match(/[^]{4}/g) ?? []).map(charIn);
    return chars.includes(undefined) ? undefined : chars.join("");
  },
];

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

/** The bytes of a number with or without a sign, the lowest first; undefined for a number that needs more of them. */
function bytesOf(value: bigint, size: number): string | undefined {
  const bits = BigInt(8 * size);
  if (value >> bits !== 0n && value >> (bits - 1n) !== -1n) return undefined;
  const digits = BigInt.asUintN(8 * size, value).toString(16);
  return latin1(Buffer.from(digits.padStart(2 * size, "0"), "hex").toReversed());
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

/** The names of control characters in `od -a`, by their codes. */
const CONTROLS =
  "nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp".split(
    " ",
  );

/** A cell of `od -c` or `od -a`: a character, its escape, its name or its octal number, aligned to the right. */
function charIn(cell: string): string | undefined {
  const code = CONTROLS.indexOf(cell.trim());
  if (code !== -1) return String.fromCharCode(code);
  if (/^ [0-3][0-7]{2}$/.test(cell)) return String.fromCharCode(Number.parseInt(cell, 8));
  if (cell.startsWith("  \\")) return NAMED[cell.slice(3)];
  return cell.startsWith("   ") ? cell.slice(3) : undefined;
}

/** A line of `uuencode` begins with the number of its bytes; each three bytes have four characters. */
function isCoded(text: string, start: number, end: number): boolean {
  const bytes = text.charCodeAt(start) - 32;
  if (bytes < 1 || bytes > 45 || end - start !== 1 + 4 * Math.ceil(bytes / 3)) return false;
  for (let at = start + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 96) return false;
  }
  return true;
}

function uudecoded(line: string): string {
  const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const code = Array.from(line.slice(1), (char) => base64.charAt((char.charCodeAt(0) - 32) & 63)).join("");
  return Buffer.from(code, "base64")
    .toString("latin1")
    .slice(0, line.charCodeAt(0) - 32);
}

/** A view of the bytes of all lines that can be read in this way, in order. */
function viewOf(lines: readonly DumpLine[], read: Reading): readonly TextView[] {
  const firsts: number[] = [];
  const shownBy: DumpLine[] = [];
  let bytes = "";
  for (const line of lines) {
    const shown = read(line);
    if (shown === undefined || shown === "") continue;
    firsts.push(bytes.length);
    shownBy.push(line);
    bytes += shown;
  }
  if (bytes.length < MIN_BYTES) return [];
  const lineOf = (index: number): DumpLine | undefined => shownBy[lastUpTo(index, firsts)];
  return [{ text: bytes, startOf: (index) => lineOf(index)?.start ?? 0, endOf: (index) => lineOf(index)?.end ?? 0 }];
}
