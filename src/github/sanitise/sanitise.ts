/**
 * Foreign text → what its reader sees. Everything a model is given from GitHub passes through here, so that nothing can be said to
 * the model behind the reader's back. What is code, a link or HTML is for the Markdown parser to say: nothing a reader sees is lost.
 */

import { fenced } from "../../base/plain-text.ts";
import { parseMarkdown, type Markdown } from "../markdown/parse.ts";
import { withoutCuts, type Cut, type HiddenCount } from "./cuts.ts";
import { excessCells, hiddenDiagrams, hiddenInfo } from "./hidden-blocks.ts";
import { hiddenCharacters, hiddenReferences, normalised, withoutInvisible } from "./hidden-characters.ts";
import { hiddenHtml } from "./hidden-html.ts";
import { hiddenDefinitions, hiddenLinks, hiddenNotes, noteLabels } from "./hidden-links.ts";
import { withoutHiddenMath } from "./hidden-math.ts";

export interface Sanitised {
  readonly text: string;
  /** How many hidden parts were taken out. */
  readonly removed: number;
}

/** Honest text settles after 1 to 4 passes. One that needs more is a construction of nested disguises. */
const MAX_PASSES = 8;
/** Instead of text that cannot be read in bounded time: with its markup unread, what it hides would be read too. */
const LEFT_OUT = "(This text is left out: it is nested too deeply to tell what a reader sees of it.)";
/** Without any of these, nothing but characters can be hidden. */
const MARKUP = /[<&[\]|`~$\\]/;

/**
 * Removes what is not shown. The first pass reads the text as GitHub does and cuts; what the cuts have brought together since, the
 * reader sees as plain text, and later passes write it so that it stays that. `sanitise(sanitise(x).text)` removes nothing.
 */
export function sanitise(text: string): Sanitised {
  const tally: HiddenCount = { hidden: 0 };
  let current = text.replace(/\r\n?/g, "\n");
  for (let passes = 1; passes <= MAX_PASSES; passes += 1) {
    const next = pass(current, passes === 1, tally);
    if (next === undefined) return { text: LEFT_OUT, removed: tally.hidden + 1 };
    if (next === current) return { text: current, removed: tally.hidden };
    current = next;
  }
  // In a block of code, Markdown and HTML hide nothing.
  return { text: fenced(current), removed: tally.hidden };
}

/** The same for text that is shown without Markdown: titles, labels, names, code. Only hidden characters go. */
export function sanitisePlain(text: string): Sanitised {
  const tally: HiddenCount = { hidden: 0 };
  return { text: withoutInvisible(text.replace(/\r\n?/g, "\n"), tally), removed: tally.hidden };
}

function pass(text: string, isFirst: boolean, tally: HiddenCount): string | undefined {
  if (!MARKUP.test(text)) return normalised(withoutInvisible(text, tally));
  const markdown = parseMarkdown(text);
  if (markdown === undefined) return undefined;
  const references = hiddenReferences(markdown);
  const characters = [...(isFirst ? references : escapes(references, text)), ...hiddenCharacters(text)];
  const markup = hiddenMarkup(markdown);
  const cuts = isFirst ? markup : escapes(markup, text);
  const changed = normalised(withoutCuts(text, [...cuts, ...hiddenDiagrams(markdown), ...characters], tally));
  return changed === text ? withoutHiddenMath(markdown, tally) : changed;
}

function hiddenMarkup(markdown: Markdown): readonly Cut[] {
  const cells = excessCells(markdown);
  const notes = hiddenNotes(markdown, cells);
  const html = hiddenHtml(markdown, [...cells, ...notes]);
  const links = hiddenLinks(markdown, html);
  const cuts = [...cells, ...notes, ...html, ...links];
  return [...cuts, ...hiddenDefinitions(markdown, cuts), ...noteLabels(markdown), ...hiddenInfo(markdown)];
}

/** What makes plain text of the constructs that would be cut. */
function escapes(cuts: readonly Cut[], text: string): readonly Cut[] {
  const hiding = cuts.filter(({ from, to, by = "" }) => text.slice(from, to) !== by);
  return [...new Map(hiding.flatMap(({ plain }) => (plain === undefined ? [] : [[plain.from, plain]]))).values()];
}
