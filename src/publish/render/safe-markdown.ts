/**
 * Makes foreign Markdown harmless and keeps it readable: lists and code stay, headings become bold; images, HTML, alerts, mentions,
 * references to issues and disguised links do not stay. Each code block gets a new fence, so that this file and GitHub agree on
 * what is code.
 */

import { fenced, inline, LIKE_HEADING, plainText } from "../../base/plain-text.ts";
import { ancestorsOf, parseMarkdown, partIn, type Markdown } from "../../github/markdown/parse.ts";
import { merged, replaceRanges } from "../../github/markdown/ranges.ts";

/** An invisible character that ends a word. */
const BREAK = "\u200B";

/** One line of foreign text as plain words: no Markdown, no mention, no reference. */
export function safeInline(text: string): string {
  return breakReferences(inline(text));
}

/**
 * A sentence of this program or of a person, on one line: the same, but text between two single backticks is shown as code. Not for
 * names, paths and commands, in which a backtick is an ordinary character, nor for cells of tables.
 */
export function safeWords(text: string): string {
  const parts = plainText(text).replace(/\s+/g, " ").split("`");
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
  const withFences = withoutBreaksInCode(safeBlocks(text, safeProse));
  if (sameFences(fencesIn(plainText(text)), fencesIn(withFences))) return withFences;
  return withoutBreaksInCode(safeBlocks(text, (lines) => lines.map(safeLine)));
}

/** Markdown of the repository's own: it keeps its shape, but notifies no person and closes no issue. Code stays as it is. */
export function quietMarkdown(text: string): string {
  const quiet = (words: string): string =>
    breakReferences(words)
      .replace(/(?<![\w.])@(?=\w)/g, `@${BREAK}`)
      .replace(/^([ \t>*+\d.)-]*\/)(?=[a-z][\w-]*(?:\s|$))/gim, `$1${BREAK}`);
  const markdown = parsed(plainText(text));
  if (markdown === undefined) return quiet(plainText(text));
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
  const lines = plainText(text).split(/[\n\u2028\u2029]/);
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
  return current.replace(LIKE_HEADING, `$1${BREAK}$2`);
}

function boldHeadings({ text, all, source }: Markdown): string {
  return replaceRanges(text, all("atxHeading", "setextHeadingLine"), (own, { type, parts }) => {
    const words = source(parts.find((part) => part.type === "atxHeadingText"));
    const bold = words === "" ? BREAK : `**${words}**`;
    return type === "atxHeading" ? bold : `${BREAK}${own}`;
  });
}

/** A cap on the length of a body can cut a line this long in the middle of its code. */
const LONG_LINE = /^.{10000}/m;

function parsed(text: string): Markdown | undefined {
  return LONG_LINE.test(text) ? undefined : parseMarkdown(text);
}

/**
 * Takes the breaks out of inline and indented code, which people copy and in which GitHub finds no mention. The text is parsed with
 * its breaks, as GitHub reads it. Code over several lines keeps them, because a line of it could begin a block.
 */
function withoutBreaksInCode(text: string): string {
  const markdown = parsed(text);
  if (markdown === undefined) return text;
  const indented = markdown
    .all("codeIndented")
    .flatMap(({ parts }) => parts.filter(({ type }) => type === "codeFlowValue"));
  const spans = markdown.all("codeText").filter((span) => !markdown.source(span).includes("\n"));
  // Broken fences stay broken, and TeX where there are dollars: GitHub draws code between them as a formula.
  const breaks = text.includes("$") ? /(?<![`~\\])\u200B(?![`~])/g : /(?<![`~])\u200B(?![`~])/g;
  const code = [...spans, ...indented].toSorted((a, b) => a.from - b.from);
  return replaceRanges(text, code, (source) => source.replace(breaks, ""));
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
      .replace(/\[!(?=[A-Za-z]+\])/g, `[!${BREAK}`)
      // The address stays visible, because a link's text could name another address.
      .replaceAll("](", `]${BREAK}(`)
      // The label of a link definition can begin in a list, in a quote or on the line before.
      .replaceAll("]:", `]${BREAK}:`)
      .replaceAll("@", `@${BREAK}`)
      // A command to this program or to another one that reads comments.
      .replace(/^([ \t>*+\d.)-]*\/)(?=[a-z][\w-]*(?:\s|$))/i, `$1${BREAK}`),
  );
}

/** TeX commands that can draw a disguised link or hide text. Other formulas stay. */
const TEX =
  /\\(?=(?:href|url|unicode|style|data|class|cssId|label|require|html[A-Za-z]*|[hv]?phantom|(?:text|math|define)?color|f?colorbox|bbox|texttip|mathtip|toggle|[hm]space|[hm]skip|m?kern|raise(?:box)?|lower|move(?:left|right)|[gex]?def|(?:re)?newcommand|let|DeclareMathOperator)(?![A-Za-z]))/g;

/** The address of an issue, pull request or discussion, which GitHub would tell of the mention; or a host, to go on behind it. */
const THREAD_URL =
  /(https?:\/\/|\bwww\.)((?:(?!https?:\/\/)[^\s/])+)(?:((?:\/[^\s/]+){2}\/(?:issues|pull|pulls|discussions)\/)(?=\d))?/gi;

/** GitHub offers this host for links that make no back-link. Elsewhere an invisible character breaks the address. */
function unlinked(whole: string, protocol: string, host: string, path: string | undefined): string {
  if (path === undefined) return whole;
  const isGitHub = /^(?:www\.|redirect\.)?github\.com(?::\d+)?$/i.test(host);
  return isGitHub ? `https://redirect.github.com${path}` : `${protocol}${host}${path}${BREAK}`;
}

/** Breaks references. GitHub finds them in the rendered text, after it decoded entities and removed backslashes. */
export function breakReferences(text: string): string {
  return text
    .replace(TEX, `\\${BREAK}`)
    .replace(THREAD_URL, unlinked)
    .replace(/&(?=#?\w+;)/g, `&${BREAK}`)
    .replace(/(#|\bGH-)(?=\d)/gi, `$1${BREAK}`)
    .replace(/\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(:?\s+)(?=https?:)/gi, `$1${BREAK}$2${BREAK}`);
}
