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
    return [{ from, to, by: languageOf(block, markdown), kind: "attributes", plain: escapeAt(block.from) }];
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
      return [{ from, to, kind: "elements", plain: escapeAt(delimiters) }];
    });
  });
}
