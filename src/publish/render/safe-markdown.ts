/**
 * Makes foreign Markdown harmless and keeps it readable: headings, lists and code stay; images, HTML, mentions, references to
 * issues and disguised links do not. Each code block gets a new fence, so that this file and GitHub agree on what is code.
 */

import { fenced, inline, plainText } from "../../base/plain-text.ts";
import { parseMarkdown } from "../../github/markdown/parse.ts";

/** An invisible character that ends a word. */
const BREAK = "\u200B";

/** One line of foreign text as plain words: no Markdown, no mention, no reference. */
export function safeInline(text: string): string {
  return breakReferences(inline(text));
}

/** GitHub draws code blocks in these languages instead of showing their text. */
const DRAWN = new Set(["mermaid", "geojson", "topojson", "stl", "math", "suggestion"]);

/** Foreign Markdown that can no longer notify people, load images or close issues. */
export function safeMarkdown(text: string): string {
  const lines = plainText(text).split(/[\n\u2028\u2029]/);
  const blocks: string[] = [];
  let prose: string[] = [];
  const endProse = (): void => {
    if (prose.length > 0) blocks.push(prose.map(safeLine).join("\n"));
    prose = [];
  };
  for (let index = 0; index < lines.length; index += 1) {
    const [, fence, language = ""] = /^(`{3,}|~{3,})[ \t]*([\w+-]*)[^`]*$/.exec(lines[index] ?? "") ?? [];
    if (fence === undefined) {
      prose.push(lines[index] ?? "");
      continue;
    }
    endProse();
    const end = closing(lines, index + 1, fence);
    blocks.push(fenced(lines.slice(index + 1, end).join("\n"), DRAWN.has(language.toLowerCase()) ? "" : language));
    index = end;
  }
  endProse();
  return withoutBreaksInCode(blocks.join("\n\n").trim());
}

/** A cap on the length of a body can cut a line this long in the middle of its code. */
const LONG_LINE = /^.{10000}/m;

/**
 * Takes the breaks out of inline and indented code, which people copy and in which GitHub finds no mention. The text is parsed with
 * its breaks, as GitHub reads it. Code over several lines keeps them, because a line of it could begin a block.
 */
function withoutBreaksInCode(text: string): string {
  const markdown = LONG_LINE.test(text) ? undefined : parseMarkdown(text);
  if (markdown === undefined) return text;
  const indented = markdown
    .all("codeIndented")
    .flatMap(({ parts }) => parts.filter(({ type }) => type === "codeFlowValue"));
  const spans = markdown.all("codeText").filter((span) => !markdown.source(span).includes("\n"));
  // Broken fences stay broken, and TeX where there are dollars: GitHub draws code between them as a formula.
  const breaks = text.includes("$") ? /(?<![`~\\])\u200B(?![`~])/g : /(?<![`~])\u200B(?![`~])/g;
  let result = "";
  let done = 0;
  for (const { from, to } of [...spans, ...indented].toSorted((a, b) => a.from - b.from)) {
    result += text.slice(done, from) + text.slice(from, to).replace(breaks, "");
    done = to;
  }
  return result + text.slice(done);
}

/** Index of the line that closes a code block; the number of lines where none does. */
function closing(lines: readonly string[], from: number, fence: string): number {
  for (let index = from; index < lines.length; index += 1) {
    const line = (lines[index] ?? "").trim();
    if (line.length >= fence.length && line.replaceAll(fence.charAt(0), "") === "") return index;
  }
  return lines.length;
}

function safeLine(line: string): string {
  return breakReferences(
    line
      // An indented or quoted fence, or one in a list, would open a block that `safeMarkdown` does not see.
      .replace(/`{3,}|~{3,}/g, (run) => Array.from(run).join(BREAK))
      .replace(/<(?=[A-Za-z/!?])/g, `<${BREAK}`)
      .replaceAll("![", `!${BREAK}[`)
      // The address stays visible, because a link's text could name another address.
      .replaceAll("](", `]${BREAK}(`)
      // The label of a link definition can begin in a list, in a quote or on the line before.
      .replaceAll("]:", `]${BREAK}:`)
      .replaceAll("@", `@${BREAK}`),
  );
}

/** TeX commands that can draw a disguised link or hide text. Other formulas stay. */
const TEX =
  /\\(?=(?:href|url|unicode|style|data|class|cssId|label|require|html[A-Za-z]*|[hv]?phantom|(?:text|math|define)?color|f?colorbox|bbox|texttip|mathtip|toggle|[hm]space|[hm]skip|m?kern|raise(?:box)?|lower|move(?:left|right)|[gex]?def|(?:re)?newcommand|let|DeclareMathOperator)(?![A-Za-z]))/g;

/** Breaks references. GitHub finds them in the rendered text, after it decoded entities and removed backslashes. */
export function breakReferences(text: string): string {
  return text
    .replace(TEX, `\\${BREAK}`)
    .replace(/&(?=#?\w+;)/g, `&${BREAK}`)
    .replace(/(#|\bGH-)(?=\d)/gi, `$1${BREAK}`)
    .replace(/\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(:?\s+)(?=https?:)/gi, `$1${BREAK}$2${BREAK}`);
}
