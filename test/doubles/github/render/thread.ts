/** Issues, comments, reactions, reviews and review comments as GitHub's JSON. */

import type { Call } from "../call.ts";
import { apiUrl, nodeId, renderUser, webUrl } from "./repository.ts";
import { roleOf } from "../state.ts";
import type { Comment, Label, Reaction, Repository, Review, ReviewComment, Thread, User } from "../state.ts";

type Json = Record<string, unknown>;

const REACTIONS = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"];

/** How the author stands to the repository. Organisations are not modelled, so nobody is a MEMBER. */
export function associationOf(repository: Repository, user: User): string {
  if (repository.owner.login === user.login) return "OWNER";
  return repository.roles.has(user.login.toLowerCase()) ? "COLLABORATOR" : "NONE";
}

/** A `reaction`. */
export function renderReaction(call: Call, { id, user, content, createdAt }: Reaction): Json {
  return { id, node_id: nodeId("Reaction", id), user: renderUser(call, user), content, created_at: createdAt };
}

function rollup(url: string, reactions: readonly Reaction[]): Json {
  const counts = REACTIONS.map((name) => [name, reactions.filter(({ content }) => content === name).length] as const);
  return { url: `${url}/reactions`, total_count: reactions.length, ...Object.fromEntries(counts) };
}

/** A `label`. */
export function renderLabel(call: Call, repository: Repository, { id, name }: Label): Json {
  return {
    id,
    node_id: nodeId("Label", id),
    url: `${apiUrl(call, repository)}/labels/${encodeURIComponent(name)}`,
    name,
    description: null,
    color: "ededed",
    default: false,
  };
}

/** The body in the representations that the Accept header asks for. */
export function bodies({ accept }: Call, body: string | null): Json {
  const html = { body_html: body === null ? null : `<p dir="auto">${escaped(body)}</p>` };
  const text = { body_text: body };
  if (/\.full\b/.test(accept)) return { body, ...text, ...html };
  if (/\.html\b/.test(accept)) return html;
  return /\.text\b/.test(accept) ? text : { body };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** An `issue`; a pull request is one too, with `pull_request`. */
export function renderIssue(call: Call, repository: Repository, thread: Thread): Json {
  const { id, number, pull } = thread;
  const api = apiUrl(call, repository);
  const url = `${api}/issues/${number}`;
  const web = `${webUrl(call, repository)}/${pull === undefined ? "issues" : "pull"}/${number}`;
  const pullUrl = `${api}/pulls/${number}`;
  return {
    id,
    node_id: nodeId("Issue", id),
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: web,
    number,
    state: thread.state,
    state_reason: thread.stateReason,
    title: thread.title,
    ...bodies(call, thread.body),
    user: renderUser(call, thread.user),
    labels: thread.labels.map((label) => renderLabel(call, repository, label)),
    assignee: thread.assignees[0] === undefined ? null : renderUser(call, thread.assignees[0]),
    assignees: thread.assignees.map((user) => renderUser(call, user)),
    milestone: null,
    locked: thread.locked,
    active_lock_reason: null,
    comments: thread.comments.length,
    closed_at: thread.closedAt,
    created_at: thread.createdAt,
    updated_at: thread.updatedAt,
    author_association: associationOf(repository, thread.user),
    reactions: rollup(url, thread.reactions),
    ...(pull === undefined
      ? {}
      : {
          draft: pull.draft,
          pull_request: {
            url: pullUrl,
            html_url: web,
            diff_url: `${web}.diff`,
            patch_url: `${web}.patch`,
            merged_at: pull.mergedAt,
          },
        }),
  };
}

/** An `issue-comment`. */
export function renderComment(call: Call, repository: Repository, thread: Thread, comment: Comment): Json {
  const { id, user, reactions } = comment;
  const url = `${apiUrl(call, repository)}/issues/comments/${id}`;
  const kind = thread.pull === undefined ? "issues" : "pull";
  return {
    id,
    node_id: nodeId("IssueComment", id),
    url,
    html_url: `${webUrl(call, repository)}/${kind}/${thread.number}#issuecomment-${id}`,
    issue_url: `${apiUrl(call, repository)}/issues/${thread.number}`,
    ...bodies(call, comment.body),
    user: renderUser(call, user),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(repository, user),
    performed_via_github_app: null,
    reactions: rollup(url, reactions),
    ...(repository.restTellsMinimised
      ? { minimized: comment.minimised === undefined ? null : { reason: comment.minimised } }
      : {}),
  };
}

/** A `pull-request-review`. */
export function renderReview(call: Call, repository: Repository, thread: Thread, review: Review): Json {
  const web = `${webUrl(call, repository)}/pull/${thread.number}#pullrequestreview-${review.id}`;
  const pullUrl = `${apiUrl(call, repository)}/pulls/${thread.number}`;
  return {
    id: review.id,
    node_id: nodeId("PullRequestReview", review.id),
    user: renderUser(call, review.user),
    ...bodies(call, review.body),
    state: review.state,
    html_url: web,
    pull_request_url: pullUrl,
    _links: { html: { href: web }, pull_request: { href: pullUrl } },
    submitted_at: review.submittedAt,
    commit_id: review.commit,
    author_association: associationOf(repository, review.user),
  };
}

/** A `pull-request-review-comment`. */
export function renderReviewComment(call: Call, repository: Repository, thread: Thread, comment: ReviewComment): Json {
  const { id, line, originalLine, side, startLine, replyTo } = comment;
  const url = `${apiUrl(call, repository)}/pulls/comments/${id}`;
  const web = `${webUrl(call, repository)}/pull/${thread.number}#discussion_r${id}`;
  const pullUrl = `${apiUrl(call, repository)}/pulls/${thread.number}`;
  return {
    id,
    node_id: nodeId("PullRequestReviewComment", id),
    url,
    html_url: web,
    pull_request_url: pullUrl,
    pull_request_review_id: comment.reviewId,
    _links: { self: { href: url }, html: { href: web }, pull_request: { href: pullUrl } },
    diff_hunk: comment.diffHunk,
    path: comment.path,
    ...(originalLine === null ? {} : { original_line: originalLine, original_position: originalLine }),
    ...(line === null ? {} : { line, position: line }),
    side,
    start_line: startLine,
    original_start_line: startLine,
    start_side: startLine === null ? null : side,
    subject_type: originalLine === null ? "file" : "line",
    commit_id: comment.commit,
    original_commit_id: comment.commit,
    ...(replyTo === null ? {} : { in_reply_to_id: replyTo }),
    user: renderUser(call, comment.user),
    ...bodies(call, comment.body),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(repository, comment.user),
    reactions: rollup(url, comment.reactions),
  };
}

/** What GitHub does to a thread on any change. */
export function touch(thread: Thread, now: string): void {
  thread.updatedAt = now;
}

/** Whether somebody may comment in a locked thread: collaborators, and so no app, whatever its token's permissions. */
export function mayWriteLocked(repository: Repository, user: User): boolean {
  return ["admin", "maintain", "write"].includes(roleOf(repository, user.login));
}
