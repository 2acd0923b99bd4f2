/**
 * Makes foreign Markdown harmless: lists and code stay, headings become bold; images, HTML, alerts, mentions, references to issues and
 * disguised links do not stay. Each code block gets a new fence, so that this file and GitHub agree on what is code.
 */

import {
  ADDRESS,
  besideAddresses,
  BREAK,
  COMMAND,
  fenced,
  inline,
  LIKE_HEADING,
  MENTION,
  shownText,
} from "../../base/plain-text.ts";
import { ancestorsOf, parseMarkdown, partIn, type Markdown } from "../../github/markdown/parse.ts";
import { merged, outside, replaceRanges, within } from "../../github/markdown/ranges.ts";

/** One line of foreign text as plain words: no Markdown, no mention, no reference. */
export function safeInline(text: string): string {
  return breakReferences(inline(text));
}

/**
 * A sentence of this program or of a person, on one line: the same, but text between two single backticks is shown as code. Not for
 * names, paths and commands, in which a backtick is an ordinary character, nor for cells of tables.
 */
export function safeWords(text: string): string {
  const parts = shownText(text).replace(/\s+/g, " ").split("`");
  const isPaired =
    parts.length % 2 === 1 && parts.slice(1, -1).every((part, index) => (index % 2 === 0 ? part.trim() : part) !== "");
  // GitHub draws code between dollars as a formula.
  if (!isPaired || text.includes("$")) return safeInline(text);
  return parts.map((part, index) => (index % 2 === 1 ? `\`${part}\`` : breakReferences(inline(part)))).join("");
}

/** The original words of a line that `safeInline` or `safeWords` made. */
export function wordsOfSafe(line: string): string {
  const escapes = parsed(line)?.all("characterEscape") ?? [];
  return escapes
    .reduceRight((text, { from }) => text.slice(0, from) + text.slice(from + 1), line)
    .replaceAll(BREAK, "");
}

/** GitHub draws code blocks in these languages instead of showing their text. */
const DRAWN = new Set(["mermaid", "geojson", "topojson", "stl", "math", "suggestion"]);

/** Foreign Markdown that can no longer notify people, load images, close issues or begin a section of the page. */
export function safeMarkdown(text: string): string {
  return withoutHeadings(harmless(text));
}

function harmless(text: string): string {
  const withFences = fittingBreaks(safeBlocks(text, safeProse));
  if (sameFences(fencesIn(shownText(text)), fencesIn(withFences))) return withFences;
  return fittingBreaks(safeBlocks(text, (lines) => lines.map(safeLine)));
}

/** Markdown of the repository's own: it keeps its shape, but notifies no person and closes no issue. Code stays as it is. */
export function quietMarkdown(text: string): string {
  const quiet = (words: string): string => breakReferences(words).replace(COMMAND, `$1${BREAK}`);
  const markdown = parsed(shownText(text));
  if (markdown === undefined) return quiet(shownText(text));
  let result = "";
  let done = 0;
  for (const { from, to } of merged(markdown.all("codeFenced", "codeIndented", "codeText"))) {
    result += quiet(markdown.text.slice(done, from)) + markdown.text.slice(from, to);
    done = to;
  }
  return result + quiet(markdown.text.slice(done));
}

/** Gives each code block at the first column a fence of its own, and passes the lines between them to `prose`. */
function safeBlocks(text: string, prose: (lines: readonly string[]) => readonly string[]): string {
  const lines = shownText(text).split("\n");
  const blocks: string[] = [];
  let open: string[] = [];
  const endProse = (): void => {
    if (open.length > 0) blocks.push(prose(open).join("\n"));
    open = [];
  };
  for (let index = 0; index < lines.length; index += 1) {
    const [, fence, language = ""] = /^(?=(`{3,}|~{3,}))\1(?=[^`]*$)[ \t]*([\w+-]*)/.exec(lines[index] ?? "") ?? [];
    if (fence === undefined) {
      open.push(lines[index] ?? "");
      continue;
    }
    endProse();
    const end = closing(lines, index + 1, fence);
    blocks.push(fenced(lines.slice(index + 1, end).join("\n"), DRAWN.has(language.toLowerCase()) ? "" : language));
    index = end;
  }
  endProse();
  return blocks
    .join("\n\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

/** Blocks of code in lists and quotations stay as they are. */
function safeProse(lines: readonly string[]): readonly string[] {
  const code = new Set<number>();
  for (const { first, last } of fencesIn(lines.join("\n"))) for (let at = first; at <= last; at += 1) code.add(at);
  return lines.map((line, index) => (code.has(index) ? line : safeLine(line)));
}

interface Fence {
  /** Index of the line that opens it. */
  readonly first: number;
  /** Index of the line that closes it. */
  readonly last: number;
  readonly source: string;
}

/** The closed code blocks in lists and quotations that GitHub shows as text, with only marks before the code in each line. */
function fencesIn(text: string): readonly Fence[] {
  const markdown = /(?<![^\n])(?:[ \t]*[->*+\d][^\n]*|[ \t]+)(?:`{3}|~{3})/.test(text) ? parsed(text) : undefined;
  if (markdown === undefined) return [];
  const lineOf = lineCounter(text);
  return markdown.all("codeFenced").flatMap((block): readonly Fence[] => {
    const above = ancestorsOf(block);
    const isClosed = block.parts.filter(({ type }) => type === "codeFencedFence").length === 2;
    const info = markdown.source(partIn(block, "codeFencedFenceInfo"));
    const isPlain = /^[\w+-]*$/.test(info) && !DRAWN.has(info.toLowerCase());
    const isShown = isPlain && partIn(block, "codeFencedFenceMeta") === undefined;
    if (above.length === 0 || !isClosed || !isShown || !above.every(({ type }) => CONTAINERS.has(type))) return [];
    return [{ first: lineOf(block.from), last: lineOf(block.to), source: markdown.source(block) }];
  });
}

/** Returns the index of the line at an offset. The offsets must be asked for in order. */
function lineCounter(text: string): (at: number) => number {
  let [line, next] = [0, text.indexOf("\n")];
  return (at) => {
    for (; next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line += 1;
    return line;
  };
}

const CONTAINERS: ReadonlySet<string> = new Set(["blockQuote", "listOrdered", "listUnordered"]);

function sameFences(before: readonly Fence[], after: readonly Fence[]): boolean {
  return before.length === after.length && before.every(({ source }, index) => source === after[index]?.source);
}

/** Foreign Markdown as a quotation under a line that says whose words it has. `markdown` is harmless; empty text gives none. */
export function quotedAs(who: string, markdown: string): string {
  if (markdown.trim() === "") return "";
  return [`**${who}:**`, "", ...markdown.split(/[\n\u2028\u2029]/)].map((line) => `> ${line}`.trimEnd()).join("\n");
}

/** Headings made bold by the parser's positions; each round can uncover one that the line above it hid. */
const HEADING_ROUNDS = 5;
/** A heading in foreign words could pass for one of ours. */
function withoutHeadings(text: string): string {
  let current = text;
  for (let round = 0; round < HEADING_ROUNDS; round += 1) {
    const markdown = parsed(current);
    if (markdown === undefined) break;
    const next = boldHeadings(markdown);
    if (next === current) return current;
    current = next;
  }
  return current.replace(LIKE_HEADING, String.raw`$1\$2`);
}

function boldHeadings({ text, all, source }: Markdown): string {
  return replaceRanges(text, all("atxHeading", "setextHeadingLine"), (own, { type, parts }) => {
    const words = source(parts.find((part) => part.type === "atxHeadingText"));
    return type === "atxHeading" && words !== "" ? `**${words}**` : `\\${own}`;
  });
}

/** A cap on the length of a body can cut a line this long in the middle of its code. */
const LONG_LINE = /^.{10000}/m;

function parsed(text: string): Markdown | undefined {
  return LONG_LINE.test(text) ? undefined : parseMarkdown(text);
}

/**
 * Takes the breaks out of code, which people copy and in which GitHub finds no mention, and puts them into addresses of which GitHub
 * makes no link. The text is parsed with its breaks, as GitHub reads it.
 */
function fittingBreaks(text: string): string {
  const markdown = parsed(text);
  const [links = [], fences = [], spans = [], indented = []] =
    markdown === undefined ? [] : TYPES.map((type) => markdown.all(type));
  const lines = indented.flatMap(({ parts }) => parts.filter(({ type }) => type === "codeFlowValue"));
  const code = [...spans, ...lines].toSorted((a, b) => a.from - b.from);
  const addresses = Array.from(text.matchAll(ADDRESS), ({ 0: address, index }) => ({
    from: index,
    to: index + address.length,
  })).filter(({ from, to }) => !within(links, from) || !within(links, to - 1));
  const toBreak = outside([...fences, ...spans, ...indented], addresses);
  const ofCode = text.includes("$") ? withoutFormulas : withoutBreaks;
  const changes = [
    ...code.map((range) => ({ ...range, change: ofCode })),
    ...toBreak.map((range) => ({ ...range, change: breakWords })),
  ];
  return replaceRanges(
    text,
    changes.toSorted((a, b) => a.from - b.from),
    (source, { change }) => change(source),
  );
}

const TYPES = ["literalAutolink", "codeFenced", "codeText", "codeIndented"] as const;

/** A break behind what begins a line keeps code over several lines from beginning a block of HTML or a command to a program. */
const BREAK_IN_CODE = /(?<!\n[ \t>*+\d.)-]{0,100}[</])<!-- -->/g;

function withoutBreaks(code: string): string {
  return code.replace(BREAK_IN_CODE, "");
}

/** GitHub draws code between dollars as a formula. */
function withoutFormulas(code: string): string {
  return withoutBreaks(code.replace(/\\([A-Za-z])<!-- -->/g, String.raw`\ $1`));
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
  const begun = line
    // A fence here could open a block that `safeBlocks` does not see: in a list, quoted or indented.
    .replace(
      /^([ \t>*+\-\d.)]*)(`{3,}|~{3,})/,
      (_, before: string, fence: string) => before + fence.replace(/./g, "\\$&"),
    )
    .replace(COMMAND, `$1${BREAK}`)
    // The address of `<https://…>` becomes one without brackets, which ends at the second break.
    .replace(
      /<(https?:[^\s<>]*)(>?)/gi,
      (_, address: string, end: string) => `<${BREAK}${address}${end && `${BREAK}>`}`,
    );
  return breakReferences(
    besideAddresses(begun, (words) =>
      words
        .replace(/<(?=[A-Za-z/?]|!(?!-- -->))/g, `<${BREAK}`)
        .replaceAll("![", `!${BREAK}[`)
        .replace(/\[!(?=[A-Za-z]+\])/g, `[!${BREAK}`)
        // The address stays visible, because a link's text could name another address.
        .replaceAll("](", `]${BREAK}(`)
        // The label of a link definition can begin in a list, in a quote or on the line before.
        .replaceAll("]:", `]${BREAK}:`),
    ),
  );
}

/** TeX commands that can draw a disguised link or hide text. Other formulas stay. */
const TEX =
  /\\(?=(?:href|url|unicode|style|data|class|cssId|label|require|html[A-Za-z]*|[hv]?phantom|(?:text|math|define)?color|f?colorbox|bbox|texttip|mathtip|toggle|[hm]space|[hm]skip|m?kern|raise(?:box)?|lower|move(?:left|right)|[gex]?def|(?:re)?newcommand|let|DeclareMathOperator)(?![A-Za-z]))[A-Za-z]/g;

/** The address of an issue, pull request or discussion, which GitHub would tell of the mention; or a host, to go on behind it. */
const THREAD_URL =
  /(https?|\bwww)(:\/\/|\.)((?:(?!https?:\/\/)[^\s/])+)(?:((?:\/[^\s/]+){2}\/(?:issues|pull|pulls|discussions)\/)(?=\d))?/gi;

/** Addresses of threads that make no back-link: GitHub offers a host for that; of addresses elsewhere GitHub makes no link. */
function unlinkThreads(text: string, asText: (begin: string, rest: string) => string): string {
  return text.replace(THREAD_URL, (whole: string, begin: string, mark: string, host: string, path?: string) => {
    if (path === undefined) return whole;
    const isGitHub = /^(?:www\.|redirect\.)?github\.com(?::\d+)?$/i.test(host);
    return isGitHub ? `https://redirect.github.com${path}` : asText(begin, `${mark}${host}${path}`);
  });
}

/** Breaks references and mentions in Markdown. GitHub finds them in the rendered text, after it decoded entities and removed backslashes. */
export function breakReferences(text: string): string {
  return besideAddresses(
    unlinkThreads(text, (begin, rest) => `${begin}${BREAK}${rest}`).replace(
      /\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?=:?\s+https?:)/gi,
      `$1${BREAK}`,
    ),
    breakWords,
  );
}

function breakWords(words: string): string {
  return words
    .replace(TEX, `$&${BREAK}`)
    .replace(/&(?=#?\w+;)/g, `&${BREAK}`)
    .replace(/(#|\bGH-)(?=\d)|##(?=\[)|^[ \t]*:(?=:)/gim, `$&${BREAK}`)
    .replace(MENTION, `@${BREAK}`);
}

/** Breaks references and mentions with blanks, in text that is not Markdown: titles, and messages of commits. */
export function spaceReferences(text: string): string {
  return besideAddresses(
    unlinkThreads(text, (_, rest) => rest.replace(/^\W+/, "")),
    (words) =>
      words
        .replace(MENTION, "@ ")
        .replace(/#(?=\d)/g, "# ")
        .replace(/\bGH-(?=\d)/gi, "GH "),
  );
}
