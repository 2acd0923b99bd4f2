/**
 * Publishes the result of a run: branch, pull request, comments, notice, reaction, artifact. The failure of one part does not
 * stop the others, and each part has its own result. Publishing twice gives the same result as publishing once.
 */

import { redactDeep } from "../base/redact.ts";
import { oneLine } from "../base/truncate.ts";
import type { PublishRequest } from "./publish-request.ts";
import { isTask, publishChange, type PublishedChange } from "./publish-change.ts";
import type { PublishedDeferral } from "./comments/deferral-comment.ts";
import { createOwnComment, type CommentOptions } from "./comments/status-comment.ts";
import { harmlessTitle } from "./branch/commit-message.ts";
import { findTemplate } from "./branch/find-template.ts";
import { answerMark, statusMark } from "./result/markers.ts";
import { repositoryUrl } from "./result/ports.ts";
import { publishNotice } from "./comments/notice.ts";
import { createOutgoing, type Outgoing } from "./render/outgoing.ts";
import { publishPlan } from "./comments/publish-plan.ts";
import { compareLink, deliverPullRequest } from "./branch/pull-request.ts";
import { renderPullRequest } from "./render/render-pull-request.ts";
import { patchSection } from "./render/render-patch.ts";
import { renderResult } from "./render/render-result.ts";
import type { ResultView } from "./render/result-view.ts";
import { outputFooter } from "./render/render-outputs.ts";
import { headline, isAnswered } from "./render/headline.ts";
import {
  artifactRefusal,
  publishedOutcome,
  refusalsIn,
  unanswerable,
  type CommentResult,
  type PublishResult,
  type OutputResult,
  type PullRequestResult,
} from "./result/publish-result.ts";

/** Publishes a finished run. A server's refusals are returned, not thrown. */
export async function publish(request: PublishRequest): Promise<PublishResult> {
  const { posts, warn } = request;
  const { redact, upload } = request.run;
  const clean = redacted(request);
  const { facts, artifact: name } = clean.run;
  const { thread, requester, verb, replyTo, isFirst: isNew } = clean.origin;
  const { deferral: terms, goesOnWith } = clean.reply ?? {};
  const comments: Comments = {
    ...clean.github,
    clock: clean.clock,
    outgoing: createOutgoing(redact),
    thread: thread?.number,
    isNew,
  };
  const opensPull = clean.target.destination.kind === "own";
  const inPlace = { ...comments, replyTo };
  const uploading = upload?.();
  const paging = clean.run.page?.();
  const template = templateOf(clean);
  const published = redactDeep(await publishChange(clean), redact);
  const { branch, heldFiles, left, unfiltered, subject, patch } = published;
  const pageUrl = await paging;
  const pages = { runUrl: clean.runUrl, pageUrl, repositoryUrl: repositoryUrl(clean.github.repo) };
  const held = new Set(heldFiles.map(({ path }) => path));
  const changes = clean.run.changes.filter(({ path }) => !held.has(path));
  const seen = { facts, changes, heldFiles, unfiltered, requester, goesOnWith, terms, verb, opensPull };
  // The pull request does not wait for the upload, so it cannot name the artifact.
  const early: ResultView = { ...seen, links: pages };
  const pullRequest = await pullRequestOf(clean, { branch, subject, template }, early, comments.outgoing);
  const outputs = await outputsOf(clean, comments);
  const artifact = await uploading;
  const links = {
    ...pages,
    artifact: artifact?.kind === "directory" ? undefined : name,
    // A server that took the page shows artifacts; others take them and have no page for them.
    artifactUrl:
      artifact?.kind === "uploaded" && pageUrl !== undefined ? `${clean.runUrl}/artifacts/${artifact.id}` : undefined,
  };
  const draft: ResultView = { ...seen, links };
  const notSent = [...left, ...refusalsIn([branch, pullRequest, ...outputs])];
  for (const { reason, fix } of notSent) warn(`${reason} ${fix}`);
  const refusals = [...notSent, ...artifactRefusal(artifact), ...unanswerable({ facts, thread, deferral: terms })];
  if ("verified" in branch && branch.verified === false) warn(UNSIGNED);
  const shownPatch =
    patch && patchSection({ ...patch, number: thread?.number ?? 0, artifact: links.artifact }, comments.outgoing);
  const plan = await planOf(clean, draft, comments);
  const parts = { branch, pullRequest, outputs, refusals };
  const deferral = await deferralOf(clean, { ...comments, facts, links, done: headline({ ...draft, parts }) });
  const view: ResultView = {
    ...draft,
    parts,
    patch: shownPatch,
    planUrl: "url" in plan ? plan.url : undefined,
    planCommand: clean.reply?.plan?.command,
    deferralUrl: "url" in deferral ? deferral.url : undefined,
  };
  const comment = await resultComment(clean, view, inPlace);
  const notice = await publishNotice({ ...inPlace, notBefore: clean.run.beganAt, view, comment });
  const all = [...refusals, ...refusalsIn([plan, deferral, comment, notice])];
  const outcome = publishedOutcome(facts.outcome?.outcome ?? "failed", all);
  clean.told?.({ ...view, parts: { branch, pullRequest, outputs, refusals: all } });
  const files = "commit" in branch ? changes.map(({ path }) => path) : [];
  const posted = { branch, pullRequest, comment, plan, deferral, notice, artifact };
  const result = { ...posted, outputs, files, heldFiles, refusals: all };
  const [reaction = { kind: "none" } as const] = await Promise.all([
    posts?.reaction?.done(outcome),
    request.settle?.(result),
  ]);
  return { ...result, reaction };
}

const UNSIGNED =
  "GitHub did not sign the commit, because it signs only for App tokens and GITHUB_TOKEN. Use one of them, or `commit: git`.";

/** The options that all comments of one publishing share. */
interface Comments extends Pick<CommentOptions, "client" | "repo" | "self" | "clock" | "outgoing" | "isNew"> {
  readonly thread: number | undefined;
  readonly replyTo?: number | undefined;
}

/** Redacts the request before rendering, because an escaped secret would no longer be recognised. */
function redacted(request: PublishRequest): PublishRequest {
  const { run, origin, reply } = request;
  const { redact } = run;
  return {
    ...request,
    run: { ...run, facts: redactDeep(run.facts, redact), changes: redactDeep(run.changes, redact) },
    origin: { ...origin, title: redact(origin.title) },
    reply: { ...reply, deferral: redactDeep(reply?.deferral, redact) },
  };
}

/** GitHub takes 256 characters of a title. */
const MAX_TITLE = 200;

/** Searches for the template of the pull request, concurrently with the push. Never rejects. */
async function templateOf({ github, target, run }: PublishRequest): Promise<string | undefined> {
  if (target.destination.kind !== "own" || target.pullRequest === "none" || run.changes.length === 0) return undefined;
  return await findTemplate({ ...github, git: target.git, commit: run.base });
}

interface ToOpen extends Pick<PublishedChange, "branch" | "subject"> {
  readonly template: Promise<string | undefined>;
}

async function pullRequestOf(
  { github, target, run, origin, clock }: PublishRequest,
  { branch, subject, template }: ToOpen,
  view: ResultView,
  outgoing: Outgoing,
): Promise<PullRequestResult> {
  const { destination, pullRequest: state } = target;
  if (branch.kind === "none" || branch.kind === "refused" || destination.kind === "none") return { kind: "none" };
  const { insteadOf } = branch;
  if (insteadOf !== undefined && state !== "none") {
    const place = { repo: github.repo, branch: branch.branch, into: insteadOf.branch };
    return { kind: "none", compareUrl: compareLink(place) };
  }
  if (destination.kind === "pull-request") {
    const { number, url } = destination;
    return { kind: branch.kind === "unchanged" ? "unchanged" : "updated", number, url };
  }
  const { thread, title, isFirst = false } = origin;
  const closes = thread?.kind === "issue" ? thread.number : undefined;
  const isDone = run.facts.outcome?.outcome === "completed";
  const result = await deliverPullRequest({
    ...github,
    branch: branch.branch,
    into: destination.into,
    isTask: isTask({ origin }),
    isNew: isFirst && branch.kind === "created",
    state: state === "ready" && !isDone ? "draft" : state,
    title: outgoing(oneLine(subject ?? harmlessTitle(title), MAX_TITLE)) || "Changes by kimi-runner",
    body: renderPullRequest({ ...view, closes, template: await template }),
    outgoing,
    clock,
  });
  const isUpdated = result.kind === "unchanged" && branch.kind === "updated";
  return isUpdated ? { ...result, kind: "updated" } : result;
}

/** The key in the marks of the request's comments. */
function keyOf({ origin, run }: PublishRequest): string {
  return origin.requestKey ?? run.facts.sessionId;
}

/** Posts the result: an answer in words as a new comment that replaces the live one, anything else in the live one. */
async function resultComment(request: PublishRequest, view: ResultView, comments: Comments): Promise<CommentResult> {
  const body = renderResult(view);
  const { posts } = request;
  if (isAnswered(view) && view.planUrl === undefined) {
    const answer = await ownComment(answerMark(keyOf(request)), body, request, comments);
    if ("url" in answer) {
      await posts?.progress?.remove();
      return answer;
    }
  }
  const told = await posts?.progress?.finish(body);
  // If a person deleted the live comment, the result gets a new one.
  if (told !== undefined && (told.kind !== "refused" || told.code !== "missing")) return told;
  return await ownComment(statusMark(keyOf(request)), body, request, comments);
}

async function ownComment(
  mark: string,
  body: string,
  { warn }: Pick<PublishRequest, "warn">,
  { thread, ...comments }: Comments,
): Promise<CommentResult> {
  if (thread === undefined) return { kind: "none" };
  const result = await createOwnComment({ ...comments, thread, mark }).put(body);
  if (result.kind === "refused") warn(`The comment cannot be written. ${result.reason} ${result.fix}`);
  return result;
}

/** Carries out what the run asked for on GitHub, if it ended well. */
async function outputsOf(
  { run, origin, runUrl }: PublishRequest,
  comments: Comments,
): Promise<readonly OutputResult[]> {
  const { facts, outputRefusal } = run;
  const { outputs, outcome, sessionId } = facts;
  if (outputs.length === 0 || outcome === undefined) return [];
  const { areCarriedOut, deliverOutputs } = await import("./outputs/deliver-outputs.ts"); // few runs ask for anything
  if (!areCarriedOut(outcome.outcome)) return [];
  const { isNew: _, ...place } = comments; // a run may ask for the same comment twice
  return await deliverOutputs({
    ...place,
    outputs,
    refusalOf: outputRefusal,
    key: origin.requestKey ?? origin.outputKey ?? sessionId,
    footer: outputFooter(origin.thread, runUrl),
  });
}

async function planOf(
  { reply, run, warn }: PublishRequest,
  { facts, links }: ResultView,
  { thread, ...comments }: Comments,
): Promise<CommentResult> {
  if (reply?.plan === undefined || thread === undefined) return { kind: "none" };
  const result = await publishPlan({ ...comments, ...reply.plan, notBefore: run.beganAt, facts, links, thread });
  if (result.kind === "refused") warn(`The plan cannot be posted. ${result.reason} ${result.fix}`);
  return result;
}

async function deferralOf(
  { reply, warn }: PublishRequest,
  { thread, ...comment }: Comments & Pick<PublishedDeferral, "facts" | "links" | "done">,
): Promise<CommentResult> {
  const terms = reply?.deferral;
  if (terms === undefined || thread === undefined) return { kind: "none" };
  const { publishDeferral } = await import("./comments/deferral-comment.ts"); // few runs hold anything
  return await publishDeferral({ ...comment, thread, terms, warn });
}
