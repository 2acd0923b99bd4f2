/** Puts one commit on a branch, by a push or by the API. A server's refusal is returned, not thrown. */

import { isUtf8 } from "node:buffer";
import { member } from "../../base/member.ts";
import type { TreeEdit } from "../../workspace/changes.ts";
import { inRepo, REPEATABLE, textField } from "../result/ports.ts";
import { forBranch, isLost, refusalOf, refusalOfPush } from "../result/problem.ts";
import { refused, type BranchResult, type Refusal } from "../result/publish-result.ts";
import { headOf, startOf, type BranchRequest, type Prepared, type BranchStep } from "./branch-state.ts";

export async function deliverCommit(request: Delivered, prepared: Prepared): Promise<BranchResult> {
  return await (request.way === "verified" ? throughApi : throughGit)(request, prepared);
}

/** Makes the commit here and pushes it. */
async function throughGit(request: Delivered, { kind, parent }: Prepared): Promise<BranchResult> {
  const { git, remote, branch, tree, message, identity, atSeconds } = request;
  if (parent !== startOf(request)) await git.fetch(remote, parent);
  const commit = await git.commit({ tree, parents: parentsOf(request, parent), message, identity, atSeconds });
  const pushed = await git.push({ remote, commit, branch, expected: kind === "created" ? null : parent });
  if (pushed.kind === "pushed") return { kind, branch, commit };
  const refusal = forBranch(refusalOfPush(pushed.said), branch);
  const mayHaveArrived = refusal.code === "unknown" || refusal.code === "moved";
  return (mayHaveArrived ? await arrived(request, kind) : undefined) ?? refused(refusal);
}

/** Lets GitHub make the commit. */
async function throughApi(request: Delivered, prepared: Prepared): Promise<BranchResult> {
  const { client, repo, branch } = request;
  const { kind } = prepared;
  const made = await apiCommit(request, prepared);
  if ("code" in made) return refused(made);
  const { sha, verified } = made;
  try {
    if (kind === "created") {
      const ref = { ref: `refs/heads/${branch}`, sha };
      const find = async (): Promise<unknown> => ((await headOf(request))?.sha === sha ? {} : undefined);
      await client.request("POST /repos/{owner}/{repo}/git/refs", { ...inRepo(repo), ...ref }, { repeat: { find } });
    } else {
      const ref = { ref: `heads/${branch}`, sha, force: false };
      await client.request("PATCH /repos/{owner}/{repo}/git/refs/{ref}", { ...inRepo(repo), ...ref }, REPEATABLE);
    }
    return { kind, branch, commit: sha, verified };
  } catch (error) {
    const refusal = forBranch(refusalOf(error, "contents"), branch);
    const mayHaveArrived = isLost(error) || refusal.code === "moved";
    return (mayHaveArrived ? await arrived(request, kind) : undefined) ?? refused(refusal);
  }
}

/** A `BranchRequest` with `joins`, the second parent of the new commit. */
type Delivered = BranchRequest & { readonly joins?: string | undefined };

/** The first commit of a merge has both sides as parents; later commits continue from it. */
function parentsOf({ merge, joins }: Delivered, parent: string): readonly string[] {
  if (joins !== undefined) return [parent, joins];
  return merge !== undefined && parent === merge[0] ? merge : [parent];
}

/** After a lost answer: the result, when the branch has the tree that was sent. */
async function arrived(request: BranchRequest, kind: BranchStep["kind"]): Promise<BranchResult | undefined> {
  const head = await headOf(request).catch(() => undefined); // the caller reports the first failure
  return head?.tree === request.tree ? { kind, branch: request.branch, commit: head.sha } : undefined;
}

/**
 * Makes the commit through GitHub's git data API, without a reference to it. GitHub signs such commits when its own token makes them
 * without naming an author. `createCommitOnBranch` is not used: it supports neither executable files nor links, needs an existing
 * branch, and leaves it empty on failure. Rejects with the API's error.
 */
async function apiCommit(
  request: Delivered,
  { baseTree, edits, parent }: Prepared,
): Promise<{ readonly sha: string; readonly verified: boolean } | Refusal> {
  const { client, repo, tree, message } = request;
  const wanted = { ...inRepo(repo), base_tree: baseTree, tree: await treeEntries(request, edits) };
  const made = await client.request("POST /repos/{owner}/{repo}/git/trees", wanted, REPEATABLE);
  const builtTree = textField(made.data, "sha");
  if (builtTree !== tree) {
    const reason = `GitHub built the tree ${builtTree}, but ${tree} was checked.`;
    return { code: "failed", reason, fix: "Use `commit: git`, or apply changes.patch of the run's bundle by hand." };
  }
  const commit = { ...inRepo(repo), message, tree, parents: parentsOf(request, parent) };
  const { data } = await client.request("POST /repos/{owner}/{repo}/git/commits", commit, REPEATABLE);
  return { sha: textField(data, "sha"), verified: member(member(data, "verification"), "verified") === true };
}

/** Larger texts are uploaded as separate blobs, which bounds the size of one request. */
const MAX_INLINE_BYTES = 200_000;
/** Concurrent blob uploads. GitHub allows 100 connections in all; ten hide the latency. */
const PARALLEL = 10;

async function treeEntries(
  { client, repo, git }: BranchRequest,
  edits: readonly TreeEdit[],
): Promise<readonly object[]> {
  const blobs = await git.blobs(edits.flatMap(({ oid }) => (oid === undefined ? [] : [oid])));
  const entryOf = async ({ path, mode, oldMode, oid }: TreeEdit): Promise<object> => {
    const bytes = oid === undefined ? undefined : blobs.get(oid);
    if (mode === undefined || bytes === undefined) return { path, mode: oldMode ?? "100644", type: "blob", sha: null };
    // JSON text would change other bytes.
    const isText = bytes.length <= MAX_INLINE_BYTES && isUtf8(bytes);
    if (isText) return { path, mode, type: "blob", content: bytes.toString("utf8") };
    const blob = { ...inRepo(repo), content: bytes.toString("base64"), encoding: "base64" };
    const { data } = await client.request("POST /repos/{owner}/{repo}/git/blobs", blob, REPEATABLE);
    return { path, mode, type: "blob", sha: textField(data, "sha") };
  };
  const entries: object[] = [];
  for (let start = 0; start < edits.length; start += PARALLEL) {
    entries.push(...(await Promise.all(edits.slice(start, start + PARALLEL).map(entryOf))));
  }
  return entries;
}
