/** Reads lists of a thread by GraphQL, page by page, for what REST does not tell of their items. */

import * as z from "zod/mini";
import { describeError } from "../../protocol/error.ts";
import { requireShape } from "../api/failure.ts";
import type { GitHubClient } from "../api/client.ts";

interface ThreadList<S extends z.ZodMiniType> {
  /** Name of the list in GraphQL, e.g. `reviews`. */
  readonly name: string;
  readonly of: "issue" | "pullRequest";
  readonly fields: string;
  readonly item: S;
  /** Pages of 100 items; further pages are left out. */
  readonly maxPages: number;
}

interface Listed<T> {
  readonly items: readonly T[];
  /** False where the server did not tell all of them. */
  readonly isWhole: boolean;
  /** The server's error. */
  readonly why?: string | undefined;
}

/** The items of the list, as far as the server tells them: none from a server without GraphQL. Never rejects. */
export async function fetchThreadList<S extends z.ZodMiniType>(
  { client, owner, repo, number }: ThreadAddress,
  { name, of, fields, item, maxPages }: ThreadList<S>,
): Promise<Listed<z.infer<S>>> {
  const query = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) { thread: ${of}(number: $number) { list: ${name}(first: 100, after: $after) {
    nodes { ${fields} } pageInfo { hasNextPage endCursor }
  } } }
}`;
  const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) });
  const list = z.object({ nodes: z.array(z.nullable(item)), pageInfo });
  const answer = z.object({ repository: z.object({ thread: z.object({ list }) }) });
  const found: z.infer<S>[] = [];
  let after: string | null = null;
  let why: string | undefined;
  try {
    for (let count = 0; count < maxPages; count += 1) {
      const data = await client.graphql(query, { owner, repo, number, after });
      const { nodes, pageInfo: page } = requireShape(answer, data, "POST /graphql").repository.thread.list;
      for (const node of nodes) if (node !== null) found.push(node);
      if (!page.hasNextPage) return { items: found, isWhole: true };
      after = page.endCursor;
    }
  } catch (error) {
    why = describeError(error);
  }
  return { items: found, isWhole: false, why };
}

export interface ThreadAddress {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}
