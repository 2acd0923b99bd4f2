/** Fetches the comments, reviews and review comments of a thread in their current state, with the times of their last changes. */

import * as z from "zod/mini";
import { requireShape } from "../api/failure.ts";
import { fetchPullList } from "./pull-list.ts";
import type { ThreadAddress } from "./thread-address.ts";

/** An item before it is filtered and sanitised. */
export interface RawItem {
  readonly kind: "comment" | "review" | "review comment";
  readonly id: number;
  readonly author: string;
  /** Set for comments only. */
  readonly authorId?: number | undefined;
  readonly association: string;
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string | undefined;
  /** Last edit, or creation when it was never edited; undefined when unknown. */
  readonly editedAt: string | undefined;
  /** `approved`, `changes_requested` …, for reviews. */
  readonly state?: string | undefined;
  /** Set for review comments. */
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly reviewId?: number | undefined;
  /** A person closed the thread of the comment; only GraphQL tells. */
  readonly isResolved?: true | undefined;
  /** The line is no longer part of the diff. */
  readonly isOutdated?: true | undefined;
  /** The item this one answers. */
  readonly replyTo?: number | undefined;
}

type ConversationRequest = ThreadAddress & { readonly pull: boolean };

export interface Conversation {
  readonly items: readonly RawItem[];
  /** The least number of items on pages that were not fetched. */
  readonly skipped: number;
}

/** 10,000 of each kind: a tenth of GITHUB_TOKEN's hourly allowance. */
const MAX_PAGES = 100;
const PER_PAGE = 100;

const User = z.nullish(z.object({ login: z.string(), id: z.optional(z.int()) }));
const Time = z.nullish(z.string());
const Comment = z.object({
  id: z.int(),
  body: z.nullish(z.string()),
  user: User,
  author_association: z.nullish(z.string()),
  created_at: Time,
  updated_at: Time,
});
const ReviewComment = z.extend(Comment, {
  path: z.nullish(z.string()),
  line: z.nullish(z.int()),
  original_line: z.nullish(z.int()),
  in_reply_to_id: z.nullish(z.int()),
  pull_request_review_id: z.nullish(z.int()),
  subject_type: z.nullish(z.string()),
});
const Review = z.object({
  id: z.int(),
  body: z.nullish(z.string()),
  user: User,
  author_association: z.nullish(z.string()),
  state: z.string(),
  submitted_at: Time,
});

/** Fetches everything concurrently. */
export async function fetchConversation(request: ConversationRequest): Promise<Conversation> {
  const { pull } = request;
  const [comments, reviewComments, reviews] = await Promise.all([
    fetchList(request, "GET /repos/{owner}/{repo}/issues/{number}/comments", Comment),
    pull ? fetchReviewComments(request) : NONE,
    pull ? fetchReviews(request) : NONE,
  ]);
  return {
    items: [
      ...comments.items.map((item) => ({ kind: "comment" as const, ...dated(item) })),
      ...reviewComments.items,
      ...reviews.items,
    ],
    skipped: comments.skipped + reviewComments.skipped + reviews.skipped,
  };
}

/** Fetches the comments on lines. If there are any, one more request tells which threads are resolved or outdated. */
async function fetchReviewComments(request: ConversationRequest): Promise<List<RawItem>> {
  const route = "GET /repos/{owner}/{repo}/pulls/{number}/comments";
  const { items, skipped } = await fetchList(request, route, ReviewComment);
  const threads = items.length === 0 ? undefined : await fetchThreads(request);
  return {
    skipped,
    items: items.map((item) => {
      const replyTo = item.in_reply_to_id ?? undefined;
      const isLine = item.subject_type !== "file" && item.original_line !== undefined;
      const isMoved = isLine && (item.line === null || item.line === undefined);
      const { isResolved = false, isOutdated = isMoved } = threads?.get(replyTo ?? item.id) ?? {};
      return {
        kind: "review comment",
        ...dated(item),
        path: item.path ?? undefined,
        line: item.line ?? item.original_line ?? undefined,
        reviewId: item.pull_request_review_id ?? undefined,
        isResolved: isResolved || undefined,
        isOutdated: isOutdated || undefined,
        replyTo,
      };
    }),
  };
}

const ReviewThread = z.object({
  isResolved: z.boolean(),
  isOutdated: z.boolean(),
  comments: z.object({ nodes: z.array(z.nullable(z.object({ databaseId: z.nullable(z.int()) }))) }),
});
type ReviewThread = z.infer<typeof ReviewThread>;

/** Threads on lines by the id of their first comment. A thread of which the server tells nothing counts as open. */
async function fetchThreads(request: ConversationRequest): Promise<ReadonlyMap<number, ReviewThread>> {
  const fields = "isResolved isOutdated comments(first: 1) { nodes { databaseId } }";
  const threads = await fetchPullList(request, { name: "reviewThreads", fields, item: ReviewThread, maxPages: 10 });
  return new Map(
    threads.flatMap((thread) => {
      const id = thread.comments.nodes[0]?.databaseId;
      return id ? [[id, thread] as const] : [];
    }),
  );
}

const NONE = { items: [], skipped: 0 } as const;

interface List<T> {
  readonly items: readonly T[];
  readonly skipped: number;
}

async function fetchList<S extends z.ZodMiniType>(
  { client, owner, repo, number, signal }: ConversationRequest,
  route: string,
  schema: S,
): Promise<List<z.infer<S>>> {
  const { items, skippedPages } = await client.pages(
    route,
    { owner, repo, number, per_page: PER_PAGE },
    { maxPages: MAX_PAGES, keep: "last", signal },
  );
  return { items: requireShape(z.array(schema), items, route), skipped: skippedPages * PER_PAGE };
}

/** Fetches reviews. Only GraphQL tells when a review was edited; reviews without text need no such request. */
async function fetchReviews(request: ConversationRequest): Promise<List<RawItem>> {
  const { items, skipped } = await fetchList(request, "GET /repos/{owner}/{repo}/pulls/{number}/reviews", Review);
  const spoken = items.some(({ body }) => (body ?? "") !== "");
  const edits = spoken ? await fetchEdits(request) : new Map<number, string>();
  return {
    skipped,
    items: items
      // A pending review is a draft. A comment review without text only contains review comments.
      .filter(({ state, body }) => state !== "PENDING" && (state !== "COMMENTED" || (body ?? "") !== ""))
      .map((review) => ({
        kind: "review" as const,
        id: review.id,
        author: review.user?.login ?? "ghost",
        association: review.author_association ?? "NONE",
        text: review.body ?? "",
        createdAt: review.submitted_at ?? undefined,
        editedAt: (review.body ?? "") === "" ? (review.submitted_at ?? undefined) : edits.get(review.id),
        state: review.state.toLowerCase(),
      })),
  };
}

const ReviewTimes = z.object({ databaseId: z.nullable(z.int()), submittedAt: Time, lastEditedAt: Time });

/** Time of the last change by review id. Without an answer the reviews have no time and are left out. */
async function fetchEdits(request: ConversationRequest): Promise<ReadonlyMap<number, string>> {
  const fields = "databaseId submittedAt lastEditedAt";
  const reviews = await fetchPullList(request, { name: "reviews", fields, item: ReviewTimes, maxPages: MAX_PAGES });
  return new Map(
    reviews.flatMap(({ databaseId, submittedAt, lastEditedAt }) => {
      const time = lastEditedAt ?? submittedAt;
      return databaseId && time ? [[databaseId, time] as const] : [];
    }),
  );
}

function dated(item: z.infer<typeof Comment>): Omit<RawItem, "kind"> {
  return {
    id: item.id,
    author: item.user?.login ?? "ghost",
    authorId: item.user?.id,
    association: item.author_association ?? "NONE",
    text: item.body ?? "",
    createdAt: item.created_at ?? undefined,
    editedAt: item.updated_at ?? undefined,
  };
}
