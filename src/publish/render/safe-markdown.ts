/**
 * The model's own Markdown, kept readable and made harmless: headings, lists and code stay; images, HTML, mentions,
 * references to other issues and disguised links do not. Whatever is code here is code to GitHub too, because every
 * code block is written anew with a fence of ours.
 */

import { fenced, inline, plainText } from "../../base/plain-text.ts";

/** A break that is not seen and ends a word. */
const BREAK = "\u200B";

/** One line of foreign text as plain words: no Markdown, no mention, no reference. */
export function safeInline(text: string): string {
  return breakReferences(inline(text));
}

/** Code blocks in these languages are drawn by GitHub instead of shown. */
const DRAWN = new Set(["mermaid", "geojson", "topojson", "stl", "math", "suggestion"]);

/** Foreign Markdown as Markdown that can neither notify, load nor close anything. */
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
  return blocks.join("\n\n").trim();
}

/** Index of the line that closes a code block; the end of the text when nothing does. */
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
      // A fence that is indented, quoted or in a list would open a block of which we know nothing.
      .replace(/`{3,}|~{3,}/g, (run) => Array.from(run).join(BREAK))
      .replace(/<(?=[A-Za-z/!?])/g, `<${BREAK}`)
      .replaceAll("![", `!${BREAK}[`)
      // The address is shown as it is: a link may not say one thing and go to another.
      .replaceAll("](", `]${BREAK}(`)
      // Where the label of a definition begins is not seen here: in a list, in a quote, on the line before.
      .replaceAll("]:", `]${BREAK}:`)
      .replaceAll("@", `@${BREAK}`),
  );
}

/** TeX between dollars is drawn: a link that says one thing and goes to another, text that nobody sees. Other formulas stay. */
const TEX =
  /\\(?=(?:href|url|unicode|style|data|class|cssId|label|require|html[A-Za-z]*|[hv]?phantom|(?:text|math|define)?color|f?colorbox|bbox|texttip|mathtip|toggle|[hm]space|[hm]skip|m?kern|raise(?:box)?|lower|move(?:left|right)|[gex]?def|(?:re)?newcommand|let|DeclareMathOperator)(?![A-Za-z]))/g;

/** GitHub looks for references in the rendered text, after entities were decoded and backslashes taken away. */
export function breakReferences(text: string): string {
  return text
    .replace(TEX, `\\${BREAK}`)
    .replace(/&(?=#?\w+;)/g, `&${BREAK}`)
    .replace(/(#|\bGH-)(?=\d)/gi, `$1${BREAK}`)
    .replace(/\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(:?\s+)(?=https?:)/gi, `$1${BREAK}$2${BREAK}`);
}
