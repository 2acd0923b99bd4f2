/** Blocks of code that GitHub draws. Of Mermaid the lines stay that can be seen in the picture; maps and solids show none of their source. */

import type { Count } from "./hidden-characters.ts";

const FENCE = /^[ \t>*+\-\d.)]*(`{3,}|~{3,})/;
const CLOSING = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;
const DRAWN = /[`~][ \t]*(mermaid|geojson|topojson|stl)\b/i;
/** Lines that say nothing in the picture: comments, words for screen readers, addresses, tooltips, styles, properties. */
const UNDRAWN =
  /^[ \t>]*(?:%%|accTitle\b|accDescr\b|click\b|classDef\b|style\b|linkStyle\b|cssClass\b|links?[ \t]|properties[ \t]|details[ \t]|callback\b)/i;
const BLOCK = /^[ \t>]*(?:(%%\{)|accDescr[ \t]*\{)/i;
/** Styles that hide what they are for; then nothing of the diagram is certain to be seen. */
const HIDING =
  /^[ \t>]*(?:classDef|style|linkStyle|%%\{)[^\n]*(?:display|visibility|opacity|font-size|color[ \t]*:[ \t]*(?:#?[ef][\da-f]|#?[012][\da-f]|white|black|transparent|rgb|hsl))/im;
/** HTML in a label, with an attribute that says how it is drawn. */
const STYLED = /<[a-z][^<>]*\s(?:style|hidden|class|color)\b/i;
/** The class of a node, behind its name or label. */
const CLASS = /:::[\w-]+/g;

/** Deletes what such blocks hide. */
export function withoutHiddenDiagrams(text: string, count: Count): string {
  if (!DRAWN.test(text)) return text;
  const lines = text.split("\n");
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    kept.push(line);
    if (!FENCE.test(line)) continue;
    const end = closingLine(lines, at);
    const body = lines.slice(at + 1, end);
    const [, kind = ""] = DRAWN.exec(line) ?? [];
    const shown = kind === "" ? body : shownOf(kind.toLowerCase(), body, count);
    count.comments += body.length - shown.length;
    kept.push(...shown);
    if (end < lines.length) kept.push(lines[end] ?? "");
    at = end;
  }
  return kept.join("\n");
}

function closingLine(lines: readonly string[], opening: number): number {
  const [, mark = ""] = FENCE.exec(lines[opening] ?? "") ?? [];
  for (let at = opening + 1; at < lines.length; at += 1) {
    if (CLOSING.exec(lines[at] ?? "")?.[1]?.startsWith(mark) === true) return at;
  }
  return lines.length;
}

function shownOf(kind: string, body: readonly string[], count: Count): readonly string[] {
  if (kind !== "mermaid" || [HIDING, STYLED].some((hiding) => hiding.test(body.join("\n")))) return [];
  const shown: string[] = [];
  let until: RegExp | undefined;
  for (const [index, line] of body.entries()) {
    if (until !== undefined) {
      const isOver = until.test(line);
      if (until === FRONT_MATTER && (isOver || /^[ \t>]*title:/.test(line))) shown.push(line);
      if (isOver) until = undefined;
      continue;
    }
    const [block, directive] = BLOCK.exec(line) ?? [];
    if (block !== undefined) {
      const end = directive === undefined ? /\}/ : /\}%%/;
      if (!end.test(line)) until = end;
    } else if (index === 0 && FRONT_MATTER.test(line)) {
      shown.push(line);
      until = FRONT_MATTER;
    } else if (!UNDRAWN.test(line)) shown.push(withoutClasses(line, count));
  }
  return shown;
}

function withoutClasses(line: string, count: Count): string {
  return line.replace(CLASS, () => {
    count.attributes += 1;
    return "";
  });
}

const FRONT_MATTER = /^[ \t>]*---[ \t]*$/;
