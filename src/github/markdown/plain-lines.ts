/** Which lines of a comment are plain text to its reader: said by its author, outside quotations, code, tables, notes and HTML that hides. */

import { endTags, htmlIn } from "./html.ts";
import { parseMarkdown, type Markdown } from "./parse.ts";

export interface PlainLine {
  /** As long as the line itself; what is not plain text in it are NUL characters. */
  readonly text: string;
  /** Offset of the line in the whole text. */
  readonly start: number;
}

/** Elements whose content is not said by the author, or not shown as text. */
const QUOTING = new Set("pre code blockquote script style textarea template svg kbd samp q del s details".split(" "));

/** The lines outside all that. `body` has LF line ends only. A text that is built to keep the parser busy has none. */
export function plainLines(body: string): readonly PlainLine[] {
  const markdown = parseMarkdown(body);
  if (markdown === undefined) return [];
  let visible = "";
  for (const { from, to } of outermost(notPlain(markdown))) {
    // A character that is no white space keeps what follows from becoming a line's first word.
    visible += body.slice(visible.length, from) + body.slice(from, to).replace(/[^\n]/g, "\u0000");
  }
  visible += body.slice(visible.length);
  let start = 0;
  return visible.split("\n").map((text) => {
    const line = { text, start };
    start += text.length + 1;
    return line;
  });
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function notPlain(markdown: Markdown): readonly Range[] {
  const { all, text } = markdown;
  const tokens = htmlIn(markdown);
  const ends = endTags(tokens);
  const elements = tokens.map((token): Range => {
    if (token.kind !== "tag" || token.isClosing || !QUOTING.has(token.name)) return token;
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

/** From a fence that its list ended before it was closed to the next one, which its author took for its end. */
function openFences({ all, text }: Markdown): readonly Range[] {
  const fenced = all("codeFenced");
  return fenced.flatMap(({ from, parts }, index) => {
    const isOpen = parts.filter(({ type }) => type === "codeFencedFence").length === 1;
    return isOpen ? [{ from, to: fenced[index + 1]?.to ?? text.length }] : [];
  });
}

/** In order and without those inside others. */
function outermost(ranges: readonly Range[]): readonly Range[] {
  const found: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const done = found.at(-1)?.to ?? 0;
    if (range.to > done) found.push({ from: Math.max(range.from, done), to: range.to });
  }
  return found;
}
