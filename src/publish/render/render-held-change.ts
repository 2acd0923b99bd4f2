/** Text of the request comment for held files of a run that has ended: the files, how to answer, and what became of them. */

import { fenced } from "../../base/plain-text.ts";
import { beginningOf, headTail } from "../../base/truncate.ts";
import { counted, grouped } from "../../base/words.ts";
import { UNSHOWN_OPTION } from "../../github/event/answer.ts";
import { coveredFiles, shownFiles, type UnshownFile } from "../../protocol/approval.ts";
import type { AnswerableCall } from "../../run-model/held-calls.ts";
import type { DeferralState, DeferralTerms } from "../result/deferral-terms.ts";
import { answerLine, codeSpan, endedHead, shortDigest, utc } from "./deferral-calls.ts";
import { bundlePlace, folded, heldFileList, type Links } from "./render-parts.ts";
import { visibleText } from "./visible-text.ts";

/** Half of what GitHub accepts in a comment. */
const MAX_DIFF_CHARS = 30_000;
/** For the names of the files, where they are too many for a list with reasons. */
const MAX_NAMES_CHARS = 15_000;
const MAX_LISTED = 50;
/** Files that are not shown whole and that the note about them names. */
const MAX_NOTED = 10;
const MAX_REASON_CHARS = 300;

export interface HeldChangeView {
  readonly call: AnswerableCall;
  readonly terms: DeferralTerms;
  readonly state: DeferralState;
  readonly links: Links;
  readonly answering: readonly string[];
}

/** The parts above the last line of the comment. */
export function heldChangeParts({ call, terms, state, links, answering }: HeldChangeView): readonly string[] {
  const { files = [], preview = "" } = call;
  const diff = headTail(
    visibleText(preview),
    MAX_DIFF_CHARS,
    (dropped) => `[${dropped} characters left out; changes.patch has all]`,
  );
  const { list, unnamed } = namesOf(call);
  const content = [`Digest: \`${shortDigest(call)}\``, ...list, ...folded("Diff", fenced(diff, "diff"))];
  if (state.kind === "waiting") {
    return [
      `### ⏸️ Publish ${counted(files.length, "file")} that no rule approves?`,
      ...(terms.isKept ? [commandsOf(call, terms)] : []),
      unshownNote(call, links),
      unnamed === 0
        ? ""
        : `**${counted(unnamed, "more file is", "more files are")} not named here.** changes.patch of ${bundlePlace(links)} has all of them.`,
      ...content,
      "The run has ended, and no person approved this version of the files. Publishing them needs no further request to the model.",
      ...answering,
    ];
  }
  return [...closedHead(call, terms, state), ...folded(`Files (${files.length})`, content.join("\n\n"))];
}

/** Explains what each answer does. The commands themselves are at the top of the comment. */
export function heldChangeAnswers(call: AnswerableCall, { command }: DeferralTerms): readonly string[] {
  const digest = shortDigest(call);
  const { files = [] } = call;
  const shown = shownFiles(call).length;
  const all = shown === files.length;
  const which = all ? "the files" : `the ${counted(shown, "file")} shown whole`;
  const rules = [
    "Post a new comment that ends with one of the commands above.",
    ...(shown === 0
      ? []
      : [
          `${codeSpan(`${command} approve ${digest}`)} publishes ${which} on the branch as it is then${all ? "" : ", and you are asked about the others again"}.`,
        ]),
    ...(all ? [] : [`With ${codeSpan(UNSHOWN_OPTION)} it publishes all ${counted(files.length, "file")}.`]),
    `${codeSpan(`${command} reject ${digest}`)} drops them all.`,
    `Without an answer by then the files are not published; changes.patch of the run's bundle has them.`,
  ];
  return folded("How answers work", rules.map((rule) => `- ${rule}`).join("\n"));
}

function commandsOf(call: AnswerableCall, { command, expiresAt }: DeferralTerms): string {
  const approve = `${command} approve ${shortDigest(call)}`;
  const shown = shownFiles(call).length;
  return [
    ...(shown === 0 ? [] : [fenced(approve)]),
    ...(shown === (call.files ?? []).length ? [] : [fenced(`${approve} ${UNSHOWN_OPTION}`)]),
    fenced(`${command} reject ${shortDigest(call)}`),
    `Until ${utc(expiresAt)}.`,
  ].join("\n\n");
}

/** Says in sight what the request does not show, because an approval does not cover it. Empty where everything is shown. */
function unshownNote(call: AnswerableCall, links: Links): string {
  const { files = [], unshown = files } = call;
  const left = files.length - shownFiles(call).length;
  if (left === 0) return "";
  const named = unshown.slice(0, MAX_NOTED).map(({ path, chars }: UnshownFile) => {
    return `${codeSpan(path, 300)} ${chars === undefined ? "(no text)" : `(${grouped(chars)} characters)`}`;
  });
  const more = left > named.length ? ` and ${counted(left - named.length, "more file", "more files")}` : "";
  const total = unshown.reduce((sum: number, { chars = 0 }: UnshownFile) => sum + chars, 0);
  const size = total === 0 ? "" : `, whose diffs have ${grouped(total)} characters`;
  return [
    `**Not shown in full: ${left} of ${counted(files.length, "file")}${size}.** An approval does not cover ${left === 1 ? "it" : "them"} without \`${UNSHOWN_OPTION}\`. Read the change in changes.patch of ${bundlePlace(links)} first.`,
    `${named.join(", ")}${more}`,
  ].join("\n");
}

/** Every file with its rule and reason; where they are too many, their paths. `unnamed` counts the paths without room. */
function namesOf({ files = [], rule, also = [] }: AnswerableCall): {
  readonly list: readonly string[];
  readonly unnamed: number;
} {
  const withReasons = files.length <= MAX_LISTED ? heldFileList(files) : "";
  if (withReasons !== "" && withReasons.length <= MAX_NAMES_CHARS) return { list: [withReasons], unnamed: 0 };
  const paths = files.map(({ path }) => visibleText(JSON.stringify(path).slice(1, -1)));
  const named = beginningOf(paths.join("\n"), MAX_NAMES_CHARS).split("\n");
  const rules = [rule, ...also].slice(0, MAX_NOTED).map((id) => codeSpan(id, 80));
  return {
    list: [`Held by ${rules.join(", ")}.`, ...folded(`${files.length} paths`, fenced(named.join("\n")))],
    unnamed: paths.length - named.length,
  };
}

function closedHead(
  call: AnswerableCall,
  terms: DeferralTerms,
  state: Exclude<DeferralState, { readonly kind: "waiting" }>,
): readonly string[] {
  if (state.kind !== "answered") return endedHead(state, "The files were not published.", terms);
  const said = answerLine(call, MAX_REASON_CHARS) ?? "";
  if (call.answer?.verdict === "reject") return ["### ⛔ Answered: the files are dropped", said];
  return [
    `### ✅ Answered: ${publishedOf(call)} published`,
    `${said} [This job](${state.runUrl}) carries out the answer.`,
  ];
}

function publishedOf(call: AnswerableCall): string {
  const { files = [], answer } = call;
  const covered = answer === undefined ? [] : coveredFiles(call, answer);
  return covered.length === files.length
    ? "the files are"
    : `${covered.length} of ${counted(files.length, "file")} are`;
}
