/** Puts one commit on a branch, by a push or by the API. A server's refusal is returned, not thrown. */

import { crashAt } from "../../base/crash.ts";
import { inRepo, REPEATABLE } from "../result/ports.ts";
import { forBranch, isLost, refusalOf, refusalOfPush } from "../result/problem.ts";
import { refused, type BranchResult } from "../result/publish-result.ts";
import { headOf, startOf, type BranchRequest, type Prepared, type BranchStep } from "./branch-state.ts";
import { commitThroughApi } from "./commit-through-api.ts";

/** Makes the commit here and pushes it. */
export async function throughGit(request: Delivered, { kind, parent, expected }: Prepared): Promise<BranchResult> {
  const { git, remote, branch, tree, message, identity, atSeconds } = request;
  if (parent !== startOf(request)) await git.fetch(remote, parent);
  const commit = await git.commit({ tree, parents: parentsOf(request, parent), message, identity, atSeconds });
  const pushed = await git.push({ remote, commit, branch, expected });
  if (pushed.kind === "pushed") return { kind, branch, commit };
  const refusal = forBranch(refusalOfPush(pushed.said), branch);
  const mayHaveArrived = refusal.code === "unknown" || refusal.code === "moved";
  return (mayHaveArrived ? await arrived(request, kind) : undefined) ?? refused(refusal);
}

/** Lets GitHub make the commit. */
export async function throughApi(request: Delivered, prepared: Prepared): Promise<BranchResult> {
  const { client, repo, branch } = request;
  const { kind } = prepared;
  const made = await commitThroughApi({ ...request, ...prepared, parents: parentsOf(request, prepared.parent) });
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
  try {
    const head = await headOf(request);
    if (head?.tree !== request.tree) return undefined;
    return { kind, branch: request.branch, commit: head.sha };
  } catch {
    return undefined; // the caller reports the first failure
  }
}
