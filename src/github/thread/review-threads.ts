/** The threads on lines of a pull request's diff with what people did about them, which only GraphQL tells. */

import * as z from "zod/mini";
import type { Account } from "../event/event-parts.ts";
import { fetchThreadList, type ThreadAddress } from "./thread-list.ts";

export interface ThreadComment {
  /** Undefined for an account that is gone. */
  readonly author: Account | undefined;
  readonly body: string;
  readonly isEdited: boolean;
}

export interface ReviewThread {
  /** GitHub's name of it for GraphQL. */
  readonly id: string;
  readonly path: string;
  readonly side: "LEFT" | "RIGHT";
  /** How many lines it is about; undefined for a thread about a file. */
  readonly lines: number | undefined;
  /** The diff up to its last line, as it was when the thread began. */
  readonly diffHunk: string;
  readonly isResolved: boolean;
  readonly resolvedBy: Account | undefined;
  readonly viewerCanResolve: boolean;
  readonly first: ThreadComment;
  /** Who gave the first comment a 👎. */
  readonly against: readonly Account[];
  readonly replies: readonly ThreadComment[];
}

const Login = z.object({ login: z.string(), databaseId: z.nullish(z.int()), __typename: z.nullish(z.string()) });
const Comment = z.object({ body: z.string(), lastEditedAt: z.nullable(z.string()), author: z.nullable(Login) });
const First = z.object({
  diffHunk: z.string(),
  reactions: z.object({ nodes: z.array(z.nullable(z.object({ user: z.nullable(Login) }))) }),
});
const Item = z.object({
  id: z.string(),
  path: z.string(),
  diffSide: z.enum(["LEFT", "RIGHT"]),
  originalLine: z.nullable(z.int()),
  originalStartLine: z.nullable(z.int()),
  isResolved: z.boolean(),
  resolvedBy: z.nullable(Login),
  viewerCanResolve: z.boolean(),
  opening: z.object({ nodes: z.array(z.nullable(First)) }),
  comments: z.object({ nodes: z.array(z.nullable(Comment)) }),
});

/** 100 threads with 100 comments and 50 reactions each are 15,100 of the 500,000 nodes that GitHub allows a query. */
const FIELDS = `id path diffSide originalLine originalStartLine isResolved resolvedBy { __typename login databaseId } viewerCanResolve
    opening: comments(first: 1) { nodes {
      diffHunk reactions(content: THUMBS_DOWN, first: 50) { nodes { user { __typename login databaseId } } }
    } }
    comments(first: 100) { nodes {
      body lastEditedAt author { __typename login ... on User { databaseId } ... on Bot { databaseId } }
    } }`;
/** 1,000 threads. */
const MAX_PAGES = 10;

/** All threads, or why they cannot be told. Never rejects. */
export async function fetchReviewThreads(
  address: ThreadAddress,
): Promise<{ readonly threads: readonly ReviewThread[] } | { readonly unread: string }> {
  const list = { name: "reviewThreads", of: "pullRequest", fields: FIELDS, item: Item, maxPages: MAX_PAGES } as const;
  const { items, isWhole, why = "there are more than 1,000 threads" } = await fetchThreadList(address, list);
  return isWhole ? { threads: items.flatMap(threadOf) } : { unread: why };
}

function threadOf(item: z.infer<typeof Item>): readonly ReviewThread[] {
  const { opening, comments, resolvedBy, originalLine, originalStartLine, diffSide: side, ...same } = item;
  const [start] = opening.nodes;
  const [first, ...replies] = comments.nodes.filter((node) => node !== null).map(commentOf);
  if (!start || first === undefined) return [];
  const lines = originalLine === null ? undefined : originalLine - (originalStartLine ?? originalLine) + 1;
  const against = start.reactions.nodes.flatMap((node) => accountOf(node?.user ?? null) ?? []);
  const { diffHunk } = start;
  return [{ ...same, side, first, replies, lines, diffHunk, resolvedBy: accountOf(resolvedBy), against }];
}

function commentOf({ author, body, lastEditedAt }: z.infer<typeof Comment>): ThreadComment {
  return { author: accountOf(author), body, isEdited: lastEditedAt !== null };
}

function accountOf(found: z.infer<typeof Login> | null): Account | undefined {
  if (found === null || found.databaseId == null) return undefined;
  return { id: found.databaseId, login: found.login, type: found.__typename ?? "User" };
}
