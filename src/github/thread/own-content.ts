/**
 * The content of a text that an earlier run posted: the answer, the plan, what was changed. What is there for people beside it -
 * marks, costs, warnings about the run, commands and links - is not for a later run to read. `publish/render` writes these texts.
 */

import { OWN_MARKER } from "../event/marker.ts";

const MARK = new RegExp(`^${OWN_MARKER}[^\n]*-->[ \t]*(?:\n|$)`, "gm");
/** Replies of the program itself: help, a state, a command that was not carried out. */
const REPLY = new RegExp(`^${OWN_MARKER}:notice session=\\S+ outcome=(?:reply|dropped) -->`);
/** The progress of a run. */
const PROGRESS = "### ⏳";
/** A request for approval. Its headings name the actions; the rest shows them and says how to answer. */
const REQUEST = new RegExp(`^${OWN_MARKER}:deferral `);
/** Folded parts that say nothing of the task. */
const FOLDED = /^<details><summary>(?:Warnings|Subagents)<\/summary>$/;
/** Paragraphs that say nothing of the task, by their beginnings. */
const BESIDE = [
  /^<sub>/,
  /^\[(?:Details|What happened, and how to go on|Page of the run|Run|The plan|Open a pull request from the branch)\]\(/,
  /^\[(?:\d+ actions?: details|The (?:\d+ )?actions?, and how to answer)\b/,
  /^(?:Requested by [^\n]*\.)?(?: ?(?:Sandbox: |\*\*Warning: the sandbox was |The sandbox was not opened)[^\n]*)?$/,
  /^### Waits for an answer$/,
  /^(?:The work so far is kept\. (?:Comment `|To resume, comment:)|To try again, comment:|For other limits, add `)/,
  /^To (?:publish|drop) [^\n]*:/,
  /^Until \d{4}-\d\d-\d\d /,
  // A command that can be copied.
  /^(`{3,})\n\S+ (?:approve|reject|resume|fix)\b[^\n]*\n\1$/,
  /^`\S+ (?:approve|reject) /,
  /^bundle \(/,
  // The words of another job about its run.
  /^> \*\*The agent's job reports \(/,
];

/** The same text where it does not begin with a mark of ours. */
export function ownContent(body: string): string {
  if (!body.startsWith(OWN_MARKER)) return body;
  const text = body.replace(/\r\n?/g, "\n");
  const shown = text.replace(MARK, "").trim();
  if (REPLY.test(text) || shown.startsWith(PROGRESS)) return "";
  if (REQUEST.test(text)) return (shown.match(/^#+ .*/gm) ?? []).join("\n\n");
  const kept: string[] = [];
  let isFolded = false;
  for (const part of shown.split(/\n{2,}/)) {
    const paragraph = part.trim();
    if (isFolded) isFolded = paragraph !== "</details>";
    else if (FOLDED.test(paragraph)) isFolded = true;
    else if (!BESIDE.some((beside) => beside.test(paragraph))) kept.push(part);
  }
  return kept.join("\n\n").trim();
}
