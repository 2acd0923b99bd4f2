/**
 * Publishes the change as one commit on a branch, which is created, moved forward by one commit, or left unchanged. Where another person
 * pushed to it, the change goes on top of theirs if it fits there, else to a separate branch. It never force-pushes.
 */

import { member } from "../../base/member.ts";
import { namedUpTo } from "../../base/words.ts";
import { inRepo, REPEATABLE } from "../result/ports.ts";
import { describeLeaks, findLeaks } from "../../workspace/change/leaks.ts";
import type { TreeEdit } from "../../workspace/changes.ts";
import { refusalOf, refusalOfPush } from "../result/problem.ts";
import { refused, type BranchResult, type Refusal } from "../result/publish-result.ts";
import {
  gone,
  headOf,
  nextStep,
  startOf,
  type BranchRequest,
  type BranchHead,
  type BranchStep,
  type Prepared,
} from "./branch-state.ts";
import { SESSION_TRAILER, withTree } from "./commit-message.ts";
import { deliverCommit } from "./deliver-commit.ts";

/** How often a change follows a branch that moves while it is being published. */
const MAX_MOVES = 3;

/** Delivers the change. A server's refusal is returned, not thrown. */
export async function deliverBranch(request: BranchRequest): Promise<BranchResult> {
  const { git, base, tree } = request;
  const baseTree = await git.treeOf(base);
  if (baseTree === tree) return { kind: "none" };
  const leak = await leakRefusal(request, baseTree);
  if (leak !== undefined) return refused(leak);
  const result = await attempt(request, baseTree);
  return result.kind === "refused" && ELSEWHERE.has(result.code) ? await aside(request, baseTree, result) : result;
}

/** Delivers one commit on `base`, and only while the branch is there. What an earlier attempt delivered is `unchanged`. */
export async function deliverUnmoved(request: Omit<BranchRequest, "spare" | "since">): Promise<BranchResult> {
  const { git, base, branch, tree, sessionId } = request;
  const baseTree = await git.treeOf(base);
  const leak = await leakRefusal(request, baseTree);
  if (leak !== undefined) return refused(leak);
  try {
    const head = await headOf(request);
    const isDone =
      head?.tree === tree || head?.message.split("\n").includes(`${SESSION_TRAILER}: ${sessionId}`) === true;
    if (head !== undefined && isDone) return { kind: "unchanged", branch, commit: head.sha };
    if (head?.sha !== base) return refused(head === undefined ? gone(branch) : MOVED);
    const edits = await git.edits(baseTree, tree);
    return await deliverCommit(request, { kind: "updated", parent: base, baseTree, edits });
  } catch (error) {
    return refused(refusalOf(error, "contents"));
  }
}

/** The refusal of a change with a secret of this job in it. */
export async function leakRefusal(
  { git, tree, search }: Pick<BranchRequest, "git" | "tree" | "search">,
  from: string,
): Promise<Refusal | undefined> {
  const leaks = await findLeaks({ git, from, to: tree, search });
  return leaks.length === 0 ? undefined : { code: "secret", reason: describeLeaks(leaks), fix: REPLACE_SECRETS };
}

/** Refusals that concern one branch, so that another branch may take the change. */
const ELSEWHERE: ReadonlySet<Refusal["code"]> = new Set(["moved", "missing", "protected_branch"]);

/** Publishes on the spare branch. The refusal of the first branch stays if there is no spare one, or it refuses as well. */
async function aside(request: BranchRequest, baseTree: string, refusal: Refusal): Promise<BranchResult> {
  const { spare: branch, since } = request;
  // Files that were held wait for another answer.
  if (branch === undefined || since !== undefined) return refused(refusal);
  const result = await attempt({ ...request, branch, mayCreate: true, isNew: false }, baseTree);
  if (result.kind === "refused" || result.kind === "none") return refused(refusal);
  return { ...result, insteadOf: { branch: request.branch, refusal } };
}

async function attempt(request: BranchRequest, baseTree: string): Promise<BranchResult> {
  try {
    for (let moves = 0; ; moves += 1) {
      const result = await once(moves === 0 ? request : { ...request, isNew: false }, baseTree);
      // A change that does not fit on the branch will not fit a moment later.
      const isRaced = result.kind === "refused" && result.reason === MOVED.reason;
      if (!isRaced || moves === MAX_MOVES) return result;
    }
  } catch (error) {
    return refused(refusalOf(error, "contents"));
  }
}

/** The base, if the branch of a task does not contain it yet: otherwise the pull request would also show what is new in the base. */
async function joinedBase(
  { client, repo, isTask, base }: BranchRequest,
  step: BranchStep,
): Promise<string | undefined> {
  if (isTask !== true || step.kind === "created" || step.parent === base) return undefined;
  const which = { ...inRepo(repo), basehead: `${base}...${step.parent}`, per_page: 1 };
  const { data } = await client.request("GET /repos/{owner}/{repo}/compare/{basehead}", which, REPEATABLE);
  const status = member(data, "status");
  return status === "ahead" || status === "identical" ? undefined : base;
}

/** The tree of the pull request's head, which is fetched if this job does not have it. */
async function headTree(request: BranchRequest): Promise<string> {
  const { git, remote } = request;
  const head = startOf(request);
  const there = await git.treeOf(head).catch(() => undefined);
  if (there === undefined) await git.fetch(remote, head);
  return there ?? (await git.treeOf(head));
}

/** A merge joins two commits; on top of a third one it would be another merge. */
const MERGED_ELSEWHERE: Refusal = {
  code: "moved",
  reason: "Another person or job pushed to the pull request during the run, so that the merge is of an older head.",
  fix: "Merge the separate branch, or ask for the work again.",
};

const MOVED = refusalOfPush("non-fast-forward");

async function once(request: BranchRequest, baseTree: string): Promise<BranchResult> {
  const { git, tree, since } = request;
  const head = request.isNew === true ? undefined : await headOf(request);
  if (since === tree && head === undefined) return { kind: "none" };
  if (since !== undefined && head !== undefined) {
    const later = await heldPart({ ...request, since }, head);
    return "result" in later ? later.result : await deliverCommit({ ...request, tree: later.tree }, later);
  }
  const step = nextStep(request, head);
  if ("result" in step) return step.result;
  if (!("moved" in step)) {
    const from = request.merge === undefined ? baseTree : await headTree(request);
    const joins = await joinedBase(request, step);
    return await deliverCommit({ ...request, joins }, { ...step, baseTree: from, edits: await git.edits(from, tree) });
  }
  if (request.merge !== undefined) return refused(MERGED_ELSEWHERE);
  const later = await onTop(request, step.moved, step.since ?? baseTree);
  if ("result" in later) return later.result;
  const message = withTree(request.message, tree);
  const result = await deliverCommit({ ...request, message, tree: later.tree }, later);
  return result.kind === "updated" ? { ...result, onto: step.moved.sha } : result;
}

type Later = { readonly result: BranchResult } | (Prepared & { readonly tree: string });

/** Prepares a commit of the files that were held, on top of the branch's present commit. */
async function heldPart(request: BranchRequest & { readonly since: string }, head: BranchHead): Promise<Later> {
  const { git, remote, base, branch, since, tree } = request;
  const unchanged = { result: { kind: "unchanged", branch, commit: head.sha } } as const;
  if (since === tree) return unchanged;
  if (head.sha !== base) await git.fetch(remote, head.sha);
  const part = new Set((await git.edits(since, tree)).map(({ path }) => path));
  const missing = (await git.edits(head.tree, tree)).some(({ path }) => part.has(path));
  if (!missing) return unchanged;
  const made = await git.onto({ from: since, to: tree, tree: head.tree });
  if (made === undefined) {
    const what = `the held change of ${namedUpTo([...part], 1)} no longer fits there`;
    const reason = `Nothing more was published: \`${branch}\` changed since, and ${what}.`;
    const fix = "Approve it again when the branch fits, or apply changes.patch of the run's bundle by hand.";
    return { result: refused({ code: "moved", reason, fix }) };
  }
  return await preparedOn(request, head, made);
}

/** Prepares a commit of the change since a tree, on top of another person's commit. */
async function onTop(request: BranchRequest, head: BranchHead, since: string): Promise<Later> {
  const { git, remote, branch, tree } = request;
  await git.fetch(remote, head.sha);
  const made = await git.onto({ from: since, to: tree, tree: head.tree }).catch(() => undefined);
  if (made !== undefined && made !== head.tree) {
    const later = await preparedOn(request, head, made);
    // A file that both changed is another version than the one that was judged.
    if (!later.edits.some((edit) => request.heldBy(edit) !== undefined)) return later;
    return { result: refused(doesNotFit(branch, later.edits)) };
  }
  // If the change can be reverted there, the branch has it already: another person pushed on top of it.
  const isThere =
    made !== undefined || (await git.onto({ from: tree, to: since, tree: head.tree }).catch(() => undefined));
  if (isThere !== undefined) return { result: { kind: "unchanged", branch, commit: head.sha } };
  return { result: refused(doesNotFit(branch, await git.edits(await git.treeOf(request.base), tree))) };
}

function doesNotFit(branch: string, edits: readonly TreeEdit[]): Refusal {
  const paths = edits.map(({ path }) => path);
  const reason = `Another person or job pushed to \`${branch}\` during the run, and the change of ${namedUpTo(paths, 1)} does not fit on top of it.`;
  return { code: "moved", reason, fix: BESIDE };
}

const BESIDE =
  "Merge the separate branch, start the run again on the new state, or apply changes.patch of the run's bundle by hand.";

async function preparedOn(
  { git }: BranchRequest,
  head: BranchHead,
  tree: string,
): Promise<Prepared & { readonly tree: string }> {
  const edits = await git.edits(head.tree, tree);
  return { kind: "updated", parent: head.sha, baseTree: head.tree, tree, edits };
}

const REPLACE_SECRETS =
  "Ask for a change that reads these values from the environment, and rotate the secrets that leaked.";
