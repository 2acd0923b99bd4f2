/** Puts issues, pull requests and comments into the state, for seeds and for the routes that create them. */

import type { Comment, Pull, Repository, State, Thread } from "../state.ts";

export interface ThreadSeed {
  readonly title?: string;
  readonly body?: string | null;
  /** Login; default `alice`. */
  readonly user?: string;
  readonly state?: "open" | "closed";
  readonly locked?: boolean;
  readonly labels?: readonly string[];
  readonly assignees?: readonly string[];
  /** ISO 8601 in seconds; default now. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** For events that must fit a recorded payload; default the next free one. */
  readonly number?: number;
}

export interface CommentSeed {
  readonly body: string;
  readonly user?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly id?: number;
  readonly minimised?: string;
}

/** Adds an issue, or a pull request when it is given a `pull`. */
export function addThread(state: State, repository: Repository, seed: ThreadSeed, pull?: Pull): Thread {
  const createdAt = seed.createdAt ?? state.now();
  const closed = seed.state === "closed";
  const thread: Thread = {
    id: state.nextId(),
    number: seed.number ?? Math.max(0, ...repository.threads.map(({ number }) => number)) + 1,
    title: seed.title ?? "A title",
    body: seed.body ?? null,
    user: state.user(seed.user ?? "alice"),
    state: seed.state ?? "open",
    stateReason: closed ? "completed" : null,
    locked: seed.locked ?? false,
    labels: (seed.labels ?? []).map((name) => ({ id: state.nextId(), name })),
    assignees: (seed.assignees ?? []).map((login) => state.user(login)),
    createdAt,
    updatedAt: seed.updatedAt ?? createdAt,
    closedAt: closed ? createdAt : null,
    comments: [],
    reactions: [],
    events: [],
    edits: [],
    ...(pull === undefined ? {} : { pull }),
  };
  repository.threads.push(thread);
  return thread;
}

/** Writes the text of an issue anew, as a tick in a list does. */
export function editThread(state: State, thread: Thread, { body, user }: CommentSeed): void {
  thread.body = body;
  thread.updatedAt = state.now();
  thread.edits.push({ user: state.user(user ?? "alice"), at: thread.updatedAt });
}

/** Writes a comment anew. */
export function editComment(state: State, comment: Comment, { body, user }: CommentSeed): void {
  comment.body = body;
  comment.updatedAt = state.now();
  comment.edits?.push({ user: state.user(user ?? "alice"), at: comment.updatedAt });
}

/** Adds a comment to the conversation of an issue or pull request. */
export function addComment(state: State, thread: Thread, seed: CommentSeed): Comment {
  const createdAt = seed.createdAt ?? state.now();
  const comment: Comment = {
    id: seed.id ?? state.nextId(),
    user: state.user(seed.user ?? "alice"),
    body: seed.body,
    createdAt,
    updatedAt: seed.updatedAt ?? createdAt,
    edits: [],
    reactions: [],
    ...(seed.minimised === undefined ? {} : { minimised: seed.minimised }),
  };
  thread.comments.push(comment);
  thread.updatedAt = comment.updatedAt > thread.updatedAt ? comment.updatedAt : thread.updatedAt;
  return comment;
}
