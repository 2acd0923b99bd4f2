/** Fetches the comments, reviews and review comments of a thread in their current state, with the times of their last changes. */

import * as z from "zod/mini";
import { requireShape } from "../api/failure.ts";
import { fetchThreadList, type ThreadAddress } from "./thread-list.ts";

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
  /** GitHub's word for why a person hid it: `spam`, `outdated` …, in small letters. */
  readonly minimised?: string | undefined;
}

type ConversationRequest = ThreadAddress & { readonly pull: boolean };

/** 10,000 of each kind: a tenth of GITHUB_TOKEN's hourly allowance. */
const MAX_PAGES = 100;
const PER_PAGE = 100;

const User = z.nullish(z.object({ login: z.string(), id: z.optional(z.int()) }));
const Time = z.nullish(z.string());
/** Only GitHub's own server tells it by REST, and of comments in the conversation only. */
const Minimised = z.nullish(z.object({ reason: z.nullish(z.string()) }));
const Comment = z.object({
  id: z.int(),
  body: z.nullish(z.string()),
  user: User,
  author_association: z.nullish(z.string()),
  created_at: Time,
  updated_at: Time,
  minimized: Minimised,
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

/** Fetches everything concurrently. Rejects for an issue that was transferred, because its comments are another repository's. */
export async function fetchConversation(request: ConversationRequest) {
  const { pull } = request;
  const lists = await Promise.all([
    fetchComments(request),
    pull ? fetchReviewComments(request) : NONE,
    pull ? fetchReviews(request) : NONE,
  ]);
  return {
    items: lists.flatMap(({ items }) => items),
    // The least number of items on pages that were not fetched.
    skipped: lists.reduce((sum, { skipped }) => sum + skipped, 0),
    // The server has GraphQL and did not tell of all items whether they are minimised.
    isMinimisingUnknown: request.client.hasGraphql && lists.some(({ isTold }) => !isTold),
  };
}

/** Fetches the comments of the conversation. Where REST does not tell which are minimised, GraphQL is asked. */
async function fetchComments(request: ConversationRequest): Promise<Told<RawItem>> {
  const route = "GET /repos/{owner}/{repo}/issues/{number}/comments";
  const { items, skipped } = await fetchList(request, route, Comment);
  const isAsked = items.some(({ minimized }) => minimized === undefined);
  const of = request.pull ? "pullRequest" : "issue";
  const list = { name: "comments", of, fields: MINIMISABLE, item: Minimisable, maxPages: MAX_PAGES } as const;
  const told = isAsked ? await fetchThreadList(request, list) : NOT_ASKED;
  const hidden = minimisedIn(told.items);
  return {
    skipped,
    isTold: told.isWhole,
    items: items.map((item) => ({
      kind: "comment",
      ...dated(item),
      minimised: item.minimized ? wordOf(item.minimized.reason) : hidden.get(item.id),
    })),
  };
}

const MINIMISABLE = "databaseId isMinimized minimizedReason";
const Minimisable = z.object({
  databaseId: z.nullable(z.int()),
  isMinimized: z.boolean(),
  minimizedReason: z.nullish(z.string()),
});

/** Why items are minimised, by their ids. */
function minimisedIn(items: readonly z.infer<typeof Minimisable>[]): ReadonlyMap<number, string> {
  return new Map(
    items.flatMap(({ databaseId, isMinimized, minimizedReason }) =>
      databaseId !== null && isMinimized ? [[databaseId, wordOf(minimizedReason)] as const] : [],
    ),
  );
}

/** GitHub writes `off-topic` for what its page hides, and `OFF_TOPIC` for what its API hides. */
function wordOf(reason: string | null | undefined): string {
  return (reason || "hidden").toLowerCase().replaceAll("_", "-");
}

/** Fetches the comments on lines. If there are any, one more request tells which threads are resolved, outdated or minimised. */
async function fetchReviewComments(request: ConversationRequest): Promise<Told<RawItem>> {
  const route = "GET /repos/{owner}/{repo}/pulls/{number}/comments";
  const { items, skipped } = await fetchList(request, route, ReviewComment);
  const fields = `isResolved isOutdated comments(first: 100) { nodes { ${MINIMISABLE} } }`;
  const list = { name: "reviewThreads", of: "pullRequest", fields, item: ReviewThread, maxPages: 10 } as const;
  const told = items.length === 0 ? NOT_ASKED : await fetchThreadList(request, list);
  const commentsOf = ({ comments }: z.infer<typeof ReviewThread>) => comments.nodes.filter((node) => node !== null);
  const hidden = minimisedIn(told.items.flatMap(commentsOf));
  // By the id of their first comment. A thread of which the server tells nothing counts as open.
  const threads = new Map(told.items.map((thread) => [commentsOf(thread)[0]?.databaseId, thread]));
  return {
    skipped,
    isTold: told.isWhole,
    items: items.map((item) => {
      const replyTo = item.in_reply_to_id ?? undefined;
      const isLine = item.subject_type !== "file" && item.original_line !== undefined;
      const isMoved = isLine && (item.line === null || item.line === undefined);
      const { isResolved = false, isOutdated = isMoved } = threads.get(replyTo ?? item.id) ?? {};
      return {
        kind: "review comment",
        ...dated(item),
        path: item.path ?? undefined,
        line: item.line ?? item.original_line ?? undefined,
        reviewId: item.pull_request_review_id ?? undefined,
        isResolved: isResolved || undefined,
        isOutdated: isOutdated || undefined,
        replyTo,
        minimised: hidden.get(item.id),
      };
    }),
  };
}

/** A thread on a line, with its first 100 comments. */
const ReviewThread = z.object({
  isResolved: z.boolean(),
  isOutdated: z.boolean(),
  comments: z.object({ nodes: z.array(z.nullable(Minimisable)) }),
});

/** Where there is nothing to ask GraphQL about. */
const NOT_ASKED = { items: [], isWhole: true } as const;
const NONE = { items: [], skipped: 0, isTold: true } as const;

interface Told<T> {
  readonly items: readonly T[];
  readonly skipped: number;
  /** The server told which of them are minimised. */
  readonly isTold: boolean;
}

async function fetchList<S extends z.ZodMiniType>(
  { client, owner, repo, number }: ConversationRequest,
  route: string,
  schema: S,
): Promise<Omit<Told<z.infer<S>>, "isTold">> {
  const { items, skippedPages } = await client.pages(
    route,
    { owner, repo, number, per_page: PER_PAGE },
    { maxPages: MAX_PAGES, keep: "last", redirects: "refuse" },
  );
  return { items: requireShape(z.array(schema), items, route), skipped: skippedPages * PER_PAGE };
}

/** Fetches reviews. Only GraphQL tells when a review was edited; reviews without text need no such request. */
async function fetchReviews(request: ConversationRequest): Promise<Told<RawItem>> {
  const { items, skipped } = await fetchList(request, "GET /repos/{owner}/{repo}/pulls/{number}/reviews", Review);
  const isSpoken = items.some(({ body }) => (body ?? "") !== "");
  const fields = `${MINIMISABLE} submittedAt lastEditedAt`;
  const list = { name: "reviews", of: "pullRequest", fields, item: ReviewDetails, maxPages: MAX_PAGES } as const;
  const told = isSpoken ? await fetchThreadList(request, list) : NOT_ASKED;
  const hidden = minimisedIn(told.items);
  // Without an answer the reviews have no time and are left out.
  const edits = new Map(
    told.items.map(({ databaseId, submittedAt, lastEditedAt }) => [databaseId, lastEditedAt ?? submittedAt]),
  );
  return {
    skipped,
    isTold: told.isWhole,
    items: items
      // A pending review is a draft. A comment review without text only contains review comments.
      .filter(({ state, body }) => state !== "PENDING" && (state !== "COMMENTED" || (body ?? "") !== ""))
      .map((review) => ({
        kind: "review" as const,
        ...dated({
          ...review,
          created_at: review.submitted_at,
          updated_at: (review.body ?? "") === "" ? review.submitted_at : edits.get(review.id),
        }),
        state: review.state.toLowerCase(),
        minimised: hidden.get(review.id),
      })),
  };
}

const ReviewDetails = z.extend(Minimisable, { submittedAt: Time, lastEditedAt: Time });

function dated(item: Omit<z.infer<typeof Comment>, "minimized">): Omit<RawItem, "kind"> {
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
