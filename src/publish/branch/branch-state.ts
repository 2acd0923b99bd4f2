/** Reads the state of a branch on the server, and decides from it how a change is published there. */

import { isWebCommitter } from "../../github/api/forge.ts";
import type { HeldBy } from "../../protocol/approval.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import { member } from "../../base/member.ts";
import type { LeakSearch } from "../../workspace/change/leaks.ts";
import type { TreeEdit } from "../../workspace/changes.ts";
import type { Identity, PublishGit, Remote } from "../../workspace/push.ts";
import { inRepo, REPEATABLE, textField, type GitHubApi, type Repo } from "../result/ports.ts";
import { statusOf } from "../result/problem.ts";
import { refused, type BranchResult, type Refusal } from "../result/publish-result.ts";
import { SESSION_TRAILER, treeIn } from "./commit-message.ts";

export interface BranchRequest {
  readonly client: GitHubApi;
  readonly repo: Repo;
  readonly git: PublishGit;
  readonly remote: Remote;
  /** `verified`: GitHub makes and signs the commit. `git`: the commit is made here and pushed. */
  readonly way: "verified" | "git";
  readonly branch: string;
  /** A branch of our own for the change, in case `branch` refuses it. */
  readonly spare?: string | undefined;
  /** Runs of the same task share the branch, and each begins with the present state of the base. */
  readonly isTask?: boolean | undefined;
  /** No job has pushed the branch before, so it is not looked up. If it exists nevertheless, the push fails. */
  readonly isNew?: boolean | undefined;
  /** True for a branch of our own. The branch of a pull request must exist already. */
  readonly mayCreate: boolean;
  /** The start commit of the session; it exists on the server. */
  readonly base: string;
  /** `base` is a merge of these two that GitHub does not know; the commit has both as parents. */
  readonly merge?: SessionOrigin["merge"];
  /** The tree that is published. */
  readonly tree: string;
  /** Set where a part was published before: only the difference from this tree is published, onto the branch as it is. */
  readonly since?: string | undefined;
  /** Judges the files again when the change is put on top of another person's. */
  readonly heldBy: HeldBy;
  readonly message: string;
  readonly sessionId: string;
  readonly identity: Identity;
  readonly atSeconds: number;
  /** Finds the names of this job's secrets that occur in a text. */
  readonly search: LeakSearch;
}

/** The commit that a branch on the server points to. */
export interface BranchHead {
  readonly sha: string;
  readonly tree: string;
  readonly message: string;
  readonly committerEmail: string;
}

export async function headOf({
  client,
  repo,
  branch,
}: Pick<BranchRequest, "client" | "repo" | "branch">): Promise<BranchHead | undefined> {
  try {
    const at = { ...inRepo(repo), ref: `heads/${branch}` };
    const ref = await client.request("GET /repos/{owner}/{repo}/git/ref/{ref}", at, REPEATABLE);
    const sha = textField(member(ref.data, "object"), "sha");
    const which = { ...inRepo(repo), commit_sha: sha };
    const { data } = await client.request("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", which, REPEATABLE);
    return {
      sha,
      tree: textField(member(data, "tree"), "sha"),
      message: textField(data, "message"),
      committerEmail: textField(member(data, "committer"), "email"),
    };
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

export interface BranchStep {
  /** An updated branch is still at `parent`; one that is created does not exist. */
  readonly kind: "created" | "updated";
  readonly parent: string;
}

/**
 * | the branch                                  | result                                                         |
 * | does not exist                              | created; refused for the branch of a pull request              |
 * | has the tree of the change                  | unchanged                                                      |
 * | is at the start commit or our own commit    | one more commit                                                |
 * | is at our own commit on top of another's    | moved, since the tree that was published then                  |
 * | is at another commit                        | moved: another person pushed                                   |
 */
export function nextStep(
  request: BranchRequest,
  head: BranchHead | undefined,
):
  | BranchStep
  | { readonly result: BranchResult }
  | { readonly moved: BranchHead; readonly since?: string | undefined } {
  const { tree, branch, mayCreate } = request;
  const base = startOf(request);
  if (head === undefined) return mayCreate ? { kind: "created", parent: base } : { result: refused(gone(branch)) };
  if (head.tree === tree) return { result: { kind: "unchanged", branch, commit: head.sha } };
  const isOwn = isOurs(request, head);
  const since = isOwn ? treeIn(head.message) : undefined;
  if (since === tree) return { result: { kind: "unchanged", branch, commit: head.sha } };
  if (since !== undefined) return { moved: head, since };
  if (head.sha === base || isOwn) return { kind: "updated", parent: head.sha };
  return { moved: head };
}

/** The commit on the server that the change begins with. */
export function startOf({ base, merge }: Pick<BranchRequest, "base" | "merge">): string {
  return merge?.[0] ?? base;
}

export function gone(branch: string): Refusal {
  return {
    code: "missing",
    reason: `The pull request's branch \`${branch}\` was deleted.`,
    fix: "Restore the branch, or apply changes.patch of the run's bundle by hand.",
  };
}

/**
 * A person who amends our commit becomes its committer, and a person's own commit has no trailer. On a branch of our own the
 * trailer of any session counts: the branch's name belongs to one request, so the other session is an earlier attempt at it.
 */
function isOurs(
  { sessionId, identity, mayCreate, repo }: BranchRequest,
  { message, committerEmail }: BranchHead,
): boolean {
  const sessions = message.split("\n").filter((line) => line.startsWith(`${SESSION_TRAILER}: `));
  const isOfSession = mayCreate ? sessions.length > 0 : sessions.includes(`${SESSION_TRAILER}: ${sessionId}`);
  return isOfSession && (committerEmail === identity.email || isWebCommitter(committerEmail, repo.serverUrl));
}

export interface Prepared extends BranchStep {
  readonly baseTree: string;
  readonly edits: readonly TreeEdit[];
}
