/** A model's words as Markdown that stays readable and can neither begin a section nor load, link or run anything. */

import { plainText } from "../base/plain-text.ts";

/** A quotation of the text. Code blocks at the first column stay as they are; each other line loses HTML, images and links. */
export function quotedProse(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of plainText(text)
    .trim()
    .split(/[\n\u2028\u2029]/)) {
    const isEnd = fence !== undefined && line.startsWith(fence) && line.trimEnd().replaceAll("`", "") === "";
    if (fence !== undefined && isEnd) {
      lines.push(...(lines.at(-1)?.startsWith(fence) === true ? [""] : []), fence);
      fence = undefined;
    } else if (fence === undefined) {
      // An opening line as CommonMark has it: no backtick may follow backticks.
      fence = /^(`{3,})[\w+-]*\s*$/.exec(line)?.[1];
      lines.push(fence === undefined ? safeLine(line) : line);
    } else lines.push(line);
  }
  // Where the text ends inside of a block, so does the block.
  if (fence !== undefined) lines.push("", fence);
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

/** A line that could be a heading or the line below one, in any container. */
const LIKE_HEADING = /^((?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]))*[ \t]*)(#{1,6}(?=[ \t]|$)|(?:=+|-+)[ \t]*$)/;

function safeLine(line: string): string {
  return line
    .replace(/`{3,}|~{3,}/g, (run) => `\\${run.charAt(0)}`.repeat(run.length))
    .replace(/<(?=[A-Za-z/!?])/g, "&lt;")
    .replaceAll("![", "!\\[")
    .replaceAll("](", "]\\(")
    .replaceAll("]:", "]\\:")
    .replace(LIKE_HEADING, "$1\\$2");
}
