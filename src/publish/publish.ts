/**
 * Publishes the result of a run: branch, pull request, comments, notice, reaction, artifact. The failure of one part does not
 * stop the others, and each part has its own result. Publishing twice gives the same result as publishing once.
 */

import { hasTrait } from "../protocol/outcome.ts";
import { publishDeferral } from "./comments/deferral-comment.ts";
import { redactDeep } from "../base/redact.ts";
import { oneLine } from "../base/truncate.ts";
import type { PublishRequest } from "./publish-request.ts";
import { isTask, publishChange, type PublishedChange } from "./publish-change.ts";
import { createOwnComment, type CommentOptions } from "./comments/status-comment.ts";
import { harmlessTitle } from "./branch/commit-message.ts";
import { findTemplate } from "./branch/find-template.ts";
import { answerMark, noticeMark, planMark, statusMark } from "./result/markers.ts";
import { repositoryUrl } from "./result/ports.ts";
import { createOutgoing } from "./render/outgoing.ts";
import { compareLink, deliverPullRequest } from "./branch/pull-request.ts";
import { renderPullRequest } from "./render/render-pull-request.ts";
import { patchSection } from "./render/render-patch.ts";
import { renderNotice, renderPlanComment, renderResult } from "./render/render-result.ts";
import type { ResultView } from "./render/result-view.ts";
import { outputFooter } from "./render/render-outputs.ts";
import { headline, isAnswered } from "./render/headline.ts";
import {
  artifactRefusal,
  publishedOutcome,
  refusalsIn,
  unanswerable,
  type ArtifactResult,
  type CommentResult,
  type PublishResult,
  type PullRequestResult,
  type Refusal,
} from "./result/publish-result.ts";

/** Publishes a finished run. A server's refusals are returned, not thrown. */
export async function publish(request: PublishRequest): Promise<PublishResult> {
  let now = begin(redacted(request));
  for (const stage of STAGES) now = await stage(now);
  return now.result;
}

/** What is known so far. Each stage returns it with what it found or did. */
interface Publishing {
  /** Redacted. */
  readonly request: PublishRequest;
  readonly comments: Comments;
  /** The facts of the texts. Its `parts` are there once everything but the comments is published. */
  readonly view: ResultView;
  readonly result: PublishResult;
  readonly subject?: string | undefined;
  readonly patch?: PublishedChange["patch"];
  /** What goes on beside the first stages. */
  readonly beside: {
    readonly artifact: Promise<ArtifactResult> | undefined;
    readonly pageUrl: Promise<string | undefined> | undefined;
    readonly template: Promise<string | undefined>;
  };
}

type Stage = (now: Publishing) => Promise<Publishing>;

const STAGES: readonly Stage[] = [
  pushChange,
  openPullRequest,
  tellOfReview,
  carryOutOutputs,
  finishUpload,
  postPlan,
  askForApproval,
  postResult,
  postNotice,
  settle,
];

const NONE = { kind: "none" } as const;

/** Starts what takes long and depends on no stage. */
function begin(request: PublishRequest): Publishing {
  const { run, origin, reply, github, clock, runUrl, target } = request;
  const { facts, changes } = run;
  const { thread, requester, verb, isFirst: isNew } = origin;
  const links = { runUrl, repositoryUrl: repositoryUrl(github.repo) };
  const opensPull = target.destination.kind === "own";
  const { goesOnWith, deferral: terms } = reply ?? {};
  const comments = { plan: NONE, comment: NONE, deferral: NONE, notice: NONE, reaction: NONE };
  const change = { branch: NONE, pullRequest: NONE, outputs: [], files: [], heldFiles: [], artifact: undefined };
  return {
    request,
    comments: { ...github, clock, outgoing: createOutgoing(run.redact), thread: thread?.number, isNew },
    view: { facts, changes, links, requester, goesOnWith, terms, verb, opensPull },
    result: { ...change, ...comments, refusals: [] },
    beside: { artifact: run.upload?.(), pageUrl: run.page?.(), template: templateOf(request) },
  };
}

/** Adds results, and the refusals among them after those of earlier stages. */
function adding(now: Publishing, done: Partial<PublishResult>, more: readonly Refusal[] = []): Publishing {
  return { ...now, result: { ...now.result, ...done, refusals: [...now.result.refusals, ...more] } };
}

function warned({ request: { warn } }: Publishing, refusals: readonly Refusal[]): readonly Refusal[] {
  for (const { reason, fix } of refusals) warn(`${reason} ${fix}`);
  return refusals;
}

async function pushChange(now: Publishing): Promise<Publishing> {
  const { request, view, beside } = now;
  const published = redactDeep(await publishChange(request), request.run.redact);
  const { branch, heldFiles, left, unfiltered, subject, patch } = published;
  const held = new Set(heldFiles.map(({ path }) => path));
  const changes = request.run.changes.filter(({ path }) => !held.has(path));
  const files = "commit" in branch ? changes.map(({ path }) => path) : [];
  const links = { ...view.links, pageUrl: await beside.pageUrl };
  const refusals = warned(now, [...left, ...refusalsIn([branch])]);
  if ("verified" in branch && branch.verified === false) request.warn(UNSIGNED);
  const shown = { ...view, changes, heldFiles, unfiltered, links };
  return { ...adding(now, { branch, heldFiles, files }, refusals), view: shown, subject, patch };
}

/** The pull request does not wait for the upload, so it cannot name the artifact. */
async function openPullRequest(now: Publishing): Promise<Publishing> {
  const pullRequest = await pullRequestOf(now);
  return adding(now, { pullRequest }, warned(now, refusalsIn([pullRequest])));
}

async function pullRequestOf({
  request,
  result,
  view,
  subject,
  beside,
  comments,
}: Publishing): Promise<PullRequestResult> {
  const { github, target, run, origin, reply, clock } = request;
  const { branch } = result;
  const { outgoing } = comments;
  const { destination, pullRequest: state } = target;
  if (branch.kind === "none" || branch.kind === "refused" || destination.kind === "none") return NONE;
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
  const opened = await deliverPullRequest({
    ...github,
    branch: branch.branch,
    into: destination.into,
    isTask: isTask({ origin }),
    isNew: isFirst && branch.kind === "created",
    state: state === "ready" && !isDone ? "draft" : state,
    title: outgoing(oneLine(subject ?? harmlessTitle(title), MAX_TITLE)) || "Changes by kimi-runner",
    body: renderPullRequest({ ...view, closes, about: reply?.about, template: await beside.template }),
    outgoing,
    clock,
  });
  const isUpdated = opened.kind === "unchanged" && branch.kind === "updated";
  return isUpdated ? { ...opened, kind: "updated" } : opened;
}

/** The review was posted before this publishing, which tells of its refusal. */
async function tellOfReview(now: Publishing): Promise<Publishing> {
  return adding(now, {}, warned(now, refusalsIn([now.request.reply?.review ?? NONE])));
}

/** Carries out what the run asked for on GitHub, if it ended well. */
async function carryOutOutputs(now: Publishing): Promise<Publishing> {
  const { run, origin, runUrl } = now.request;
  const { outputs: asked, outcome, sessionId } = run.facts;
  if (asked.length === 0 || outcome === undefined) return now;
  const { areCarriedOut, deliverOutputs } = await import("./outputs/deliver-outputs.ts"); // few runs ask for anything
  if (!areCarriedOut(outcome.outcome)) return now;
  const { isNew: _, ...place } = now.comments; // a run may ask for the same comment twice
  const outputs = await deliverOutputs({
    ...place,
    outputs: asked,
    refusalOf: run.outputRefusal,
    key: origin.requestKey ?? origin.outputKey ?? sessionId,
    footer: outputFooter(origin.thread, runUrl),
  });
  return adding(now, { outputs }, warned(now, refusalsIn(outputs)));
}

/** Everything but the comments is published then, so that they can say what became of it. */
async function finishUpload(before: Publishing): Promise<Publishing> {
  const { request, comments, patch, view } = before;
  const artifact = await before.beside.artifact;
  const { thread } = request.origin;
  const asking = { facts: view.facts, thread, deferral: view.terms };
  const now = adding(before, { artifact }, [...artifactRefusal(artifact), ...unanswerable(asking)]);
  const { branch, pullRequest, outputs, refusals } = now.result;
  const name = artifact?.kind === "directory" ? undefined : request.run.artifact;
  // A server that took the page shows artifacts; others take them and have no page for them.
  const isShown = artifact?.kind === "uploaded" && view.links.pageUrl !== undefined;
  const artifactUrl = isShown ? `${request.runUrl}/artifacts/${artifact.id}` : undefined;
  const shownPatch =
    patch && patchSection({ ...patch, number: thread?.number ?? 0, artifact: name }, comments.outgoing);
  const links = { ...view.links, artifact: name, artifactUrl };
  return { ...now, view: { ...view, links, patch: shownPatch, parts: { branch, pullRequest, outputs, refusals } } };
}

/** Posts the plan as a comment of its own, once for each session. Later runs do not edit it, and the next `fix` follows it. */
async function postPlan(now: Publishing): Promise<Publishing> {
  const { request, view, comments } = now;
  const { command } = request.reply?.plan ?? {};
  const { thread } = comments;
  const { outcome, sessionId } = view.facts;
  const text = (outcome?.text ?? "").trim();
  if (command === undefined || thread === undefined || outcome === undefined || text === "") return now;
  // A slash command may be answered without a model.
  if (outcome.steps === 0 || !hasTrait(outcome.outcome, "good")) return now;
  const own = createOwnComment({ ...comments, notBefore: request.run.beganAt, thread, mark: planMark(sessionId) });
  const plan = await own.put(renderPlanComment(text, { command, links: view.links }));
  if (plan.kind === "refused") request.warn(`The plan cannot be posted. ${plan.reason} ${plan.fix}`);
  const planUrl = "url" in plan ? plan.url : undefined;
  return { ...adding(now, { plan }, refusalsIn([plan])), view: { ...view, planUrl, planCommand: command } };
}

async function askForApproval(now: Publishing): Promise<Publishing> {
  const { request, view, comments } = now;
  const { facts, links, terms } = view;
  const { thread } = comments;
  if (terms === undefined || thread === undefined) return now;
  const { warn } = request;
  const deferral = await publishDeferral({ ...comments, thread, terms, facts, links, done: headline(view), warn });
  const deferralUrl = "url" in deferral ? deferral.url : undefined;
  return { ...adding(now, { deferral }, refusalsIn([deferral])), view: { ...view, deferralUrl } };
}

/** Posts an answer in words as a new comment that replaces the live one, any other result in the live one. */
async function postResult(now: Publishing): Promise<Publishing> {
  const { request, view } = now;
  const progress = request.posts?.progress;
  const key = request.origin.requestKey ?? view.facts.sessionId; // in the marks of the request's comments
  const body = renderResult(view);
  const posted = (comment: CommentResult): Publishing => adding(now, { comment }, refusalsIn([comment]));
  const { review } = request.reply ?? {};
  // A review needs no words of the model beside its findings.
  const isGood = hasTrait(view.facts.outcome?.outcome ?? "failed", "good");
  if (isGood && review !== undefined && review.kind !== "refused") {
    await progress?.remove();
    return posted(review);
  }
  if (isAnswered(view) && view.planUrl === undefined) {
    const answer = await ownComment(now, answerMark(key), body);
    if ("url" in answer) {
      await progress?.remove();
      return posted(answer);
    }
  }
  const told = await progress?.finish(body);
  // If a person deleted the live comment, the result gets a new one.
  if (told !== undefined && (told.kind !== "refused" || told.code !== "missing")) return posted(told);
  return posted(await ownComment(now, statusMark(key), body));
}

async function ownComment({ request, comments }: Publishing, mark: string, body: string): Promise<CommentResult> {
  const { thread } = comments;
  if (thread === undefined) return NONE;
  const { replyTo } = request.origin;
  const result = await createOwnComment({ ...comments, replyTo, thread, mark }).put(body);
  if (result.kind === "refused") request.warn(`The comment cannot be written. ${result.reason} ${result.fix}`);
  return result;
}

/** A new comment for a result that needs a person, because GitHub sends no notification for an edited one. */
async function postNotice(now: Publishing): Promise<Publishing> {
  const { request, view, comments, result } = now;
  const { thread } = comments;
  const { comment } = result;
  // Where the status comment was refused, the notice would be refused too.
  if (thread === undefined || comment.kind === "refused" || !needsNotice(view)) return now;
  const { sessionId, asked } = view.facts;
  const { outcome = "failed" } = view.facts.outcome ?? {};
  const isAgain = outcome === "deferred" && asked.round > 1;
  const mark = noticeMark(sessionId, isAgain ? `${outcome}-${asked.round}` : outcome);
  const { replyTo } = request.origin;
  const own = createOwnComment({ ...comments, replyTo, notBefore: request.run.beganAt, thread, mark });
  const statusUrl = comment.kind === "none" ? undefined : comment.url;
  const notice = await own.put(renderNotice({ ...view, statusUrl }));
  return adding(now, { notice }, refusalsIn([notice]));
}

/** Whether a person has to do something and no other new comment has told so. */
function needsNotice({ facts, parts, deferralUrl }: ResultView): boolean {
  const { outcome = "failed", reason = "" } = facts.outcome ?? {};
  if (hasTrait(outcome, "good") && (parts?.refusals ?? []).length === 0) return false;
  // The person who cancelled it has a reply to the command.
  if (outcome === "interrupted" && reason.startsWith("Cancelled in the thread by ")) return false;
  // The first request of a session is a new comment and notifies people; later ones are edits.
  return deferralUrl === undefined || facts.asked.round > 1;
}

/** Tells the job what was published, and sets the reaction. */
async function settle(now: Publishing): Promise<Publishing> {
  const { request, view, result } = now;
  const { branch, pullRequest, outputs, refusals } = result;
  request.told?.({ ...view, parts: { branch, pullRequest, outputs, refusals } });
  const outcome = publishedOutcome(view.facts.outcome?.outcome ?? "failed", refusals);
  const [reaction = NONE] = await Promise.all([request.posts?.reaction?.done(outcome), request.settle?.(result)]);
  return adding(now, { reaction });
}

const UNSIGNED =
  "GitHub did not sign the commit, because it signs only for App tokens and GITHUB_TOKEN. Use one of them, or `commit: git`.";

/** The options that all comments of one publishing share. */
interface Comments extends Pick<CommentOptions, "client" | "repo" | "self" | "clock" | "outgoing" | "isNew"> {
  readonly thread: number | undefined;
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
