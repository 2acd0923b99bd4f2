/**
 * Checks an answer when it is used: the comment's current text, its author's current permission, and what the policy requires
 * of approvers. A doubt refuses.
 */

import * as z from "zod/mini";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { checkAccess, every, no, unchecked, YES, type Access, type RepositoryPermission } from "./access.ts";
import type { GivenAnswer } from "../event/answer.ts";
import type { GitHubClient } from "../api/client.ts";
import { answerIn, isEdited, isSameAnswer } from "../event/answer-in-comment.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { Account } from "../event/event-parts.ts";
import { checkOwner, type OwnerQuestion } from "./ownership.ts";
import type { DecidingComment } from "../event/trigger.ts";

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
  body: z.string(),
  user: z.nullable(z.object({ id: z.int(), type: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
});

/** The comment must still exist, with the same author and the same answer, and unedited. */
async function checkComment(client: GitHubClient, question: ApproverQuestion): Promise<Access> {
  const { repository, author, comment, answer, trigger, signal } = question;
  const params = { owner: repository.owner, repo: repository.name, comment_id: comment.id };
  let data: unknown;
  try {
    ({ data } = await client.request(ROUTES[comment.kind], params, { signal, redirects: "refuse" }));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RunnerError && error.code === "github.not_found") return no("The comment was deleted.");
    return unchecked(`The comment could not be read again. ${describeError(error)}`);
  }
  const read = z.safeParse(Comment, data);
  if (!read.success) return unchecked("The comment could not be read again: GitHub's answer is invalid.");
  const { id, body, user, created_at: createdAt, updated_at: updatedAt } = read.data;
  if (
    id !== comment.id ||
    user?.id !== author.id ||
    user.type !== "User" ||
    Date.parse(createdAt) !== Date.parse(comment.createdAt)
  ) {
    return no(`The comment is not the one that ${author.login} wrote.`);
  }
  if (isEdited({ createdAt, updatedAt })) return no("The comment was edited. Write a new one.");
  const now = answerIn(body, trigger);
  return now !== undefined && isSameAnswer(now, answer)
    ? YES
    : no("The comment's answer changed after it was first read.");
}
