/** Finds the lines of a comment that readers see as plain text of its author: outside quotations, code, tables, footnotes and hiding HTML. */

import { endTags, htmlIn } from "./html.ts";
import { parseMarkdown, type Markdown } from "./parse.ts";
import { merged, replaceRanges, type Range } from "./ranges.ts";

export interface PlainLine {
  /** The line, with each character that is not plain text replaced by NUL. */
  readonly text: string;
  /** Offset of the line in the whole text. */
  readonly start: number;
}

/** Elements whose content is not said by the author, or not shown as text. */
const QUOTING = new Set("pre code blockquote script style textarea template svg kbd samp q del s details".split(" "));
/** GitHub shows elements with these attributes, but in an e-mail a command in one could be invisible. */
const MAY_HIDE = /\s(?:hidden|style)\b/i;

/** All lines; undefined for a text that is too complex for the parser. `body` has LF line ends only. */
export function plainLines(body: string): readonly PlainLine[] | undefined {
  const markdown = parseMarkdown(body);
  if (markdown === undefined) return undefined;
  // A character that is not white space prevents that the text behind it becomes the first word of its line.
  const visible = replaceRanges(body, merged(notPlain(markdown)), (hidden) => hidden.replace(/[^\n]/g, "\u0000"));
  let start = 0;
  return visible.split("\n").map((text) => {
    const line = { text, start };
    start += text.length + 1;
    return line;
  });
}

function notPlain(markdown: Markdown): readonly Range[] {
  const { all, text } = markdown;
  const tokens = htmlIn(markdown);
  const ends = endTags(tokens);
  const elements = tokens.map((token): Range => {
    if (token.kind !== "tag" || token.isClosing || !(QUOTING.has(token.name) || MAY_HIDE.test(token.source)))
      return token;
    return { from: token.from, to: ends.get(token)?.to ?? text.length };
  });
  const blocks = all(
    "blockQuote",
    "codeFenced",
    "codeIndented",
    "codeText",
    "table",
    "definition",
    "gfmFootnoteDefinition",
  );
  return [...blocks, ...elements, ...openFences(markdown)];
}

/** Code blocks that ended with their list before they were closed, up to the next fence, which the author meant as their end. */
function openFences({ all, text }: Markdown): readonly Range[] {
  const fenced = all("codeFenced");
  return fenced.flatMap(({ from, parts }, index) => {
    const isOpen = parts.filter(({ type }) => type === "codeFencedFence").length === 1;
    return isOpen ? [{ from, to: fenced[index + 1]?.to ?? text.length }] : [];
  });
}
