/**
 * HTML as GitHub renders it: comments go, known tags lose every attribute that is not shown, unknown ones go with all they say,
 * and elements whose content is not displayed go whole.
 */

import { endTags, htmlIn, type HtmlTag, type HtmlToken } from "../markdown/html.ts";
import type { Markdown } from "../markdown/parse.ts";
import { firstEndingAfter, merged, replaceRanges } from "../markdown/ranges.ts";
import { escapeAt, sparing, type Cut } from "./cuts.ts";
import { undisguised } from "./hidden-characters.ts";
import { HIDING } from "./hiding.ts";
import { isUnshown } from "./hidden-links.ts";

/** The elements GitHub keeps and shows (github/markup's sanitising filter), `rp` and media left out. */
const SHOWN: ReadonlySet<string> = new Set(
  (
    "a abbr b bdi bdo blockquote br caption center cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 " +
    "hr i img ins kbd li mark ol p picture pre q rt ruby s samp small span strike strong sub summary sup table tbody td tfoot th " +
    "thead time tr tt u ul var wbr"
  ).split(" "),
);
/** Elements that are not displayed, or whose text is not. */
const UNSHOWN: ReadonlySet<string> = new Set(
  "script style template noscript head title iframe object audio video canvas svg math rp noembed noframes datalist".split(
    " ",
  ),
);
/** How much smaller text gets by GitHub's style or the browser's; nested, they shrink it to a line. */
const SHRINKING: Readonly<Record<string, number>> = { sub: 0.75, sup: 0.75, small: 0.85 };
/** Of the size of text around it: 7 of 14 pixels. */
const LEAST_SIZE = 0.5;
/** What a reader sees or follows. A value with white space says something, so it goes too. */
const KEPT =
  /\s(href|src)\s*=\s*("[^"\s]{0,2000}"|'[^'\s]{0,2000}'|[^\s"'>]{1,2000})|\s(open|start|colspan|rowspan)(?:\s*=\s*["']?(\d*)["']?)?(?=[\s/>])/gi;
/** Elements without content. */
const VOID: ReadonlySet<string> = new Set("br hr img wbr input source area link meta".split(" "));

/** Cuts comments, what tags say without showing it, and elements that are not displayed. What stands in `dropped` has no effect. */
export function hiddenHtml(markdown: Markdown, dropped: readonly Cut[]): readonly Cut[] {
  const tokens = htmlIn(markdown, dropped);
  const ends = endTags(tokens);
  const notes = markdown.all("gfmFootnoteDefinition");
  const unseen = merged(tokens.filter((token) => token.kind !== "tag" || token.name !== "img"));
  const seen = replaceRanges(markdown.text, unseen, (source) => " ".repeat(source.length));
  const words = Array.from(seen.matchAll(/\S+/g), ({ index, 0: word }) => ({ from: index, to: index + word.length }));
  const shrunk: string[] = [];
  const cuts: Cut[] = [];
  for (const token of tokens) {
    const last = cuts.at(-1);
    if (last !== undefined && token.from >= last.from && token.to <= last.to) continue;
    const plain = asText(token);
    const cut = token.kind === "tag" ? cutOf(token, ends.get(token)) : token;
    if (cut !== undefined) cuts.push(...inItsPlace({ ...cut, plain }, token.isInNote));
    if (!token.isEndless) continue;
    if (!token.isInNote) cuts.push(...notes);
    break;
  }
  return cuts;

  /** GitHub moves footnotes to the end: what begins before one goes on behind it, what begins in one goes on in the next. */
  function inItsPlace(cut: Cut, isInNote: boolean): readonly Cut[] {
    if (!isInNote) return sparing(cut, notes);
    const reached = notes.filter(({ from, to }) => from < cut.to && to > cut.from);
    return reached.map(({ from, to }) => ({ ...cut, from: Math.max(from, cut.from), to: Math.min(to, cut.to) }));
  }

  function cutOf(tag: HtmlTag, end: HtmlTag | undefined): Cut | undefined {
    const { from, to, name, isClosing, source } = tag;
    // The word `<script>` in a sentence stays a word.
    if (tag.isFiltered && (end === undefined || !UNSHOWN.has(name))) return asText(tag);
    // Browsers show nothing of a tag that never ends.
    if (tag.isEndless) return { from, to };
    if (!isClosing && HIDING.test(undisguised(source))) {
      return { from, to: end?.to ?? (VOID.has(name) ? to : markdown.text.length) };
    }
    if (!isClosing && UNSHOWN.has(name)) return { from, to: end?.to ?? to };
    if (!isClosing && isTiny(shrunk, name)) return { from, to: end?.to ?? markdown.text.length };
    // An address that a reader does not see.
    if (name === "a" && end !== undefined && (firstEndingAfter(words, to)?.from ?? Infinity) >= end.from) {
      return { from, to: end.to };
    }
    follow(shrunk, tag);
    const by = shown(tag);
    // The source has no marks of quotations in it, the text has.
    return by === source ? undefined : { from, to, by };
  }
}

/** In a block of HTML a backslash has no meaning. */
function asText({ from, isInBlock }: HtmlToken): ReturnType<typeof escapeAt> {
  return isInBlock ? { from, to: from + 1, by: "&lt;", isRewritten: true } : escapeAt(from);
}

/** Whether text in one more of these is too small to be seen. */
function isTiny(open: readonly string[], name: string): boolean {
  const size = [...open, name].reduce((product, each) => product * (SHRINKING[each] ?? 1), 1);
  return Object.hasOwn(SHRINKING, name) && size < LEAST_SIZE;
}

/** Keeps account of the shrinking elements that are open. */
function follow(open: string[], { name, isClosing }: HtmlTag): void {
  if (!Object.hasOwn(SHRINKING, name)) return;
  if (!isClosing) open.push(name);
  else if (open.includes(name)) open.splice(open.lastIndexOf(name), 1);
}

function shown({ name, isClosing, source }: HtmlTag): string {
  if (!SHOWN.has(name)) return "";
  if (/^<\/?[A-Za-z0-9]+\s*\/?>$/.test(source)) return source;
  if (isClosing) return `</${name}>`;
  const kept = [...source.matchAll(KEPT)]
    .filter(([, address, value = ""]) => address === undefined || !isUnshown(value))
    .map(([, address, value = "", flag, number]) =>
      address === undefined
        ? ` ${flag?.toLowerCase()}${number ? `="${number}"` : ""}`
        : ` ${address.toLowerCase()}="${value.replace(/^(["'])(.*)\1$/s, "$2").replaceAll('"', "%22")}"`,
    );
  return `<${name}${kept.join("")}>`;
}
