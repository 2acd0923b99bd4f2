/**
 * Finds the parts of a Markdown text with the parser micromark (CommonMark and GFM), which is known in this folder only. Positions are
 * offsets into the text.
 */

import { postprocess, preprocess } from "micromark";
import { asGitHubReads, createParser } from "./github-syntax.ts";
import { within, replaceRanges, type Range } from "./ranges.ts";

type Event = ReturnType<typeof postprocess>[number];
/** micromark's names of tokens. Those of tables and of addresses in text are declared in its extensions. */
export type PartType = Event[1]["type"] | `table${string}` | "literalAutolink";

export interface MarkdownPart extends Range {
  readonly type: PartType;
  /** The part that directly contains this one. */
  readonly parent: MarkdownPart | undefined;
  /** It begins on a line without the mark or indentation of a container above. */
  readonly isLazy: boolean;
  /** The parts that this one directly contains, in order. */
  readonly parts: readonly MarkdownPart[];
}

export interface Markdown {
  readonly text: string;
  /** All parts of these types, also nested ones, in the order of their beginnings. */
  readonly all: (...types: readonly PartType[]) => readonly MarkdownPart[];
  /** The text of a part; empty without a part. */
  readonly source: (part: MarkdownPart | undefined) => string;
  /** Whether an offset lies in a code span, a fenced block or an indented one. */
  readonly isCode: (at: number) => boolean;
}

/** Containers that one line may open. The time for a line grows with their square; 30 quotations leave no room for a word on a page. */
const MAX_DEPTH = 30;
const TOO_DEEP = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){${MAX_DEPTH + 1}}`, "m");
/** Characters that may be read behind closing brackets: 0.1 s for this many. An honest text is read about once. */
const MAX_WORK = 500_000;

/**
 * Parses a text. Undefined for a text that would keep the parser busy: over 30 containers opened in a line, brackets behind which it
 * reads the same text again and again, or lines that are misread again and again. A long log between fences is accepted.
 */
export function parseMarkdown(text: string): Markdown | undefined {
  return parseAs(text, text) ?? parseBesideFences(text);
}

/** Parses a text without the content of its fenced blocks. Undefined if the parser does not find the same blocks. */
function parseBesideFences(text: string): Markdown | undefined {
  const blocks = fencedLines(text);
  const markdown = blocks.length === 0 ? undefined : parseAs(text, withoutContent(text, blocks));
  const found = new Map(markdown?.all("codeFenced").map((block) => [text.lastIndexOf("\n", block.from) + 1, block]));
  return blocks.every(({ opening, to }) => (found.get(opening)?.to ?? -1) >= to) ? markdown : undefined;
}

/** `shown` is the text that the parser reads in place of `text`, character by character. */
function parseAs(text: string, shown: string): Markdown | undefined {
  if (TOO_DEEP.test(shown)) return undefined;
  let parsed = asGitHubReads(shown);
  for (let tries = 0; tries < 5; tries += 1) {
    const markdown = partsOf(text, parsed);
    let changed = parsed;
    for (const [at, by] of markdown === undefined ? [] : MISREADINGS.flatMap((find) => find(markdown)))
      changed = changed.slice(0, at) + by + changed.slice(at + by.length);
    if (changed === parsed) return markdown;
    parsed = changed;
  }
  return undefined;
}

/** The text that the parser must read at an offset in place of the original. */
type Misread = readonly [at: number, by: string];

/** All of them find nothing in a text that the parser has read as GitHub does. */
const MISREADINGS = [misreadHtml, misreadAboveTables, misreadHeaders, misreadLazy, misreadBreaks];

/**
 * Tags alone on a line without the mark or indentation of the container above. GitHub ends the container and begins a block of HTML
 * there; micromark keeps the line in the container, but ends it for the name of a block element.
 */
function misreadHtml({ all, source }: Markdown): readonly Misread[] {
  return all("htmlFlow").flatMap((html): readonly Misread[] => {
    const [, mark = "", rest = ""] =
      /^([ \t]*<\/?)(?!(?:pre|script|style|textarea)\b)[A-Za-z]([^\s/>]?)/i.exec(source(html)) ?? [];
    return html.isLazy && mark !== "" ? [[html.from, `${mark}p${rest && " "}`]] : [];
  });
}

/** Definitions in a paragraph that ends with a table, which GitHub reads as text. */
function misreadAboveTables({ text, all }: Markdown): readonly Misread[] {
  const below = new Map(all("table").map(({ from, parent }) => [from, parent]));
  if (below.size === 0) return [];
  return all("definition", "paragraph")
    .toReversed()
    .flatMap(({ type, from, to, parent }): readonly Misread[] => {
      const next = to + (/^[ \t>]*\n[ \t>]*/.exec(text.slice(to, to + 100))?.[0].length ?? 0);
      if (!below.has(next) || below.get(next) !== parent?.parent) return [];
      below.set(from, parent?.parent);
      return type === "definition" ? [[from, "x"]] : [];
    });
}

/** The blanks and marks before a line of a paragraph that becomes the header of a table by the line below it. */
const BEFORE_HEADER = /(?<=\n)(?=([ >]*\t?))\1(?=[^\n]*\n[ \t>]*[|:-][ \t|:-]*$)/gm;
/** Behind a blank that indents like code, with the blank. */
const INDENT = /[ \t](?= {3}|[ \t]*\t)/y;

function misreadHeaders({ all, source }: Markdown): readonly Misread[] {
  return all("paragraph").flatMap((paragraph) => {
    const text = source(paragraph);
    return Array.from(text.matchAll(BEFORE_HEADER)).flatMap(({ 0: before, index }) =>
      Array.from(before, (_, at) => index + at)
        .filter((at) => {
          INDENT.lastIndex = at;
          return INDENT.test(text);
        })
        .map((at): Misread => [paragraph.from + at, "x"]),
    );
  });
}

/** Indented definitions on a later line of a paragraph without the mark of its container, which GitHub reads as text. */
function misreadLazy({ text, all }: Markdown): readonly Misread[] {
  return all("definition").flatMap(({ from, parent, isLazy }): readonly Misread[] =>
    isLazy && from !== parent?.from && /[ \t]/.test(text.charAt(from - 1)) ? [[from, "x"]] : [],
  );
}

/** Dashes under a definition. GitHub searches for a heading there, finds none, and reads them as text. */
function misreadBreaks({ text, all, source }: Markdown): readonly Misread[] {
  const ends = new Map(all("definition").map(({ to, parent }) => [to, parent?.parent]));
  return all("thematicBreak").flatMap((line): readonly Misread[] => {
    const [between = ""] = /(?<![ \t])[ \t]*\n[ \t>]*$/.exec(text.slice(Math.max(0, line.from - 100), line.from)) ?? [];
    const above = line.from - between.length;
    const [dashes = ""] = /^-+(?=[ \t]*$)/.exec(source(line)) ?? [];
    const isBelow = dashes !== "" && ends.has(above) && ends.get(above) === line.parent;
    return isBelow ? [[line.from, "=".repeat(dashes.length)]] : [];
  });
}

/** `parsed` is the text that the parser reads in place of `text`, character by character. */
function partsOf(text: string, parsed: string): Markdown | undefined {
  const chunks = preprocess()(parsed, undefined, true);
  const work = { left: MAX_WORK };
  const parser = createParser(work);
  const byType = partsByType(postprocess(parser.document().write(chunks)), parser.lazy);
  if (work.left < 0) return undefined;
  const all = (...types: readonly PartType[]): readonly MarkdownPart[] => {
    const found = types.flatMap((type) => byType.get(type) ?? []);
    return types.length === 1 ? found : found.toSorted((a, b) => a.from - b.from || b.to - a.to);
  };
  const code = all("codeText", "codeFenced", "codeIndented");
  const source = (part: MarkdownPart | undefined): string => (part === undefined ? "" : text.slice(part.from, part.to));
  return { text, all, source, isCode: (at) => within(code, at) };
}

function partsByType(
  events: readonly Event[],
  lazy: Readonly<Record<number, boolean>>,
): ReadonlyMap<PartType, readonly MarkdownPart[]> {
  const byType = new Map<PartType, MarkdownPart[]>();
  const open: (MarkdownPart & { readonly parts: MarkdownPart[] })[] = [];
  for (const [kind, { type, start, end }] of events) {
    if (kind === "exit") {
      open.pop();
      continue;
    }
    const parent = open.at(-1);
    const isLazy = lazy[start.line] === true;
    const part = { type, from: start.offset, to: end.offset, parent, isLazy, parts: [] };
    parent?.parts.push(part);
    open.push(part);
    const same = byType.get(type);
    if (same === undefined) byType.set(type, [part]);
    else same.push(part);
  }
  return byType;
}

/** The parts that contain this one, the innermost first. */
export function ancestorsOf(part: Pick<MarkdownPart, "parent">): readonly MarkdownPart[] {
  const found: MarkdownPart[] = [];
  for (let { parent } = part; parent !== undefined; { parent } = parent) found.push(parent);
  return found;
}

/** The first part of a type inside another one, at any depth. */
export function partIn(parent: MarkdownPart | undefined, type: PartType): MarkdownPart | undefined {
  for (const part of parent?.parts ?? []) {
    const found = part.type === type ? part : partIn(part, type);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Label → address or title (`type`) of its first definition. */
export function addressesIn({ all, source }: Markdown, type: PartType): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>();
  for (const definition of all("definition")) {
    const label = labelOf(source(partIn(definition, "definitionLabelString")));
    if (!addresses.has(label)) addresses.set(label, source(partIn(definition, type)));
  }
  return addresses;
}

/** The label by which a link or an image refers to a definition; undefined where it has an address of its own. */
export function referenceOf({ parts }: MarkdownPart, { source }: Markdown): string | undefined {
  const child = (type: PartType): MarkdownPart | undefined => parts.find((part) => part.type === type);
  if (child("resource") !== undefined) return undefined;
  return labelOf(source(partIn(child("reference"), "referenceString") ?? partIn(child("label"), "labelText")));
}

/** Normalises a label of a definition or footnote for comparison. A label over several lines of a quotation contains the quotation's marks. */
export function labelOf(label: string): string {
  return label
    .replace(/\n[ \t>]*/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .toUpperCase();
}

interface Fenced extends Range {
  /** Offset of the line with the opening fence. The range is the content between the fences. */
  readonly opening: number;
}

const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** The blocks in order. If the last one is not closed, it reaches to the end of the text. */
function fencedLines(text: string): readonly Fenced[] {
  const found: Fenced[] = [];
  let open: { readonly opening: number; readonly from: number; readonly closing: RegExp } | undefined;
  let start = 0;
  for (const line of text.split("\n")) {
    const next = Math.min(start + line.length + 1, text.length);
    const [, fence] = OPENING.exec(line) ?? [];
    if (open?.closing.test(line) === true) {
      found.push({ opening: open.opening, from: open.from, to: start });
      open = undefined;
    } else if (open === undefined && fence !== undefined) {
      open = { opening: start, from: next, closing: new RegExp(`^ {0,3}${fence}${fence.charAt(0)}*[ \\t]*$`) };
    }
    start = next;
  }
  if (open !== undefined) found.push({ opening: open.opening, from: open.from, to: text.length });
  return found;
}

/** The text with each character of the blocks' content, except white space, replaced by a letter. */
function withoutContent(text: string, blocks: readonly Range[]): string {
  return replaceRanges(text, blocks, (content) => content.replace(/\S/g, "x"));
}
