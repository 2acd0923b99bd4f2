/**
 * The title that the model proposes for its commit and pull request in the first line of its closing words, `Title: …`. It stays only if
 * it reads as one, and loses what GitHub would act on.
 */

import { plainText } from "../../base/plain-text.ts";
import { oneLine } from "../../base/truncate.ts";

export interface Proposal {
  /** Harmless and in one line; undefined where there is none that can be used. */
  readonly title?: string | undefined;
  /** The closing words without that line. */
  readonly text: string;
}

/** The instruction to the model. */
export const ASK_FOR_TITLE =
  "If you changed files, begin the closing text with the line `Title: <commit subject>`: at most 72 characters, in the style of the repository's log.";

/** The mark may be bold, a heading or in backticks, as models write it. */
const TITLE = /^\s*(?:#{1,6}[ \t]+)?(?:\*\*|__|`)?Title:(?:\*\*|__)?[ \t]*(\S[^\n]*)(?:\n|$)/i;

/** GitHub takes 256 characters of a title. */
export const MAX_TITLE = 200;
/** Longer lines are cut before they are read, because some of what is read in them takes a time that grows with their square. */
const MAX_READ = 2_000;
/** A subject of one or two letters says nothing. */
const MIN_TITLE = 3;

export function proposalOf(closing = ""): Proposal {
  const found = TITLE.exec(closing.replaceAll("\r\n", "\n"));
  if (found === null) return { text: closing };
  const text = closing.replaceAll("\r\n", "\n").slice(found[0].length).trim();
  const title = usableTitle(found[1] ?? "");
  return { title, text };
}

function usableTitle(written: string): string | undefined {
  const title = oneLine(withoutActs(unwrapped(visible(written.slice(0, MAX_READ)))), MAX_TITLE);
  return title.length >= MIN_TITLE && /\p{L}/u.test(title) ? title : undefined;
}

/** Replaces characters without a shape (formats, private ones, blanks other than a space), which a title does not need. */
function visible(text: string): string {
  return plainText(text)
    .normalize("NFC")
    .replace(/\[U\+[0-9A-F]+\]/g, "")
    .replace(/(?! )[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, " ");
}

/** Removes quotes, backticks or stars around the whole title, and a full stop at its end. */
function unwrapped(text: string): string {
  let title = text.trim();
  for (;;) {
    const [, quote = "", inner = ""] = /^(["'`]|\*\*|__)(.+)\1$/.exec(title) ?? [];
    if (inner === "" || inner.includes(quote)) break;
    title = inner.trim();
  }
  return title
    .replace(/(?:\*\*|`)$/, (end) => (title.split(end).length % 2 === 0 ? "" : end))
    .replace(/(?<!\.)\.$/, "");
}

/** Removes mentions, references to issues, addresses, words that skip checks, and names of trailers. */
function withoutActs(text: string): string {
  return text
    .replace(/(?<![a-z+.-])[a-z+.-]+:\/\/\S+|\bwww\.\S+/gi, "")
    .replace(/\[([^[\]]*)\]/g, "($1)")
    .replaceAll("***NO_CI***", "")
    .replace(/(?<![\w.-])@(?=\w)/g, "")
    .replace(/(?<!\s)\s*\((?:#|GH-)\d+\)/gi, "")
    .replace(/#(?=\d)/g, "")
    .replace(/\bGH-(?=\d)/gi, "GH ")
    .replace(/^(?:[\w-]+-by|Kimi-[\w-]+):\s*/i, "");
}
