/** The first two lines of a result: what happened, and the facts beside it. Comment, notice, summary and pull request share them. */

import { duration } from "../../base/clock.ts";
import { oneLine } from "../../base/truncate.ts";
import { counted, namedUpTo } from "../../base/words.ts";
import type { RunVerb } from "../../github/event/command.ts";
import { hasTrait, OUTCOMES } from "../../protocol/outcome.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { waitingCalls } from "../../run-model/held-calls.ts";
import { publishedOutcome, type PullRequestResult, type Refusal } from "../result/publish-result.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import type { ResultView } from "./result-view.ts";
import { codeSpan } from "./deferral-calls.ts";
import { dotted } from "./render-parts.ts";
import { safeInline, safeWords } from "./safe-markdown.ts";

const ANSWERED: Readonly<Record<Exclude<RunVerb, "fix">, string>> = {
  ask: "💬 Answered",
  review: "🔎 Reviewed",
  plan: "📋 Plan ready",
};

/** Whether the request asked for an answer in words and got one. */
export function isAnswered({ verb = "fix", facts: { outcome } }: Pick<ResultView, "verb" | "facts">): boolean {
  return verb !== "fix" && outcome !== undefined && hasTrait(outcome.outcome, "good") && (outcome.text ?? "") !== "";
}

/** Refusals that are the result. */
const NOTHING_PUSHED: ReadonlySet<Refusal["code"]> = new Set(["protected_path", "unsafe_path", "fork"]);

/** The heading of a result, without a mark for its level. */
export function headline(view: Pick<ResultView, "verb" | "facts" | "parts" | "opensPull" | "heldFiles">): string {
  const { verb = "fix", facts, parts } = view;
  const { outcome } = facts;
  if (outcome === undefined) return "❌ Failed";
  const branch = parts?.branch;
  const isHeld = branch?.kind === "refused" && NOTHING_PUSHED.has(branch.code);
  if (isHeld) return `⚠️ ${safeWords(branch.reason)}`;
  const met = publishedOutcome(outcome.outcome, parts?.refusals ?? []);
  if (met === "published_partially" && parts !== undefined) return `⚠️ ${partlyWords(parts, view)}`;
  const delivered = parts === undefined ? "" : deliveredWords(parts.pullRequest, view);
  if (verb !== "fix" && isAnswered(view) && hasTrait(met, "good")) return ANSWERED[verb];
  if (met === "completed") {
    const pushed = branch !== undefined && "commit" in branch ? "✅ Branch pushed" : OUTCOMES.completed.title;
    return delivered === "" ? pushed : `✅ ${delivered}`;
  }
  if (met === "deferred") return waitingWords(waitingCalls(facts.asked));
  return [OUTCOMES[met].title, delivered, safeWords(outcome.hindrance?.what ?? "")].filter(Boolean).join(" · ");
}

/** Actions that a heading names. */
const MAX_NAMED = 2;

/** Names the actions that wait, because a list of threads shows no more than the first line. */
function waitingWords(calls: readonly HeldCall[]): string {
  const named = calls.map(({ summary }) => safeInline(oneLine(summary, 80)));
  const { title } = OUTCOMES.deferred;
  return named.length === 0 ? title : `${title}: ${namedUpTo(named, MAX_NAMED)}`;
}

function partlyWords(
  { branch, pullRequest }: NonNullable<ResultView["parts"]>,
  { heldFiles = [], opensPull }: Pick<ResultView, "heldFiles" | "opensPull">,
): string {
  if (branch.kind === "refused" && branch.code !== "unknown") return "The change was not pushed";
  if ("commit" in branch && branch.insteadOf !== undefined)
    return `Not pushed to ${codeSpan(branch.insteadOf.branch)}, but to a separate branch`;
  const delivered = deliveredWords(pullRequest, { opensPull }) || ("commit" in branch ? "Branch pushed" : "");
  if (delivered === "") return "Not fully published";
  if (heldFiles.length > 0) return `${delivered} · ${counted(heldFiles.length, "file")} left out`;
  return pullRequest.kind === "refused" ? `${delivered} · no pull request` : `Not fully published · ${delivered}`;
}

/**
 * What was done with the pull request; empty without one. A repeated publishing gives the same words: a pull request of ours was
 * opened, another one updated. GitHub links the number.
 */
function deliveredWords(pullRequest: PullRequestResult, { opensPull = false }: Pick<ResultView, "opensPull">): string {
  if (pullRequest.kind === "none" || pullRequest.kind === "refused") return "";
  const { kind, number } = pullRequest;
  const isOpened = kind === "created" || (kind === "unchanged" && opensPull);
  return `Pull request #${number} ${isOpened ? "opened" : "updated"}`;
}

/** The heading of what was published, without a word about the run. */
export function publishedTitle({ parts, opensPull }: Pick<ResultView, "parts" | "opensPull">): string {
  if ((parts?.refusals ?? []).length > 0) return OUTCOMES.published_partially.title;
  if (parts === undefined || !("commit" in parts.branch)) return "📨 No change to publish";
  return `📦 ${deliveredWords(parts.pullRequest, { opensPull }) || "Change published"}`;
}

/** Why the run ended, if the heading does not say it. */
export function reasonLine({ verb, facts }: Pick<ResultView, "verb" | "facts">): string {
  const { outcome, reason } = facts.outcome ?? { outcome: "failed", reason: "" };
  if (isAnswered({ verb, facts }) || (outcome === "completed" && reason === "The model finished.")) return "";
  if (outcome === "deferred" && waitingCalls(facts.asked).length > 0) return ""; // the calls and their number follow below
  return safeWords(reason);
}

/** `1 file +1 −1 · node --test passed · 1 min 12 s · asked by alice · kimi/issue-1-key`. */
export function factsLine({ facts, changes, parts, requester, links }: ResultView): string {
  const added = changes.reduce((sum, change) => sum + (change.added ?? 0), 0);
  const deleted = changes.reduce((sum, change) => sum + (change.deleted ?? 0), 0);
  const files = `${counted(changes.length, "file")} +${added} −${deleted}`;
  const { branch } = parts ?? {};
  const name = branch !== undefined && "branch" in branch ? branch.branch : undefined;
  return dotted([
    changes.length === 0 ? "" : files,
    facts.isReported === true ? "" : passedWords(facts),
    facts.isReported === true || facts.worked.ms === 0 ? "" : duration(facts.worked.ms),
    requester === undefined ? "" : `asked by ${safeInline(requester.login)}`,
    name === undefined ? "" : branchLink(name, links.repositoryUrl),
  ]);
}

/** Commands of one line; the others are counted. */
const MAX_COMMANDS = 2;

function passedWords({ outcome }: RunFacts): string {
  const { verification } = outcome ?? {};
  if (verification?.passed !== true || verification.results.length === 0) return "";
  const commands = verification.results.map(({ command }) => codeSpan(command, 60));
  return `${namedUpTo(commands, MAX_COMMANDS)} passed`;
}

function branchLink(branch: string, repositoryUrl: string | undefined): string {
  const shown = codeSpan(branch);
  const path = branch.split("/").map(encodeURIComponent).join("/");
  return repositoryUrl === undefined ? shown : `[${shown}](${repositoryUrl}/tree/${path.replace(/[()]/g, escape)})`;
}

const escape = (char: string): string => `%${char.charCodeAt(0).toString(16)}`;
