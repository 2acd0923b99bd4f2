/**
 * Delivers one pull request of a batch, with the parts that publish a single run. The branch is found by its name and the pull request
 * by its branch, so that there is one of each after a kill at any point and after two collects at once. Only what the policy approves of
 * a change is published.
 */

import { member } from "../../base/member.ts";
import { oneLine } from "../../base/truncate.ts";
import { commitMessage, harmlessTitle, noReply } from "../../publish/branch/commit-message.ts";
import { deliverBranch } from "../../publish/branch/branch.ts";
import { deliverPullRequest, pullsOf } from "../../publish/branch/pull-request.ts";
import { addLabels } from "../../publish/issues/add-labels.ts";
import type { BranchResult, Refusal } from "../../publish/result/publish-result.ts";
import { inRepo, REPEATABLE } from "../../publish/result/ports.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import type { TaskState } from "../results/fold.ts";
import type { DeliveryLine } from "../results/results-line.ts";
import { composeChanges, withApproved } from "./compose.ts";
import type { BatchPublisher } from "./publisher.ts";
import { deliveryLine, isDeliverable, type BatchPullRequest } from "./batch-pulls.ts";
import { batchPullText, sessionOf } from "./batch-pull-text.ts";
import type { BatchRecord } from "./record-ref.ts";
import { verifyUnion, type UnionResult } from "./verify-union.ts";

/** The branch that a stacked pull request is based on. */
export interface Below {
  readonly branch: string;
  readonly commit: string;
}

export interface DeliverBatchPull {
  readonly delivery: BatchPublisher;
  readonly record: BatchRecord;
  readonly batchPull: BatchPullRequest;
  /** Set only where pull requests are stacked. */
  readonly below?: Below | undefined;
}

/** Says what became of its tasks, in one line for each outcome. Throws only for git, the disk and the sandbox. */
export async function deliverBatchPull({
  delivery,
  record,
  batchPull,
  below,
}: DeliverBatchPull): Promise<readonly DeliveryLine[]> {
  const { git, heldBy, clock } = delivery;
  const { plan, changes } = record;
  const tasks = batchPull.tasks.filter(isDeliverable);
  const lineOf = (
    of: readonly TaskState[],
    facts: Pick<DeliveryLine, "state" | "pullRequest" | "reason">,
  ): DeliveryLine => deliveryLine(batchPull, of, { ...facts, now: clock.now() });
  const earlier = await earlierPull(delivery, batchPull);
  if (earlier !== undefined) {
    // It is tried again at each collect, until a person has merged or closed that pull request.
    const reason = `Pull request #${earlier} of an earlier plan is open for it. Merge or close that one first.`;
    return [lineOf(tasks, { state: "failed", reason })];
  }
  const from = await git.treeOf(plan.base);
  const onto = below === undefined ? from : await delivery.treeThere(below.commit);
  const composed = await composeChanges({ ...delivery, from, onto, tasks, changes });
  const leftOut = composed.leftOut.map(({ taskState, reason }) =>
    lineOf([taskState], { state: "left_out", reason: oneLine(reason, 500) }),
  );
  const included = composed.included.map(({ taskState }) => taskState);
  if (included.length === 0) return leftOut;

  const parent = below?.commit ?? plan.base;
  const commit = { plan, batchPull, parent, tree: composed.tree };
  const isUnion = tasks.length > 1 || below !== undefined;
  const commands = included.flatMap(({ task }) => task.verify);
  const union = isUnion ? await verified(delivery, { ...commit, commands }) : undefined;
  if (union?.kind === "red") {
    const reason = `All changes together do not pass: ${union.said}`;
    return [...leftOut, lineOf(included, { state: "left_out", reason })];
  }
  const approved = new Set(composed.included.flatMap((task) => [...task.approved]));
  const branch = await pushed({ ...delivery, heldBy: withApproved(heldBy, approved) }, commit);
  if (branch.kind === "none") {
    return [...leftOut, lineOf(included, { state: "left_out", reason: "It changes nothing." })];
  }
  if (branch.kind === "refused") return [...leftOut, lineOf(included, refusal(branch))];
  const pull = await deliverPullRequest({
    ...delivery.github,
    branch: batchPull.branch,
    into: below?.branch ?? delivery.into,
    state: plan.deliver?.draft === true ? "draft" : "ready",
    title: delivery.outgoing(titleOf(batchPull)),
    body: batchPullText({ ...delivery, ...composed, plan, batchPull, union, template: await delivery.template() }),
    outgoing: delivery.outgoing,
    clock,
  });
  if (pull.kind === "refused") return [...leftOut, lineOf(included, refusal(pull))];
  if (pull.kind === "none") {
    return [...leftOut, lineOf(included, { state: "failed", reason: "No pull request was opened." })];
  }
  await addLabels(delivery.github, pull.number, plan.deliver?.labels ?? []).catch(() =>
    delivery.warn(`The labels of pull request #${pull.number} could not be set.`),
  );
  return [...leftOut, lineOf(included, { state: "open", pullRequest: pull.number })];
}

/** Number of the open pull request that delivers the same tasks for an earlier plan. Its branch differs only in the id of the plan. */
async function earlierPull({ github }: BatchPublisher, { branch }: BatchPullRequest): Promise<number | undefined> {
  const { client, repo } = github;
  const prefix = branch.slice(0, branch.lastIndexOf("-") + 1);
  const listed = await client.request(
    "GET /repos/{owner}/{repo}/git/matching-refs/{ref}",
    { ...inRepo(repo), ref: `heads/${prefix}` },
    REPEATABLE,
  );
  const names = (Array.isArray(listed.data) ? listed.data : []).map((ref: unknown) => String(member(ref, "ref")));
  for (const name of names.filter((one) => one !== `refs/heads/${branch}`)) {
    const pulls = await pullsOf({ client, repo, branch: name.slice("refs/heads/".length) });
    const open = pulls.find(({ isOpen }) => isOpen);
    if (open !== undefined) return open.number;
  }
  return undefined;
}

/** GitHub takes 256 characters of a title. */
const MAX_TITLE = 200;

function titleOf({ title }: BatchPullRequest): string {
  return oneLine(harmlessTitle(title), MAX_TITLE) || "Changes by kimi-runner";
}

/** What a person closed or merged is left alone until there is a new result. Everything else is tried again. */
function refusal({ code, reason, fix }: Refusal): Pick<DeliveryLine, "state" | "reason"> {
  const isFinal = code === "closed" || code === "secret" || code === "moved";
  return { state: isFinal ? "left_out" : "failed", reason: oneLine(`${reason} ${fix}`, 500) };
}

interface BatchCommit {
  readonly plan: BatchPlan;
  readonly batchPull: BatchPullRequest;
  readonly parent: string;
  readonly tree: string;
}

async function pushed(delivery: BatchPublisher, { plan, batchPull, parent, tree }: BatchCommit): Promise<BranchResult> {
  const { github, git, remote, heldBy, search, runUrl } = delivery;
  const sessionId = sessionOf(plan);
  return await deliverBranch({
    ...github,
    git,
    remote,
    way: delivery.commit,
    branch: batchPull.branch,
    mayCreate: true,
    base: parent,
    tree,
    message: commitMessage({ title: batchPull.title, sessionId, runUrl }),
    sessionId,
    identity: { name: github.self.login, email: noReply(github.self, github.repo.serverUrl) },
    atSeconds: atSeconds(batchPull),
    heldBy,
    search,
  });
}

/** The time of the newest result, so that two collects at once make the same commit. */
function atSeconds({ tasks }: BatchPullRequest): number {
  return Math.floor(Math.max(...tasks.map(({ result }) => Date.parse(result?.at ?? "") || 1)) / 1000);
}

async function verified(
  delivery: BatchPublisher,
  { batchPull, parent, tree, commands }: BatchCommit & { readonly commands: readonly string[] },
): Promise<UnionResult> {
  const commit = await delivery.git.commit({
    tree,
    parents: [parent],
    message: "union\n",
    identity: { name: "kimi-runner", email: "kimi-runner@users.noreply.github.com" },
    atSeconds: atSeconds(batchPull),
  });
  return await verifyUnion(delivery, { commit, commands });
}
