/**
 * Where a Markdown text has its parts, by the parser micromark (CommonMark and GFM): the one place that knows it. Positions are
 * offsets into the text. Pure.
 */

import { parse, postprocess, preprocess } from "micromark";
import { fencedLines, withoutContent } from "./fences.ts";
import { asGitHubReads, EXTENSIONS } from "./github-syntax.ts";
import { within } from "./ranges.ts";

type Event = ReturnType<typeof postprocess>[number];
/** As micromark names its tokens; those of tables and of addresses in text are declared in packages below. */
export type PartType = Event[1]["type"] | `table${string}` | "literalAutolink";

export interface MarkdownPart {
  readonly type: PartType;
  /** Offset of its first character. */
  readonly from: number;
  /** Offset behind its last one. */
  readonly to: number;
  /** The one it is directly in. */
  readonly parent: MarkdownPart | undefined;
  /** The parts directly in it, in order. */
  readonly parts: readonly MarkdownPart[];
}

export interface Markdown {
  readonly text: string;
  /** The parts of these types in the order of their beginnings, those inside others too. */
  readonly all: (...types: readonly PartType[]) => readonly MarkdownPart[];
  /** What a part is written as; nothing where there is no part. */
  readonly source: (part: MarkdownPart | undefined) => string;
  /** Whether an offset lies in a code span, a fenced block or an indented one. */
  readonly isCode: (at: number) => boolean;
}

/** Containers that one line may open; each line costs their square. Rendered, 30 quotations leave no room for a word. */
const MAX_DEPTH = 30;
const TOO_DEEP = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){${MAX_DEPTH + 1}}`, "m");
/** Brackets between two empty lines; each that closes nothing costs a walk back to the first. So many take a quarter of a second. */
const MAX_BRACKETS = 2_000;
/** Of ends of lines and characters that could begin something: the parser takes the square of them in time, 0.3 s for these. */
const MAX_BEGINNINGS = 12_000;

/**
 * Undefined where the text is built to keep a parser busy: over 30 containers opened in a line, over 2,000 brackets in a paragraph
 * that could be links, over 12,000 beginnings of what could be code, HTML or emphasis, lines misread again and again. A long log
 * between fences is none of that.
 */
export function parseMarkdown(text: string): Markdown | undefined {
  return parseAs(text, text) ?? parseBesideFences(text);
}

/** The parse of a text whose blocks of code would be too much for the parser, where what their lines say is what it finds. */
function parseBesideFences(text: string): Markdown | undefined {
  const blocks = fencedLines(text);
  const markdown = blocks.length === 0 ? undefined : parseAs(text, withoutContent(text, blocks));
  const found = new Map(markdown?.all("codeFenced").map((block) => [text.lastIndexOf("\n", block.from) + 1, block]));
  return blocks.every(({ opening, to }) => (found.get(opening)?.to ?? -1) >= to) ? markdown : undefined;
}

/** `shown` is what the parser is given for the text. */
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
  // A list of definitions is long in a change log, and has no text to walk through.
  const paragraphs = text.replace(/^ {0,3}\[[^[\]\n]*\]:/gm, "[").split(/\n[ \t>]*\n/);
  const count = (paragraph: string, sign: RegExp): number => paragraph.match(sign)?.length ?? 0;
  return paragraphs.some(
    (paragraph) => count(paragraph, /[[\]]/g) > MAX_BRACKETS || count(paragraph, /[\n<`&\\*_~]/g) > MAX_BEGINNINGS,
  );
}

/** Words in brackets, as in logs and lists of numbers, that no label of a definition is; a character without meaning takes the place of each bracket. */
function withoutIdleBrackets(text: string): string {
  const labels = new Set(Array.from(text.matchAll(/\[([^[\]]*)\]:/g), ([, label = ""]) => labelOf(label)));
  const idle = /(?<![\\\]!])\[([\w .,;:'"{}%+-]*)\](?![[(:])/g;
  const replace = (whole: string, words: string): string => (labels.has(labelOf(words)) ? whole : `%${words}%`);
  // Lists in lists, five deep.
  return Array.from({ length: 5 }).reduce<string>((current) => current.replace(idle, replace), text);
}

/**
 * Runs of backticks that begin no code for GitHub. Its parser notes where it last saw a run of each length once it has looked for an
 * end in vain, and takes no run behind that place for a beginning: in ``` `` a `b` `c` ``` only `b` is code.
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

/** What the parser must read at an offset instead of the text. */
type Misread = readonly [at: number, by: string];

/**
 * A tag alone on a line that has lost its container's mark or indent: GitHub ends the container and begins a block of HTML there, the
 * parser leaves that one line in the container. The name of a block ends it for the parser too.
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

/** Definitions right above a table: GitHub takes them for text. */
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

/** `parsed` is what the parser reads, `text` what it stands for, character by character. */
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

/** The parts around one, from the inside out. */
export function ancestorsOf(part: Pick<MarkdownPart, "parent">): readonly MarkdownPart[] {
  const found: MarkdownPart[] = [];
  for (let { parent } = part; parent !== undefined; { parent } = parent) found.push(parent);
  return found;
}

/** The first part of a type inside another, however deep. */
export function partIn(parent: MarkdownPart | undefined, type: PartType): MarkdownPart | undefined {
  for (const part of parent?.parts ?? []) {
    const found = part.type === type ? part : partIn(part, type);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where a label of the text leads: the address of its first definition. */
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

/** How labels of definitions and footnotes are compared. A label that goes over lines of a quotation has the quotation's marks in it. */
export function labelOf(label: string): string {
  return label
    .replace(/\n[ \t>]*/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .toUpperCase();
}
