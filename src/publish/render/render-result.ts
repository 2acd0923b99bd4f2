/** Renders live comment, final comment, notice and pull request. The gate in `outgoing.ts` caps and redacts the texts. */

import { oneLine } from "../../base/truncate.ts";
import type { HeldFile } from "../../protocol/approval.ts";
import { OWN_LIMITS } from "../../protocol/limits.ts";
import { OUTCOMES, type Outcome } from "../../protocol/outcome.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { FileChange } from "../../workspace/changes.ts";
import type { DeferralTerms } from "../result/deferral-terms.ts";
import { isChange, waitingCalls } from "../result/held-calls.ts";
import type { AccountRef } from "../result/ports.ts";
import {
  agentTable,
  closingText,
  costLine,
  fileList,
  folded,
  heldList,
  heldFileList,
  linkLine,
  objectionList,
  paragraphs,
  rungLine,
  section,
  todoList,
  verificationLine,
  warningList,
  type Links,
  modelNotes,
} from "./render-parts.ts";
import {
  publishedOutcome,
  type BranchResult,
  type PublishResult,
  type PullRequestResult,
  type Refusal,
} from "../result/publish-result.ts";
import type { RunFacts } from "../result/run-facts.ts";
import { outputList } from "./render-outputs.ts";
import { publishedTitle, agentsReport } from "./render-reported.ts";
import { quotedAs, safeInline } from "./safe-markdown.ts";

/** The result of a run, as the texts show it. */
export interface ResultView {
  readonly facts: RunFacts;
  readonly changes: readonly FileChange[];
  readonly links: Links;
  /** Changed files that are not published. */
  readonly heldFiles?: readonly HeldFile[] | undefined;
  /** How held calls and files can be answered; undefined where nothing waits in a thread. */
  readonly terms?: DeferralTerms | undefined;
  readonly parts?: Pick<PublishResult, "branch" | "pullRequest" | "outputs" | "refusals"> | undefined;
  readonly requester?: AccountRef | undefined;
  /** The change that was not pushed, with the command that applies it. */
  readonly patch?: readonly string[] | undefined;
  /** Address of the comment with the plan. */
  readonly planUrl?: string | undefined;
  /** Address of the comment that requests approval. */
  readonly deferralUrl?: string | undefined;
  /** Command that resumes a stopped session, e.g. `/kimi resume`. */
  readonly goesOnWith?: string | undefined;
}

/** The status comment while the run works. */
export function renderProgress(facts: RunFacts, links: Links): string {
  const doing = facts.doing === undefined ? "Preparing the run." : `Now: ${safeInline(oneLine(facts.doing, 200))}`;
  return paragraphs([
    "### ⏳ Working",
    ...(facts.rung === undefined || facts.rung === "sealed" ? [] : [rungLine(facts)]),
    warningList(facts),
    todoList(facts.todos),
    doing,
    `<sub>${[costLine(facts), linkLine(links)].filter((part) => part !== "").join(" · ")}</sub>`,
  ]);
}

/** The status comment at the end. */
export function renderResult(view: ResultView): string {
  const { facts, changes, heldFiles = [], links, parts, planUrl } = view;
  const { outcome, isReported = false } = facts;
  const isCounted = isReported || heldFiles.length > 0;
  const count = isCounted ? changes.length : (outcome?.filesChanged ?? changes.length);
  return paragraphs([
    ...headOf(facts, parts),
    goesOnLine(view),
    ...(parts === undefined ? [] : [deliveredLine(parts.branch, parts.pullRequest)]),
    isReported ? "" : verificationLine(facts),
    planUrl === undefined ? closingText(facts) : `[The plan](${planUrl})`,
    ...section("On GitHub", outputList(facts.outputs, parts?.outputs ?? [])),
    ...refusalSection(parts?.refusals ?? []),
    ...section("Left out", heldFileList(heldFiles)),
    ...section("Waits for an answer", askedFor(view)),
    ...(view.patch ?? []),
    ...folded(`Files (${count})`, fileList(changes)),
    ...(isReported
      ? [agentsReport(facts)]
      : [
          ...folded("Plan", todoList(facts.todos)),
          ...folded("Not allowed", objectionList(facts)),
          ...modelNotes(facts, folded),
          ...folded("Warnings", warningList(facts)),
          ...folded("Subagents", agentTable(facts)),
        ]),
    footer(facts, links),
  ]);
}

/** A short new comment for a result that needs a person, with a link to the status comment. */
export function renderNotice(view: ResultView & { readonly statusUrl?: string | undefined }): string {
  const { facts, links, parts, statusUrl } = view;
  const ended = `**${title(facts.outcome?.outcome ?? "failed", parts)}**: ${safeInline(facts.outcome?.reason ?? "")}`;
  return paragraphs([
    facts.isReported === true ? `**${publishedTitle(parts)}**\n\n${quotedAs("The agent's job reports", ended)}` : ended,
    goesOnLine(view),
    heldFileList(view.heldFiles ?? []),
    askedFor(view),
    ...(parts?.refusals ?? []).map(refusalLine),
    [...(statusUrl === undefined ? [] : [`[Details](${statusUrl})`]), linkLine(links)]
      .filter((part) => part !== "")
      .join(" · "),
  ]);
}

/** A link to the request for approval; without that comment, the held calls themselves. */
export function askedFor({ facts, deferralUrl, terms }: ResultView): string {
  const held = waitingCalls(facts.asked);
  const change = held.find(isChange);
  if (change !== undefined) return changeAnswers(change, { deferralUrl, terms });
  if (deferralUrl === undefined) return heldList(held);
  return `[${held.length === 1 ? "1 action" : `${held.length} actions`}: details and how to answer](${deferralUrl})`;
}

/** How the files that wait are published or dropped. */
function changeAnswers(
  { digest }: HeldCall,
  { deferralUrl, terms }: Pick<ResultView, "deferralUrl" | "terms">,
): string {
  const short = digest.slice(0, 12);
  if (terms?.isKept !== true) return `\`kimi-runner resume <bundle> --approve ${short}\` applies the files that wait.`;
  const { command } = terms;
  const more = deferralUrl === undefined ? "" : ` [Diff and details](${deferralUrl})`;
  return `\`${command} approve ${short}\` publishes the files that wait, \`${command} reject ${short}\` drops them.${more}`;
}

const ANY_OF = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Tells that the work is kept and how to resume. */
function goesOnLine({ goesOnWith, facts }: ResultView): string {
  if (goesOnWith === undefined) return "";
  const isLimit = facts.outcome?.outcome.startsWith("limit_") === true;
  const options = Object.values(OWN_LIMITS).map(({ name }) => `\`--${name}\``);
  const more = isLimit ? `, with ${ANY_OF.format(options)} behind it for other limits` : "";
  return `The work so far is kept. Comment \`${goesOnWith}\` to resume${more}.`;
}

type Parts = ResultView["parts"];

function headOf(facts: RunFacts, parts: Parts): readonly string[] {
  const { outcome } = facts;
  if (facts.isReported === true) return [`### ${publishedTitle(parts)}`];
  if (outcome === undefined) return ["### ❌ Failed"];
  return [
    `### ${title(outcome.outcome, parts)}`,
    ...(facts.rung === undefined || facts.rung === "sealed" ? [] : [rungLine(facts)]),
    safeInline(outcome.reason),
  ];
}

/** Refusals that are the result. */
const NOTHING_PUSHED: ReadonlySet<Refusal["code"]> = new Set(["protected_path", "unsafe_path", "fork"]);

/** The heading of an end. Where no file may be published, it says so. */
export function title(outcome: Outcome, parts: Parts): string {
  const branch = parts?.branch;
  const isHeld = branch?.kind === "refused" && NOTHING_PUSHED.has(branch.code);
  if (isHeld) return `⚠️ ${safeInline(branch.reason)}`;
  return OUTCOMES[publishedOutcome(outcome, parts?.refusals ?? [])].title;
}

/** Where the work was published. */
export function deliveredLine(branch: BranchResult, pullRequest: PullRequestResult): string {
  const where = branchLine(branch);
  switch (pullRequest.kind) {
    case "created":
    case "updated":
    case "unchanged":
      return `**Pull request #${pullRequest.number}**${where === "" ? "" : ` · ${where}`}`;
    case "none":
    case "refused":
      return [where, compareLink(pullRequest.compareUrl)].filter((part) => part !== "").join(" · ");
  }
}

function branchLine(branch: BranchResult): string {
  switch (branch.kind) {
    case "created":
    case "updated":
    case "unchanged":
      return `branch ${safeInline(branch.branch)}, commit ${branch.commit.slice(0, 12)}${ontoWords(branch)}`;
    case "none":
    case "refused":
      return "";
  }
}

/** What was pushed during the run was not there when the checks ran. */
function ontoWords({ onto }: { readonly onto?: string | undefined }): string {
  return onto === undefined ? "" : `, on top of ${onto.slice(0, 12)}, which was pushed during the run: check it again`;
}

function compareLink(url: string | undefined): string {
  return url === undefined ? "" : `[open a pull request from it](${url})`;
}

/** The refusals, each with its fix. */
export function refusalSection(refusals: readonly Refusal[]): readonly string[] {
  return refusals.length === 0
    ? []
    : ["### Not published", refusals.map((each) => `- ${refusalLine(each)}`).join("\n")];
}

function refusalLine({ reason, fix }: Refusal): string {
  return `${safeInline(reason)} ${safeInline(fix)}`;
}

export function footer(facts: RunFacts, links: Links): string {
  const cost = facts.isReported === true ? "" : costLine(facts);
  return `<sub>${[cost, linkLine(links)].filter((part) => part !== "").join(" · ")}</sub>`;
}
