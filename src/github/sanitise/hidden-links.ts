/** What Markdown links and images say without showing it: titles, alternatives, links without text, definitions nobody uses. */

import { certainCode, within, type Range } from "./certain-code.ts";
import type { Count } from "./hidden-characters.ts";

/** Schemes that GitHub takes out of links, so that nobody sees where they go. Also where it is half written as an entity. */
export const UNSHOWN_SCHEME = /^[\s<"']*(?:data|javascript|vbscript)\s*(?::|&|\\|%3a)/i;

/** Deletes titles, alternatives and names of references; a link without text goes whole. */
export function withoutLinkSecrets(text: string, count: Count): string {
  const code = certainCode(text);
  const pairs = bracketPairs(text, code);
  const targets = targetsIn(text);
  const cuts: Cut[] = [];
  for (const [open, close] of pairs) {
    const image = text.charAt(open - 1) === "!" && text.charAt(open - 2) !== "\\";
    const inner = text.slice(open + 1, close);
    const next = text.charAt(close + 1);
    const target = next === "(" ? targetAt(text, close + 2) : undefined;
    if (target?.title !== undefined) cuts.push({ from: target.title[0], to: target.title[1], by: "" });
    const shortcut = target === undefined && (next === "[" || targets.has(labelOf(inner)));
    if (target !== undefined && UNSHOWN_SCHEME.test(text.slice(...target.address))) {
      cuts.push({ from: target.address[0], to: target.address[1], by: "" });
    }
    const name = target === undefined ? nameAt(text, close + 1) : undefined;
    const named = name === undefined || labelOf(name) === labelOf(inner) ? undefined : targets.get(labelOf(name));
    if (name !== undefined && named !== undefined) {
      cuts.push({ from: close + 1, to: close + 3 + name.length, by: `(${named})` });
    }
    if (image && inner !== "" && (target !== undefined || shortcut)) cuts.push({ from: open + 1, to: close, by: "" });
    if (!image && inner.trim() === "" && target !== undefined) cuts.push({ from: open, to: target.end, by: "" });
  }
  count.attributes += cuts.length;
  return cut(text, cuts);
}

/** Where definitions point, by label; the first of a label counts. */
function targetsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { groups } of text.matchAll(DEFINITION)) {
    const { label = "", target = "" } = groups ?? {};
    if (found.has(labelOf(label))) continue;
    found.set(labelOf(label), target.startsWith("<") || !/[()\\]/.test(target) ? target : `<${target}>`);
  }
  return found;
}

/** The name in the brackets at `from`, as in `[text][name]`. */
function nameAt(text: string, from: number): string | undefined {
  const [, name] = /^\[((?:[^[\]\\]|\\.){1,999})\]/.exec(text.slice(from, from + 1001)) ?? [];
  return name;
}

/** White space up to the next piece of a definition, which may stand on a line of its own, in a quote too. */
const GAP = String.raw`[ \t]*(?:\n[ \t>]*)?`;
const LABEL = String.raw`(?!\^)(?:[^[\]\\\n]|\\[^]|\n(?![ \t>]*\n)){1,999}`;
/** Between a pair of quotes, over lines but not over an empty one. */
const quoted = (close: string): string => String.raw`(?:[^${close}\\\n]|\\[^]|\n(?![ \t>]*\n))*${close}`;
const TITLE = String.raw`(?:"${quoted('"')}|'${quoted("'")}|\(${quoted(String.raw`\)`)})`;
const DEFINITION = new RegExp(
  String.raw`^(?<lead>[ \t>*+\-\d.)]*)\[(?<label>${LABEL})\]:${GAP}(?<target><(?:[^<>\\\n]|\\.)*>|[^\s]+)` +
    String.raw`(?<title>(?:[ \t]+|[ \t]*\n[ \t>]*)${TITLE})?[ \t]*$`,
  "gm",
);
/** Labels that people use for comments; such a line is one even where its title is malformed. */
const COMMENT_LINE = /^[ \t>*+\-\d.)]*\[(?:\/\/|#|comment|_|-)\]:.*$/gim;
const FOOTNOTE = /^[ \t>]*\[\^([^\]\s]+)\]:.*(?:\n(?![ \t]*$|[ \t>]*\[\^).*)*(?:\n[ \t]*\n {2,}.*)*/gm;

/** Deletes definitions and footnotes that no text refers to, or that came after one of the same label, and all titles. */
export function withoutHiddenDefinitions(text: string, count: Count): string {
  const code = certainCode(text);
  const used = usedLabels(text, code);
  const known = new Set<string>();
  const edit = (whole: string, index: number, replacement: () => string): string => {
    if (within(code, index)) return whole;
    const kept = replacement();
    if (kept !== whole) count.definitions += 1;
    return kept;
  };
  const isShown = (label: string): boolean => {
    const isFirst = !known.has(label);
    known.add(label);
    return isFirst && used.has(label);
  };
  return (
    text
      .replace(DEFINITION, (whole: string, ...rest: unknown[]) => {
        const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
        const index = Number(rest.at(-3));
        const { lead = "", label = "", target = "" } = groups;
        const shown = UNSHOWN_SCHEME.test(target) ? "#" : target;
        return edit(whole, index, () => (isShown(labelOf(label)) ? `${lead}[${label}]: ${shown}` : ""));
      })
      // After whole definitions: the title of one may go over many lines, and all of them are hidden.
      .replace(COMMENT_LINE, (whole: string, index: number) => edit(whole, index, () => ""))
      .replace(FOOTNOTE, (whole: string, label: string, index: number) =>
        edit(whole, index, () => (isShown(labelOf(`^${label}`)) ? whole : "")),
      )
  );
}

/** Labels in brackets anywhere but at a definition of their own. */
function usedLabels(text: string, code: readonly Range[]): ReadonlySet<string> {
  const uses = bracketPairs(text, code).filter(
    ([open, close]) =>
      text.charAt(close + 1) !== ":" || !/^[ \t>*+\-\d.)]*$/.test(text.slice(text.lastIndexOf("\n", open) + 1, open)),
  );
  return new Set(uses.map(([open, close]) => labelOf(text.slice(open + 1, Math.min(close, open + 1000)))));
}

function labelOf(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Matching brackets outside certain code, in order of their ends; a backslash takes a bracket's meaning. */
function bracketPairs(text: string, code: readonly Range[]): Range[] {
  const found: Range[] = [];
  const open: number[] = [];
  for (const { index, 0: char } of text.matchAll(/\\.|\[|\]/gs)) {
    if (char.length > 1 || within(code, index)) continue;
    if (char === "[") {
      open.push(index);
      continue;
    }
    const start = open.pop();
    if (start !== undefined) found.push([start, index]);
  }
  return found;
}

interface Target {
  readonly address: Range;
  /** Past the closing parenthesis. */
  readonly end: number;
  /** From the white space before the title to its last quote. */
  readonly title: Range | undefined;
}

const DESTINATION = /\s*(?:<[^<>\n]{0,4000}>|(?:[^\s()\\]|\\.|\([^\s()]{0,1000}\)){0,4000})/y;
const END = /\s*\)/y;
const CLOSES: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")" };

/** Reads `destination "title")`; undefined when it is no link. */
function targetAt(text: string, from: number): Target | undefined {
  DESTINATION.lastIndex = from;
  const destination = DESTINATION.exec(text)?.[0] ?? "";
  const after = from + destination.length;
  const end = endAt(text, after);
  const address: Range = [from + (/^\s*/.exec(destination)?.[0].length ?? 0), after];
  if (end !== undefined) return { address, end, title: undefined };
  const [spaces = ""] = /^\s+/.exec(text.slice(after, after + 200)) ?? [];
  const quote = CLOSES[text.charAt(after + spaces.length)];
  if (quote === undefined) return undefined;
  let close = text.indexOf(quote, after + spaces.length + 1);
  while (close !== -1 && text.charAt(close - 1) === "\\") close = text.indexOf(quote, close + 1);
  const last = close === -1 ? undefined : endAt(text, close + 1);
  return last === undefined ? undefined : { address, end: last, title: [after, close + 1] };
}

function endAt(text: string, from: number): number | undefined {
  END.lastIndex = from;
  const match = END.exec(text);
  return match === null ? undefined : from + match[0].length;
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** Applies cuts; one inside another is part of it. */
function cut(text: string, cuts: readonly Cut[]): string {
  let result = "";
  let done = 0;
  for (const { from, to, by } of cuts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < done) continue;
    result += text.slice(done, from) + by;
    done = to;
  }
  return result + text.slice(done);
}
