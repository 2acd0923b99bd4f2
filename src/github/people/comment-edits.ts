/** Finds other editors of a comment: people with write permission can edit the comments of others. REST does not tell them. */

import * as z from "zod/mini";
import type { GitHubClient } from "../api/client.ts";
import { requireShape } from "../api/failure.ts";

const EDITS = `query ($id: ID!) {
  node(id: $id) { ... on IssueComment { userContentEdits(last: 100) { totalCount nodes { editor {
    login ... on User { databaseId } ... on Bot { databaseId }
  } } } } }
}`;

const Editor = z.nullish(z.object({ login: z.string(), databaseId: z.nullish(z.int()) }));
const Edits = z.object({
  node: z.object({
    userContentEdits: z.object({ totalCount: z.int(), nodes: z.array(z.nullable(z.object({ editor: Editor }))) }),
  }),
});

/** Login of an editor other than `self`, `an unknown account` for a deleted one; undefined without one. Rejects as the client does. */
export async function otherEditor(
  client: Pick<GitHubClient, "graphql">,
  nodeId: string,
  self: { readonly id: number },
): Promise<string | undefined> {
  const answer = requireShape(Edits, await client.graphql(EDITS, { id: nodeId }), "POST /graphql");
  const { totalCount, nodes } = answer.node.userContentEdits;
  if (totalCount > nodes.length) return UNKNOWN; // our own comments never have that many edits
  const other = nodes.find((edit) => edit?.editor?.databaseId !== self.id);
  return other === undefined ? undefined : (other?.editor?.login ?? UNKNOWN);
}

const UNKNOWN = "an unknown account";
