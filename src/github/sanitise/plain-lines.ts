/**
 * Which lines of a comment are plain text to its reader. An approximation of CommonMark on the safe side: where it is unclear
 * whether something is code or quoted, it is, and a command there does not count.
 */

export interface PlainLine {
  /** As long as the line itself; code and comments in it are NUL characters. */
  readonly text: string;
  /** Offset of the line in the whole text. */
  readonly start: number;
}

/** Elements whose content is not said by the author, or not shown as text. */
const QUOTING = "pre|code|blockquote|script|style|textarea|template|svg|kbd|samp|q|del|s|details";
const COMMENT = /<!--[\s\S]*?(?:--!?>|$)/g;
const ELEMENT = new RegExp(String.raw`<(${QUOTING})\b[^>]{0,1000}>[\s\S]*?(?:<\/\1\s*>|$)`, "gi");

/** The lines outside quotes, code and HTML comments. `body` has LF line ends only. */
export function plainLines(body: string): PlainLine[] {
  const visible = withoutCodeSpans(withoutFences(body.replace(COMMENT, blank))).replace(ELEMENT, blank);
  const found: PlainLine[] = [];
  let start = 0;
  for (const text of visible.split("\n")) {
    const end = start + text.length;
    if (!/^ {0,3}>|^(?: {4}| {0,3}\t)/.test(text)) found.push({ text, start });
    start = end + 1;
  }
  return found;
}

/** Same length, same lines, nothing to read. A character that is no white space keeps what follows from becoming a line's first word. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, "\u0000");
}

interface Fence {
  readonly mark: string;
  readonly length: number;
}

/** Blanks fenced blocks, the ones in lists and quotes too; a fence that is never closed runs to the end. */
function withoutFences(body: string): string {
  let open: Fence | undefined;
  return body
    .split("\n")
    .map((line) => {
      const [, run = "", info = ""] = /^[\s>*+\-\d.)]*?(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
      const mark = run.charAt(0);
      if (open !== undefined) {
        if (mark === open.mark && run.length >= open.length && info.trim() === "") open = undefined;
        return blank(line);
      }
      if (mark === "" || (mark === "`" && info.includes("`"))) return line;
      open = { mark, length: run.length };
      return blank(line);
    })
    .join("\n");
}

/** Blanks inline code, which may run over lines of one paragraph: a run of backticks up to the next run of the same length. */
function withoutCodeSpans(body: string): string {
  return body
    .split(/(\n[ \t]*\n)/)
    .map((paragraph) => {
      const runs = [...paragraph.matchAll(/`+/g)].filter(({ index }) => paragraph[index - 1] !== "\\");
      let result = "";
      let done = 0;
      for (const [position, { 0: run, index }] of runs.entries()) {
        if (index < done) continue;
        const close = runs.find((other, at) => at > position && other[0].length === run.length);
        if (close === undefined) continue;
        const end = close.index + run.length;
        result += paragraph.slice(done, index) + blank(paragraph.slice(index, end));
        done = end;
      }
      return result + paragraph.slice(done);
    })
    .join("");
}
