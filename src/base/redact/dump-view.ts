/**
 * The bytes that dumps in a text show, as `hexdump`, `od`, `xxd` and `uuencode` print them: numbers of any base and size, characters,
 * or lines of a code, with or without an offset. What a line means cannot be told from one line, so each way to read it makes a
 * view of its own. A match in the bytes covers the columns of all lines that show a part of it.
 */

import type { TextView } from "./text-views.ts";

/** A line of a dump: at least six digits of an offset, then columns. */
const LINE = /^[ \t]*([\da-f]{6,16})(:?)[ \t]+(\S.*)$/i;
/** A line of numbers alone, as `od -A n` prints it: with a blank in front. */
const NUMBERS = /^[ \t]+-?[\da-f]{1,22}(?:[ \t]+-?[\da-f]{1,22})*$/i;

/** 256 bytes per line, with a column of characters. */
const MAX_LINE_CHARS = 2048;
/** Fewer bytes show no secret. */
const MIN_BYTES = 8;

interface DumpLine {
  readonly words: readonly string[];
  /** The line after its offset, in which `od -c` gives each byte four columns. */
  readonly field: string;
  /** Of its columns. */
  readonly start: number;
  readonly end: number;
}

/** The views; none for a text without a dump. */
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
    // A single number is the end of a dump, or no dump.
    if (words.length < 2 && lastEnd !== start - 1) continue;
    bare.push({ words, field: "", start, end: next });
    lastEnd = next;
  }
  return [
    ...[numbered, bare].flatMap((lines) => READINGS.flatMap((read) => viewOf(lines, read))),
    ...viewOf(coded, ({ field }) => uudecoded(field)),
  ];
}

/** Whether a number may begin here, behind blanks. Nearly all lines are settled by their first character. */
function beginsNumber(text: string, start: number): boolean {
  let at = start;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || code === 45 || ((code | 32) >= 97 && (code | 32) <= 102);
}

/** The columns without the characters beside them: behind two blanks in `xxd`, in marks in `hexdump -C` and `od -t x1z`. */
function wordsOf(columns: string, isXxd: boolean): readonly string[] {
  const shown = isXxd ? (columns.split("  ", 1)[0] ?? "") : columns.replace(/ +(?:\||>).*$/, "");
  return shown.trim().split(/[ \t]+/);
}

/** The bytes of one line, one character each; undefined for a line that is not to be read so. */
type Reading = (line: DumpLine) => string | undefined;

/** Each word by itself, where all have this shape. */
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

/** Digits of an octal number → its bytes. */
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
  // The lowest byte first, as machines of today store numbers.
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

/** A number, with a sign or without, the lowest byte first; undefined for one that is too large. */
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

/** As `od -a` has them, by their numbers. */
const CONTROLS =
  "nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp".split(
    " ",
  );

/** A cell of `od -c` or `od -a`: a character, its escape, its name or its octal number, at the right. */
function charIn(cell: string): string | undefined {
  const code = CONTROLS.indexOf(cell.trim());
  if (code !== -1) return String.fromCharCode(code);
  if (/^ [0-3][0-7]{2}$/.test(cell)) return String.fromCharCode(Number.parseInt(cell, 8));
  if (cell.startsWith("  \\")) return NAMED[cell.slice(3)];
  return cell.startsWith("   ") ? cell.slice(3) : undefined;
}

/** A line of `uuencode` begins with the number of its bytes, of which each three have four characters. */
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

/** The bytes of the lines that can be read so, in order. */
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
  const lineOf = (index: number): DumpLine | undefined => {
    let [low, high] = [0, firsts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((firsts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return shownBy[low];
  };
  return [{ text: bytes, startOf: (index) => lineOf(index)?.start ?? 0, endOf: (index) => lineOf(index)?.end ?? 0 }];
}
