/**
 * Fills the repository's template for pull requests: each part goes below the heading that asks for it. What the program cannot
 * know stays as the template has it, boxes without ticks included.
 */

import { parseMarkdown, type Markdown } from "../../github/markdown/parse.ts";
import { merged, replaceRanges } from "../../github/markdown/ranges.ts";
import { stacked } from "./render-parts.ts";
import { quietMarkdown } from "./safe-markdown.ts";

/** Harmless Markdown; an empty part is left out. */
export interface TemplateParts {
  /** What changed and why. */
  readonly description: string;
  readonly verification: string;
  /** `Fixes #12`. */
  readonly issue: string;
}

/** The headings that ask for each part, in the words of common templates. */
const ASKS_FOR: Readonly<Record<keyof TemplateParts, RegExp>> = {
  description: /descri|summary|what\b|changes?\b|overview|motivation|purpose|why\b|context|proposed/i,
  verification: /\btest|verif|validat|\bqa\b|checked|proof|evidence/i,
  issue: /issues?\b|ticket|closes|fixes|related|linked|reference/i,
};

/** The filled template; undefined for one that is too complex for the parser. */
export function fillTemplate(template: string, parts: TemplateParts): string | undefined {
  const plain = withoutComments(template);
  const markdown = plain === undefined ? undefined : parseMarkdown(quietMarkdown(plain));
  if (markdown === undefined) return undefined;
  const headings = markdown.all("atxHeading", "setextHeading").filter(({ parent }) => parent === undefined);
  const below = new Map<number, string>();
  /** Puts a part below the heading that asks for it and returns nothing, or returns the part if no heading does. */
  const placeOf = (name: keyof TemplateParts): string => {
    const asking = headings.find((part) => !below.has(part.to) && ASKS_FOR[name].test(markdown.source(part)));
    if (asking === undefined || parts[name] === "") return parts[name];
    below.set(asking.to, parts[name]);
    return "";
  };
  const [issue, verification] = [placeOf("issue"), placeOf("verification")];
  const description = placeOf("description"); // "What issue is it?" asks for the issue
  return stacked([description, filled(markdown.text, below), issue, verification]);
}

function filled(text: string, below: ReadonlyMap<number, string>): string {
  const places = [...below].toSorted(([a], [b]) => a - b).map(([at, part]) => ({ from: at, to: at, part }));
  return replaceRanges(text, places, (_, { part }) => `\n\n${part}\n`)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Cutting a comment can make a new one of the text around it, so the text is cut up to this often. */
const ROUNDS = 5;

/** Removes comments: they tell the author what to write, and one could be a mark of this program. */
function withoutComments(template: string): string | undefined {
  let text = template;
  for (let round = 0; round < ROUNDS; round += 1) {
    const markdown = parseMarkdown(text);
    if (markdown === undefined) return undefined;
    const next = cutComments(markdown);
    if (next === text) return text;
    text = next;
  }
  return undefined;
}

function cutComments({ text, all, source }: Markdown): string {
  const comments = merged(all("htmlFlow", "htmlText").filter((part) => source(part).includes("<!--")));
  return replaceRanges(text, comments, (html) => html.replace(/<!--[^]*?(?:-->|$)/g, ""));
}
