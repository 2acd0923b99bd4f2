/** Blocks of code that GitHub draws. Of Mermaid the lines stay that can be seen in the picture; maps and solids show none of their source. */

import type { Markdown } from "../markdown/parse.ts";
import type { Cut } from "./cuts.ts";
import { languageOf } from "./hidden-blocks.ts";

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
      if (hidden.has(index)) return [{ from: markdown.text.lastIndexOf("\n", from) + 1, to: to + 1, kind: "comments" }];
      return Array.from((sources[index] ?? "").matchAll(CLASS), (match) => {
        const start = from + match.index;
        return { from: start, to: start + match[0].length, kind: "attributes" };
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
