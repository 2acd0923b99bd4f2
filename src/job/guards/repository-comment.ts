/** Reads a comment of the repository's list of comments, in which each comment has only the address of its thread. */

import { member } from "../../base/member.ts";
import type { EventComment } from "../../github/event/event-parts.ts";

export interface RepositoryComment extends Omit<EventComment, "updatedAt"> {
  /** `issue`: in the conversation of a thread. `review`: on a line of a diff. */
  readonly kind: "issue" | "review";
  readonly url: string;
  readonly thread: { readonly kind: "issue" | "pull"; readonly number: number };
  /** `createdAt` in ms since the epoch. */
  readonly at: number;
  readonly isEdited: boolean;
  /** Number of reactions, by anyone. */
  readonly reactions: number;
}

/** Undefined for an incomplete comment, such as one of a deleted account. */
export function readComment(item: unknown): RepositoryComment | undefined {
  const [id, url, body] = [member(item, "id"), member(item, "html_url"), member(item, "body")];
  const [createdAt, updatedAt] = [member(item, "created_at"), member(item, "updated_at")];
  const pull = member(item, "pull_request_url");
  const address = pull ?? member(item, "issue_url");
  const number = Number(/\/(\d+)$/.exec(typeof address === "string" ? address : "")?.[1]);
  const user = member(item, "user");
  const [accountId, login, type] = [member(user, "id"), member(user, "login"), member(user, "type")];
  if (typeof id !== "number" || typeof url !== "string" || typeof body !== "string") return undefined;
  if (typeof createdAt !== "string" || Number.isNaN(Date.parse(createdAt)) || !Number.isInteger(number))
    return undefined;
  if (typeof accountId !== "number" || typeof login !== "string" || typeof type !== "string") return undefined;
  const reactions = member(member(item, "reactions"), "total_count");
  const association = member(item, "author_association");
  return {
    kind: pull === undefined ? "issue" : "review",
    id,
    url,
    body,
    author: { id: accountId, login, type },
    association: typeof association === "string" ? association : "NONE",
    thread: { kind: pull !== undefined || /\/pull\/\d+#/.test(url) ? "pull" : "issue", number },
    createdAt,
    at: Date.parse(createdAt),
    isEdited: updatedAt !== createdAt,
    reactions: typeof reactions === "number" ? reactions : 1, // older servers leave the number out; then the reactions are read
  };
}
