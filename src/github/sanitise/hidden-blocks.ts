/** Markdown blocks that hold more than they show: info strings, and table cells beyond the columns. */

import { certainCode, within } from "./certain-code.ts";
import type { Count } from "./hidden-characters.ts";

/** Deletes what such blocks hide. */
export function withoutHiddenBlocks(text: string, count: Count): string {
  return withoutExcessCells(withoutInfo(text, count), count);
}

/** Keeps the language of a fence and nothing else. */
function withoutInfo(text: string, count: Count): string {
  return text.replace(
    /^([ \t>*+\-\d.)]*(?:`{3,}(?=[^`\n]*$)|~{3,}))(.+)$/gm,
    (line: string, fence: string, info: string) => {
      const [, language = ""] = /^[ \t]*([\w+#.-]{1,20})(?=[\s{,:]|$)/.exec(info) ?? [];
      const short = `${fence}${language}`;
      if (short !== line.trimEnd()) count.attributes += 1;
      return short;
    },
  );
}

const DELIMITER = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** GitHub drops cells beyond the header's; they would be read and not seen. */
function withoutExcessCells(text: string, count: Count): string {
  if (!text.includes("|")) return text;
  const code = certainCode(text);
  const lines = text.split("\n");
  let columns: number | undefined;
  let offset = 0;
  return lines
    .map((line, at) => {
      const start = offset;
      offset += line.length + 1;
      const isHeader = line.includes("|") && DELIMITER.test(lines[at + 1] ?? "");
      if (line.trim() === "" || within(code, start)) columns = undefined;
      else if (isHeader) columns = cellEnds(line).length;
      const ends = columns === undefined ? [] : cellEnds(line);
      if (columns === undefined || ends.length <= columns) return line;
      count.elements += 1;
      return line.slice(0, ends[columns - 1]);
    })
    .join("\n");
}

/** What may stand before a row: blanks, quotes, a list's marker. */
const LEAD = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/;

/** Past each cell of a row, its bar included. */
function cellEnds(line: string): number[] {
  const bars = [...line.matchAll(/\\.|\|/g)].filter(([char]) => char === "|").map(({ index }) => index + 1);
  const first = bars[0];
  const inner = first !== undefined && LEAD.test(line.slice(0, first - 1)) ? bars.slice(1) : bars;
  return line.slice(inner.at(-1) ?? first ?? 0).trim() === "" ? inner : [...inner, line.length];
}
