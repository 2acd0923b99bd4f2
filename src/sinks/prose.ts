/** Quotes a model's words as Markdown that stays readable and cannot begin a section, or load, link or run anything. */

import { LIKE_HEADING, plainText } from "../base/plain-text.ts";

/** Quotes the text. Code blocks that begin in the first column stay as they are. HTML, images and links are escaped in all other lines. */
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
  // A block that is open at the end of the text is closed.
  if (fence !== undefined) lines.push("", fence);
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

function safeLine(line: string): string {
  return line
    .replace(/`{3,}|~{3,}/g, (run) => `\\${run.charAt(0)}`.repeat(run.length))
    .replace(/<(?=[A-Za-z/!?])/g, "&lt;")
    .replaceAll("![", "!\\[")
    .replaceAll("](", "]\\(")
    .replaceAll("]:", "]\\:")
    .replace(LIKE_HEADING, "$1\\$2");
}
