/** Reviews and comments on lines of a diff. */

import { changesOf } from "../changes.ts";
import { commitOf } from "../git.ts";
import { ApiError, callerOf, checkBody, page, textOf, type Reply, type RepositoryCall, type Routes } from "../call.ts";
import { pullOf, rangeOf } from "../render/pull.ts";
import { renderReview, renderReviewComment } from "../render/thread.ts";
import { mayEdit, newestFirst, reviewCommentOf } from "./comments.ts";
import { pullThreadOf } from "./pulls.ts";
import { editComment } from "../seed/thread.ts";
import { addReview, addReviewComment } from "../seed/pull.ts";
import { hunkOf, reviewErrors, type LineComment } from "../review-rules.ts";
import type { Review, ReviewComment } from "../state.ts";

function listReviews(call: RepositoryCall): Reply {
  const thread = pullThreadOf(call);
  return page(call, pullOf(thread).reviews, (review) => renderReview(call, call.repository, thread, review));
}

function listReviewComments(call: RepositoryCall): Reply {
  const thread = pullThreadOf(call);
  const since = call.query["since"];
  const all = pullOf(thread).reviewComments.filter(
    ({ updatedAt }) => typeof since !== "string" || Date.parse(updatedAt) >= Date.parse(since),
  );
  const sorted = call.query["direction"] === "desc" ? all.toReversed() : all;
  return page(call, sorted, (comment) => renderReviewComment(call, call.repository, thread, comment));
}

function listRepositoryReviewComments(call: RepositoryCall): Reply {
  const { repository } = call;
  const all = repository.threads.flatMap((thread) =>
    (thread.pull?.reviewComments ?? []).map((comment) => ({ thread, comment })),
  );
  return page(call, newestFirst(call, all), ({ thread, comment }) =>
    renderReviewComment(call, repository, thread, comment),
  );
}

function getReviewComment(call: RepositoryCall): Reply {
  const { thread, comment } = reviewCommentOf(call);
  return { status: 200, body: renderReviewComment(call, call.repository, thread, comment as ReviewComment) };
}

const STATES: Readonly<Record<string, Review["state"]>> = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
};

async function createReview(call: RepositoryCall): Promise<Reply> {
  const { state, repository, body } = call;
  const thread = pullThreadOf(call);
  const user = callerOf(call);
  checkBody("PullRequestReview", body["body"]);
  const event = STATES[String(body["event"])] ?? "PENDING";
  const comments = (body["comments"] ?? []) as readonly LineComment[];
  if (event !== "COMMENTED" && event !== "PENDING" && thread.user === user) {
    throw new ApiError(422, "Unprocessable Entity", [
      `Can not ${event === "APPROVED" ? "approve" : "request changes on"} your own pull request`,
    ]);
  }
  // A review of an older head is taken, and judged by the lines that were shown then.
  const sha = textOf(body["commit_id"]) ?? pullOf(thread).head.sha;
  if ((await commitOf(repository.dir, sha)) === undefined)
    throw new ApiError(422, "Unprocessable Entity", ["commit_id is not part of the pull request"]);
  const { from, to } = await rangeOf(repository, { ...pullOf(thread), head: { ...pullOf(thread).head, sha } });
  const changes = comments.length === 0 ? [] : await changesOf(repository, from, to);
  const patches = new Map(changes.map(({ path, patch = "" }) => [path, patch]));
  const errors = reviewErrors({ body: textOf(body["body"]) ?? "", event, comments }, patches);
  if (errors.length > 0) throw new ApiError(422, "Unprocessable Entity", errors);
  const review = addReview(state, thread, { body: textOf(body["body"]) ?? "", user: user.login, state: event });
  review.commit = sha;
  for (const { path, body, line, start_line: startLine, side } of comments) {
    const diffHunk = hunkOf(patches.get(path) ?? "", { path, body, ...(line && { line }), ...(side && { side }) });
    const sides = side === undefined ? {} : { side };
    const place = { path, line: line ?? null, startLine: startLine ?? null, diffHunk, ...sides };
    addReviewComment(state, thread, { ...place, body, user: user.login, reviewId: review.id }).commit = sha;
  }
  return { status: 200, body: renderReview(call, repository, thread, review) };
}

function replyToComment(call: RepositoryCall): Reply {
  const { thread, comment } = reviewCommentOf(call);
  checkBody("PullRequestReviewComment", call.body["body"]);
  const { path, line, side, startLine, diffHunk, replyTo, id } = comment as ReviewComment;
  if (replyTo !== null) throw new ApiError(422, "Validation Failed", ["Replies to replies are not supported"]);
  const reply = addReviewComment(call.state, thread, {
    path,
    line,
    side,
    startLine,
    diffHunk,
    body: String(call.body["body"]),
    user: callerOf(call).login,
    replyTo: id,
  });
  return { status: 201, body: renderReviewComment(call, call.repository, thread, reply) };
}

function updateReviewComment(call: RepositoryCall): Reply {
  const { thread, comment } = reviewCommentOf(call);
  checkBody("PullRequestReviewComment", call.body["body"]);
  mayEdit(call, comment);
  editComment(call.state, comment, { body: String(call.body["body"]), user: callerOf(call).login });
  return { status: 200, body: renderReviewComment(call, call.repository, thread, comment as ReviewComment) };
}

/** The first comment of a thread can go while its answers stay. */
function deleteReviewComment(call: RepositoryCall): Reply {
  const { thread, comment } = reviewCommentOf(call);
  mayEdit(call, comment);
  const all = pullOf(thread).reviewComments;
  all.splice(all.indexOf(comment as ReviewComment), 1);
  return { status: 204 };
}

const SCOPES = ["pull_requests"] as const;

export const reviewRoutes: Routes = {
  "pulls/list-reviews": { scopes: SCOPES, handle: listReviews },
  "pulls/list-review-comments": { scopes: SCOPES, handle: listReviewComments },
  "pulls/list-review-comments-for-repo": { scopes: SCOPES, handle: listRepositoryReviewComments },
  "pulls/get-review-comment": { scopes: SCOPES, handle: getReviewComment },
  "pulls/create-review": { scopes: SCOPES, level: "write", role: "read", handle: createReview },
  "pulls/update-review-comment": { scopes: SCOPES, level: "write", role: "read", handle: updateReviewComment },
  "pulls/delete-review-comment": { scopes: SCOPES, level: "write", role: "read", handle: deleteReviewComment },
  "pulls/create-reply-for-review-comment": { scopes: SCOPES, level: "write", role: "read", handle: replyToComment },
};
