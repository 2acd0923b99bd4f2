/**
 * Check boxes that people tick in an issue of ours. Each has a hidden id, which says what the tick asks for. A tick is only a request:
 * it counts if all accounts that edited the issue since we last did may write here, and the caller draws the box empty again.
 */

import type { GitHubClient } from "../../github/api/client.ts";
import { checkAccess } from "../../github/people/access.ts";
import { editorsSinceOwn } from "../../github/people/text-editors.ts";
import type { AccountRef, Repo } from "../result/ports.ts";
import type { FoundIssue } from "./own-issue.ts";

/** A box: `text` is Markdown that is harmless already, in one line. */
export interface TickBox {
  /** Letters, digits and `. : / = -`, at most 100. */
  readonly id: string;
  readonly text: string;
}

const ID = "[\\w.:/=-]{1,100}";
const WHOLE_ID = new RegExp(`^${ID}$`);
/** GitHub writes a ticked box as `[x]`; people may write `[X]`. */
const TICKED = new RegExp(`^[ \\t]*[-*+] \\[[xX]\\] <!-- kimi-tick:(${ID}) -->`, "gm");

/** One line with an empty box. Throws for an id that would not be found again, which is a mistake of the caller. */
export function renderTickBox({ id, text }: TickBox): string {
  if (!WHOLE_ID.test(id)) throw new TypeError(`Not an id of a box: ${id}`);
  return `- [ ] <!-- kimi-tick:${id} --> ${text.replace(/\s+/g, " ")}`;
}

/** The ids of the ticked boxes in a body, each once, in their order. */
export function tickedIn(body: string): readonly string[] {
  return [...new Set(Array.from(body.matchAll(TICKED), ([, id = ""]) => id))];
}

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
