/**
 * Checks an answer when it is used: the comment's current text, its author's current permission, and what the policy requires
 * of approvers. A doubt refuses.
 */

import * as z from "zod/mini";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { checkAccess, every, no, unchecked, YES, type Access, type RepositoryPermission } from "./access.ts";
import type { GivenAnswer } from "../event/answer.ts";
import type { GitHubClient } from "../api/client.ts";
import { answerIn, isSameAnswer } from "../event/answer-in-comment.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { Account, RepositoryName } from "../event/event-parts.ts";
import type { DecidingComment } from "../event/trigger.ts";
import { wasEdited } from "./text-editors.ts";
import { member } from "../../base/member.ts";
import { inline } from "../../base/plain-text.ts";
import { CODE_OWNERS_FILES, readCodeOwners } from "./code-owners.ts";

/** Stands for all files: a command can change any part of the repository, so only people who own everything may approve it. */
const EVERYTHING = "every-file-of-the-repository";

/** Paths whose owners may answer these calls. */
export function ownedPaths(held: readonly Pick<HeldCall, "capabilities">[]): readonly string[] {
  return held.flatMap(({ capabilities }) =>
    capabilities.map((need) => (need.kind === "write" ? need.path : EVERYTHING)),
  );
}

export interface ApproverQuestion extends OwnerQuestion {
  /** Requirements of the base commit's policy. */
  readonly approvers: {
    readonly permission: RepositoryPermission;
    readonly twoPerson: boolean;
    readonly codeOwners: boolean;
  };
  /** The people who asked for the run; empty for a run that the workflow itself started. */
  readonly requesters: readonly Pick<Account, "id">[];
  /** Accounts that write kimi-runner's own comments. */
  readonly ownIds: readonly number[];
  readonly comment: DecidingComment;
  /** The answer in the comment when it was first read. */
  readonly answer: GivenAnswer;
  /** The word that begins a command. */
  readonly trigger: string;
}

/** Rejects for an abort, and when `readBase` rejects. Reasons are Markdown with foreign names made harmless. */
export async function checkApprover(client: GitHubClient, question: ApproverQuestion): Promise<Access> {
  const { repository, approvers, author, requesters, ownIds, signal } = question;
  if (author.type !== "User" || author.login.endsWith("[bot]")) return no(`${author.login} is not a person.`);
  if (ownIds.includes(author.id)) return no(`${author.login} is the account that kimi-runner itself writes with.`);
  if (approvers.twoPerson && requesters.some(({ id }) => id === author.id)) {
    return no(
      `${author.login} asked for the run; the policy requires an answer from another person (\`approvers.two_person\`).`,
    );
  }
  const { owner, name: repo } = repository;
  const asked = await Promise.all([
    checkComment(client, question),
    checkAccess(client, { owner, repo, users: [author], permission: approvers.permission, signal }),
    approvers.codeOwners ? checkOwner(client, question) : YES,
  ]);
  return every(asked);
}

const ROUTES = {
  issue: "GET /repos/{owner}/{repo}/issues/comments/{comment_id}",
  review: "GET /repos/{owner}/{repo}/pulls/comments/{comment_id}",
} as const;

const Comment = z.object({
  id: z.int(),
  node_id: z._default(z.string(), ""), // Gitea has none
  body: z.string(),
  user: z.nullable(z.object({ id: z.int(), type: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
});

/** The comment must still exist, with the same author and the same answer, and unedited. */
async function checkComment(client: GitHubClient, question: ApproverQuestion): Promise<Access> {
  try {
    return await compareComment(client, question);
  } catch (error) {
    question.signal?.throwIfAborted();
    if (error instanceof RunnerError && error.code === "github.not_found") return no("The comment was deleted.");
    return unchecked(`The comment could not be read again. ${describeError(error)}`);
  }
}

async function compareComment(client: GitHubClient, question: ApproverQuestion): Promise<Access> {
  const { repository, author, comment, answer, trigger, signal } = question;
  const params = { owner: repository.owner, repo: repository.name, comment_id: comment.id };
  const { data } = await client.request(ROUTES[comment.kind], params, { signal, redirects: "refuse" });
  const read = z.safeParse(Comment, data);
  if (!read.success) return unchecked("The comment could not be read again: GitHub's answer is invalid.");
  const { id, node_id: nodeId, body, user, created_at: createdAt, updated_at: updatedAt } = read.data;
  if (
    id !== comment.id ||
    user?.id !== author.id ||
    user.type !== "User" ||
    Date.parse(createdAt) !== Date.parse(comment.createdAt)
  ) {
    return no(`The comment is not the one that ${author.login} wrote.`);
  }
  if (await wasEdited(client, { nodeId, createdAt, updatedAt }, { signal })) {
    return no("The comment was edited. Write a new one.");
  }
  const now = answerIn(body, trigger);
  return now !== undefined && isSameAnswer(now, answer)
    ? YES
    : no("The comment's answer changed after it was first read.");
}

interface OwnerQuestion {
  readonly repository: RepositoryName;
  /** CODEOWNERS and teams name people by login. `checkAccess` checks that the login belongs to this account. */
  readonly author: Account;
  /** Relative to the root of the repository. */
  readonly paths: readonly string[];
  /** A file of the base commit; undefined where there is none. */
  readonly readBase: (path: string) => Promise<string | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request for each team that owns a path the person does not own. Rejects for an abort, and when `readBase` rejects. */
async function checkOwner(client: GitHubClient, question: OwnerQuestion): Promise<Access> {
  const { author, paths, readBase } = question;
  if (paths.length === 0) return YES;
  const files = await Promise.all(CODE_OWNERS_FILES.map(readBase));
  const text = files.find((file) => file !== undefined);
  const [somewhere = ""] = paths;
  if (text === undefined) {
    return no(`The base commit has no CODEOWNERS file, so ${inline(somewhere)} has no owner.`);
  }
  const ownersOf = readCodeOwners(text);
  const login = `@${author.login}`.toLowerCase();
  const foreign = [...new Set(paths)]
    .map((path) => ({ path, owners: ownersOf(path) }))
    .filter(({ owners }) => !owners.some((owner) => owner.toLowerCase() === login));
  const teams = [...new Set(foreign.flatMap(({ owners }) => owners.filter((owner) => /^@.+\//.test(owner))))];
  const told = await Promise.all(teams.map(async (team) => [team, await membership(client, team, question)] as const));
  const memberships = new Map(told);
  const missing = foreign
    .map(({ path, owners }) => ({ path, owners, known: owners.flatMap((owner) => memberships.get(owner) ?? []) }))
    .filter(({ known }) => !known.some(({ kind }) => kind === "in"));
  const isUnseen = ({ known }: (typeof missing)[number]): boolean => known.some(({ kind }) => kind === "unseen");
  const worst = missing.find((one) => !isUnseen(one)) ?? missing[0];
  if (worst === undefined) return YES;
  const owners = worst.owners.map((owner) => inline(owner)).join(", ");
  const whose = owners === "" ? "has no owner in CODEOWNERS" : `CODEOWNERS assigns to ${owners}`;
  const reason = `${author.login} does not own ${inline(worst.path)}, which ${whose}.`;
  const doubt = worst.known.find((one) => one.kind === "unseen");
  if (doubt === undefined) return no(reason);
  return (doubt.isUnchecked ? unchecked : no)(`${reason} ${doubt.reason}`);
}

type Membership =
  | { readonly kind: "in" | "out" }
  /** `isUnchecked`: GitHub did not answer. */
  | { readonly kind: "unseen"; readonly reason: string; readonly isUnchecked: boolean };

/** Only teams of the repository's own organization can own its files. */
async function membership(
  client: GitHubClient,
  owner: string,
  { repository, author, signal }: OwnerQuestion,
): Promise<Membership> {
  const [org = "", team = ""] = owner.slice(1).split("/");
  if (org.toLowerCase() !== repository.owner.toLowerCase()) return { kind: "out" };
  const route = "GET /orgs/{org}/teams/{team_slug}/memberships/{username}";
  const params = { org, team_slug: team, username: author.login };
  try {
    const { data } = await client.request(route, params, { signal, redirects: "refuse" });
    return { kind: member(data, "state") === "active" ? "in" : "out" };
  } catch (error) {
    signal?.throwIfAborted();
    const code = error instanceof RunnerError ? error.code : undefined;
    if (code !== "github.denied" && code !== "github.not_found") {
      const reason = `The members of ${inline(owner)} could not be read. ${describeError(error)}`;
      return { kind: "unseen", reason, isUnchecked: true };
    }
    const reason = `${author.login} is not in ${inline(owner)}, or this token may not read the team: that needs an App token with the organization permission \`members: read\`; GITHUB_TOKEN cannot do it.`;
    return { kind: "unseen", reason, isUnchecked: false };
  }
}
