/** The headings of a Markdown file with their sections. */

import type { CodeRange } from "../../protocol/tool.ts";

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

const LEVELS = 6;

/** The sections of a text. Each ends at the line before the next heading of its level or a higher one. */
export function markdownSections(text: string): readonly CodeRange[] {
  const lines = text.replace(/\n$/, "").split("\n");
  /** By level: the first line after a section that begins above. */
  const ends = Array.from({ length: LEVELS + 1 }, () => lines.length + 1);
  return headingsOf(lines)
    .toReversed()
    .map(({ line, level }) => {
      const end = (ends[level] ?? 0) - 1;
      ends.fill(line, level);
      return { start: line, end };
    })
    .toReversed();
}

function headingsOf(lines: readonly string[]) {
  const headings: { readonly line: number; readonly level: number }[] = [];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = undefined;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const hashes = HEADING.exec(line)?.[1];
    if (hashes !== undefined) headings.push({ line: index + 1, level: hashes.length });
    const under = UNDERLINE.exec(line)?.[1];
    const above = lines[index - 1] ?? "";
    if (under !== undefined && isParagraph(above)) headings.push({ line: index, level: under.startsWith("=") ? 1 : 2 });
  }
  return headings;
}

/** Whether a line with an underline is a heading: it is not blank, no list, quote, table or heading, and not of the front matter. */
function isParagraph(line: string): boolean {
  return /^ {0,3}[^\s#>|`~=+*-]/.test(line) && !/^ {0,3}[\w-]+:(?:\s|$)/.test(line);
}
