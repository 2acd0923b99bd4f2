/** Reads lists of a pull request that only GraphQL has, page by page. */

import * as z from "zod/mini";
import { requireShape } from "../api/failure.ts";
import type { ThreadAddress } from "./thread-address.ts";

interface PullList<S extends z.ZodMiniType> {
  /** Name of the list in GraphQL, e.g. `reviews`. */
  readonly name: string;
  /** The fields of each item in GraphQL. */
  readonly fields: string;
  readonly item: S;
  /** Pages of 100 items; further pages are left out. */
  readonly maxPages: number;
}

/** The items of the list, as far as the server tells them: none from a server without GraphQL. Rejects only for an abort. */
export async function fetchPullList<S extends z.ZodMiniType>(
  { client, owner, repo, number, signal }: ThreadAddress,
  { name, fields, item, maxPages }: PullList<S>,
): Promise<readonly z.infer<S>[]> {
  const query = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) { list: ${name}(first: 100, after: $after) {
    nodes { ${fields} } pageInfo { hasNextPage endCursor }
  } } }
}`;
  const found: z.infer<S>[] = [];
  let after: string | null = null;
  try {
    for (let page = 0; page < maxPages; page += 1) {
      const data = await client.graphql(query, { owner, repo, number, after }, { signal });
      const { nodes, pageInfo } = requireShape(answerOf(item), data, "POST /graphql").repository.pullRequest.list;
      for (const node of nodes) if (node !== null) found.push(node);
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
  } catch {
    signal?.throwIfAborted();
  }
  return found;
}

function answerOf<S extends z.ZodMiniType>(item: S) {
  const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) });
  const list = z.object({ nodes: z.array(z.nullable(item)), pageInfo });
  return z.object({ repository: z.object({ pullRequest: z.object({ list }) }) });
}
