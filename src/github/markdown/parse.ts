/**
 * Finds the parts of a Markdown text with the parser micromark (CommonMark and GFM), which only this file and `github-syntax.ts`
 * know. Positions are offsets into the text.
 */

import { parse, postprocess, preprocess } from "micromark";
import { fencedLines, withoutContent } from "./fences.ts";
import { asGitHubReads, EXTENSIONS } from "./github-syntax.ts";
import { within } from "./ranges.ts";

type Event = ReturnType<typeof postprocess>[number];
/** micromark's names of tokens. Those of tables and of addresses in text are declared in its extensions. */
export type PartType = Event[1]["type"] | `table${string}` | "literalAutolink";

export interface MarkdownPart {
  readonly type: PartType;
  /** Offset of its first character. */
  readonly from: number;
  /** Offset behind its last one. */
  readonly to: number;
  /** The part that directly contains this one. */
  readonly parent: MarkdownPart | undefined;
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
/** Brackets between two empty lines. For each unmatched one the parser walks back to the first: a quarter of a second for this many. */
const MAX_BRACKETS = 2_000;
/** Line ends and characters that could begin something. The parser's time grows with the square of their number: 0.3 s for this many. */
const MAX_BEGINNINGS = 12_000;

/**
 * Parses a text. Undefined for a text that would keep the parser busy: over 30 containers opened in a line, over 2,000 brackets in a
 * paragraph that could be links, over 12,000 beginnings of what could be code, HTML or emphasis, or lines that are misread again and
 * again. A long log between fences is accepted.
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
  if (isOverfull(parsed)) parsed = withoutIdleBrackets(parsed);
  if (isOverfull(parsed)) return undefined;
  let markdown = partsOf(text, parsed);
  const dead = deadTicks(markdown);
  if (dead.size > 0) {
    parsed = parsed.replace(/`+/g, (run, at: number) => (dead.has(at) ? "%".repeat(run.length) : run));
    markdown = partsOf(text, parsed);
  }
  for (let tries = 0; tries < 4; tries += 1) {
    const misread = new Map([...misreadHtml(markdown), ...misreadDefinitions(markdown)]);
    if (misread.size === 0) return markdown;
    for (const [at, by] of misread) parsed = parsed.slice(0, at) + by + parsed.slice(at + by.length);
    markdown = partsOf(text, parsed);
  }
  return undefined;
}

function isOverfull(text: string): boolean {
  // Definitions are not counted: change logs have long lists of them, and the parser does not walk through those.
  const paragraphs = text.replace(/^ {0,3}\[[^[\]\n]*\]:/gm, "[").split(/\n[ \t>]*\n/);
  const count = (paragraph: string, sign: RegExp): number => paragraph.match(sign)?.length ?? 0;
  return paragraphs.some(
    (paragraph) => count(paragraph, /[[\]]/g) > MAX_BRACKETS || count(paragraph, /[\n<`&\\*_~]/g) > MAX_BEGINNINGS,
  );
}

/** Replaces brackets around words that are not labels of definitions, as in logs and lists of numbers, by a character without meaning. */
function withoutIdleBrackets(text: string): string {
  const labels = new Set(Array.from(text.matchAll(/\[([^[\]]*)\]:/g), ([, label = ""]) => labelOf(label)));
  const idle = /(?<![\\\]!])\[([\w .,;:'"{}%+-]*)\](?![[(:])/g;
  const replace = (whole: string, words: string): string => (labels.has(labelOf(words)) ? whole : `%${words}%`);
  // Lists in lists, five deep.
  return Array.from({ length: 5 }).reduce<string>((current) => current.replace(idle, replace), text);
}

/**
 * Offsets of the runs of backticks that do not begin code for GitHub. When its parser has searched for a closing run in vain, it
 * remembers the last position of a run of each length, and no run from there on begins code: in ``` `` a `b` `c` ``` only `b` is code.
 */
function deadTicks({ all, source }: Markdown): ReadonlySet<number> {
  const dead = new Set<number>();
  const consumed = all("htmlText", "autolink", "literalAutolink");
  for (const part of all("paragraph", "setextHeadingText", "atxHeadingText", "tableContent")) {
    const runs = Array.from(source(part).matchAll(/`+/g), ({ 0: run, index }) => ({ at: index, length: run.length }));
    const last = new Map<number, number>();
    let hasSearchedInVain = false;
    for (let index = 0; index < runs.length; index += 1) {
      const { at = 0, length: whole = 0 } = runs[index] ?? {};
      const isEscaped = /(?<!\\)(?:\\\\)*\\$/.test(source(part).slice(Math.max(0, at - 100), at));
      const length = isEscaped ? whole - 1 : whole;
      if (length === 0 || within(consumed, part.from + at)) continue;
      if (hasSearchedInVain && (last.get(length) ?? -1) <= at) {
        dead.add(part.from + at);
        continue;
      }
      const end = runs.findIndex((run, next) => next > index && run.length === length);
      for (const run of runs.slice(index + 1, end === -1 ? undefined : end + 1)) last.set(run.length, run.at);
      if (end !== -1) index = end;
      else {
        hasSearchedInVain = true;
        // Without a run behind it, it could begin a block.
        dead.add(part.from + at);
      }
    }
  }
  return dead;
}

/** The text that the parser must read at an offset in place of the original. */
type Misread = readonly [at: number, by: string];

/**
 * Tags alone on a line without the mark or indentation of the container above. GitHub ends the container and begins a block of HTML
 * there; micromark keeps the line in the container, but ends it for the name of a block element.
 */
function misreadHtml({ text, all }: Markdown): readonly Misread[] {
  return all("htmlFlow").flatMap(({ from, parent }): readonly Misread[] => {
    const lineStart = text.lastIndexOf("\n", from - 1) + 1;
    const lead = text.slice(lineStart, from);
    const above = ancestorsOf({ parent }).filter((part) => part.from < lineStart);
    const isOutsideQuote = above.some(({ type }) => type === "blockQuote") && !lead.includes(">");
    if (!isOutsideQuote && (above.length === 0 || /[\t>]|.{2}/.test(lead))) return [];
    const [, mark = "", rest = ""] = /^(<\/?)[A-Za-z]([^\s/>]?)/.exec(text.slice(from, from + 4)) ?? [];
    return mark === "" ? [] : [[from, `${mark}p${rest && " "}`]];
  });
}

/** Definitions directly above a table, which GitHub reads as text. */
function misreadDefinitions({ text, all }: Markdown): readonly Misread[] {
  const tables = new Set(all("table").map(({ from }) => from));
  if (tables.size === 0) return [];
  const misread: Misread[] = [];
  for (const { from, to } of all("definition").toReversed()) {
    const next = to + (/^[ \t>]*\n[ \t>]*/.exec(text.slice(to, to + 100))?.[0].length ?? 0);
    if (!tables.has(next)) continue;
    misread.push([from, "x"]);
    tables.add(from);
  }
  return misread;
}

/** `parsed` is the text that the parser reads in place of `text`, character by character. */
function partsOf(text: string, parsed: string): Markdown {
  const chunks = preprocess()(parsed, undefined, true);
  const document = parse({ extensions: EXTENSIONS }).document();
  const byType = partsByType(postprocess(document.write(chunks)));
  const all = (...types: readonly PartType[]): readonly MarkdownPart[] => {
    const found = types.flatMap((type) => byType.get(type) ?? []);
    return types.length === 1 ? found : found.toSorted((a, b) => a.from - b.from || b.to - a.to);
  };
  const code = all("codeText", "codeFenced", "codeIndented");
  const source = (part: MarkdownPart | undefined): string => (part === undefined ? "" : text.slice(part.from, part.to));
  return { text, all, source, isCode: (at) => within(code, at) };
}

function partsByType(events: readonly Event[]): ReadonlyMap<PartType, readonly MarkdownPart[]> {
  const byType = new Map<PartType, MarkdownPart[]>();
  const open: (MarkdownPart & { readonly parts: MarkdownPart[] })[] = [];
  for (const [kind, { type, start, end }] of events) {
    if (kind === "exit") {
      open.pop();
      continue;
    }
    const parent = open.at(-1);
    const part = { type, from: start.offset, to: end.offset, parent, parts: [] };
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
