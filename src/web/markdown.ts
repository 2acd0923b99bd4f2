/** Turns elements into Markdown: headings, lists, tables, code, quotations and links. The caller says which elements are left out. */

import type { DefaultTreeAdapterTypes } from "parse5";
import { attributeOf } from "./hidden-parts.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface MarkdownOptions {
  /** Whether an element is left out with its content. */
  readonly leavesOut: (element: Element) => boolean;
  /** The address to which links are relative. */
  readonly base: URL;
}

/** A longer address is left out. */
const MAX_LINK_CHARS = 300;
/** The texts of links beside a heading that lead to the heading itself. */
const ANCHORS: ReadonlySet<string> = new Set(["§", "¶", "#", "🔗"]);
const HEADING = /^h([1-6])$/;
const BLOCKS: ReadonlySet<string> = new Set(
  (
    "address article aside body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form header " +
    "hgroup li main menu nav ol p section summary ul td th tr tbody thead tfoot legend"
  ).split(" "),
);

/** The blocks of text that are done, and the pieces of the line that is being written. A page may be one line of a megabyte. */
interface Page {
  readonly blocks: string[];
  line: string[];
}

/** The content of an element as Markdown. */
export function markdownOf(root: Element, { leavesOut, base }: MarkdownOptions): string {
  const children = (element: Element, page: Page): void => {
    for (const child of element.childNodes) add(child, page);
  };
  const blocksOf = (element: Element, put = children): readonly string[] => {
    const page: Page = { blocks: [], line: [] };
    put(element, page);
    end(page);
    return page.blocks;
  };
  const inline = (element: Element): string => blocksOf(element).join(" ").replaceAll(/\s+/g, " ").trim();

  function add(node: Node, page: Page): void {
    if (node.nodeName === "#text" && "value" in node) {
      const text = node.value.replaceAll(/[ \t\n\r\f]+/g, " ");
      write(page, endsBlank(page) ? text.trimStart() : text);
      return;
    }
    if (!("tagName" in node) || leavesOut(node)) return;
    const name = node.tagName;
    const level = HEADING.exec(name)?.[1];
    if (level !== undefined) return block(page, `${"#".repeat(Number(level))} `, inline(node));
    switch (name) {
      case "br":
        return write(page, "\n");
      case "hr":
        return block(page, "", "---");
      case "pre":
      case "xmp":
      case "listing":
        return block(page, "", fenced(node, leavesOut));
      case "ul":
      case "ol":
        return list(node, page);
      case "blockquote":
        return block(page, "", indented(blocksOf(node).join("\n\n"), "> ", "> "));
      case "dd":
        return block(page, "", indented(blocksOf(node).join("\n\n"), "  ", "  "));
      case "table":
        return table(node, page);
      case "code":
      case "kbd":
      case "samp":
      case "tt": {
        const text = inline(node);
        return write(page, text === "" ? "" : text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);
      }
      case "sup": {
        const text = inline(node);
        return write(page, text === "" ? "" : `^${text}`);
      }
      case "a":
        return link(node, page);
      default:
        if (!BLOCKS.has(name)) return children(node, page);
        end(page);
        children(node, page);
        return end(page);
    }
  }

  function list(element: Element, page: Page): void {
    end(page);
    const start = Number.parseInt(attributeOf(element, "start") ?? "1", 10) || 1;
    let number = start - 1;
    const items = element.childNodes.flatMap((child): readonly string[] => {
      if (!("tagName" in child) || leavesOut(child)) return [];
      const isList = child.tagName === "ul" || child.tagName === "ol";
      const text = blocksOf(child, isList ? list : children).join("\n");
      if (text === "") return [];
      number += 1;
      const mark = element.tagName === "ol" ? `${number}. ` : "- ";
      return [indented(text, mark, " ".repeat(mark.length))];
    });
    block(page, "", items.join("\n"));
  }

  /** Writes a table. One with a table inside or with a single column is only layout, so its content is written without it. */
  function table(element: Element, page: Page): void {
    end(page);
    const rows = rowsOf(element).filter((row) => !leavesOut(row));
    const cells = rows.map((row) =>
      row.childNodes.filter(
        (cell): cell is Element => "tagName" in cell && /^t[dh]$/.test(cell.tagName) && !leavesOut(cell),
      ),
    );
    const columns = cells.reduce((most, row) => Math.max(most, row.length), 0);
    const isLayout = columns < 2 || cells.some((row) => row.some((cell) => cell.childNodes.some(isTable)));
    if (isLayout) {
      children(element, page);
      return end(page);
    }
    for (const child of element.childNodes) if (child.nodeName === "caption") add(child, page);
    end(page);
    const lines = cells
      .map((row) => row.map((cell) => inline(cell).replaceAll("|", "\\|")))
      .filter((row) => row.some((cell) => cell !== ""))
      .map((row) => `| ${row.join(" | ")} |`);
    block(page, "", lines.toSpliced(1, 0, ...(lines.length > 1 ? [`|${" --- |".repeat(columns)}`] : [])).join("\n"));
  }

  function link(element: Element, page: Page): void {
    const href = attributeOf(element, "href");
    const text = inline(element);
    if (text === "" || (href?.startsWith("#") === true && ANCHORS.has(text))) return;
    const url = href === undefined || href.startsWith("#") ? undefined : URL.parse(href, base.href);
    const isShown = url?.protocol === "https:" || url?.protocol === "http:";
    const address = isShown ? url.href.replaceAll("(", "%28").replaceAll(")", "%29") : "";
    const isPlain = address === "" || address.length > MAX_LINK_CHARS;
    write(page, isPlain || text === address ? text : `[${text}](${address})`);
  }

  return blocksOf(root).join("\n\n");
}

function write(page: Page, text: string): void {
  if (text !== "") page.line.push(text);
}

function endsBlank({ line }: Page): boolean {
  return /\s$/.test(line.at(-1) ?? " ");
}

function end(page: Page): void {
  const text = page.line
    .join("")
    .trim()
    .replaceAll(/(?<! ) *\n */g, "\n");
  page.line = [];
  if (text !== "") page.blocks.push(text);
}

function block(page: Page, mark: string, text: string): void {
  end(page);
  if (text.trim() !== "") page.blocks.push(`${mark}${text}`);
}

function indented(text: string, first: string, rest: string): string {
  return text
    .split("\n")
    .map((line, index) => (index === 0 ? `${first}${line}` : line === "" ? rest.trimEnd() : `${rest}${line}`))
    .join("\n");
}

/** A block of code, whose fence is longer than every row of backticks in it. */
function fenced(element: Element, leavesOut: MarkdownOptions["leavesOut"]): string {
  const code = rawText(element, leavesOut).replace(/^\n/, "").trimEnd();
  if (code.trim() === "") return "";
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${languageOf(element)}\n${code}\n${fence}`;
}

function rawText(node: Node, leavesOut: MarkdownOptions["leavesOut"]): string {
  if (node.nodeName === "#text" && "value" in node) return node.value;
  if (node.nodeName === "br") return "\n";
  if (!("childNodes" in node)) return "";
  return node.childNodes
    .map((child) => ("tagName" in child && leavesOut(child) ? "" : rawText(child, leavesOut)))
    .join("");
}

function languageOf(element: Element): string {
  const inner = element.childNodes.filter((child): child is Element => child.nodeName === "code" && "tagName" in child);
  const classes = [element, ...inner].map((one) => attributeOf(one, "class") ?? "").join(" ");
  return /\b(?:language|lang|highlight-source)-([\w+#-]{1,20})/.exec(classes)?.[1] ?? "";
}

function rowsOf(table: Element): readonly Element[] {
  return table.childNodes.flatMap((child): readonly Element[] => {
    if (!("tagName" in child)) return [];
    if (child.tagName === "tr") return [child];
    return /^t(?:body|head|foot)$/.test(child.tagName) ? rowsOf(child) : [];
  });
}

function isTable(node: Node): boolean {
  return node.nodeName === "table" || ("childNodes" in node && node.childNodes.some(isTable));
}
