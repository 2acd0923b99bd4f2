/** Comments of issues and pull requests, and reactions on all three kinds of things that take them. */

import { ApiError, authorize, callerOf, checkBody, notFound, page, threadOf } from "../call.ts";
import type { Handler, Reply, RepositoryCall, Route, Routes } from "../call.ts";
import { mayWriteLocked, renderComment, renderReaction } from "../render/thread.ts";
import { onThread } from "./issues.ts";
import { addComment, editComment } from "../seed/thread.ts";
import type { Comment, Reaction, ReactionContent, Thread } from "../state.ts";

const EITHER = ["issues", "pull_requests"] as const;

interface Found {
  readonly thread: Thread;
  readonly comment: Comment;
}

function commentOf({ repository, params }: RepositoryCall): Found {
  for (const thread of repository.threads) {
    const comment = thread.comments.find(({ id }) => id === params["comment_id"]);
    if (comment !== undefined) return { thread, comment };
  }
  throw notFound();
}

/** The review comment of the path with its pull request. */
export function reviewCommentOf({ repository, params }: RepositoryCall): Found {
  for (const thread of repository.threads) {
    const comment = thread.pull?.reviewComments.find(({ id }) => id === params["comment_id"]);
    if (comment !== undefined) return { thread, comment };
  }
  throw notFound();
}

function createComment(call: RepositoryCall): Reply {
  const thread = threadOf(call);
  const user = callerOf(call);
  checkBody("IssueComment", call.body["body"]);
  const body = String(call.body["body"]);
  if (body.trim() === "")
    throw new ApiError(422, "Validation Failed", [{ resource: "IssueComment", code: "missing_field", field: "body" }]);
  if (thread.locked && !mayWriteLocked(call.repository, user)) {
    throw new ApiError(403, "Unable to create comment because issue is locked.");
  }
  const comment = addComment(call.state, thread, { body, user: user.login });
  return { status: 201, body: renderComment(call, call.repository, thread, comment) };
}

function listComments(call: RepositoryCall): Reply {
  const thread = threadOf(call);
  const since = call.query["since"];
  const all = thread.comments.filter(
    ({ updatedAt }) => typeof since !== "string" || Date.parse(updatedAt) >= Date.parse(since),
  );
  return page(call, all, (comment) => renderComment(call, call.repository, thread, comment));
}

/** By the time of creation; `since` looks at the last change. */
export function newestFirst<T extends { readonly comment: Comment }>(
  { query }: RepositoryCall,
  all: readonly T[],
): T[] {
  const since = typeof query["since"] === "string" ? Date.parse(query["since"]) : 0;
  const key = ({ comment }: T): string => `${comment.createdAt} ${String(comment.id).padStart(12, "0")}`;
  const sorted = all
    .filter(({ comment }) => Date.parse(comment.updatedAt) >= since)
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return query["direction"] === "desc" ? sorted.toReversed() : sorted;
}

function listRepositoryComments(call: RepositoryCall): Reply {
  const { repository } = call;
  const all = repository.threads.flatMap((thread) => thread.comments.map((comment) => ({ thread, comment })));
  return page(call, newestFirst(call, all), ({ thread, comment }) => renderComment(call, repository, thread, comment));
}

function updateComment(call: RepositoryCall): Reply {
  const { thread, comment } = commentOf(call);
  checkBody("IssueComment", call.body["body"]);
  mayEdit(call, comment);
  editComment(call.state, comment, { body: String(call.body["body"]), user: callerOf(call).login });
  return { status: 200, body: renderComment(call, call.repository, thread, comment) };
}

function deleteComment(call: RepositoryCall): Reply {
  const { thread, comment } = commentOf(call);
  mayEdit(call, comment);
  thread.comments.splice(thread.comments.indexOf(comment), 1);
  return { status: 204 };
}

/** Somebody else's comment takes write access; an installation with write has it. */
export function mayEdit({ token, repository }: RepositoryCall, comment: Comment): void {
  if (token?.kind === "installation" || token?.user === comment.user) return;
  if (token === undefined || !mayWriteLocked(repository, token.user))
    throw new ApiError(403, "Must have admin rights to Repository.");
}

function onComment(level: "read" | "write", handle: (call: RepositoryCall) => Reply): Route {
  return {
    level,
    handle: (call) => {
      const scopes = commentOf(call).thread.pull === undefined ? (["issues"] as const) : EITHER;
      authorize({ scopes, level, role: "read", handle }, call);
      return handle(call);
    },
  };
}

type Target = (call: RepositoryCall) => Reaction[];

const create =
  (target: Target): ((call: RepositoryCall) => Reply) =>
  (call) => {
    const reactions = target(call);
    const user = callerOf(call);
    const content = call.body["content"] as ReactionContent;
    const known = reactions.find((reaction) => reaction.user === user && reaction.content === content);
    if (known !== undefined) return { status: 200, body: renderReaction(call, known) };
    const reaction: Reaction = { id: call.state.nextId(), user, content, createdAt: call.state.now() };
    reactions.push(reaction);
    return { status: 201, body: renderReaction(call, reaction) };
  };

const list =
  (target: Target): ((call: RepositoryCall) => Reply) =>
  (call) => {
    const wanted = call.query["content"];
    const found = target(call).filter(({ content }) => wanted === undefined || content === wanted);
    return page(call, found, (reaction) => renderReaction(call, reaction));
  };

const remove =
  (target: Target): ((call: RepositoryCall) => Reply) =>
  (call) => {
    const reactions = target(call);
    const index = reactions.findIndex(({ id }) => id === call.params["reaction_id"]);
    const reaction = reactions[index];
    if (reaction === undefined) throw notFound();
    if (reaction.user !== callerOf(call)) throw new ApiError(403, "You can only delete your own reactions.");
    reactions.splice(index, 1);
    return { status: 204 };
  };

const onIssue: Target = (call) => threadOf(call).reactions;
const onIssueComment: Target = (call) => commentOf(call).comment.reactions;
const onReviewComment: Target = (call) => reviewCommentOf(call).comment.reactions;

/** Review comments belong to pull requests alone. */
const review = (level: "read" | "write", handle: Handler): Route => ({
  scopes: ["pull_requests"],
  level,
  role: "read",
  handle,
});

export const commentRoutes: Routes = {
  "issues/list-comments": onThread("read", listComments),
  "issues/list-comments-for-repo": { scopes: ["issues"], handle: listRepositoryComments },
  "issues/create-comment": onThread("write", createComment),
  "issues/get-comment": onComment("read", (call) => {
    const { thread, comment } = commentOf(call);
    return { status: 200, body: renderComment(call, call.repository, thread, comment) };
  }),
  "issues/update-comment": onComment("write", updateComment),
  "issues/delete-comment": onComment("write", deleteComment),
  "reactions/create-for-issue": onThread("write", create(onIssue)),
  "reactions/list-for-issue": onThread("read", list(onIssue)),
  "reactions/delete-for-issue": onThread("write", remove(onIssue)),
  "reactions/create-for-issue-comment": onComment("write", create(onIssueComment)),
  "reactions/list-for-issue-comment": onComment("read", list(onIssueComment)),
  "reactions/delete-for-issue-comment": onComment("write", remove(onIssueComment)),
  "reactions/create-for-pull-request-review-comment": review("write", create(onReviewComment)),
  "reactions/list-for-pull-request-review-comment": review("read", list(onReviewComment)),
  "reactions/delete-for-pull-request-comment": review("write", remove(onReviewComment)),
};
