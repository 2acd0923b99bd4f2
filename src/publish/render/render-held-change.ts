/** Text of the request comment for held files of a run that has ended: the files, how to answer, and what became of them. */

import { fenced } from "../../base/plain-text.ts";
import { headTail } from "../../base/truncate.ts";
import { counted } from "../../base/words.ts";
import type { AnswerableCall } from "../result/held-calls.ts";
import type { DeferralState, DeferralTerms } from "../result/deferral-terms.ts";
import { answerLine, codeSpan, shortDigest, utc } from "./deferral-calls.ts";
import { folded, heldFileList } from "./render-parts.ts";
import { visibleText } from "./visible-text.ts";

/** Half of what GitHub accepts in a comment. */
const MAX_DIFF_CHARS = 30_000;
const MAX_REASON_CHARS = 300;

/** The parts above the last line of the comment. */
export function heldChangeParts(
  call: AnswerableCall,
  terms: DeferralTerms,
  state: DeferralState,
  answering: readonly string[],
): readonly string[] {
  const { files = [], preview = "" } = call;
  const diff = headTail(
    visibleText(preview),
    MAX_DIFF_CHARS,
    (dropped) => `[${dropped} characters left out; changes.patch has all]`,
  );
  const content = [`Digest: \`${shortDigest(call)}\``, heldFileList(files), ...folded("Diff", fenced(diff, "diff"))];
  if (state.kind === "waiting") {
    return [
      `### ⏸️ Publish ${counted(files.length, "file")} that no rule approves?`,
      ...(terms.isKept ? [commandsOf(call, terms)] : []),
      ...content,
      "The run has ended, and no person approved this version of the files. Publishing them needs no further request to the model.",
      ...answering,
    ];
  }
  return [...closedHead(call, terms, state), ...folded(`Files (${files.length})`, content.join("\n\n"))];
}

/** Explains what each answer does. The commands themselves are at the top of the comment. */
export function heldChangeAnswers(call: AnswerableCall, { command, expiresAt }: DeferralTerms): readonly string[] {
  const digest = shortDigest(call);
  const rules = [
    "Post a new comment that ends with one of the commands above.",
    `${codeSpan(`${command} approve ${digest}`)} publishes the files on the branch as it is then, ${codeSpan(`${command} reject ${digest}`)} drops them.`,
    `Until ${utc(expiresAt)}. Without an answer the files are not published; changes.patch of the run's bundle has them.`,
  ];
  return folded("How answers work", rules.map((rule) => `- ${rule}`).join("\n"));
}

function commandsOf(call: AnswerableCall, { command, expiresAt }: DeferralTerms): string {
  const digest = shortDigest(call);
  const [approve, reject] = ["approve", "reject"].map((verb) => codeSpan(`${command} ${verb} ${digest}`));
  return `${approve} · ${reject} · until ${utc(expiresAt)}`;
}

function closedHead(
  call: AnswerableCall,
  { expiresAt }: DeferralTerms,
  state: Exclude<DeferralState, { readonly kind: "waiting" }>,
): readonly string[] {
  switch (state.kind) {
    case "answered": {
      const said = answerLine(call, MAX_REASON_CHARS) ?? "";
      return call.answer?.verdict === "reject"
        ? ["### ⛔ Answered: the files are dropped", said]
        : ["### ✅ Answered: the files are published", `${said} [This job](${state.runUrl}) carries out the answer.`];
    }
    case "expired":
      return ["### ⌛ Not answered in time", `The request expired at ${utc(expiresAt)}. The files were not published.`];
    case "void":
      return ["### 🚫 Void", "The files were not published."];
    case "cancelled":
      return ["### ⏹️ Cancelled", `Cancelled at ${utc(state.at)}. The files were not published.`];
  }
}
