/**
 * Checks who may start a run: people with write permission, asked live. A doubt refuses. The numeric id in GitHub's answer must
 * be the id of the event, because a login can be renamed and taken over by another account.
 */

import * as z from "zod/mini";
import { inline } from "../../base/plain-text.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import type { GitHubClient } from "../api/client.ts";
import { isAllowedBot } from "../event/askers.ts";
import type { Account } from "../event/event-parts.ts";

export type Access =
  | { readonly allowed: true }
  /** `isUnchecked`: GitHub did not answer, so the permission is unknown. */
  | {
      readonly allowed: false;
      readonly reason: string;
      readonly isUnchecked?: boolean;
      /** Only the permission is missing: the accounts belong to people, and their identity was checked. */
      readonly isOutsider?: true;
    };

export const YES: Access = { allowed: true };

export interface AccessQuestion {
  readonly owner: string;
  readonly repo: string;
  /** Accounts that must all have the permission: the author and the sender of the event. */
  readonly users: readonly Account[];
  /** Bots that need no permission, because the workflow file lists them; GitHub knows no permission of an App's account. */
  readonly allowedBots?: readonly string[] | undefined;
  /** The required permission. Default: write. */
  readonly permission?: RepositoryPermission | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** In ascending order. */
const PERMISSIONS = ["write", "maintain", "admin"] as const;
export type RepositoryPermission = (typeof PERMISSIONS)[number];

/**
 * `permission` reports `maintain` and custom roles as `write` or `admin`; `role_name` has their names, but older servers leave
 * it out. Unknown words are refused.
 */
const Answer = z.object({
  permission: z.string(),
  role_name: z.nullish(z.string()),
  user: z.object({ id: z.int(), type: z.string() }),
});

type Asked = Pick<GitHubClient, "request">;

/** Asks for all users concurrently, one request each. Throws only for an abort: an API error refuses, with its reason. */
export async function checkAccess(client: Asked, question: AccessQuestion): Promise<Access> {
  const users = [...new Map(question.users.map((user) => [user.id, user])).values()];
  if (users.length === 0) return no("The event names no account that asked for this.");
  return every(await Promise.all(users.map((user) => check(client, question, user))));
}

async function check(client: Asked, question: AccessQuestion, user: Account): Promise<Access> {
  const { owner, repo, signal, permission: needed = "write" } = question;
  if (isAllowedBot(user, question)) return YES;
  if (user.type !== "User") return no(`${user.login} is not a person but a ${user.type.toLowerCase()}.`);
  let data: unknown;
  try {
    const route = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
    ({ data } = await client.request(route, { owner, repo, username: user.login }, { signal, redirects: "refuse" }));
  } catch (error) {
    signal?.throwIfAborted();
    const reason = `The permission of ${user.login} could not be checked. ${describeError(error)}`;
    const isUnknownHere = error instanceof RunnerError && error.code === "github.not_found";
    return isUnknownHere ? no(reason) : unchecked(reason);
  }
  const answer = z.safeParse(Answer, data);
  if (!answer.success)
    return unchecked(`The permission of ${user.login} could not be checked: GitHub's answer is invalid.`);
  const { permission, role_name: role, user: known } = answer.data;
  if (known.id !== user.id)
    return no(`The account ${user.login} is not the one that asked (${known.id}, not ${user.id}).`);
  if (known.type !== "User") return no(`${user.login} is not a person but a ${known.type.toLowerCase()}.`);
  if (isAtLeast(permission, needed)) return YES;
  if (needed === "maintain" && role === "maintain" && isAtLeast(permission, "write")) return YES;
  const has = needed === "write" ? permission : (role ?? permission);
  const reason = `${user.login} has the permission "${inline(has)}" here; ${needed} is needed.`;
  // Only for people who ask for a run, not for people who answer. An unknown permission says nothing about a person.
  const isOutsider = question.permission === undefined && (permission === "read" || permission === "none");
  return isOutsider ? { allowed: false, reason, isOutsider } : no(reason);
}

function isAtLeast(word: string, needed: RepositoryPermission): boolean {
  return PERMISSIONS.findIndex((known) => known === word) >= PERMISSIONS.indexOf(needed);
}

/** A refusal with its reason, in Markdown. */
export function no(reason: string): Access {
  return { allowed: false, reason };
}

/** A refusal because GitHub did not answer. */
export function unchecked(reason: string): Access {
  return { allowed: false, reason, isUnchecked: true };
}

/** Access if all answers allow it. A plain refusal takes precedence over an unanswered question. */
export function every(answers: readonly Access[]): Access {
  const noes = answers.filter((answer) => !answer.allowed);
  const first = noes.find(({ isUnchecked = false }) => !isUnchecked) ?? noes[0];
  if (first === undefined) return YES;
  if (noes.every(({ isOutsider = false }) => isOutsider)) return first;
  const { isOutsider: _, ...plain } = first;
  return plain;
}
