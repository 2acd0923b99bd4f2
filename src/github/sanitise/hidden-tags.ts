/**
 * HTML as GitHub renders it: known tags lose every attribute that is not shown, unknown ones go with all they say, and elements
 * whose content is not displayed go whole. Certain code is left alone.
 */

import { certainCode, within } from "./certain-code.ts";
import type { Count } from "./hidden-characters.ts";
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

interface Tag {
  readonly end: number;
  readonly name: string;
  readonly closing: boolean;
  readonly source: string;
}

/** Deletes or trims every tag outside certain code. */
export function withoutHiddenTags(text: string, count: Count): string {
  const code = certainCode(text);
  const html = htmlLines(text);
  const open: string[] = [];
  let result = "";
  let done = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", Math.max(at + 1, done))) {
    if (within(code, at) || !/[A-Za-z/]/.test(text.charAt(at + 1)) || isAutolink(text, at)) continue;
    const tag = tagAt(text, at, html(at));
    if (tag === undefined) continue;
    const hides = !tag.closing && (UNSHOWN.has(tag.name) || HIDING.test(tag.source) || isTiny(open, tag));
    if (!hides) follow(open, tag);
    const trimmed = hides ? "" : shown(tag);
    if (trimmed === tag.source) continue;
    result += text.slice(done, at) + trimmed;
    done = hides ? elementEnd(text, tag) : tag.end;
    count[hides ? "elements" : "attributes"] += 1;
  }
  return withoutEmptyLinks(result + text.slice(done), count);
}

/** Whether text in one more of these is too small to be seen. */
function isTiny(open: readonly string[], { name }: Tag): boolean {
  const size = [...open, name].reduce((product, each) => product * (SHRINKING[each] ?? 1), 1);
  return Object.hasOwn(SHRINKING, name) && size < LEAST_SIZE;
}

/** Keeps account of the shrinking elements that are open. */
function follow(open: string[], { name, closing }: Tag): void {
  if (!Object.hasOwn(SHRINKING, name)) return;
  if (!closing) open.push(name);
  else if (open.includes(name)) open.splice(open.lastIndexOf(name), 1);
}

/** A link around nothing has an address that nobody sees. */
function withoutEmptyLinks(text: string, count: Count): string {
  if (!/<\/a>/i.test(text)) return text;
  const code = certainCode(text);
  return text.replace(/<a(?: href="[^"<>]{0,2000}")?>[ \t\n]{0,100}<\/a>/g, (whole: string, index: number) => {
    if (within(code, index)) return whole;
    count.elements += 1;
    return "";
  });
}

/** Whether Markdown is off at an offset: a line of the same paragraph, up to here, begins with a tag. */
function htmlLines(text: string): (at: number) => boolean {
  const starts = [...text.matchAll(/^[ \t>*+\-\d.)]*<[A-Za-z/!?]/gm)].map(
    ({ index, 0: line }) => index + line.length - 2,
  );
  const pause = /\n[ \t]*\n/;
  let next = 0;
  let since: number | undefined;
  // Asked in ascending order, so each stretch of text is looked at once.
  return (at) => {
    let start = starts[next];
    while (start !== undefined && start <= at) {
      since = start;
      next += 1;
      start = starts[next];
    }
    if (since === undefined) return false;
    const stretch = text.slice(since, at);
    if (pause.test(stretch)) since = undefined;
    else since = at;
    return since !== undefined;
  };
}

/** Autolinks and mail addresses in angle brackets are shown as they are. */
function isAutolink(text: string, at: number): boolean {
  return /^<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[\w.+-]{1,64}@[\w.-]{1,253})>/.test(
    text.slice(at, at + 2100),
  );
}

/** The tag at `at`; undefined where GitHub shows the characters themselves. */
function tagAt(text: string, at: number, html: boolean): Tag | undefined {
  const [head = "", slash = "", name = ""] = /^<(\/?)([A-Za-z][^\s/>]{0,99})/.exec(text.slice(at, at + 102)) ?? [];
  if (head === "") return undefined;
  // `Foo<a, b>` is no tag to Markdown, but it is one to HTML.
  if (!html && !/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) return undefined;
  const end = tagEnd(text, at + head.length, html);
  if (end === undefined) return undefined;
  return { end, name: name.toLowerCase(), closing: slash !== "", source: text.slice(at, end) };
}

/** Past the `>`. Quotes hide one only when they are closed. An endless tag hides the rest of its paragraph inside HTML, and is text elsewhere. */
function tagEnd(text: string, from: number, html: boolean): number | undefined {
  const pause = /\n[ \t]*\n/g;
  pause.lastIndex = from;
  const limit = Math.min(pause.exec(text)?.index ?? text.length, from + 16_000);
  for (let at = from; at < limit; at += 1) {
    const char = text.charAt(at);
    if (char === ">") return at + 1;
    if (char !== '"' && char !== "'") continue;
    const close = text.indexOf(char, at + 1);
    if (close !== -1 && close < limit && /=\s*$/.test(text.slice(Math.max(from, at - 10), at))) at = close;
  }
  if (html) return limit;
  const plain = text.indexOf(">", from);
  return plain === -1 || plain >= limit ? undefined : plain + 1;
}

function shown({ name, closing, source }: Tag): string {
  if (!SHOWN.has(name)) return "";
  if (closing) return `</${name}>`;
  const kept = [...source.matchAll(KEPT)]
    .filter(([, address, value = ""]) => address === undefined || !UNSHOWN_SCHEME.test(value))
    .map(([, address, value = "", flag, number]) =>
      address === undefined
        ? ` ${flag?.toLowerCase()}${number ? `="${number}"` : ""}`
        : ` ${address.toLowerCase()}="${value.replace(/^(["'])(.*)\1$/s, "$2").replaceAll('"', "%22")}"`,
    );
  return `<${name}${kept.join("")}>`;
}

/** Past the matching end tag. Without one: an element that was hidden on purpose hides all the rest, others only themselves. */
function elementEnd(text: string, { name, end, source }: Tag): number {
  if (VOID.has(name)) return end;
  const tags = new RegExp(
    String.raw`<(/?)${name.replace(/[^a-z0-9-]/g, String.raw`\$&`)}(?=[\s/>])[^>]{0,2000}>`,
    "gi",
  );
  tags.lastIndex = end;
  let depth = 1;
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    depth += tag[1] === "/" ? -1 : 1;
    if (depth === 0) return tag.index + tag[0].length;
  }
  return UNSHOWN.has(name) && !HIDING.test(source) ? end : text.length;
}
