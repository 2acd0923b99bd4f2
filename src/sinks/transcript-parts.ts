/** The longer parts of a transcript as Markdown: calls, questions to people, ends. Foreign text is fenced. */

import { duration } from "../base/clock.ts";
import { fenced, htmlText, inline, plainText, spanOfCode } from "../base/plain-text.ts";
import { headTail, oneLine } from "../base/truncate.ts";
import { counted, money } from "../base/words.ts";
import type { Decision } from "../protocol/approval.ts";
import type { ToolCall, ToolMessage } from "../protocol/message.ts";
import { totalTokens } from "../protocol/model.ts";
import { PAST } from "../run-model/note.ts";
import { quotedProse } from "./prose.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";
import type { EventOf, HeldCall } from "../protocol/wire.ts";

/** Limit for a text in the transcript. The journal has the whole text. */
const MAX_SHOWN_CHARS = 4000;
const shorten = (text: string): string =>
  headTail(text, MAX_SHOWN_CHARS, (dropped) => `[${dropped} characters left out; see journal.jsonl]`);

/** The decision about a call, which is known before its result. */
export interface DecidedCall {
  readonly summary: string;
  readonly decision: Decision;
}

export function details(summary: string, body: string): string {
  return `<details><summary>${htmlText(summary)}</summary>\n\n${body}\n\n</details>`;
}

/** A call as a line that can be opened: the decision about it, its arguments and its result. */
export function renderCall(
  call: ToolCall | undefined,
  { content, isError }: ToolMessage,
  { judged, durationMs }: { readonly judged?: DecidedCall | undefined; readonly durationMs?: number | undefined },
): string {
  const what = oneLine(judged?.summary ?? call?.name ?? "call", 160);
  const verdict = judged?.decision.verdict ?? "approve";
  const by = judged === undefined ? "" : `${PAST[verdict]} by ${judged.decision.rule}`;
  const took = durationMs === undefined ? "" : duration(durationMs);
  const line = [`${isError ? "✗" : "✓"} ${what}`, took, verdict === "approve" ? "" : by];
  return details(
    line.filter((part) => part !== "").join(" · "),
    [
      ...(call === undefined
        ? []
        : [`${inline(call.name)}${by === "" ? "" : `, ${inline(by)}`}`, renderArguments(call)]),
      fenced(shorten(content)),
    ].join("\n\n"),
  );
}

/** The arguments as JSON. Line breaks in its strings are shown as such, so that commands and diffs can be read. */
export function renderArguments({ arguments: text }: ToolCall): string {
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    return fenced(shorten(pretty.replace(/\\(.)/g, (escape, char) => (char === "n" ? "\n" : escape))), "json");
  } catch {
    return fenced(shorten(text)); // invalid JSON is shown as the model wrote it
  }
}

/** A call that waits, with a preview of what it would do. */
export function renderHeld({ summary, rule, reason, near, digest, preview, capabilities }: HeldCall): string {
  const why = [reason === undefined ? "" : `: ${inline(reason)}`, near === undefined ? "" : `; ${inline(near)}`].join(
    "",
  );
  const effect =
    preview === undefined
      ? ""
      : `\n\n${fenced(shorten(preview), capabilities.some(({ kind }) => kind === "write") ? "diff" : "")}`;
  return `- \`${digest.slice(0, 12)}\` **${inline(oneLine(summary, 160))}** — held by \`${rule}\`${why}${effect}`;
}

/** A round of checks: each command, with the output of those that failed. */
export function renderVerification({ round, results }: EventOf<"verify.end">): string {
  const lines = results.map(({ command, passed, end, output }) => {
    const head = `${passed ? "✓" : "✗"} ${spanOfCode(plainText(oneLine(command, 120)))} — ${inline(end)}`;
    return passed ? head : `${head}\n\n${fenced(shorten(output))}`;
  });
  return `### Verification ${round}\n\n${lines.join("\n\n")}`;
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
