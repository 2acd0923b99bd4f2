/** CSV as in RFC 4180: commas, doubled quotes inside of quotes, LF or CR LF, names in the first row. */

import { counted } from "../../../base/words.ts";
import type { TextSource } from "./jsonl.ts";
import { sourceRecord, sourceError, type SourceRecord } from "./source-record.ts";

/** Throws `config.invalid` with line and column. */
export function readCsv({ file, text, idField }: TextSource): readonly SourceRecord[] {
  const [head, ...rows] = rowsOf(file, text.replace(/^\uFEFF/, ""));
  if (head === undefined) return [];
  const names = head.cells.map((name) => name.trim());
  const place = `${file}:${head.line}`;
  if (names.length === 1 && /[;\t]/.test(head.cells[0] ?? ""))
    throw sourceError(place, "the columns are not separated by commas", "Save it with commas between the columns.");
  const bad = names.find((name, index) => name === "" || names.indexOf(name) !== index);
  if (bad !== undefined)
    throw sourceError(
      place,
      bad === "" ? "a column has no name" : `two columns are named ${bad}`,
      "Give each column a name of its own in the first row.",
    );
  return rows.map(({ cells, line }) => {
    const here = `${file}:${line}`;
    if (cells.length !== names.length)
      throw sourceError(
        here,
        `the row has ${counted(cells.length, "cell")}, the first row ${names.length}`,
        "Put a cell with a comma into quotes.",
      );
    const fields = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
    return sourceRecord(fields, { place: here, idField });
  });
}

function rowsOf(file: string, text: string) {
  const rows: { readonly cells: readonly string[]; readonly line: number }[] = [];
  const separator = /,|\r?\n|$/y;
  let cells: string[] = [];
  let line = 1;
  let rowLine = 1;
  let lineStart = 0;
  for (let at = 0; at < text.length || cells.length > 0;) {
    const isQuoted = text.charAt(at) === '"';
    const cellEnd = isQuoted ? quotedEnd(text, at) : plainEnd(text, at);
    separator.lastIndex = cellEnd;
    const [end] = separator.exec(text) ?? [];
    if (end === undefined) throw badQuote(`${file}:${line}:${at - lineStart + 1}`, isQuoted);
    const cell = text.slice(at, cellEnd);
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    const all = cell + end;
    const breaks = all.split("\n").length - 1;
    if (breaks > 0) lineStart = at + all.lastIndexOf("\n") + 1;
    line += breaks;
    at += all.length;
    if (end === ",") continue;
    if (cells.length > 1 || cell !== "") rows.push({ cells, line: rowLine });
    cells = [];
    rowLine = line;
  }
  return rows;
}

// A regular expression for a whole cell would run out of stack at some megabytes, as after a quote that does not end.

/** The position after the quote that ends the cell. Without one it is the beginning, which no separator follows. */
function quotedEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text.charAt(at + 1) !== '"') return at + 1;
  }
  return from;
}

function plainEnd(text: string, from: number): number {
  const stop = /[",\r\n]/g;
  stop.lastIndex = from;
  return stop.exec(text)?.index ?? text.length;
}

function badQuote(place: string, isFirst: boolean): Error {
  const says = isFirst
    ? "a quote begins here that nothing ends, or something follows its end"
    : "there is a quote in a cell that does not begin with one, or a line ends in a bare CR";
  return sourceError(place, says, 'Put the whole cell into quotes, and write a quote in it as "".');
}
