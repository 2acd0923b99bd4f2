/** Markdown blocks that hold more than they show: info strings, Mermaid comments, table cells beyond the columns, `\phantom`. */

import { certainCode, within } from "./certain-code.ts";
import type { Count } from "./hidden-characters.ts";

/** Deletes what such blocks hide. */
export function withoutHiddenBlocks(text: string, count: Count): string {
  const plain = text.replace(/\\[hv]?phantom\s*\{[^{}]*\}/g, () => {
    count.elements += 1;
    return "";
  });
  return withoutExcessCells(withoutFenceSecrets(plain, count), count);
}

/** Keeps the language of a fence and nothing else; Mermaid draws no `%%` line. */
function withoutFenceSecrets(text: string, count: Count): string {
  let diagram = false;
  return text
    .split("\n")
    .filter((line) => {
      if (/^[ \t>*+\-\d.)]*(?:`{3,}|~{3,})/.test(line)) diagram = !diagram && /[`~][ \t]*mermaid\b/i.test(line);
      const hidden = diagram && /^[ \t>]*%%/.test(line);
      if (hidden) count.comments += 1;
      return !hidden;
    })
    .map((line) => {
      const [, fence = "", info = ""] = /^([ \t>*+\-\d.)]*(?:`{3,}(?=[^`]*$)|~{3,}))(.+)$/.exec(line) ?? [];
      if (fence === "") return line;
      const [, language = ""] = /^[ \t]*([\w+#.-]{1,20})(?=[\s{,:]|$)/.exec(info) ?? [];
      const short = `${fence}${language}`;
      if (short !== line.trimEnd()) count.attributes += 1;
      return short;
    })
    .join("\n");
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

/** Past each cell of a row, its bar included. */
function cellEnds(line: string): number[] {
  const bars = [...line.matchAll(/\\.|\|/g)].filter(([char]) => char === "|").map(({ index }) => index + 1);
  const first = bars[0];
  const inner = first !== undefined && /^[ \t>]*$/.test(line.slice(0, first - 1)) ? bars.slice(1) : bars;
  return line.slice(inner.at(-1) ?? first ?? 0).trim() === "" ? inner : [...inner, line.length];
}
