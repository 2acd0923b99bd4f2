/**
 * Finds the comments and tags in the HTML of a Markdown text, and the ends of elements. Markdown's rules tell where HTML is, a
 * browser's rules how it is read.
 */

import { ancestorsOf, type Markdown, type MarkdownPart } from "./parse.ts";
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
  readonly kind: "comment" | "other";
}

export interface HtmlTag extends Place {
  readonly kind: "tag";
  /** In lower case. */
  readonly name: string;
  readonly isClosing: boolean;
  readonly source: string;
}

export type HtmlToken = HtmlComment | HtmlTag;
type Unplaced<T> = Omit<T, "isInBlock" | "isInNote">;

/** Elements in which only their own end tag is a tag. */
const RAW = new Set("script style textarea title xmp iframe noembed noframes".split(" "));

/** The comments and tags outside of `dropped`: first those of the text itself, then those of footnotes, which GitHub moves to the end. */
export function htmlIn({ text, all }: Markdown, dropped: readonly Range[] = []): readonly HtmlToken[] {
  const parts = outside(dropped, all("htmlFlow", "htmlText"));
  const isInNote = (part: MarkdownPart): boolean =>
    ancestorsOf(part).some(({ type }) => type === "gfmFootnoteDefinition");
  const [own, ofNotes] = [parts.filter((part) => !isInNote(part)), parts.filter(isInNote)];
  return [...tokensOf(own, text, false), ...tokensOf(ofNotes, text, true)];
}

function tokensOf(parts: readonly MarkdownPart[], text: string, isInNote: boolean): readonly HtmlToken[] {
  if (parts.length === 0) return [];
  const html = htmlOnly(parts, text);
  const found: HtmlToken[] = [];
  let done = 0;
  for (const { type, from, to } of parts) {
    const isInBlock = type === "htmlFlow";
    for (let at = html.indexOf("<", Math.max(from, done)); at !== -1 && at < to; at = html.indexOf("<", done)) {
      const token = commentAt(html, at) ?? otherAt(html, at, to) ?? tagAt(html, at, to, text);
      if (token !== undefined) found.push({ ...token, isInBlock, isInNote });
      done = token === undefined ? at + 1 : contentStart(html, token);
    }
  }
  return found;
}

/** The text with everything that is not HTML replaced by blanks, also the marks of quotations and lists. */
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
  return source === undefined ? undefined : { kind: "other", from, to: from + source.length, isEndless: false };
}

/** A tag up to its `>`, or up to an attribute whose quotation mark is not closed in the block. */
const TAG = /<(\/?)([A-Za-z][^\s/>]*)(?:[^>=]|=\s*(?:"[^"]*"|'[^']*'|(?!\s*["'])))*/y;

function tagAt(html: string, from: number, limit: number, text: string): Unplaced<HtmlTag> | undefined {
  TAG.lastIndex = from;
  const [source, slash, name] = TAG.exec(html.slice(0, limit)) ?? [];
  if (source === undefined || name === undefined) return undefined;
  const end = from + source.length;
  const isQuoting = html.charAt(end) === "=" && end < limit;
  // A tag without an end hides the rest of its block.
  const to = isQuoting ? quotationEnd(html, end, limit, text) : Math.min(end + 1, limit);
  const isEndless = isQuoting && to === text.length;
  const isClosing = slash === "/";
  return { kind: "tag", from, to, name: name.toLowerCase(), isClosing, isEndless, source: html.slice(from, to) };
}

/**
 * Offset where a tag with an unclosed quotation ends: browsers look for the closing mark in everything that follows. Outside of HTML
 * only single quotation marks count, because GitHub encodes double ones.
 */
function quotationEnd(html: string, from: number, limit: number, text: string): number {
  const [, mark = ""] = /^=\s*(["'])/.exec(html.slice(from)) ?? [];
  const close = (mark === "'" ? text : html).indexOf(mark, limit);
  const paragraphEnd = close === -1 ? -1 : text.slice(close).search(/\n[ \t>]*\n/);
  return paragraphEnd === -1 ? text.length : close + paragraphEnd;
}

/** Offset at which the next token is looked for: behind a token, or at the end tag of a raw element. */
function contentStart(html: string, token: Unplaced<HtmlComment> | Unplaced<HtmlTag>): number {
  if (token.kind !== "tag" || token.isClosing || !RAW.has(token.name)) return token.to;
  const end = new RegExp(`</${token.name}(?=[\\s/>])`, "gi");
  end.lastIndex = token.to;
  return end.exec(html)?.index ?? token.to;
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
