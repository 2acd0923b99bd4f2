/**
 * HTML as GitHub renders it: comments go, known tags lose every attribute that is not shown, unknown ones go with all they say,
 * and elements whose content is not displayed go whole.
 */

import { endTags, htmlIn, type HtmlTag } from "../markdown/html.ts";
import type { Markdown } from "../markdown/parse.ts";
import type { Cut } from "./cuts.ts";
import { undisguised } from "./hidden-characters.ts";
import { UNSHOWN_SCHEME } from "./hidden-links.ts";

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
/** Elements without content. */
const VOID: ReadonlySet<string> = new Set("br hr img wbr input source area link meta".split(" "));
/** What a reader sees or follows. A value with white space says something, so it goes too. */
const KEPT =
  /\s(href|src)\s*=\s*("[^"\s]{0,2000}"|'[^'\s]{0,2000}'|[^\s"'>]{1,2000})|\s(open|start|colspan|rowspan)(?:\s*=\s*["']?(\d*)["']?)?(?=[\s/>])/gi;
const HIDING =
  /\shidden(?=[\s=/>])|\sstyle\s*=\s*(?:"[^"]*|'[^']*|[^\s>]*)(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?!\.[1-9])|font-size\s*:\s*(?:0(?![.\d]*[1-9])|[12](?:\.\d+)?(?:px|pt))|color\s*:\s*(?:transparent|white\b|#fff|rgba?\(\s*255|rgba\([^)]*,\s*0?\.?0*\s*\)|hsl)|scale\(\s*0|opacity\(\s*0|z-index\s*:\s*-|(?:left|top|text-indent)\s*:\s*-\d{3}|(?:max-)?(?:height|width)\s*:\s*0(?!\.?\d*[1-9])|clip(?:-path)?\s*:)/i;

/** Cuts comments, what tags say without showing it, and elements that are not displayed. */
export function hiddenHtml(markdown: Markdown): readonly Cut[] {
  const tokens = htmlIn(markdown);
  const ends = endTags(tokens);
  const shrunk: string[] = [];
  const cuts: Cut[] = [];
  for (const token of tokens) {
    const last = cuts.at(-1);
    if (last !== undefined && token.from >= last.from && token.to <= last.to) continue;
    const cut = token.kind === "tag" ? cutOf(token, ends.get(token)) : ({ ...token, kind: "comments" } as const);
    if (cut !== undefined) cuts.push(cut);
    if (!token.isEndless) continue;
    cuts.push(...markdown.all("gfmFootnoteDefinition").map((note) => ({ ...note, kind: "elements" }) as const));
    break;
  }
  return [...cuts, ...cuts.flatMap((cut) => escapeBefore(cut, markdown))];

  function cutOf(tag: HtmlTag, end: HtmlTag | undefined): Cut | undefined {
    const { from, to, name, isClosing, source } = tag;
    if (!isClosing && (UNSHOWN.has(name) || HIDING.test(undisguised(source)) || isTiny(shrunk, name))) {
      return { from, to: end?.to ?? unclosedEnd(tag, markdown.text), kind: "elements" };
    }
    // An address that a reader does not see.
    const isEmptyLink = name === "a" && end !== undefined && markdown.text.slice(to, end.from).trim() === "";
    if (isEmptyLink) return { from, to: end.to, kind: "elements" };
    follow(shrunk, tag);
    const by = shown(tag);
    // The source has no marks of quotations in it, the text has.
    return by === source ? undefined : { from, to, by, kind: "attributes" };
  }
}

/** Of `Vec<Option<u8>>` readers see `Vec<Option>`, which must not become a tag itself. */
function escapeBefore({ from, to }: Cut, { text, isCode }: Markdown): readonly Cut[] {
  if (text.charAt(to) !== ">") return [];
  const [open = ""] = /<[A-Za-z/!?][^<>\n]*$/.exec(text.slice(Math.max(0, from - 1_000), from)) ?? [];
  const at = from - open.length;
  return open === "" || isCode(at) ? [] : [{ from: at, to: at, by: "\\", kind: "attributes" }];
}

/** Without an end tag an element that was hidden on purpose hides all the rest, others only themselves. */
function unclosedEnd({ name, to, source }: HtmlTag, text: string): number {
  const isEndless = !VOID.has(name) && (!UNSHOWN.has(name) || HIDING.test(undisguised(source)));
  return isEndless ? text.length : to;
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
    .filter(([, address, value = ""]) => address === undefined || !UNSHOWN_SCHEME.test(value))
    .map(([, address, value = "", flag, number]) =>
      address === undefined
        ? ` ${flag?.toLowerCase()}${number ? `="${number}"` : ""}`
        : ` ${address.toLowerCase()}="${value.replace(/^(["'])(.*)\1$/s, "$2").replaceAll('"', "%22")}"`,
    );
  return `<${name}${kept.join("")}>`;
}
