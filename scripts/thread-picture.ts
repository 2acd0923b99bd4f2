/**
 * docs/thread.svg: the comments of a thread as GitHub shows them, without long paragraphs and folded parts. It understands only the
 * Markdown that the program's renderers write.
 */

import type { ThreadComment } from "./thread-comments.ts";

/** A line of a comment as it is drawn. */
interface Line {
  readonly kind: "title" | "subtitle" | "text" | "item" | "code" | "added" | "gap";
  readonly text: string;
}

const WIDTH = 760;
const LEFT = 56;
const LINE = 20;
const HEAD = 34;
const PAD = 12;
const BETWEEN = 14;
/** Longer paragraphs are left out. They explain, and a picture is read at a glance. */
const MAX_PARAGRAPH = 110;

const STYLE = `
  text { font: 13px -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 } .subtitle, .bold { font-weight: 600 } .muted { fill: #59636e }
  .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 12px }
  .card { fill: #ffffff; stroke: #d1d9e0 } .head { fill: #f6f8fa; stroke: #d1d9e0 } .person { fill: #8250df } .bot { fill: #1f2328 }
  .initial { fill: #ffffff; font-weight: 600; text-anchor: middle } .added { fill: #1a7f37 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .muted { fill: #9198a1 } .card { fill: #0d1117; stroke: #3d444d } .head { fill: #151b23; stroke: #3d444d }
    .bot { fill: #6e7681 } .added { fill: #3fb950 }
  }`;

/** The picture. The same comments give the same bytes. */
export function threadPicture(comments: readonly ThreadComment[]): string {
  let top = 1;
  const cards = comments.map((comment) => {
    const lines = linesOf(comment.markdown);
    const height = HEAD + PAD * 2 + lines.reduce((sum, line) => sum + heightOf(line), 0) - 4;
    const drawn = card(comment, lines, { top, height });
    top += height + BETWEEN;
    return drawn;
  });
  const height = top - BETWEEN + 1;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>A thread: a command, an action that waits, its approval, the result</title>`,
    `<style>${STYLE}\n</style>`,
    ...cards,
    "</svg>\n",
  ].join("\n");
}

/** The drawn lines of a comment: headings, short paragraphs, first items of lists, diffs. */
function linesOf(markdown: string): Line[] {
  const lines = blocksOf(markdown.replace(/<details>[^]*?<\/details>/g, "")).flatMap(blockLines);
  return lines.filter((line, index) => line.kind !== "gap" || (index > 0 && index < lines.length - 1));
}

/** Paragraphs, lists and fenced blocks; a fence may hold empty lines. */
function blocksOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```[^]*?^```$|(?:^.+(?:\n(?!```)|$))+/gm)].map(([block]) => block.trim());
}

function blockLines(block: string): Line[] {
  const [first = ""] = block.split("\n", 1);
  const gap: Line = { kind: "gap", text: "" };
  if (block === "" || block.startsWith("<") || block.endsWith(":")) return [];
  if (block.startsWith("### ")) return [gap, { kind: "title", text: first.slice(4) }];
  if (block.startsWith("#### ")) return [gap, { kind: "subtitle", text: first.slice(5) }];
  if (block.startsWith("```diff")) return [gap, ...diffLines(block), gap];
  if (block.startsWith("```")) return [];
  if (block.startsWith("- ")) return [{ kind: "item", text: first.slice(2) }];
  if (block.startsWith(">")) {
    const quoted = block.split("\n").map((line) => line.replace(/^> ?/, ""));
    return [gap, ...quoted.flatMap((text): Line[] => (text === "" ? [] : [{ kind: "text", text: `│  ${text}` }]))];
  }
  if (block.length > MAX_PARAGRAPH && !block.includes("\n")) return [];
  return [gap, ...block.split("\n").map((text): Line => ({ kind: "text", text }))];
}

/** The lines of a diff that change something. */
function diffLines(block: string): Line[] {
  return block
    .split("\n")
    .filter((line) => /^[+-](?![+-]{2})./.test(line))
    .map((text): Line => ({ kind: text.startsWith("+") ? "added" : "code", text }));
}

function heightOf({ kind }: Line): number {
  return kind === "gap" ? 6 : kind === "title" ? 24 : LINE;
}

interface Place {
  readonly top: number;
  readonly height: number;
}

function card({ author, isBot }: ThreadComment, lines: readonly Line[], { top, height }: Place): string {
  const kind = isBot ? "bot" : "person";
  const name = `${escape(author)}<tspan class="muted" dx="5">${isBot ? "bot commented" : "commented"}</tspan>`;
  let y = top + HEAD + PAD + 10;
  const drawn = lines.map((line) => {
    const text = `<text x="${LEFT + 16}" y="${y}"${line.kind === "text" ? "" : ` class="${classOf(line)}"`}>${inline(line)}</text>`;
    y += heightOf(line);
    return line.kind === "gap" ? "" : text;
  });
  return [
    `<circle class="${kind}" cx="21" cy="${top + 18}" r="17"/><text class="initial" x="21" y="${top + 23}">${escape(author.slice(0, 1))}</text>`,
    `<rect class="card" x="${LEFT}" y="${top}" width="${WIDTH - LEFT - 1}" height="${height}" rx="6"/>`,
    `<path class="head" d="M${LEFT} ${top + HEAD}V${top + 6}q0-6 6-6H${WIDTH - 7}q6 0 6 6V${top + HEAD}Z"/>`,
    `<text class="bold" x="${LEFT + 16}" y="${top + 22}">${name}</text>`,
    ...drawn.filter((text) => text !== ""),
  ].join("\n");
}

function classOf({ kind }: Line): string {
  return kind === "added" ? "code added" : kind;
}

/** A line as SVG, with bold text, code and links. */
function inline({ kind, text }: Line): string {
  if (kind === "code" || kind === "added") return escape(text);
  const shown = kind === "item" ? `•  ${text}` : text;
  return shown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .map((part) => {
      if (part.startsWith("`")) return `<tspan class="code">${escape(part.slice(1, -1))}</tspan>`;
      if (part.startsWith("**")) return `<tspan class="bold">${escape(part.slice(2, -2))}</tspan>`;
      return escape(part);
    })
    .join("");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
