/** CSV as RFC 4180 has it: commas, quotes doubled inside of quotes, LF or CR LF, names in the first row. */

import type { TextSource } from "./jsonl.ts";
import { sourceRecord, sourceError, type SourceRecord } from "./source-record.ts";

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Throws `config.invalid` with line and column. */
export function readCsv({ file, text, idField }: TextSource): readonly SourceRecord[] {
  const [head, ...rows] = rowsOf(file, text.replace(/^\uFEFF/, ""));
  if (head === undefined) return [];
  const { cells: names } = head;
  const place = `${file}:${head.line}`;
  if (names.length === 1 && /[;\t]/.test(names[0] ?? ""))
    throw sourceError(place, "the columns are not separated by commas", "Save it with commas between the columns.");
  const bad = names.find((name, index) => name.trim() === "" || names.indexOf(name) !== index);
  if (bad !== undefined)
    throw sourceError(
      place,
      bad.trim() === "" ? "a column has no name" : `two columns are named ${bad}`,
      "Give each column a name of its own in the first row.",
    );
  return rows.map(({ cells, line }) => {
    const here = `${file}:${line}`;
    if (cells.length !== names.length)
      throw sourceError(
        here,
        `the row has ${cells.length} cells, the first row ${names.length}`,
        "Put a cell with a comma into quotes.",
      );
    const fields = Object.fromEntries(names.map((name, index) => [name.trim(), cells[index] ?? ""]));
    return sourceRecord(fields, { place: here, idField });
  });
}

/** Every row but blank lines. */
function rowsOf(file: string, text: string): readonly Row[] {
  const rows: Row[] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  let cells: string[] = [];
  let line = 1;
  let rowLine = 1;
  let lineStart = 0;
  for (let at = 0; at < text.length || cells.length > 0;) {
    cell.lastIndex = at;
    const [all = "", content = "", end = ""] = cell.exec(text) ?? [];
    if (all === "" && at < text.length)
      throw badQuote(`${file}:${line}:${at - lineStart + 1}`, text.charAt(at) === '"');
    cells.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    const breaks = all.split("\n").length - 1;
    if (breaks > 0) lineStart = at + all.lastIndexOf("\n") + 1;
    line += breaks;
    at += all.length;
    if (end === ",") continue;
    if (cells.length > 1 || content !== "") rows.push({ cells, line: rowLine });
    cells = [];
    rowLine = line;
  }
  return rows;
}

function badQuote(place: string, isFirst: boolean): Error {
  const says = isFirst
    ? "a quote begins here that nothing ends, or something follows its end"
    : "a quote stands in a cell that does not begin with one, or a line ends in a bare CR";
  return sourceError(place, says, 'Put the whole cell into quotes, and write a quote in it as "".');
}
