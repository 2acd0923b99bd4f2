/** Reviews and comments on lines of a diff. */

import { changesOf } from "../changes.ts";
import { ApiError, callerOf, checkBody, page, textOf, type Reply, type RepositoryCall, type Routes } from "../call.ts";
import { pullOf, rangeOf } from "../render/pull.ts";
import { renderReview, renderReviewComment } from "../render/thread.ts";
import { mayEdit, newestFirst, reviewCommentOf } from "./comments.ts";
import { pullThreadOf } from "./pulls.ts";
import { editComment } from "../seed/thread.ts";
import { addReview, addReviewComment } from "../seed/pull.ts";
import type { Review, ReviewComment, Thread } from "../state.ts";

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

interface LineComment {
  readonly path: string;
  readonly body: string;
  readonly line?: number;
  readonly start_line?: number;
  readonly side?: "LEFT" | "RIGHT";
}

async function createReview(call: RepositoryCall): Promise<Reply> {
  const { state, repository, body } = call;
  const thread = pullThreadOf(call);
  const user = callerOf(call);
  checkBody("PullRequestReview", body["body"]);
  const event = STATES[String(body["event"])] ?? "PENDING";
  const comments = (body["comments"] ?? []) as readonly LineComment[];
  if (event !== "APPROVED" && comments.length === 0 && (body["body"] ?? "") === "") {
    throw new ApiError(422, "Unprocessable Entity", ["Body can't be blank"]);
  }
  if (event !== "COMMENTED" && event !== "PENDING" && thread.user === user) {
    throw new ApiError(422, "Unprocessable Entity", [
      `Can not ${event === "APPROVED" ? "approve" : "request changes on"} your own pull request`,
    ]);
  }
  await checkLines(call, thread, comments);
  const review = addReview(state, thread, { body: textOf(body["body"]) ?? "", user: user.login, state: event });
  for (const { path, body, line, start_line: startLine, side } of comments) {
    const place = { path, line: line ?? null, startLine: startLine ?? null, ...(side === undefined ? {} : { side }) };
    addReviewComment(state, thread, { ...place, body, user: user.login, reviewId: review.id });
  }
  return { status: 200, body: renderReview(call, repository, thread, review) };
}

/** A comment must be on a line of the diff; GitHub refuses the whole review otherwise. */
async function checkLines(call: RepositoryCall, thread: Thread, comments: readonly LineComment[]): Promise<void> {
  if (comments.length === 0) return;
  const { from, to } = await rangeOf(call.repository, pullOf(thread));
  const changes = await changesOf(call.repository, from, to);
  for (const { path, line, side = "RIGHT" } of comments) {
    const file = changes.find((change) => change.path === path);
    if (file === undefined) throw new ApiError(422, "Unprocessable Entity", ["Path could not be resolved"]);
    if (line !== undefined && !linesOf(file.patch ?? "", side).has(line)) {
      throw new ApiError(422, "Unprocessable Entity", ["Line could not be resolved"]);
    }
  }
}

/** Line numbers of one side that a patch shows. */
function linesOf(patch: string, side: "LEFT" | "RIGHT"): Set<number> {
  const found = new Set<number>();
  let at = 0;
  for (const text of patch.split("\n")) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (header !== null) at = Number(header[side === "LEFT" ? 1 : 2]);
    else if (!text.startsWith(side === "LEFT" ? "+" : "-") && !text.startsWith("\\")) found.add(at++);
  }
  return found;
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
