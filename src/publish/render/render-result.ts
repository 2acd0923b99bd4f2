/** Renders the live comment, the final comment and the notice. The gate in `outgoing.ts` caps and redacts the texts. */

import { costLine } from "./cost-line.ts";
import { fenced } from "../../base/plain-text.ts";
import { beginningOf, oneLine } from "../../base/truncate.ts";
import { counted, enumerated, grouped } from "../../base/words.ts";
import { planBody } from "../../github/thread/plan-comment.ts";
import { shownFiles } from "../../protocol/approval.ts";
import { OWN_LIMITS } from "../../protocol/limits.ts";
import { hasTrait, OUTCOMES } from "../../protocol/outcome.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { isChange, waitingCalls } from "../../run-model/held-calls.ts";
import {
  agentTable,
  bundlePlace,
  checkList,
  closingText,
  dotted,
  fileList,
  folded,
  heldList,
  heldFileList,
  linkLine,
  paragraphs,
  sandboxLine,
  section,
  smallLine,
  stacked,
  todoList,
  unfilteredLine,
  failedVerification,
  warningList,
  type Links,
  modelNotes,
  objectionList,
} from "./render-parts.ts";
import type { PublishResult } from "../result/publish-result.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { outputList } from "./render-outputs.ts";
import type { ResultView } from "./result-view.ts";
import { factsLine, headline, publishedTitle, reasonLine } from "./headline.ts";
import { quotedAs, safeInline, safeMarkdown, safeWords } from "./safe-markdown.ts";

/** The status comment while the run works. */
export function renderProgress(facts: RunFacts, links: Links): string {
  const doing = facts.doing === undefined ? "Preparing the run." : `Now: ${safeInline(oneLine(facts.doing, 200))}`;
  return paragraphs([
    "### ⏳ Working",
    ...(facts.level === undefined || facts.level === "sealed" ? [] : [sandboxLine(facts)]),
    warningList(facts),
    todoList(facts.todos),
    doing,
    smallLine([costLine(facts), linkLine(links)]),
  ]);
}

/** The status comment at the end. */
export function renderResult(view: ResultView): string {
  const { facts, changes, heldFiles = [], links, parts, planUrl } = view;
  const { outcome, isReported = false } = facts;
  const isCounted = isReported || heldFiles.length > 0;
  const next = view.planCommand === undefined ? "." : `. To carry it out, comment:\n\n${fenced(view.planCommand)}`;
  const count = isCounted ? changes.length : (outcome?.filesChanged ?? changes.length);
  return paragraphs([
    ...headOf(view),
    goesOnLine(view),
    whereLine(parts),
    isReported ? "" : failedVerification(facts),
    planUrl === undefined ? closingText(facts) : `[The plan](${planUrl})${next}`,
    ...section("On GitHub", outputList(facts.outputs, parts?.outputs ?? [])),
    ...section("Not published", notPublished(view)),
    ...(view.deferralUrl === undefined ? section("Waits for an answer", askedFor(view)) : [askedFor(view)]),
    ...(view.patch ?? []),
    unfilteredLine(view.unfiltered),
    ...folded(`Files (${count})`, fileList(changes)),
    ...(isReported ? [agentsReport(facts)] : detailsOf(facts, folded)),
    footer(facts, links),
  ]);
}

/** A short new comment for a result that needs a person. It repeats nothing of the status comment but its heading, and links to it. */
export function renderNotice(view: ResultView & { readonly statusUrl?: string | undefined }): string {
  const { facts, links, statusUrl } = view;
  // What was not published is said in full, because the fix is the person's.
  if (statusUrl !== undefined && (view.parts?.refusals ?? []).length === 0) {
    const title = facts.isReported === true ? publishedTitle(view) : headline(view);
    const waits = view.deferralUrl === undefined ? "" : askedFor(view);
    return paragraphs([`**${title}**`, waits || `[What happened, and how to go on](${statusUrl})`]);
  }
  const why = reasonLine(view);
  const ended = [`**${headline(view)}**`, why].filter((part) => part !== "").join(": ");
  const isPlain = why === "" && facts.outcome !== undefined && hasTrait(facts.outcome.outcome, "good");
  return paragraphs([
    ...(facts.isReported === true
      ? [`**${publishedTitle(view)}**`, isPlain ? "" : quotedAs("The agent's job reports", ended)]
      : [ended]),
    goesOnLine(view),
    notPublished(view),
    askedFor(view),
    dotted([statusUrl === undefined ? "" : `[Details](${statusUrl})`, linkLine(links)]),
  ]);
}

/** Escaping can double the length, which still fits into a comment. */
const MAX_PLAN_CHARS = 30_000;

/** A plan as a comment. It keeps its beginning up to a line's end, because the first steps of a plan work without the last ones. */
export function renderPlanComment(
  plan: string,
  { command, links }: { readonly command: string; readonly links: Links },
): string {
  const head = safeMarkdown(beginningOf(plan, MAX_PLAN_CHARS));
  const cut = `\n\n*Cut here: all ${grouped(plan.length)} characters are in outcome.json of ${bundlePlace(links)}.*`;
  const use = `Comment \`${command}\` to carry out this plan, unless it is edited. Your comments in this thread are read too.`;
  return planBody(plan.length <= MAX_PLAN_CHARS ? head : head + cut, smallLine([use, linkLine(links)]));
}

/** A link to the request for approval; without that comment, the held calls themselves. */
export function askedFor({ facts, deferralUrl, terms }: ResultView): string {
  const held = waitingCalls(facts.asked);
  const change = held.find(isChange);
  if (change !== undefined) return changeAnswers(change, { deferralUrl, terms });
  if (deferralUrl === undefined) return heldList(held);
  return `[${held.length === 1 ? "The action" : `The ${counted(held.length, "action")}`}, and how to answer](${deferralUrl})`;
}

function changeAnswers(call: HeldCall, { deferralUrl, terms }: Pick<ResultView, "deferralUrl" | "terms">): string {
  const short = call.digest.slice(0, 12);
  if (terms?.isKept !== true) return `\`kimi-runner resume <bundle> --approve ${short}\` applies the files that wait.`;
  const { command } = terms;
  const more = deferralUrl === undefined ? "" : ` [Diff and details](${deferralUrl})`;
  const isWhole = shownFiles(call).length === (call.files ?? []).length;
  const what = isWhole ? "the files that wait" : "those of the files that the request shows whole";
  return [
    `To publish ${what}, comment:${more}`,
    fenced(`${command} approve ${short}`),
    `To drop ${isWhole ? "them" : "all of them"}:`,
    fenced(`${command} reject ${short}`),
  ].join("\n\n");
}

/** Tells that the work is kept and how to resume. */
export function goesOnLine({ goesOnWith, facts }: ResultView): string {
  if (goesOnWith === undefined) return "";
  const { outcome, steps = 0 } = facts.outcome ?? {};
  const isLimit = outcome?.startsWith("limit_") === true;
  const options = Object.values(OWN_LIMITS).map(({ name }) => `\`--${name}\``);
  const more = isLimit ? ` For other limits, add ${enumerated(options, "or")} with a number.` : "";
  const what = steps === 0 ? "To try again" : "The work so far is kept. To resume";
  return `${what}, comment:\n\n${fenced(goesOnWith)}${more === "" ? "" : `\n\n${more.trim()}`}`;
}

function headOf(view: ResultView): readonly string[] {
  const { facts } = view;
  if (facts.isReported === true) return [`### ${publishedTitle(view)}`, factsLine(view)];
  return [
    `### ${headline(view)}`,
    ...(facts.level === undefined || facts.level === "sealed" ? [] : [sandboxLine(facts)]),
    factsLine(view),
    reasonLine(view),
  ];
}

/** What people should do with the pushed branch: open a pull request from it, or check it again after another push. */
export function whereLine(parts: Pick<PublishResult, "branch" | "pullRequest"> | undefined): string {
  if (parts === undefined) return "";
  const { branch, pullRequest } = parts;
  const url = "compareUrl" in pullRequest ? pullRequest.compareUrl : undefined;
  const onto = "onto" in branch ? branch.onto : undefined;
  return stacked([
    onto === undefined
      ? ""
      : `The commit is on top of ${onto.slice(0, 12)}, which was pushed during the run and was not there when the checks ran: check it again.`,
    url === undefined ? "" : `[Open a pull request from the branch](${url})`,
  ]);
}

/** The files that are left out, then what was refused besides, as one list. `max` is the number of files that are named. */
export function notPublished(view: ResultView, max?: number): string {
  const { facts, heldFiles = [], parts } = view;
  const isAsked = waitingCalls(facts.asked).some(isChange);
  const lines = (parts?.refusals ?? []).map(({ code, reason, fix }) => {
    const isOfFiles = (code === "protected_path" || code === "unsafe_path") && heldFiles.length > 0;
    if (isOfFiles && isAsked) return ""; // the commands that publish them are below
    // The heading or the list of files already gives the reason.
    const isSaid = isOfFiles || headline(view).endsWith(safeWords(reason));
    return `- ${isSaid && facts.isReported !== true ? "" : `${safeWords(reason)} `}${safeWords(fix)}`;
  });
  return [heldFileList(heldFiles, max), ...lines].filter((line) => line !== "").join("\n");
}

export function footer(facts: RunFacts, links: Links): string {
  return smallLine([facts.isReported === true ? "" : costLine(facts), linkLine(links)]);
}

/** Everything that the records of another job say, quoted as its words: the job that publishes the run cannot check any of it. */
export function agentsReport(facts: RunFacts): string {
  const { outcome } = facts;
  const named = (name: string, body: string): readonly string[] => (body === "" ? [] : [`**${name}**`, body]);
  const ended = outcome === undefined ? "" : `${OUTCOMES[outcome.outcome].title}: ${safeWords(outcome.reason)}`;
  const said = stacked([ended, checkList(facts), sandboxLine(facts), ...detailsOf(facts, named), costLine(facts)]);
  return quotedAs("The agent's job reports (this job did not see the run)", said);
}

function detailsOf(facts: RunFacts, as: typeof section): readonly string[] {
  return [
    ...as("Plan", todoList(facts.todos)),
    ...as("Not allowed", objectionList(facts)),
    ...modelNotes(facts, as),
    ...as("Warnings", warningList(facts)),
    ...as("Subagents", agentTable(facts)),
  ];
}
