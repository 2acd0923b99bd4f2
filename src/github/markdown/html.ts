/**
 * Finds the comments and tags in the HTML of a Markdown text, and the ends of elements. Markdown's rules tell where HTML is, a
 * browser's rules how it is read.
 */

import { ancestorsOf, partIn, type Markdown, type MarkdownPart } from "./parse.ts";
import { outside, type Range } from "./ranges.ts";

interface Place extends Range {
  /** The text does not end it, so it also hides the footnotes, which GitHub puts behind the text. */
  readonly isEndless: boolean;
  /** It is in a block of HTML, not in a line of text. */
  readonly isInBlock: boolean;
  readonly isInNote: boolean;
}

/** A comment, or CDATA, a declaration or a processing instruction. */
interface HtmlComment extends Place {
  readonly kind: "comment";
}

export interface HtmlTag extends Place {
  readonly kind: "tag";
  /** In lower case. */
  readonly name: string;
  readonly isClosing: boolean;
  /** GitHub shows it as it is written (https://github.github.com/gfm/#disallowed-raw-html-extension-). */
  readonly isFiltered: boolean;
  readonly source: string;
}

export type HtmlToken = HtmlComment | HtmlTag;
type Unplaced<T> = Omit<T, "isInBlock" | "isInNote">;

/** Elements whose content a browser reads as text up to their end tag. */
const RAW = new Set("script style textarea title xmp iframe noembed noframes plaintext".split(" "));
/** The tags of these elements that GitHub shows as they are written. It overlooks tags with a slash in another place. */
const FILTERED = /^<\/?[a-z]+(?:[\s>]|\/>)/i;

/** The comments and tags outside of `dropped`: first those of the text itself, then those of footnotes, which GitHub moves to the end. */
export function htmlIn({ text, all }: Markdown, dropped: readonly Range[] = []): readonly HtmlToken[] {
  const isIn = (part: MarkdownPart, container: MarkdownPart["type"]): boolean =>
    ancestorsOf(part).some(({ type }) => type === container);
  // The alternative of an image is text: a comment in it ends no comment before it.
  const parts = outside(dropped, all("htmlFlow", "htmlText")).filter((part) => !isIn(part, "image"));
  if (parts.length === 0) return [];
  const isInNote = (part: MarkdownPart): boolean => isIn(part, "gfmFootnoteDefinition");
  const [own, ofNotes] = [parts.filter((part) => !isInNote(part)), parts.filter(isInNote)];
  const code = all("codeFenced").filter((block) => partIn(block, "codeFencedFenceInfo") !== undefined);
  const quoted = [...all("link", "image", "autolink", "literalAutolink", "gfmFootnoteCall"), ...code];
  const written = outside(dropped, quoted).filter((part) => !isInNote(part));
  const page = { text, quotes: written.map(({ from }) => from).toSorted((a, b) => a - b) };
  return [...tokensOf(own, page, false), ...tokensOf(ofNotes, page, true)];
}

interface Page {
  readonly text: string;
  /** Offsets at which GitHub writes tags with quotation marks. */
  readonly quotes: readonly number[];
}

function tokensOf(parts: readonly MarkdownPart[], page: Page, isInNote: boolean): readonly HtmlToken[] {
  const html = htmlOnly(parts, page.text);
  const found: HtmlToken[] = [];
  const ends = blockEnds(parts, page.text);
  let done = 0;
  for (const [index, { type, from, to }] of parts.entries()) {
    const isInBlock = type === "htmlFlow";
    const limit = ends[index] ?? to;
    for (let at = html.indexOf("<", Math.max(from, done)); at !== -1 && at < to; at = html.indexOf("<", done)) {
      const token = commentAt(html, at) ?? otherAt(html, at, limit) ?? tagAt(html, at, limit, page);
      if (token !== undefined) found.push({ ...token, isInBlock, isInNote });
      // A tag that is shown as it is written may contain other tags and comments.
      done = token === undefined || (token.kind === "tag" && token.isFiltered) ? at + 1 : token.to;
    }
  }
  return found;
}

/** The end of each block of HTML, or of the last one directly behind it if GitHub writes nothing between them. */
function blockEnds(parts: readonly MarkdownPart[], text: string): readonly number[] {
  const ends: number[] = [];
  for (const [index, part] of parts.entries().toArray().toReversed()) {
    const next = parts[index + 1];
    const isJoined = part.type === "htmlFlow" && next?.type === "htmlFlow" && next.parent === part.parent;
    const isNext = isJoined && !/[^\s>]/.test(text.slice(part.to, next.from));
    ends.push((isNext ? ends.at(-1) : undefined) ?? part.to);
  }
  return ends.toReversed();
}

/** The text with blanks for all that is no HTML, the marks of quotations and lists around it included. */
function htmlOnly(parts: readonly MarkdownPart[], text: string): string {
  let html = "";
  for (const { type, from, to } of parts.flatMap((part) => part.parts)) {
    if (type === "htmlFlowData" || type === "htmlTextData") html = html.padEnd(from) + text.slice(from, to);
  }
  return html.padEnd(text.length);
}

/** Browsers end a comment at `--!>` too, and treat `<!-->` and `<!--->` as complete. The end may be in another block. */
const COMMENT = /<!--(?:>|->|[^]*?(?:-->|--!>|($)))/y;

function commentAt(html: string, from: number): Unplaced<HtmlComment> | undefined {
  COMMENT.lastIndex = from;
  const comment = COMMENT.exec(html);
  return comment === null
    ? undefined
    : { kind: "comment", from, to: COMMENT.lastIndex, isEndless: comment[1] !== undefined };
}

/** Declarations and the like. Browsers end them at the first `>`, even if Markdown sees a later end, and at the end of their block. */
const OTHER = /^<(?:[!?]|\/(?![A-Za-z]))[^>]*>?/;

function otherAt(html: string, from: number, limit: number): Unplaced<HtmlComment> | undefined {
  const [source] = OTHER.exec(html.slice(from, limit)) ?? [];
  return source === undefined ? undefined : { kind: "comment", from, to: from + source.length, isEndless: false };
}

/** Nothing may follow it in an expression: it matches blanks in many ways, and all of them would be tried. */
const ATTRIBUTES = String.raw`(?:[\s/]+|[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|(?!["'])[^\s>]*)|(?!\s*=)))*`;
/** A tag up to its `>`, or to an attribute with a quotation that its block does not close. */
const TAG = new RegExp(String.raw`<(/?)([A-Za-z][^\s/>]*)${ATTRIBUTES}`, "y");
const MORE_ATTRIBUTES = new RegExp(ATTRIBUTES, "y");
const QUOTING = /[^\s/>][^\s/>=]*\s*=\s*(["'])/y;

function tagAt(html: string, from: number, limit: number, page: Page): Unplaced<HtmlTag> | undefined {
  TAG.lastIndex = from;
  const [source, slash, name] = TAG.exec(html.slice(0, limit)) ?? [];
  if (source === undefined || name === undefined) return undefined;
  const isRaw = RAW.has(name.toLowerCase());
  const isFiltered = isRaw && FILTERED.test(html.slice(from, limit));
  QUOTING.lastIndex = from + source.length;
  const [, mark] = isFiltered ? [] : (QUOTING.exec(html) ?? []);
  const isOpen = isRaw && !isFiltered && slash === "";
  const end = mark === undefined ? Math.min(from + source.length + 1, limit) : quotationEnd(html, mark, limit, page);
  // One that never ends hides the rest of its block.
  const to = isOpen ? page.text.length : end;
  const isEndless = isOpen || (mark !== undefined && to === page.text.length);
  const tag = { name: name.toLowerCase(), isClosing: slash === "/", isFiltered, source: html.slice(from, to) };
  return { kind: "tag", from, to, isEndless, ...tag };
}

/** Browsers look for its end in all that follows, and go on to the next tag there. Of text, only single marks are passed on as they are. */
function quotationEnd(html: string, mark: string, limit: number, { text, quotes }: Page): number {
  const written = mark === '"' ? quotes.find((quote) => quote >= limit) : undefined;
  const close = (mark === "'" ? text : html).indexOf(mark, limit);
  if (written !== undefined && (close === -1 || written < close)) return written;
  if (close === -1) return text.length;
  const paragraphLength = /\n[ \t>]*(?:\n|$)/.exec(text.slice(close))?.index ?? text.length;
  const paragraphEnd = Math.min(close + paragraphLength, text.length);
  MORE_ATTRIBUTES.lastIndex = close + 1;
  MORE_ATTRIBUTES.test(html.slice(0, paragraphEnd));
  const tagEnd = MORE_ATTRIBUTES.lastIndex;
  return html.charAt(tagEnd) === ">" && tagEnd < paragraphEnd ? tagEnd + 1 : paragraphEnd;
}

/** The end tag of each start tag that has one. */
export function endTags(tokens: readonly HtmlToken[]): ReadonlyMap<HtmlTag, HtmlTag> {
  const open = new Map<string, HtmlTag[]>();
  const ends = new Map<HtmlTag, HtmlTag>();
  for (const token of tokens) {
    if (token.kind !== "tag") continue;
    const sameName = open.get(token.name) ?? [];
    open.set(token.name, sameName);
    const start = token.isClosing ? sameName.pop() : undefined;
    if (start !== undefined) ends.set(start, token);
    if (!token.isClosing) sameName.push(token);
  }
  return ends;
}
