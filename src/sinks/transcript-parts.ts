/** The longer parts of a transcript as Markdown: calls, questions to people, ends. Foreign text is fenced. */

import { duration } from "../base/clock.ts";
import { fenced, htmlText, inline } from "../base/plain-text.ts";
import { headTail, oneLine } from "../base/truncate.ts";
import { counted, money } from "../base/words.ts";
import type { ToolCall } from "../protocol/message.ts";
import { totalTokens } from "../protocol/model.ts";
import { PAST } from "../run-model/note.ts";
import type { Call } from "../run-model/story.ts";
import { quotedProse } from "./prose.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";

/** Limit for a text in the transcript. The journal has the whole text. */
const MAX_SHOWN_CHARS = 4000;
export const shortText = (text: string): string =>
  headTail(text, MAX_SHOWN_CHARS, (dropped) => `[${dropped} characters left out; see journal.jsonl]`);

export function details(summary: string, body: string): string {
  return `<details><summary>${htmlText(summary)}</summary>\n\n${body}\n\n</details>`;
}

/** A call as a line that can be opened: the decision about it, its arguments and its result. */
export function renderCall({ asked, judged, end, result }: Call): string {
  const what = oneLine(judged?.summary ?? asked?.name ?? "call", 160);
  const verdict = judged?.decision.verdict ?? "approve";
  const by = judged === undefined ? "" : `${PAST[verdict]} by ${judged.decision.rule}`;
  const took = end === undefined ? "" : duration(end.durationMs);
  const line = [`${result?.isError === true ? "✗" : "✓"} ${what}`, took, verdict === "approve" ? "" : by];
  return details(
    line.filter((part) => part !== "").join(" · "),
    [
      ...(asked === undefined
        ? []
        : [`${inline(asked.name)}${by === "" ? "" : `, ${inline(by)}`}`, renderArguments(asked)]),
      fenced(shortText(result?.content ?? "")),
    ].join("\n\n"),
  );
}

/** The arguments as JSON. Line breaks in its strings are shown as such, so that commands and diffs can be read. */
export function renderArguments({ arguments: text }: ToolCall): string {
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    return fenced(shortText(pretty.replace(/\\(.)/g, (escape, char) => (char === "n" ? "\n" : escape))), "json");
  } catch {
    return fenced(shortText(text)); // invalid JSON is shown as the model wrote it
  }
}

export function renderEnd({ outcome, reason, steps, usage, costUsd, filesChanged, text }: OutcomeRecord): string {
  return [
    `## Outcome: ${outcome}`,
    inline(reason),
    ...(text ? [quotedProse(text)] : []),
    `${counted(steps, "step")}, ${counted(totalTokens(usage), "token")}, ${costUsd === undefined ? "cost unknown" : money(costUsd)}, ${counted(filesChanged, "file")} changed.`,
  ].join("\n\n");
}

/** Limit for the patch. changes.patch has all of it. */
const MAX_PATCH_CHARS = 20_000;

/** The change of the run, at the end. */
export function renderPatch(patch: string): string {
  const shown = headTail(patch, MAX_PATCH_CHARS, (dropped) => `[${dropped} characters left out; see changes.patch]`);
  return `## Changes\n\n${fenced(shown, "diff")}`;
}
