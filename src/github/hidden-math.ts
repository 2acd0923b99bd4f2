/**
 * What TeX says without showing it: comments, phantoms, labels, definitions, text in the colour of the page. GitHub draws `$…$`,
 * `$$…$$` and blocks of the language `math`; everything that may be one of these is taken for one.
 */

import { certainCode, within, type Range } from "./certain-code.ts";
import type { Count } from "./hidden-characters.ts";

const FENCE = /^[ \t>*+\-\d.)]*(`{3,}|~{3,})[ \t]*math\b[^\n]*\n([^]*?)(?:^[ \t>]*\1[`~]*[ \t]*$|(?![^]))/dgim;
const DISPLAY = /\$\$([^$]{1,10000})\$\$/dg;
const TICKED = /\$`([^`\n]{1,2000})`\$/dg;
/** As a price is written, it is none. */
const INLINE = /(?<![\w$\\])\$(?=[^\s$])([^$\n]{1,2000})(?<=[^\s\\])\$(?![\w$])/dg;

/** Deletes it. */
export function withoutHiddenMath(text: string, count: Count): string {
  if (!/\$|\\|(?:`{3}|~{3})[ \t]*math/i.test(text)) return text;
  const code = certainCode(text);
  const outside = [DISPLAY, INLINE].flatMap((pattern) => contentsOf(text, pattern)).filter(([at]) => !within(code, at));
  const drawn = [...contentsOf(text, FENCE), ...contentsOf(text, TICKED), ...outside].toSorted((a, b) => a[0] - b[0]);
  let result = "";
  let done = 0;
  for (const [from, to] of drawn) {
    if (from < done) continue;
    result += withoutPhantoms(text.slice(done, from), code, done, count) + shownTex(text.slice(from, to), count);
    done = to;
  }
  return result + withoutPhantoms(text.slice(done), code, done, count);
}

/** Where the content of each match is: its last group. */
function contentsOf(text: string, pattern: RegExp): readonly Range[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ indices }) => {
    const content = indices?.at(-1);
    return content === undefined ? [] : [content];
  });
}

/** Phantoms go everywhere but in certain code: whether there is math around them is the one thing that is hard to tell. */
function withoutPhantoms(text: string, code: readonly Range[], offset: number, count: Count): string {
  return withoutCalls(text, PHANTOM, count, (at) => !within(code, offset + at));
}

const PHANTOM = /\\[hv]?phantom(?![A-Za-z])/g;
/** Nothing of their one argument is drawn. */
const UNDRAWN = /\\(?:[hv]?phantom|label|require|class|cssId)(?![A-Za-z])/g;
const DEFINITION =
  /\\(?:(?:g|e|x)?def|(?:re)?newcommand|DeclareMathOperator|newenvironment|let)\*?(?![A-Za-z])[^{}\n]{0,200}(?:\{\\[A-Za-z]{1,100}\}(?:\[[^\]\n]{0,100}\]){0,2})?/g;
const STYLED =
  /\\(?:style|data)(?![A-Za-z])|\\(?:textcolor|f?colorbox)(?![A-Za-z])(?=\s*(?:\[\w*\])?\s*\{\s*PALE\s*\})/;
const ADDRESS = /(\\href\s*)\{[^{}]+\}/g;
/** Names and numbers of colours near to that of a page, light or dark. */
const PALE = String.raw`(?:white|black|transparent|snow|ivory|whitesmoke|ghostwhite|floralwhite|seashell|#?(?:[ef][\da-f]?){3}|#?(?:[012][\da-f]?){3}|(?:rgba?|hsla?)\([^{}]*\))`;
const PAINTED = new RegExp(STYLED.source.replace("PALE", PALE), "gi");
const COLOR = new RegExp(String.raw`\\color(?![A-Za-z])\s*(?:\[\w*\])?\s*\{\s*${PALE}\s*\}`, "gi");

function shownTex(tex: string, count: Count): string {
  let shown = tex.replace(/((?<!\\)(?:\\\\)*)%[^\n]*/g, (_, before: string) => {
    count.comments += 1;
    return before;
  });
  shown = withoutCalls(shown, UNDRAWN, count);
  shown = withoutCalls(shown, DEFINITION, count);
  shown = withoutCalls(shown, PAINTED, count, () => true, 2);
  shown = withoutRest(shown, count);
  return shown.replace(ADDRESS, (_, command: string) => {
    count.attributes += 1;
    return `${command}{}`;
  });
}

/** Deletes commands with the groups that follow them. */
function withoutCalls(
  text: string,
  pattern: RegExp,
  count: Count,
  mayGo: (at: number) => boolean = () => true,
  groups = 1,
): string {
  let result = "";
  let done = 0;
  for (const { index, 0: command } of text.matchAll(pattern)) {
    if (index < done || !mayGo(index)) continue;
    let end = index + command.length;
    for (let left = groups; left > 0; left -= 1) end = groupEnd(text, end);
    count.elements += 1;
    result += text.slice(done, index);
    done = end;
  }
  return result + text.slice(done);
}

/** A colour holds to the end of the group it is set in. */
function withoutRest(text: string, count: Count): string {
  let result = "";
  let done = 0;
  for (const { index, 0: command } of text.matchAll(COLOR)) {
    if (index < done) continue;
    count.elements += 1;
    result += text.slice(done, index);
    done = closing(text, index + command.length);
  }
  return result + text.slice(done);
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
