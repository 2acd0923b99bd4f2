/**
 * Foreign text → what its reader sees. Everything a model is given from GitHub passes through here, so that nothing can be said to
 * the model behind the reader's back. What is code, a link or HTML is for the Markdown parser to say: nothing a reader sees is lost.
 */

import { parseMarkdown, type Markdown } from "../markdown/parse.ts";
import { NOTHING_REMOVED, withoutCuts, type Count, type Cut, type Removed } from "./cuts.ts";
import { excessCells, hiddenInfo } from "./hidden-blocks.ts";
import { withoutHiddenCharacters, withoutInvisible } from "./hidden-characters.ts";
import { hiddenDiagrams } from "./hidden-diagrams.ts";
import { hiddenHtml } from "./hidden-html.ts";
import { hiddenDefinitions, hiddenLinks, noteLabels } from "./hidden-links.ts";
import { withoutHiddenMath } from "./hidden-math.ts";

export interface Sanitised {
  readonly text: string;
  readonly removed: Removed;
}

/** Honest text settles after 2 to 6 passes. One that needs more is a construction of nested disguises. */
const MAX_PASSES = 8;
/** Instead of a construction: with its markup unread, what it hides would be read too. */
const LEFT_OUT = "(This text is left out: it is nested too deeply to tell what a reader sees of it.)";
/** Without any of these, nothing but characters can be hidden. */
const MARKUP = /[<&[\]|`~$\\]/;

/** Removes what is not shown, again and again until nothing changes; `sanitise(sanitise(x).text)` removes nothing. */
export function sanitise(text: string): Sanitised {
  const count: Count = { ...NOTHING_REMOVED };
  let current = text;
  for (let passes = 1; passes <= MAX_PASSES; passes += 1) {
    const next = pass(current, count);
    if (next === undefined) break;
    if (next === current) return { text: current, removed: count };
    current = next;
  }
  return { text: LEFT_OUT, removed: { ...count, elements: count.elements + 1 } };
}

/** The same for text that is shown without Markdown: titles, labels, names, code. Only hidden characters go. */
export function sanitisePlain(text: string): Sanitised {
  const count: Count = { ...NOTHING_REMOVED };
  return { text: withoutInvisible(text, count), removed: count };
}

/** One change after the other, so that each is made where a reader's browser would find it. */
const STEPS: readonly ((markdown: Markdown, count: Count) => string)[] = [
  // First, since HTML that a footnote holds has no effect where the footnote is dropped.
  (markdown, count) => withoutCuts(markdown.text, hiddenDefinitions(markdown), count),
  (markdown, count) => withoutCuts(markdown.text, hiddenMarkup(markdown), count),
  withoutHiddenMath,
  withoutHiddenCharacters,
];

function pass(text: string, count: Count): string | undefined {
  if (!MARKUP.test(text)) return withoutHiddenCharacters(text, count);
  const markdown = parseMarkdown(text);
  if (markdown === undefined) return undefined;
  for (const step of STEPS) {
    const changed = step(markdown, count);
    if (changed !== text) return changed;
  }
  return text;
}

function hiddenMarkup(markdown: Markdown): readonly Cut[] {
  return [hiddenHtml, noteLabels, hiddenLinks, hiddenInfo, excessCells, hiddenDiagrams].flatMap((hidden) =>
    hidden(markdown),
  );
}
