/** Markdown blocks that hold more than they show: info strings, and table cells beyond the columns. */

import { partIn, type Markdown, type MarkdownPart } from "../markdown/parse.ts";
import { escapeAt, type Cut } from "./cuts.ts";
import { undisguised } from "./hidden-characters.ts";

/** The language that a fenced block is named with: short, one word. */
export function languageOf(block: MarkdownPart, { source }: Markdown): string {
  const info = undisguised(source(partIn(block, "codeFencedFenceInfo")));
  return /^[\w+#.-]{1,20}(?=[\s{,:]|$)/.exec(info)?.[0] ?? "";
}

/** Cuts all of an info string but the language. */
export function hiddenInfo(markdown: Markdown): readonly Cut[] {
  return markdown.all("codeFenced").flatMap((block): readonly Cut[] => {
    const info = partIn(block, "codeFencedFenceInfo");
    if (info === undefined) return [];
    const { from } = info;
    const { to } = partIn(block, "codeFencedFenceMeta") ?? info;
    return [{ from, to, by: languageOf(block, markdown), plain: escapeAt(block.from) }];
  });
}

/** Cuts cells beyond the header's, which GitHub drops. */
export function excessCells({ text, all }: Markdown): readonly Cut[] {
  return all("table").flatMap((table) => {
    const columns = partIn(table, "tableRow")?.parts.filter(({ type }) => type === "tableHeader").length;
    const delimiters = partIn(table, "tableDelimiterRow")?.from ?? table.from;
    const rows = table.parts.find(({ type }) => type === "tableBody")?.parts ?? [];
    return rows.flatMap(({ parts, to }): readonly Cut[] => {
      const excess = parts.filter(({ type }) => type === "tableData").at(columns ?? 0);
      if (excess === undefined) return [];
      // The bar before a cell is a part of it.
      const from = text.charAt(excess.from) === "|" ? excess.from + 1 : excess.from;
      return [{ from, to, plain: escapeAt(delimiters) }];
    });
  });
}

const DRAWN = new Set(["mermaid", "geojson", "topojson", "stl"]);
/** Lines that say nothing in the picture: comments, words for screen readers, addresses, tooltips, styles, properties. */
const UNDRAWN =
  /^[ \t]*(?:%%|accTitle\b|accDescr\b|click\b|classDef\b|style\b|linkStyle\b|cssClass\b|links?[ \t]|properties[ \t]|details[ \t]|callback\b)/i;
const BLOCK = /^[ \t]*(?:(%%\{)|accDescr[ \t]*\{)/i;
/** Styles that hide what they are for; then nothing of the diagram is certain to be seen. */
const HIDING =
  /^[ \t]*(?:classDef|style|linkStyle|%%\{)[^\n]*(?:display|visibility|opacity|font-size|color[ \t]*:[ \t]*(?:#?[ef][\da-f]|#?[012][\da-f]|white|black|transparent|rgb|hsl))/im;
/** HTML in a label, with an attribute that says how it is drawn. */
const STYLED = /<[a-z][^<>]*\s(?:style|hidden|class|color)\b/i;
const FRONT_MATTER = /^[ \t]*---[ \t]*$/;
/** The class of a node, behind its name or label. */
const CLASS = /:::[\w-]+/g;

/** Cuts what such blocks hide. Mermaid is read by hand: its own parser weighs megabytes and keeps no positions. */
export function hiddenDiagrams(markdown: Markdown): readonly Cut[] {
  return markdown.all("codeFenced").flatMap((block) => {
    const language = languageOf(block, markdown).toLowerCase();
    if (!DRAWN.has(language)) return [];
    const lines = block.parts.filter(({ type }) => type === "codeFlowValue");
    const sources = lines.map(markdown.source);
    const hidesAll = language !== "mermaid" || [HIDING, STYLED].some((hiding) => hiding.test(sources.join("\n")));
    const hidden = hidesAll ? new Set(lines.keys()) : hiddenLines(sources);
    return lines.flatMap(({ from, to }, index): readonly Cut[] => {
      if (hidden.has(index)) return [{ from: markdown.text.lastIndexOf("\n", from) + 1, to: to + 1 }];
      return Array.from((sources[index] ?? "").matchAll(CLASS), (match) => {
        const start = from + match.index;
        return { from: start, to: start + match[0].length };
      });
    });
  });
}

/** Indexes of the lines of a Mermaid diagram that say nothing in the picture. */
function hiddenLines(lines: readonly string[]): ReadonlySet<number> {
  const hidden = new Set<number>();
  let until: RegExp | undefined;
  for (const [index, line] of lines.entries()) {
    if (until !== undefined) {
      const isOver = until.test(line);
      if (until !== FRONT_MATTER || !(isOver || /^[ \t]*title:/.test(line))) hidden.add(index);
      if (isOver) until = undefined;
      continue;
    }
    const [block, directive] = BLOCK.exec(line) ?? [];
    if (index === 0 && FRONT_MATTER.test(line)) until = FRONT_MATTER;
    else if (block !== undefined || UNDRAWN.test(line)) hidden.add(index);
    const end = directive === undefined ? /\}/ : /\}%%/;
    if (block !== undefined && !end.test(line)) until = end;
  }
  return hidden;
}
