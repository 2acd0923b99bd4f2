/** Which threads on lines of a diff are resolved or outdated. Only GraphQL tells; servers without it tell nothing. */

import * as z from "zod/mini";
import type { ThreadAddress } from "./thread-address.ts";

export interface ReviewThread {
  readonly isResolved: boolean;
  readonly isOutdated: boolean;
}

const THREADS = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) { reviewThreads(first: 100, after: $after) {
    nodes { isResolved isOutdated comments(first: 1) { nodes { databaseId } } } pageInfo { hasNextPage endCursor }
  } } }
}`;
const Threads = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        nodes: z.array(
          z.nullable(
            z.object({
              isResolved: z.boolean(),
              isOutdated: z.boolean(),
              comments: z.object({ nodes: z.array(z.nullable(z.object({ databaseId: z.nullable(z.int()) }))) }),
            }),
          ),
        ),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
      }),
    }),
  }),
});

/** 1,000 threads; what is not asked about counts as open. */
const MAX_PAGES = 10;

/** By the id of the first comment. Undefined where the server does not tell. */
export async function fetchReviewThreads({
  client,
  owner,
  repo,
  number,
  signal,
}: ThreadAddress): Promise<ReadonlyMap<number, ReviewThread> | undefined> {
  const found = new Map<number, ReviewThread>();
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    let data: unknown;
    try {
      data = await client.graphql(THREADS, { owner, repo, number, after }, { signal });
    } catch {
      signal?.throwIfAborted();
      return page === 0 ? undefined : found;
    }
    const answer = z.safeParse(Threads, data);
    if (!answer.success) return page === 0 ? undefined : found;
    const { nodes, pageInfo } = answer.data.repository.pullRequest.reviewThreads;
    for (const node of nodes) {
      const id = node?.comments.nodes[0]?.databaseId;
      if (node && id) found.set(id, { isResolved: node.isResolved, isOutdated: node.isOutdated });
    }
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
  return found;
}
