/** Puts pull requests, reviews and review comments into the state, for seeds and for the routes that create them. */

import { commitOf } from "../git.ts";
import { writePullRefs } from "../pull-sync.ts";
import { addThread, type CommentSeed, type ThreadSeed } from "./thread.ts";
import type { Pull, Repository, Review, ReviewComment, State, Thread } from "../state.ts";

export interface PullSeed extends ThreadSeed {
  /** Branch of `from`. It must exist. */
  readonly head: string;
  /** Default: the repository's default branch. */
  readonly base?: string;
  /** A fork; default: the repository itself. */
  readonly from?: Repository;
  readonly draft?: boolean;
}

export interface ReviewSeed {
  readonly body?: string;
  readonly user?: string;
  readonly state?: Review["state"];
  readonly submittedAt?: string;
  readonly editedAt?: string;
  readonly minimised?: string;
}

export interface ReviewCommentSeed extends CommentSeed {
  readonly path: string;
  readonly line?: number | null;
  /** Set without a line where the comment is outdated. */
  readonly originalLine?: number | null;
  readonly startLine?: number | null;
  readonly side?: "LEFT" | "RIGHT";
  readonly diffHunk?: string;
  readonly reviewId?: number | null;
  readonly replyTo?: number | null;
}

/** Adds a pull request between branches that exist. */
export async function addPull(state: State, repository: Repository, seed: PullSeed): Promise<Thread> {
  const from = seed.from ?? repository;
  const base = seed.base ?? repository.defaultBranch;
  const headSha = await commitOf(from.dir, `refs/heads/${seed.head}`);
  const baseSha = await commitOf(repository.dir, `refs/heads/${base}`);
  if (headSha === undefined || baseSha === undefined) throw new Error(`There is no branch ${seed.head} or ${base}.`);
  const pull: Pull = {
    head: { repository: from, ref: seed.head, sha: headSha },
    base: { ref: base, sha: baseSha },
    draft: seed.draft ?? false,
    maintainerCanModify: false,
    mergedAt: null,
    reviews: [],
    reviewComments: [],
    resolved: new Map(),
  };
  const thread = addThread(state, repository, seed, pull);
  await writePullRefs(repository, thread);
  return thread;
}

/** Adds a review to a pull request. */
export function addReview(state: State, thread: Thread, seed: ReviewSeed): Review {
  const pull = thread.pull;
  if (pull === undefined) throw new Error(`#${thread.number} is an issue.`);
  const review: Review = {
    id: state.nextId(),
    user: state.user(seed.user ?? "alice"),
    body: seed.body ?? "",
    state: seed.state ?? "COMMENTED",
    commit: pull.head.sha,
    submittedAt: seed.submittedAt ?? state.now(),
    ...(seed.editedAt === undefined ? {} : { editedAt: seed.editedAt }),
    ...(seed.minimised === undefined ? {} : { minimised: seed.minimised }),
  };
  pull.reviews.push(review);
  return review;
}

/** Adds a comment on a line of a pull request's diff. */
export function addReviewComment(state: State, thread: Thread, seed: ReviewCommentSeed): ReviewComment {
  const pull = thread.pull;
  if (pull === undefined) throw new Error(`#${thread.number} is an issue.`);
  const createdAt = seed.createdAt ?? state.now();
  const comment: ReviewComment = {
    id: seed.id ?? state.nextId(),
    user: state.user(seed.user ?? "alice"),
    body: seed.body,
    createdAt,
    updatedAt: seed.updatedAt ?? createdAt,
    edits: [],
    reactions: [],
    ...(seed.minimised === undefined ? {} : { minimised: seed.minimised }),
    reviewId: seed.reviewId ?? null,
    path: seed.path,
    line: seed.line ?? null,
    originalLine: seed.originalLine ?? seed.line ?? null,
    side: seed.side ?? "RIGHT",
    startLine: seed.startLine ?? null,
    commit: pull.head.sha,
    diffHunk: seed.diffHunk ?? "@@ -1 +1 @@",
    replyTo: seed.replyTo ?? null,
  };
  pull.reviewComments.push(comment);
  return comment;
}
