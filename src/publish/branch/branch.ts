/**
 * Publishes the change as one commit on a branch. The state of the branch decides whether it is created, moved forward by
 * one commit, left unchanged, or refused because another person pushed to it. It never force-pushes, so no commit is lost.
 */

import { crashAt } from "../../base/crash.ts";
import { member } from "../../base/member.ts";
import { describeLeaks, findLeaks, type LeakSearch } from "../../workspace/change/leaks.ts";
import type { Identity, PublishGit, Remote, TreeEdit } from "../../workspace/push.ts";
import { SESSION_TRAILER } from "./commit-message.ts";
import { commitThroughApi } from "./commit-through-api.ts";
import { inRepo, REPEATABLE, type GitHubApi, type Repo } from "../result/ports.ts";
import { isLost, refusalOf, refusalOfPush, statusOf } from "../result/problem.ts";
import { textField } from "../result/reply.ts";
import { refused, type BranchResult, type Refusal } from "../result/publish-result.ts";

export interface BranchRequest {
  readonly client: GitHubApi;
  readonly repo: Repo;
  readonly git: PublishGit;
  readonly remote: Remote;
  /** `verified`: GitHub makes and signs the commit. `git`: the commit is made here and pushed. */
  readonly way: "verified" | "git";
  readonly branch: string;
  /** True for a branch of our own. The branch of a pull request must exist already. */
  readonly mayCreate: boolean;
  /** The start commit of the session; it exists on the server. */
  readonly base: string;
  /** What is published. */
  readonly tree: string;
  /** Set where a part was published before: only the difference from this tree is published, onto the branch as it is. */
  readonly since?: string | undefined;
  readonly message: string;
  readonly sessionId: string;
  readonly identity: Identity;
  readonly atSeconds: number;
  /** Finds the names of this job's secrets that occur in a text. */
  readonly search: LeakSearch;
}

/** Committer of commits made through the API or the web interface. */
const GITHUB_EMAIL = "noreply@github.com";

/** Delivers the change. A server's refusal is returned, not thrown. */
export async function deliverBranch(request: BranchRequest): Promise<BranchResult> {
  const { git, base, tree } = request;
  const baseTree = await git.treeOf(base);
  if (baseTree === tree) return { kind: "none" };
  const leaks = await findLeaks({ git, from: baseTree, to: tree, search: request.search });
  if (leaks.length > 0) return refused({ code: "secret", reason: describeLeaks(leaks), fix: REPLACE_SECRETS });
  const deliver = request.way === "verified" ? throughApi : throughGit;
  try {
    const head = await headOf(request);
    if (request.since === tree && head === undefined) return { kind: "none" };
    if (request.since !== undefined && head !== undefined) {
      const later = await onto({ ...request, since: request.since }, head);
      return "result" in later ? later.result : await deliver({ ...request, tree: later.tree }, later);
    }
    const step = nextStep(request, head);
    if ("result" in step) return step.result;
    return await deliver(request, { ...step, baseTree, edits: await git.edits(baseTree, tree) });
  } catch (error) {
    return refused(refusalOf(error, "contents"));
  }
}

/** The later part of a change on the branch as it is now. */
async function onto(
  { git, remote, base, branch, since, tree }: BranchRequest & { readonly since: string },
  head: Head,
): Promise<{ readonly result: BranchResult } | (Prepared & { readonly tree: string })> {
  const unchanged = { result: { kind: "unchanged", branch, commit: head.sha } } as const;
  if (since === tree) return unchanged;
  if (head.sha !== base) await git.fetch(remote, head.sha);
  const part = new Set((await git.edits(since, tree)).map(({ path }) => path));
  const missing = (await git.edits(head.tree, tree)).some(({ path }) => part.has(path));
  if (!missing) return unchanged;
  const made = await git.onto({ from: since, to: tree, tree: head.tree });
  if (made === undefined) return { result: refused(doesNotFit(branch, [...part])) };
  const edits = await git.edits(head.tree, made);
  return { kind: "updated", parent: head.sha, expected: head.sha, baseTree: head.tree, tree: made, edits };
}

function doesNotFit(branch: string, [first = "", ...others]: readonly string[]): Refusal {
  const files = others.length === 0 ? first : `${first} and ${others.length} more`;
  return {
    code: "moved",
    reason: `Nothing more was published: ${branch} changed since, and the held change of ${files} no longer fits there.`,
    fix: "Approve it again when the branch fits, or apply changes.patch from the artifact by hand.",
  };
}

const REPLACE_SECRETS =
  "Ask for a change that reads these values from the environment, and rotate the secrets that leaked.";

/** The commit that a branch on the server points to. */
interface Head {
  readonly sha: string;
  readonly tree: string;
  readonly message: string;
  readonly committerEmail: string;
}

async function headOf({ client, repo, branch }: BranchRequest): Promise<Head | undefined> {
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

type Step =
  | { readonly kind: "created"; readonly parent: string; readonly expected: null }
  | { readonly kind: "updated"; readonly parent: string; readonly expected: string };

/**
 * | the branch                                  | result                                                         |
 * | does not exist                              | created; refused for the branch of a pull request              |
 * | has the tree of the change                  | unchanged                                                      |
 * | is at the start commit or our own commit    | one more commit                                                |
 * | is at another commit                        | refused: another person pushed                                 |
 */
function nextStep(request: BranchRequest, head: Head | undefined): Step | { readonly result: BranchResult } {
  const { base, tree, branch, mayCreate } = request;
  if (head === undefined)
    return mayCreate ? { kind: "created", parent: base, expected: null } : { result: refused(gone(branch)) };
  if (head.tree === tree) return { result: { kind: "unchanged", branch, commit: head.sha } };
  if (head.sha === base || isOurs(request, head)) return { kind: "updated", parent: head.sha, expected: head.sha };
  return { result: refused(refusalOfPush("non-fast-forward")) };
}

function gone(branch: string): Refusal {
  return {
    code: "missing",
    reason: `The pull request's branch ${branch} was deleted.`,
    fix: "Restore the branch, or apply changes.patch from the artifact by hand.",
  };
}

/**
 * A person who amends our commit becomes its committer, and a person's own commit has no trailer. On a branch of our own the
 * trailer of any session counts: the branch's name belongs to one request, so the other session is an earlier attempt at it.
 */
function isOurs({ sessionId, identity, mayCreate }: BranchRequest, { message, committerEmail }: Head): boolean {
  const sessions = message.split("\n").filter((line) => line.startsWith(`${SESSION_TRAILER}: `));
  const isOfSession = mayCreate ? sessions.length > 0 : sessions.includes(`${SESSION_TRAILER}: ${sessionId}`);
  return isOfSession && (committerEmail === identity.email || committerEmail === GITHUB_EMAIL);
}

type Prepared = Step & { readonly baseTree: string; readonly edits: readonly TreeEdit[] };

async function throughGit(request: BranchRequest, { kind, parent, expected }: Prepared): Promise<BranchResult> {
  const { git, remote, branch, base, tree, message, identity, atSeconds } = request;
  if (parent !== base) await git.fetch(remote, parent);
  const commit = await git.commit({ tree, parent, message, identity, atSeconds });
  const pushed = await git.push({ remote, commit, branch, expected });
  if (pushed.kind === "pushed") return { kind, branch, commit };
  const refusal = refusalOfPush(pushed.said);
  const mayHaveArrived = refusal.code === "unknown" || refusal.code === "moved";
  return (mayHaveArrived ? await arrived(request, kind) : undefined) ?? refused(refusal);
}

async function throughApi(request: BranchRequest, prepared: Prepared): Promise<BranchResult> {
  const { client, repo, branch } = request;
  const { kind } = prepared;
  const made = await commitThroughApi({ ...request, ...prepared });
  if (made.kind === "refused") return made;
  const { sha, verified } = made;
  try {
    if (prepared.expected === null) {
      const ref = { ref: `refs/heads/${branch}`, sha };
      crashAt("github.branch.before");
      const find = async (): Promise<unknown> => ((await headOf(request))?.sha === sha ? {} : undefined);
      await client.request("POST /repos/{owner}/{repo}/git/refs", { ...inRepo(repo), ...ref }, { repeat: { find } });
      crashAt("github.branch.after");
    } else {
      const ref = { ref: `heads/${branch}`, sha, force: false };
      crashAt("github.move.before");
      await client.request("PATCH /repos/{owner}/{repo}/git/refs/{ref}", { ...inRepo(repo), ...ref }, REPEATABLE);
      crashAt("github.move.after");
    }
    return { kind, branch, commit: sha, verified };
  } catch (error) {
    const refusal = refusalOf(error, "contents");
    const mayHaveArrived = isLost(error) || refusal.code === "moved";
    return (mayHaveArrived ? await arrived(request, kind) : undefined) ?? refused(refusal);
  }
}

/** After a lost answer: the result, when the branch has the tree that was sent. */
async function arrived(request: BranchRequest, kind: Step["kind"]): Promise<BranchResult | undefined> {
  try {
    const head = await headOf(request);
    if (head?.tree !== request.tree) return undefined;
    return { kind, branch: request.branch, commit: head.sha };
  } catch {
    return undefined; // the caller reports the first failure
  }
}
