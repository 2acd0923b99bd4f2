/**
 * Finds out who edited an issue or a comment, and whether one was edited at all: people with write permission can edit the texts of
 * others. REST does not tell the editors, and GraphQL does not tell reliably what each of them changed.
 */

import * as z from "zod/mini";
import { requireShape } from "../api/failure.ts";
import type { CallOptions } from "../api/call.ts";
import type { GitHubClient } from "../api/client.ts";
import type { Account, EventComment } from "../event/event-parts.ts";

/** Asks for both ends, because GitHub does not document which of them is the newest. `Comment` is the interface of issues and comments. */
const EDITS = `query ($id: ID!) {
  node(id: $id) { ... on Comment {
    head: userContentEdits(first: 100) { totalCount nodes { ...edit } }
    tail: userContentEdits(last: 100) { nodes { ...edit } }
  } }
}
fragment edit on UserContentEdit {
  editedAt editor { __typename login ... on User { databaseId } ... on Bot { databaseId } }
}`;

const Editor = z.nullish(z.object({ __typename: z.string(), login: z.string(), databaseId: z.nullish(z.int()) }));
const Edit = z.nullable(z.object({ editedAt: z.string(), editor: Editor }));
const Edits = z.object({
  node: z.object({
    head: z.object({ totalCount: z.int(), nodes: z.array(Edit) }),
    tail: z.object({ nodes: z.array(Edit) }),
  }),
});

type AsksEditors = Pick<GitHubClient, "graphql">;
type Self = Pick<Account, "id">;

async function editsOf(client: AsksEditors, nodeId: string): Promise<z.infer<typeof Edits>["node"]> {
  return requireShape(Edits, await client.graphql(EDITS, { id: nodeId }), "POST /graphql").node;
}

const UNKNOWN = "an unknown account";

/** Login of any editor other than `self`, `an unknown account` for a deleted one; undefined without one. Rejects as the client does. */
export async function otherEditor(client: AsksEditors, nodeId: string, self: Self): Promise<string | undefined> {
  const { totalCount, nodes } = (await editsOf(client, nodeId)).head;
  if (totalCount > nodes.length) return UNKNOWN; // our own comments never have that many edits
  const other = nodes.find((edit) => edit?.editor?.databaseId !== self.id);
  return other === undefined ? undefined : (other?.editor?.login ?? UNKNOWN);
}

const LAST_EDIT = "query ($id: ID!) { node(id: $id) { ... on Comment { lastEditedAt } } }";
const LastEdit = z.object({ node: z.object({ lastEditedAt: z.nullable(z.string()) }) });

type Stamped = Pick<EventComment, "createdAt" | "updatedAt">;

/** Whether the times say that a comment was edited. One without a valid time counts as edited. */
export function isEdited({ createdAt, updatedAt }: Stamped): boolean {
  return !(Date.parse(updatedAt) <= Date.parse(createdAt));
}

/**
 * Whether a comment was edited. GitHub writes a comment on a line when it is drafted, and stamps it again when its review is submitted,
 * so different times alone do not say so. Rejects as the client does.
 */
export async function wasEdited(
  client: Pick<GitHubClient, "graphql" | "hasGraphql">,
  { nodeId, ...times }: Stamped & { readonly nodeId: string },
  options?: CallOptions,
): Promise<boolean> {
  if (!isEdited(times) || !client.hasGraphql) return isEdited(times);
  const answer = await client.graphql(LAST_EDIT, { id: nodeId }, options);
  return requireShape(LastEdit, answer, "POST /graphql").node.lastEditedAt !== null;
}

export type Editors =
  /** Each account once; empty when no other account edited it. */
  | { readonly kind: "known"; readonly editors: readonly Account[] }
  /** Why the editors are not known, a sentence. */
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * The accounts that edited the text since `self` last did: people who may have ticked boxes in it or written above it. Never rejects:
 * if the server does not tell, the editors are unknown.
 */
export async function editorsSinceOwn(client: AsksEditors, nodeId: string, self: Self): Promise<Editors> {
  const node = await editsOf(client, nodeId).catch(() => undefined);
  if (node === undefined) return unknown("This server does not say who edited the issue.");
  const edits = [...node.head.nodes, ...node.tail.nodes].filter((edit) => edit !== null);
  const timeOf = ({ editedAt }: { readonly editedAt: string }): number => Date.parse(editedAt);
  const own = edits.filter(({ editor }) => editor?.databaseId === self.id).map(timeOf);
  if (own.length === 0 && node.head.totalCount > node.head.nodes.length)
    return unknown("The issue was edited too often since kimi-runner last wrote it.");
  // Times are whole seconds: an edit in the second of our own counts as a later one.
  const since = Math.max(0, ...own);
  const later = edits.filter((edit) => timeOf(edit) >= since && edit.editor?.databaseId !== self.id);
  const editors = new Map<number, Account>();
  for (const { editor } of later) {
    const id = editor?.databaseId;
    if (editor === null || editor === undefined || id === null || id === undefined)
      return unknown("An account that edited the issue no longer exists.");
    editors.set(id, { id, login: editor.login, type: editor.__typename });
  }
  return { kind: "known", editors: [...editors.values()] };
}

function unknown(reason: string): Editors {
  return { kind: "unknown", reason };
}
