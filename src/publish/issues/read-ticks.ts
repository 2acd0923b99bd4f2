/** Reads the ticks in an issue of ours. They count only if all accounts that edited it since we last did may write here. */

import { checkAccess } from "../../github/people/access.ts";
import { editorsSinceOwn } from "../../github/people/text-editors.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import type { AccountRef, Repo } from "../result/ports.ts";
import type { FoundIssue } from "./own-issue.ts";
import { tickedIn } from "./tick-list.ts";

export interface TicksQuestion {
  readonly client: GitHubClient;
  readonly repo: Repo;
  /** The token's account. A person (`type`) who uses a token of their own may tick boxes too. */
  readonly self: AccountRef & { readonly type?: string | undefined };
  readonly issue: Pick<FoundIssue, "body" | "nodeId">;
}

export type Ticks =
  | { readonly kind: "none" }
  /** `by`: logins, joined by a comma. The caller must check the `ids`. */
  | { readonly kind: "counted"; readonly ids: readonly string[]; readonly by: string }
  /** Why the ticks do not count, in Markdown. */
  | { readonly kind: "refused"; readonly reason: string };

/** Asks GitHub only where a box is ticked. Rejects for an abort. */
export async function readTicks({ client, repo, self, issue }: TicksQuestion): Promise<Ticks> {
  const ids = tickedIn(issue.body);
  if (ids.length === 0) return { kind: "none" };
  const answer = await editorsSinceOwn(client, issue.nodeId, self);
  if (answer.kind === "unknown") return { kind: "refused", reason: answer.reason };
  // We only write empty boxes, so without another editor the token's account itself ticked the box.
  const users = answer.editors.length > 0 ? answer.editors : [{ ...self, type: self.type ?? "Bot" }];
  const access = await checkAccess(client, { owner: repo.owner, repo: repo.name, users });
  if (!access.allowed) return { kind: "refused", reason: access.reason };
  return { kind: "counted", ids, by: users.map(({ login }) => login).join(", ") };
}
