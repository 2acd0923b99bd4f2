/**
 * What TeX says without showing it: comments, phantoms, labels, definitions, text in the colour of the page. GitHub draws `$…$`,
 * `$$…$$` and blocks of the language `math`; everything that may be one of these is taken for one.
 */

import type { Markdown, MarkdownPart } from "../markdown/parse.ts";
import type { HiddenCount } from "./cuts.ts";
import { languageOf } from "./hidden-blocks.ts";

const DISPLAY = /\$\$([^$]{1,10000})\$\$/dg;
/** As a price is written, it is none. */
const INLINE = /(?<![\w$\\])\$(?=[^\s$])([^$\n]{1,2000})(?<=[^\s\\])\$(?![\w$])/dg;

/** Start (inclusive) and end (exclusive) offsets. */
type Range = readonly [number, number];

/** Deletes it. TeX is read by hand: no parser knows how GitHub and MathJax share the work. */
export function withoutHiddenMath(markdown: Markdown, tally: HiddenCount): string {
  const { text, isCode } = markdown;
  if (!/\$|\\|math/i.test(text)) return text;
  const outside = [DISPLAY, INLINE].flatMap((pattern) => contentsOf(text, pattern)).filter(([at]) => !isCode(at));
  const drawn = [...drawnCode(markdown), ...outside].toSorted((a, b) => a[0] - b[0]);
  let result = "";
  let done = 0;
  for (const [from, to] of drawn) {
    if (from < done) continue;
    result += withoutPhantoms(text.slice(done, from), isCode, done, tally) + shownTex(text.slice(from, to), tally);
    done = to;
  }
  return result + withoutPhantoms(text.slice(done), isCode, done, tally);
}

/** Where the content of each match is: its last group. */
function contentsOf(text: string, pattern: RegExp): readonly Range[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ indices }) => {
    const content = indices?.at(-1);
    return content === undefined ? [] : [content];
  });
}

/** Code that is drawn as a formula: in blocks of the language `math`, and in spans between dollars. */
function drawnCode(markdown: Markdown): readonly Range[] {
  const { text, all } = markdown;
  const blocks = all("codeFenced").filter((block) => languageOf(block, markdown).toLowerCase() === "math");
  const spans = all("codeText").filter(({ from, to }) => text.charAt(from - 1) === "$" && text.charAt(to) === "$");
  return [
    ...blocks.map((block) => contentOf(block, "codeFlowValue")),
    ...spans.map((span) => contentOf(span, "codeTextData")),
  ];
}

function contentOf({ parts, to }: MarkdownPart, type: "codeFlowValue" | "codeTextData"): Range {
  const content = parts.filter((part) => part.type === type);
  return [content[0]?.from ?? to, content.at(-1)?.to ?? to];
}

/** Phantoms go everywhere but in code: whether there is math around them is the one thing that is hard to tell. */
function withoutPhantoms(text: string, isCode: Markdown["isCode"], offset: number, tally: HiddenCount): string {
  return withoutCalls(text, PHANTOM, tally, { mayGo: ({ index }) => !isCode(offset + index) });
}

const PHANTOM = /\\[hv]?phantom(?![A-Za-z])/g;
/** Nothing of their one argument is drawn. */
const UNDRAWN = /\\(?:[hv]?phantom|label|require|class|cssId)(?![A-Za-z])/g;
const DEFINITION =
  /\\(?:(?:g|e|x)?def|(?:re)?newcommand|DeclareMathOperator|newenvironment|let)\*?(?![A-Za-z])[^{}\n]{0,200}(?:\{\\[A-Za-z]{1,100}\}(?:\[[^\]\n]{0,100}\]){0,2})?/g;
const STYLED = /\\(?:style|data)(?![A-Za-z])/g;
const PAINTED = /\\(?:textcolor|mathcolor|colorbox)(?![A-Za-z])\s*(?:(\[\w*\])\s*)?\{([^{}]*)\}/g;
const COLOR = /\\color(?![A-Za-z])\s*(?:(\[\w*\])\s*)?\{([^{}]*)\}/g;
const ADDRESS = /(\\href\s*)\{[^{}]+\}/g;
/**
 * What can hide anything around it: tooltips, attributes, boxes, moves to the left or far away, colours that are defined or lie
 * on a coloured ground. Such a formula goes whole.
 */
const HIDING =
  /\\(?:texttip|mathtip|toggle|bbox|html[A-Za-z]*|definecolor|fcolorbox)(?![A-Za-z])|\\(?:[hm]space|[hm]skip|m?kern|raise|lower|raisebox|moveleft|moveright)\*?\s*(?:\{\s*)?(?:-|\d{2})/;
const GROUND = /\\colorbox/;
const COLOURED = /\\(?:text|math)?color(?![A-Za-z])/;

function shownTex(tex: string, tally: HiddenCount): string {
  if (HIDING.test(tex) || (GROUND.test(tex) && COLOURED.test(tex))) {
    tally.hidden += 1;
    return "";
  }
  let shown = tex.replace(/((?<!\\)(?:\\\\)*)%[^\n]*/g, (_, before: string) => {
    tally.hidden += 1;
    return before;
  });
  shown = withoutCalls(shown, UNDRAWN, tally);
  shown = withoutCalls(shown, DEFINITION, tally);
  shown = withoutCalls(shown, STYLED, tally, { endOf: (text, from) => groupEnd(text, groupEnd(text, from)) });
  shown = withoutCalls(shown, PAINTED, tally, { mayGo: isUnreadable });
  // A colour holds to the end of the group in which it is set.
  shown = withoutCalls(shown, COLOR, tally, { mayGo: isUnreadable, endOf: closing });
  return shown.replace(ADDRESS, (_, command: string) => {
    tally.hidden += 1;
    return `${command}{}`;
  });
}

interface Calls {
  readonly mayGo?: (call: RegExpExecArray) => boolean;
  /** Where the text that goes with a command ends: behind the group that follows it when left out. */
  readonly endOf?: (text: string, from: number) => number;
}

function withoutCalls(
  text: string,
  pattern: RegExp,
  tally: HiddenCount,
  { mayGo = () => true, endOf = groupEnd }: Calls = {},
): string {
  let result = "";
  let done = 0;
  for (const call of text.matchAll(pattern)) {
    const { index, 0: command } = call;
    if (index < done || !mayGo(call)) continue;
    tally.hidden += 1;
    result += text.slice(done, index);
    done = endOf(text, index + command.length);
  }
  return result + text.slice(done);
}

/** `[HTML]` is how hex is marked; of other models the numbers are not read. */
function isUnreadable([, model = "", colour = ""]: RegExpExecArray): boolean {
  return !(/^(?:\[(?:HTML|named)\])?$/.test(model) && isReadableColour(colour));
}

/** Past the group, or the one character, that stands next; options in brackets are passed over. */
function groupEnd(text: string, from: number): number {
  const [blank = ""] = /^(?:\s|\[[^\]\n]{0,100}\])*/.exec(text.slice(from, from + 300)) ?? [];
  const at = from + blank.length;
  return text.charAt(at) === "{" ? Math.min(closing(text, at + 1) + 1, text.length) : Math.min(at + 1, text.length);
}

/** The brace that closes the group begun before `from`; the end of the text where none does. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "{") depth += 1;
    else if (char === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** As TeX names them, for those that can. What is not listed counts as unreadable. */
const NAMED: Readonly<Record<string, string>> = {
  red: "ff0000",
  blue: "0000ff",
  green: "008000",
  orange: "ffa500",
  purple: "800080",
  brown: "a52a2a",
  gray: "808080",
  grey: "808080",
  teal: "008080",
  magenta: "ff00ff",
  violet: "ee82ee",
  olive: "808000",
  crimson: "dc143c",
  royalblue: "4169e1",
  steelblue: "4682b4",
  forestgreen: "228b22",
  darkgreen: "006400",
  darkorange: "ff8c00",
  darkred: "8b0000",
};

/** The dark page's #0d1117; the light one is white. */
const DARK_LUMINANCE = 0.0056;
/** WCAG asks for 4.5 to read well; below this a reader may not see that there is anything. */
const LEAST_CONTRAST = 1.5;

/** `colour` is a name or RRGGBB or RGB in hex; other notations are a no. */
function isReadableColour(colour: string): boolean {
  const word = colour.trim().toLowerCase();
  const hex = Object.hasOwn(NAMED, word) ? (NAMED[word] ?? "") : word.replace(/^#/, "");
  if (!/^(?:[\da-f]{3}|[\da-f]{6})$/.test(hex)) return false;
  const light = luminance(hex.length === 3 ? hex.replace(/./g, "$&$&") : hex);
  return 1.05 / (light + 0.05) >= LEAST_CONTRAST && (light + 0.05) / (DARK_LUMINANCE + 0.05) >= LEAST_CONTRAST;
}

/** Relative luminance of sRGB (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
