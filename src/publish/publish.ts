/**
 * Publishes the result of a run: branch, pull request, comments, notice, reaction, artifact. The failure of one part does not
 * stop the others, and each part has its own result. Publishing twice gives the same result as publishing once.
 */

import type { Clock } from "../base/clock.ts";
import { redactDeep, type Redact } from "../base/redact.ts";
import { oneLine } from "../base/truncate.ts";
import { hasTrait } from "../protocol/outcome.ts";
import type { FileChange } from "../workspace/changes.ts";
import type { LeakSearch } from "../workspace/leaks.ts";
import type { PublishGit, Remote } from "../workspace/push.ts";
import { deliverBranch } from "./branch/branch.ts";
import type { HeldBy } from "./branch/changed-paths.ts";
import { createOwnComment } from "./comments/status-comment.ts";
import { commitMessage, harmlessTitle, noReply } from "./branch/commit-message.ts";
import { STICKY_MARK } from "./result/markers.ts";
import { publishNotice } from "./comments/notice.ts";
import { createOutgoing, type Outgoing } from "./render/outgoing.ts";
import { publishPlan } from "./comments/publish-plan.ts";
import type { AccountRef, GitHubApi, Repo, Warn } from "./result/ports.ts";
import type { ProgressComment } from "./comments/progress-comment.ts";
import { deliverPullRequest, refusalOfClosed } from "./branch/pull-request.ts";
import type { Reaction } from "./comments/reaction.ts";
import { renderPullRequest, renderResult, type ResultView } from "./render/render-result.ts";
import type { DeferralTerms } from "./result/deferral-terms.ts";
import type { Links } from "./render/render-parts.ts";
import {
  artifactRefusal,
  publishedOutcome,
  refusalsIn,
  refused,
  unanswerable,
  type ArtifactResult,
  type BranchResult,
  type CommentResult,
  type PublishResult,
  type PullRequestResult,
  type Refusal,
} from "./result/publish-result.ts";
import type { RunFacts } from "./result/run-facts.ts";

/** Where the change goes. */
export type Destination =
  /** A branch of our own, and a pull request into `into`. */
  | { readonly kind: "own"; readonly into: string }
  /** The branch of a pull request of the same repository. */
  | { readonly kind: "pull-request"; readonly branch: string; readonly number: number; readonly url: string }
  /** No destination: the run only answers, or (with a refusal) may not push, as for a fork. */
  | { readonly kind: "none"; readonly refusal?: Refusal | undefined };

interface Thread {
  readonly kind: "issue" | "pull-request";
  readonly number: number;
}

export interface PublishRequest {
  readonly client: GitHubApi;
  readonly repo: Repo;
  readonly git: PublishGit;
  readonly remote: Remote;
  /** The token's account, which is the author of comments and commits. */
  readonly self: AccountRef;
  /** Folded from the whole journal; contains the outcome. */
  readonly facts: RunFacts;
  readonly changes: readonly FileChange[];
  /** Start commit, last snapshot, and a time that is the same when publishing is repeated. */
  readonly work: { readonly base: string; readonly tree: string; readonly atSeconds: number };
  readonly destination: Destination;
  readonly thread?: Thread | undefined;
  /** Foreign text, e.g. the title of the issue. */
  readonly title: string;
  /** Names the request. A repeated job has the same key and therefore the same branch. Default: the session's id. */
  readonly requestKey?: string | undefined;
  readonly requester?: AccountRef | undefined;
  /** Issue that a merge of the pull request closes. */
  readonly closes?: number | undefined;
  readonly settings: { readonly pullRequest: "draft" | "ready" | "none"; readonly commit: "verified" | "git" };
  readonly heldBy: HeldBy;
  readonly links: Links;
  /** The live status comment; without it `publish` creates one. */
  readonly progress?: Pick<ProgressComment<RunFacts>, "finish"> | undefined;
  readonly reaction?: Pick<Reaction, "done"> | undefined;
  readonly upload?: (() => Promise<ArtifactResult>) | undefined;
  /** Set where the run was asked for a plan, which `command` carries out. */
  readonly plan?: { readonly command: string } | undefined;
  /** Terms of a request for approval; without them held calls are only listed. */
  readonly deferral?: DeferralTerms | undefined;
  /** Command that resumes the session, where it stopped and is stored on the server. */
  readonly goesOnWith?: string | undefined;
  /** Post a notice also when nothing is wrong, because edits of the status comment notify no person. */
  readonly announce?: boolean | undefined;
  /** Start of the session (ms since the epoch); its comments cannot be older. */
  readonly beganAt?: number | undefined;
  readonly redact: Redact;
  /** Finds secrets in the commit, which cannot be redacted. */
  readonly search: LeakSearch;
  readonly clock: Clock;
  readonly warn: Warn;
}

/** Publishes a finished run. A server's refusals are returned, not thrown. */
export async function publish(request: PublishRequest): Promise<PublishResult> {
  const { redact, warn } = request;
  // Redaction comes before rendering, because it would not find an escaped secret.
  const clean = {
    ...request,
    facts: redactDeep(request.facts, redact),
    changes: redactDeep(request.changes, redact),
    title: redact(request.title),
    deferral: redactDeep(request.deferral, redact),
  };
  const outgoing = createOutgoing(redact);
  const uploading = request.upload?.();
  const branch = redactDeep(await branchOf(clean), redact);
  const pullRequest = await pullRequestOf(clean, branch, outgoing);
  const artifact = await uploading;
  const refusals = [...refusalsIn([branch, pullRequest]), ...artifactRefusal(artifact), ...unanswerable(clean)];
  for (const { reason, fix } of refusalsIn([branch, pullRequest])) warn(`${reason} ${fix}`);
  if (branch.kind !== "none" && branch.kind !== "refused" && branch.verified === false)
    warn(
      "GitHub did not sign the commit, because it signs only for App tokens and GITHUB_TOKEN. Use one of them, or `commit: git`.",
    );

  const plan = await planOf(clean, outgoing);
  const planUrl = "url" in plan ? plan.url : undefined;
  const deferral = await deferralOf(clean, artifact, outgoing);
  const deferralUrl = "url" in deferral ? deferral.url : undefined;
  const view: ResultView = { ...clean, parts: { branch, pullRequest, refusals }, planUrl, deferralUrl };
  const comment = await statusComment(clean, view, outgoing);
  const { thread, announce, beganAt: notBefore } = clean;
  const told = { view, comment, plan, announce, outgoing, notBefore, thread: thread?.number };
  const notice = await publishNotice({ ...clean, ...told });
  const outcome = clean.facts.outcome?.outcome ?? "failed";
  const all = [...refusals, ...refusalsIn([plan, deferral, comment, notice])];
  const reaction = (await request.reaction?.done(publishedOutcome(outcome, all))) ?? { kind: "none" };
  return { branch, pullRequest, comment, plan, deferral, notice, reaction, artifact, refusals: all };
}

/** `kimi/<kind>-<number>-<short id>`; `kimi/run-<short id>` without a thread. */
function ownBranch(key: string, thread: Thread | undefined): string {
  const short = (key.split("-").at(-1) ?? key).replace(/[^\w]/g, "").slice(0, 12);
  return thread === undefined
    ? `kimi/run-${short}`
    : `kimi/${thread.kind === "issue" ? "issue" : "pr"}-${thread.number}-${short}`;
}

async function branchOf(request: PublishRequest): Promise<BranchResult> {
  const { destination, facts, work, thread, title, requester, links, self, settings } = request;
  if (destination.kind === "none") {
    const hasWork = request.changes.length > 0;
    return destination.refusal !== undefined && hasWork ? refused(destination.refusal) : { kind: "none" };
  }
  if (!hasTrait(facts.outcome?.outcome ?? "failed", "delivered")) return { kind: "none" };
  const own = destination.kind === "own";
  // A push to the branch of a closed pull request would not show in any pull request.
  const closed = own || request.changes.length === 0 ? undefined : await refusalOfClosed(request, destination.number);
  if (closed !== undefined) return refused(closed);
  return await deliverBranch({
    ...request,
    ...work,
    way: settings.commit,
    branch: own ? ownBranch(request.requestKey ?? facts.sessionId, thread) : destination.branch,
    mayCreate: own,
    sessionId: facts.sessionId,
    identity: { name: self.login, email: noReply(self) },
    message: commitMessage({
      title,
      number: thread?.number,
      sessionId: facts.sessionId,
      depth: facts.depth,
      requester,
      runUrl: links.runUrl,
    }),
  });
}

/** GitHub accepts 256 characters for a title. */
const MAX_TITLE = 200;

async function pullRequestOf(
  request: PublishRequest,
  branch: BranchResult,
  outgoing: Outgoing,
): Promise<PullRequestResult> {
  const { destination, facts, title, settings } = request;
  if (branch.kind === "none" || branch.kind === "refused" || destination.kind === "none") return { kind: "none" };
  if (destination.kind === "pull-request") {
    const { number, url } = destination;
    return { kind: branch.kind === "unchanged" ? "unchanged" : "updated", number, url };
  }
  const isDone = facts.outcome?.outcome === "completed";
  const result = await deliverPullRequest({
    ...request,
    branch: branch.branch,
    into: destination.into,
    state: settings.pullRequest === "ready" && !isDone ? "draft" : settings.pullRequest,
    title: outgoing(oneLine(harmlessTitle(title), MAX_TITLE)) || "Changes by kimi-runner",
    body: renderPullRequest(request),
    outgoing,
  });
  const isUpdated = result.kind === "unchanged" && branch.kind === "updated";
  return isUpdated ? { ...result, kind: "updated" } : result;
}

async function statusComment(request: PublishRequest, view: ResultView, outgoing: Outgoing): Promise<CommentResult> {
  const { progress, thread, warn } = request;
  const body = renderResult(view);
  if (progress !== undefined) return await progress.finish(body);
  if (thread === undefined) return { kind: "none" };
  const own = createOwnComment({ ...request, thread: thread.number, mark: STICKY_MARK, outgoing });
  const result = await own.put(body);
  if (result.kind === "refused") warn(`The status comment cannot be written. ${result.reason} ${result.fix}`);
  return result;
}

async function planOf(request: PublishRequest, outgoing: Outgoing): Promise<CommentResult> {
  const { plan, thread, beganAt, warn } = request;
  if (plan === undefined || thread === undefined) return { kind: "none" };
  const result = await publishPlan({ ...request, ...plan, thread: thread.number, notBefore: beganAt, outgoing });
  if (result.kind === "refused") warn(`The plan cannot be posted. ${result.reason} ${result.fix}`);
  return result;
}

async function deferralOf(
  request: PublishRequest,
  artifact: ArtifactResult | undefined,
  outgoing: Outgoing,
): Promise<CommentResult> {
  const { deferral: terms, thread } = request;
  if (terms === undefined || thread === undefined) return { kind: "none" };
  const { publishDeferral } = await import("./comments/deferral-comment.ts"); // few runs hold calls
  return await publishDeferral({ ...request, thread: thread.number, terms, artifact, outgoing });
}
