/** A file's lines as the model sees them: numbered as by `cat -n`, at most so many, with long lines cut. */

import type { CodeRange } from "../../protocol/tool.ts";

/** Most lines of one file per call: about 10,000 tokens of ordinary code. */
const MAX_LINES = 1000;

/** Longer lines are generated code, whose rest is not worth its tokens. */
export const MAX_LINE_CHARS = 2000;

/** The lines of a text without their endings; a final newline ends the last line and begins none. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** Lines `start` to `end`, as many as fit into 1000 lines and `maxBytes` of UTF-8. `last`: the last one shown; `start − 1` when none fits. */
export function viewLines(lines: readonly string[], { start, end }: CodeRange, maxBytes: number) {
  let [text, bytes, last] = ["", 0, start - 1];
  for (const line of lines.slice(start - 1, Math.min(end, start - 1 + MAX_LINES))) {
    const numbered = numberedLine(last + 1, line);
    const size = Buffer.byteLength(numbered);
    if (bytes + size > maxBytes) break;
    text += numbered;
    bytes += size;
    last += 1;
  }
  return { text, bytes, last };
}

/** One line, numbered as by `cat -n`. */
export function numberedLine(number: number, line: string): string {
  return `${String(number).padStart(6)}\t${cutLine(line, MAX_LINE_CHARS)}\n`;
}

/** A path in a listing. One with control characters is quoted, so that it stays on its line. */
export function listedPath(path: string): string {
  return /\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
}

/** The beginning of a long line and how much of it is missing. `chars`: the length of the line, where its end is not there. */
export function cutLine(line: string, maxChars: number, chars = line.length): string {
  if (chars <= maxChars) return line;
  const kept = line.slice(0, maxChars).replace(/[\ud800-\udbff]$/, ""); // never half a surrogate pair
  return `${kept}… [${chars - kept.length} more characters]`;
}
