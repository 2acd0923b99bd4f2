/**
 * Delivers one pull request of a batch as the result of a run is published. The branch is found by its name and the pull request by its
 * branch, so that there is one of each after a kill at any point and after two collects at once.
 */

import { member } from "../../base/member.ts";
import { oneLine } from "../../base/truncate.ts";
import { treeThere } from "../../job/context/job-git.ts";
import { remoteOf } from "../../job/context/job-parts.ts";
import { NO_USAGE } from "../../protocol/model.ts";
import { pullsOf } from "../../publish/branch/pull-request.ts";
import { addLabels } from "../../publish/issues/add-labels.ts";
import { publish } from "../../publish/publish.ts";
import type { Refusal } from "../../publish/result/publish-result.ts";
import { inRepo, REPEATABLE } from "../../publish/result/ports.ts";
import { NO_FACTS } from "../../run-model/facts.ts";
import type { TaskState } from "../results/fold.ts";
import type { DeliveryLine } from "../results/results-line.ts";
import { composeChanges, type Composed } from "./compose.ts";
import type { BatchJob } from "./batch-job.ts";
import { deliveryLine, isDeliverable, type BatchPullRequest } from "./batch-pulls.ts";
import { aboutBatchPull } from "./batch-pull-text.ts";
import type { BatchRecord } from "./record-ref.ts";
import { verifyUnion, type UnionResult } from "./verify-union.ts";

/** The branch that a stacked pull request is based on. */
export interface Below {
  readonly branch: string;
  readonly commit: string;
}

export interface DeliverBatchPull {
  readonly batch: BatchJob;
  readonly record: BatchRecord;
  readonly batchPull: BatchPullRequest;
  /** Set only where pull requests are stacked. */
  readonly below?: Below | undefined;
  readonly dashboardUrl: string | undefined;
}

/** Says what became of its tasks, in one line for each outcome. Throws only for git, the disk and the sandbox. */
export async function deliverBatchPull(request: DeliverBatchPull): Promise<readonly DeliveryLine[]> {
  const { batch, record, batchPull, below } = request;
  const { github, world } = batch;
  const { objects: git } = batch.git;
  const { plan, changes } = record;
  const tasks = batchPull.tasks.filter(isDeliverable);
  const lineOf = (
    of: readonly TaskState[],
    facts: Pick<DeliveryLine, "state" | "pullRequest" | "reason">,
  ): DeliveryLine => deliveryLine(batchPull, of, { ...facts, now: batch.clock.now() });
  const earlier = await earlierPull(batch, batchPull);
  if (earlier !== undefined) {
    // It is tried again at each collect, until a person has merged or closed that pull request.
    const reason = `Pull request #${earlier} of an earlier plan is open for it. Merge or close that one first.`;
    return [lineOf(tasks, { state: "failed", reason })];
  }
  const from = await git.treeOf(plan.base);
  const onto = below === undefined ? from : await treeThere(git, remoteOf(batch), below.commit);
  const composed = await composeChanges({ ...batch, from, onto, tasks, changes });
  const leftOut = composed.leftOut.map(({ taskState, reason }) =>
    lineOf([taskState], { state: "left_out", reason: oneLine(reason, 500) }),
  );
  const included = composed.included.map(({ taskState }) => taskState);
  if (included.length === 0) return leftOut;

  const isUnion = tasks.length > 1 || below !== undefined;
  const made = { ...request, composed, parent: below?.commit ?? plan.base, onto };
  const union = isUnion ? await verified(made) : "none";
  if (typeof union === "object") {
    const reason = `All changes together do not pass: ${union.said}`;
    return [...leftOut, lineOf(included, { state: "left_out", reason })];
  }
  const { branch, pullRequest: pull } = await published(made, union === "green");
  const refused = [branch, pull].find((result) => result.kind === "refused");
  if (refused?.kind === "refused") return [...leftOut, lineOf(included, refusal(refused))];
  if (branch.kind === "none")
    return [...leftOut, lineOf(included, { state: "left_out", reason: "It changes nothing." })];
  if (!("number" in pull))
    return [...leftOut, lineOf(included, { state: "failed", reason: "No pull request was opened." })];
  await addLabels(github, pull.number, plan.deliver?.labels ?? []).catch(() =>
    world.warn(`The labels of pull request #${pull.number} could not be set.`),
  );
  return [...leftOut, lineOf(included, { state: "open", pullRequest: pull.number })];
}

interface MadeChange extends DeliverBatchPull {
  readonly composed: Composed;
  /** The commit that the change is put on. */
  readonly parent: string;
  /** The tree of that commit. */
  readonly onto: string;
}

async function published(made: MadeChange, isVerified: boolean): ReturnType<typeof publish> {
  const { batch, record, batchPull, below, composed, parent, onto, dashboardUrl } = made;
  const { plan } = record;
  const { tree, heldBy, heldFiles: apart } = composed;
  // What its tasks did together, as one run that ended well.
  const outcome = { outcome: "completed", reason: "", steps: 0, usage: NO_USAGE, filesChanged: 0, apart } as const;
  return await publish({
    github: batch.github,
    target: {
      destination: { kind: "own", into: below?.branch ?? batch.into, branch: batchPull.branch },
      git: batch.outbox.wrapGit(batch.git.objects),
      remote: remoteOf(batch),
      commit: batch.inputs.commit,
      pullRequest: plan.deliver?.draft === true ? "draft" : "ready",
    },
    run: {
      facts: { ...NO_FACTS, sessionId: `batch-${plan.id}`, outcome },
      base: parent,
      tree,
      changes: await batch.git.changes(parent, tree),
      heldBy,
      filters: { trees: [onto], asIs: batch.policy.asIs },
      outputRefusal: () => undefined,
      redact: batch.redact,
      search: batch.search,
      beganAt: endedAt(batchPull),
    },
    origin: { verb: "fix", title: batchPull.title },
    reply: { about: aboutBatchPull({ ...composed, plan, batchPull, isVerified, dashboardUrl }) },
    runUrl: batch.job.runUrl,
    clock: batch.clock,
    warn: batch.world.warn,
  });
}

/** Number of the open pull request that delivers the same tasks for an earlier plan. Its branch differs only in the id of the plan. */
async function earlierPull(
  { github }: Pick<BatchJob, "github">,
  { branch }: BatchPullRequest,
): Promise<number | undefined> {
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

const FINAL: ReadonlySet<Refusal["code"]> = new Set(["closed", "secret", "moved", "protected_path", "unsafe_path"]);

/** What a person closed or merged is left alone until there is a new result. Everything else is tried again. */
function refusal({ code, reason, fix }: Refusal): Pick<DeliveryLine, "state" | "reason"> {
  return { state: FINAL.has(code) ? "left_out" : "failed", reason: oneLine(`${reason} ${fix}`, 500) };
}

/** When its newest result was made, so that two collects at once make the same commit. */
function endedAt({ tasks }: BatchPullRequest): number {
  return Math.max(...tasks.map(({ result }) => Date.parse(result?.at ?? "") || 1));
}

async function verified({ batch, batchPull, composed: { tree, included }, parent }: MadeChange): Promise<UnionResult> {
  const commit = await batch.git.objects.commit({
    tree,
    parents: [parent],
    message: "union\n",
    identity: { name: "kimi-runner", email: "kimi-runner@users.noreply.github.com" },
    atSeconds: Math.floor(endedAt(batchPull) / 1000),
  });
  return await verifyUnion(batch, { commit, commands: included.flatMap(({ taskState }) => taskState.task.verify) });
}
