/**
 * Who may start a run: people with write permission, asked live. Every doubt is a no. Logins are only the question; the
 * numeric id in the answer must be the one of the event, because a login can be renamed and taken over.
 */

import * as z from "zod/mini";
import { inline } from "../../base/plain-text.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import type { GitHubClient } from "../api/client.ts";
import type { Account } from "../event/event-parts.ts";

export type Access =
  | { readonly allowed: true }
  /** `isUnchecked`: GitHub did not answer the question, so that nothing is said about the people. */
  | { readonly allowed: false; readonly reason: string; readonly isUnchecked?: boolean };

export interface AccessQuestion {
  readonly owner: string;
  readonly repo: string;
  /** Everyone who must have the permission: who wrote, and who acted. */
  readonly users: readonly Account[];
  /** The least that is enough; write when left out. */
  readonly permission?: RepositoryPermission | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** In ascending order. */
const PERMISSIONS = ["write", "maintain", "admin"] as const;
export type RepositoryPermission = (typeof PERMISSIONS)[number];

/**
 * `permission` knows no `maintain`: it, and custom roles, arrive there as `write` or `admin`, and by name in `role_name`, which
 * older servers leave out. Only known words pass.
 */
const Answer = z.object({
  permission: z.string(),
  role_name: z.nullish(z.string()),
  user: z.object({ id: z.int(), type: z.string() }),
});

/** Asks for all users at once, one call each. Never throws but for an abort: an API error is a no with its reason. */
export async function checkAccess(client: GitHubClient, question: AccessQuestion): Promise<Access> {
  const users = [...new Map(question.users.map((user) => [user.id, user])).values()];
  if (users.length === 0) return no("Nobody is known to have asked for this.");
  const answers = await Promise.all(users.map((user) => check(client, question, user)));
  const noes = answers.filter((answer) => !answer.allowed);
  return noes.find(({ isUnchecked = false }) => !isUnchecked) ?? noes[0] ?? { allowed: true };
}

async function check(client: GitHubClient, question: AccessQuestion, user: Account): Promise<Access> {
  const { owner, repo, signal, permission: needed = "write" } = question;
  if (user.type !== "User") return no(`${user.login} is not a person but a ${user.type.toLowerCase()}.`);
  let data: unknown;
  try {
    const route = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
    ({ data } = await client.request(route, { owner, repo, username: user.login }, { signal, redirects: "refuse" }));
  } catch (error) {
    signal?.throwIfAborted();
    const reason = `The permission of ${user.login} could not be checked. ${describeError(error)}`;
    const isUnknownHere = error instanceof RunnerError && error.code === "github.not_found";
    return isUnknownHere ? no(reason) : { allowed: false, reason, isUnchecked: true };
  }
  const answer = z.safeParse(Answer, data);
  if (!answer.success)
    return {
      allowed: false,
      reason: `The permission of ${user.login} could not be checked: GitHub's answer makes no sense.`,
      isUnchecked: true,
    };
  const { permission, role_name: role, user: known } = answer.data;
  if (known.id !== user.id)
    return no(`The account ${user.login} is not the one that asked (${known.id}, not ${user.id}).`);
  if (known.type !== "User") return no(`${user.login} is not a person but a ${known.type.toLowerCase()}.`);
  if (isAtLeast(permission, needed)) return { allowed: true };
  if (needed === "maintain" && role === "maintain" && isAtLeast(permission, "write")) return { allowed: true };
  const has = needed === "write" ? permission : (role ?? permission);
  return no(`${user.login} has the permission "${inline(has)}" here; ${needed} is needed.`);
}

function isAtLeast(word: string, needed: RepositoryPermission): boolean {
  return PERMISSIONS.findIndex((known) => known === word) >= PERMISSIONS.indexOf(needed);
}

function no(reason: string): Access {
  return { allowed: false, reason };
}
