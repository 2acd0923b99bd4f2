/** Pull requests as GitHub's JSON. */

import { changesOf } from "../changes.ts";
import type { Call } from "../call.ts";
import { commitOf, countCommits, mergeBase } from "../git.ts";
import { apiUrl, fullName, nodeId, renderRepository, renderUser, webUrl } from "./repository.ts";
import { associationOf, bodies, renderLabel } from "./thread.ts";
import type { Pull, Repository, Thread } from "../state.ts";

type Json = Record<string, unknown>;

/** A `pull-request-simple`. */
export function renderPullSimple(call: Call, repository: Repository, thread: Thread): Json {
  const pull = pullOf(thread);
  const { id, number } = thread;
  const api = apiUrl(call, repository);
  const url = `${api}/pulls/${number}`;
  const issue = `${api}/issues/${number}`;
  const web = `${webUrl(call, repository)}/pull/${number}`;
  const addresses = {
    self: url,
    html: web,
    issue,
    comments: `${issue}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${api}/statuses/${pull.head.sha}`,
  };
  return {
    id,
    node_id: nodeId("PullRequest", id),
    url,
    html_url: web,
    diff_url: `${web}.diff`,
    patch_url: `${web}.patch`,
    issue_url: issue,
    commits_url: addresses.commits,
    review_comments_url: addresses.review_comments,
    review_comment_url: addresses.review_comment,
    comments_url: addresses.comments,
    statuses_url: addresses.statuses,
    _links: Object.fromEntries(Object.entries(addresses).map(([name, href]) => [name, { href }])),
    number,
    state: thread.state,
    locked: thread.locked,
    active_lock_reason: null,
    title: thread.title,
    ...bodies(call, thread.body),
    user: renderUser(call, thread.user),
    labels: thread.labels.map((label) => renderLabel(call, repository, label)),
    milestone: null,
    assignee: thread.assignees[0] === undefined ? null : renderUser(call, thread.assignees[0]),
    assignees: thread.assignees.map((user) => renderUser(call, user)),
    requested_reviewers: [],
    requested_teams: [],
    created_at: thread.createdAt,
    updated_at: thread.updatedAt,
    closed_at: thread.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: null,
    draft: pull.draft,
    auto_merge: null,
    author_association: associationOf(repository, thread.user),
    head: renderSide(call, pull.head.repository, pull.head),
    base: renderSide(call, repository, pull.base),
  };
}

function renderSide(
  call: Call,
  repository: Repository,
  { ref, sha }: { readonly ref: string; readonly sha: string },
): Json {
  return {
    label: `${repository.owner.login}:${ref}`,
    ref,
    sha,
    user: renderUser(call, repository.owner),
    repo: renderRepository(call, repository),
  };
}

/** A `pull-request`: the simple one and what takes git to know. */
export async function renderPull(call: Call, repository: Repository, thread: Thread): Promise<Json> {
  const pull = pullOf(thread);
  const { from, to } = await rangeOf(repository, pull);
  const [changes, commits, merge] = await Promise.all([
    changesOf(repository, from, to),
    countCommits(repository.dir, from, to),
    commitOf(repository.dir, `refs/pull/${thread.number}/merge`),
  ]);
  return {
    ...renderPullSimple(call, repository, thread),
    merge_commit_sha: merge ?? null,
    merged: pull.mergedAt !== null,
    merged_by: null,
    mergeable: thread.state === "closed" ? null : merge !== undefined,
    mergeable_state: merge === undefined ? "dirty" : "clean",
    rebaseable: null,
    maintainer_can_modify: pull.maintainerCanModify,
    comments: thread.comments.length,
    review_comments: pull.reviewComments.length,
    commits,
    additions: changes.reduce((sum, { additions }) => sum + additions, 0),
    deletions: changes.reduce((sum, { deletions }) => sum + deletions, 0),
    changed_files: changes.length,
  };
}

/** The pull request of a thread that is known to be one. */
export function pullOf({ number, pull }: Thread): Pull {
  if (pull === undefined) throw new Error(`#${number} is an issue.`);
  return pull;
}

/** From where to where a pull request's diff goes: the merge base, then the head. */
export async function rangeOf(
  { dir }: Repository,
  { base, head }: Pull,
): Promise<{ readonly from: string; readonly to: string }> {
  return { from: await mergeBase(dir, base.sha, head.sha), to: head.sha };
}

/** `owner:branch`, which is how GitHub names a head. */
export function headLabel({ head }: Pull): string {
  return `${fullName(head.repository).split("/")[0] ?? ""}:${head.ref}`;
}
