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
import { MAX_TITLE } from "./result/proposal.ts";
import { createOutgoing, type Outgoing } from "./render/outgoing.ts";
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
  type CommentResult,
  type OutputResult,
  type PublishResult,
  type PullRequestResult,
  type Refusal,
} from "./result/publish-result.ts";

const NONE = { kind: "none" } as const;

/** Publishes a finished run. A server's refusals are returned, not thrown. `view`: the facts of the comments, for the texts of the job. */
export async function publish(given: PublishRequest): Promise<PublishResult & { readonly view: ResultView }> {
  const request = redacted(given);
  const { run, origin, reply, github, clock, runUrl, target, warn } = request;
  const { facts } = run;
  const { thread, requester, verb } = origin;
  // What takes long and depends on nothing goes on beside the rest.
  const [upload, page, template] = [run.upload?.(), run.page?.(), templateOf(request)];
  const outgoing = createOutgoing(run.redact);
  const comments = { ...github, clock, outgoing, thread: thread?.number, isNew: origin.isFirst };
  const refusals: Refusal[] = [];
  const warnOf = (found: readonly Refusal[]): void => {
    for (const { reason, fix } of found) warn(`${reason} ${fix}`);
    refusals.push(...found);
  };

  const published = redactDeep(await publishChange(request), run.redact);
  const { branch, heldFiles, left, unfiltered, subject, patch } = published;
  warnOf([...left, ...refusalsIn([branch])]);
  if ("verified" in branch && branch.verified === false) warn(UNSIGNED);
  const held = new Set(heldFiles.map(({ path }) => path));
  const changes = run.changes.filter(({ path }) => !held.has(path));
  const pageUrl = await page;
  const links = { runUrl, repositoryUrl: repositoryUrl(github.repo), pageUrl };
  const { goesOnWith, deferral: terms } = reply ?? {};
  const opensPull = target.destination.kind === "own";
  const change = { facts, changes, heldFiles, unfiltered, links, requester, goesOnWith, terms, verb, opensPull };

  // The pull request does not wait for the upload, so it cannot name the artifact.
  const pullRequest = await pullRequestOf({ request, branch, subject, view: change, template, outgoing });
  // The review was posted before this publishing, which tells of its refusal.
  warnOf(refusalsIn([pullRequest, reply?.review ?? NONE]));
  const outputs = await outputsOf(request, comments);
  warnOf(refusalsIn(outputs));

  // Everything but the comments is published then, so that they can say what became of it.
  const artifact = await upload;
  refusals.push(...artifactRefusal(artifact), ...unanswerable({ facts, thread, deferral: terms }));
  const name = artifact?.kind === "directory" ? undefined : run.artifact;
  // A server that took the page shows artifacts; others take them and have no page for them.
  const isShown = artifact?.kind === "uploaded" && pageUrl !== undefined;
  const artifactUrl = isShown ? `${runUrl}/artifacts/${artifact.id}` : undefined;
  let view: ResultView = {
    ...change,
    links: { ...links, artifact: name, artifactUrl },
    patch: patch && patchSection({ ...patch, number: thread?.number ?? 0, artifact: name }, outgoing),
    parts: { branch, pullRequest, outputs, refusals: [...refusals] },
  };
  const plan = await postPlan({ request, comments, view });
  if ("url" in plan) view = { ...view, planUrl: plan.url, planCommand: reply?.plan?.command };
  const deferral = await askForApproval({ request, comments, view });
  if ("url" in deferral) view = { ...view, deferralUrl: deferral.url };
  const comment = await postResult({ request, comments, view });
  const notice = await postNotice({ request, comments, view }, comment);
  refusals.push(...refusalsIn([plan, deferral, comment, notice]));

  const files = "commit" in branch ? changes.map(({ path }) => path) : [];
  const posted = { comment, plan, deferral, notice, reaction: NONE };
  const result = { ...posted, branch, pullRequest, outputs, files, heldFiles, artifact, refusals };
  const outcome = publishedOutcome(facts.outcome?.outcome ?? "failed", refusals);
  const [reaction = NONE] = await Promise.all([request.posts?.reaction?.done(outcome), request.settle?.(result)]);
  return { ...result, reaction, view: { ...view, parts: { branch, pullRequest, outputs, refusals } } };
}

interface PushedChange extends Pick<PublishedChange, "branch" | "subject"> {
  readonly request: PublishRequest;
  readonly view: ResultView;
  readonly template: Promise<string | undefined>;
  readonly outgoing: Outgoing;
}

async function pullRequestOf(pushed: PushedChange): Promise<PullRequestResult> {
  const { request, branch, subject, view, template, outgoing } = pushed;
  const { github, target, run, origin, reply, clock } = request;
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
    body: renderPullRequest({ ...view, closes, about: reply?.about, template: await template }),
    outgoing,
    clock,
  });
  const isUpdated = opened.kind === "unchanged" && branch.kind === "updated";
  return isUpdated ? { ...opened, kind: "updated" } : opened;
}

async function outputsOf(
  { run, origin, runUrl }: PublishRequest,
  comments: Comments,
): Promise<readonly OutputResult[]> {
  const { outputs, outcome, sessionId } = run.facts;
  if (outputs.length === 0 || outcome === undefined) return [];
  const { areCarriedOut, deliverOutputs } = await import("./outputs/deliver-outputs.ts"); // few runs ask for anything
  if (!areCarriedOut(outcome.outcome)) return [];
  const { isNew: _, ...place } = comments; // a run may ask for the same comment twice
  return await deliverOutputs({
    ...place,
    outputs,
    refusalOf: run.outputRefusal,
    key: origin.requestKey ?? origin.outputKey ?? sessionId,
    footer: outputFooter(origin.thread, runUrl),
  });
}

/** What the comments are made of, once everything else is published. */
interface Posting {
  readonly request: PublishRequest;
  readonly comments: Comments;
  readonly view: ResultView;
}

/** Posts the plan as a comment of its own, once for each session. Later runs do not edit it, and the next `fix` follows it. */
async function postPlan({ request, view, comments }: Posting): Promise<CommentResult> {
  const { command } = request.reply?.plan ?? {};
  const { thread } = comments;
  const { outcome, sessionId } = view.facts;
  const text = (outcome?.text ?? "").trim();
  if (command === undefined || thread === undefined || outcome === undefined || text === "") return NONE;
  // A slash command may be answered without a model.
  if (outcome.steps === 0 || !hasTrait(outcome.outcome, "good")) return NONE;
  const own = createOwnComment({ ...comments, notBefore: request.run.beganAt, thread, mark: planMark(sessionId) });
  const plan = await own.put(renderPlanComment(text, { command, links: view.links }));
  if (plan.kind === "refused") request.warn(`The plan cannot be posted. ${plan.reason} ${plan.fix}`);
  return plan;
}

async function askForApproval({ request: { warn }, view, comments }: Posting): Promise<CommentResult> {
  const { facts, links, terms } = view;
  const { thread } = comments;
  if (terms === undefined || thread === undefined) return NONE;
  return await publishDeferral({ ...comments, thread, terms, facts, links, done: headline(view), warn });
}

/** Posts an answer in words as a new comment that replaces the live one, any other result in the live one. */
async function postResult(posting: Posting): Promise<CommentResult> {
  const { request, view } = posting;
  const progress = request.posts?.progress;
  const key = request.origin.requestKey ?? view.facts.sessionId; // in the marks of the request's comments
  const body = renderResult(view);
  const { review } = request.reply ?? {};
  // A review needs no words of the model beside its findings.
  const isGood = hasTrait(view.facts.outcome?.outcome ?? "failed", "good");
  if (isGood && review !== undefined && review.kind !== "refused") {
    await progress?.remove();
    return review;
  }
  if (isAnswered(view) && view.planUrl === undefined) {
    const answer = await ownComment(posting, answerMark(key), body);
    if ("url" in answer) {
      await progress?.remove();
      return answer;
    }
  }
  const told = await progress?.finish(body);
  // If a person deleted the live comment, the result gets a new one.
  if (told !== undefined && (told.kind !== "refused" || told.code !== "missing")) return told;
  return await ownComment(posting, statusMark(key), body);
}

async function ownComment({ request, comments }: Posting, mark: string, body: string): Promise<CommentResult> {
  const { thread } = comments;
  if (thread === undefined) return NONE;
  const { replyTo } = request.origin;
  const result = await createOwnComment({ ...comments, replyTo, thread, mark }).put(body);
  if (result.kind === "refused") request.warn(`The comment cannot be written. ${result.reason} ${result.fix}`);
  return result;
}

/** A new comment for a result that needs a person, because GitHub sends no notification for an edited one. */
async function postNotice({ request, view, comments }: Posting, comment: CommentResult): Promise<CommentResult> {
  const { thread } = comments;
  // Where the status comment was refused, the notice would be refused too.
  if (thread === undefined || comment.kind === "refused" || !needsNotice(view)) return NONE;
  const { sessionId, asked } = view.facts;
  const { outcome = "failed" } = view.facts.outcome ?? {};
  const isAgain = outcome === "deferred" && asked.round > 1;
  const mark = noticeMark(sessionId, isAgain ? `${outcome}-${asked.round}` : outcome);
  const { replyTo } = request.origin;
  const own = createOwnComment({ ...comments, replyTo, notBefore: request.run.beganAt, thread, mark });
  const statusUrl = comment.kind === "none" ? undefined : comment.url;
  return await own.put(renderNotice({ ...view, statusUrl }));
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

/** Searches for the template of the pull request, concurrently with the push. Never rejects. */
async function templateOf({ github, target, run }: PublishRequest): Promise<string | undefined> {
  if (target.destination.kind !== "own" || target.pullRequest === "none" || run.changes.length === 0) return undefined;
  return await findTemplate({ ...github, git: target.git, commit: run.base });
}
