/**
 * Delivers the pull requests of a batch as the results of runs are published. Each is claimed in the record before anything of it is
 * pushed. The branch is found by its name and the pull request by its branch, so that there is one of each after a kill at any point and
 * after two collects at once.
 */

import { join } from "node:path";
import { member } from "../../base/member.ts";
import { oneLine } from "../../base/truncate.ts";
import { treeThere } from "../../job/context/job-git.ts";
import { remoteOf } from "../../job/context/job-parts.ts";
import { NO_USAGE } from "../../protocol/model.ts";
import { pullsOf } from "../../publish/branch/pull-request.ts";
import { publish } from "../../publish/publish.ts";
import type { Refusal } from "../../publish/result/publish-result.ts";
import { inRepo, REPEATABLE } from "../../publish/result/ports.ts";
import { NO_FACTS } from "../../run-model/facts.ts";
import { type TaskState, foldResults } from "../results/fold.ts";
import type { DeliveryLine } from "../results/results-line.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { composeChanges, type Composed } from "./compose.ts";
import type { BatchJob } from "./batch-job.ts";
import {
  batchPullsOf,
  claimNext,
  deliveryLine,
  isDeliverable,
  type BatchPullRequest,
  type DeliveryFacts,
} from "./batch-pulls.ts";
import { aboutBatchPull } from "./batch-pull-text.ts";
import type { BatchRecord, RecordRef } from "./record-ref.ts";
import { runChecks } from "../../run/agent/verifier.ts";
import { openWorkbench } from "../../run/open/workbench.ts";
import { createWorkTrees } from "../../workspace/git/work-trees.ts";
import { describeError } from "../../protocol/error.ts";
import { headOf } from "../../publish/branch/branch-state.ts";

/** Claims and delivers one pull request after the other, until none may be delivered now. */
export async function deliverAll(
  batch: BatchJob,
  ref: RecordRef,
  dashboardUrl: string | undefined,
): Promise<BatchRecord> {
  const tried = new Set<string>();
  let done: readonly DeliveryLine[] = [];
  for (;;) {
    let batchPull: BatchPullRequest | undefined;
    const record = await ref.update((known) => {
      const lines = [...known.lines, ...done];
      const next = claimNext({ plan: known.plan, lines }, batch.clock.now(), tried);
      batchPull = next?.batchPull;
      if (next === undefined && done.length === 0) return known;
      return { ...known, lines: next === undefined ? lines : [...lines, next.line] };
    });
    if (batchPull === undefined) return record;
    tried.add(batchPull.branch);
    done = await delivered({ batch, record, batchPull, dashboardUrl });
  }
}

async function delivered(request: Omit<DeliverBatchPull, "below">): Promise<readonly DeliveryLine[]> {
  const { batch, record, batchPull } = request;
  try {
    const isStacked = record.plan.deliver?.pullRequests === "stacked";
    return await deliverBatchPull({ ...request, below: isStacked ? await belowOf(request) : undefined });
  } catch (error) {
    batch.stopper.signal.throwIfAborted();
    const reason = oneLine(describeError(error), 500);
    batch.world.warn(`${batchPull.branch} was not delivered: ${reason}`);
    return [deliveryLine(batchPull, batchPull.tasks, { state: "failed", reason, now: batch.clock.now() })];
  }
}

/** The branch of the nearest one before this one that is open. */
async function belowOf({ batch, record, batchPull }: DeliverBatchPull): Promise<Below | undefined> {
  const { plan, lines } = record;
  const batchPulls = batchPullsOf(foldResults(plan, lines), lines);
  const at = batchPulls.findIndex(({ branch }) => branch === batchPull.branch);
  const found = batchPulls.slice(0, Math.max(0, at)).findLast(({ delivery }) => delivery?.state === "open");
  if (found === undefined) return undefined;
  const { branch } = found;
  const head = await headOf({ ...batch.github, branch });
  return head === undefined ? undefined : { branch, commit: head.sha };
}

/** The branch that a stacked pull request is based on. */
interface Below {
  readonly branch: string;
  readonly commit: string;
}

interface DeliverBatchPull {
  readonly batch: BatchJob;
  readonly record: BatchRecord;
  readonly batchPull: BatchPullRequest;
  /** Set only where pull requests are stacked. */
  readonly below?: Below | undefined;
  readonly dashboardUrl: string | undefined;
}

/** Says what became of its tasks, in one line for each outcome. Throws only for git, the disk and the sandbox. */
async function deliverBatchPull(request: DeliverBatchPull): Promise<readonly DeliveryLine[]> {
  const { batch, record, batchPull, below } = request;
  const { objects: git } = batch.git;
  const { plan, changes } = record;
  const tasks = batchPull.tasks.filter(isDeliverable);
  const lineOf = (of: readonly TaskState[], facts: DeliveryFacts): DeliveryLine =>
    deliveryLine(batchPull, of, { ...facts, now: batch.clock.now() });
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
  const made = { ...request, composed, parent: below?.commit ?? plan.base, onto };
  return [...leftOut, lineOf(included, await deliverMade(made, tasks.length > 1 || below !== undefined))];
}

/** Checks the changes where they are a union, and publishes them. */
async function deliverMade(made: MadeChange, isUnion: boolean): Promise<DeliveryFacts> {
  const union = isUnion ? await verified(made) : "none";
  if (typeof union === "object")
    return { state: "left_out", reason: `All changes together do not pass: ${union.said}` };
  const { branch, pullRequest: pull } = await published(made, union === "green");
  const refused = [branch, pull].find((result) => result.kind === "refused");
  if (refused?.kind === "refused") return refusal(refused);
  if (branch.kind === "none") return { state: "left_out", reason: "It changes nothing." };
  if (!("number" in pull)) return { state: "failed", reason: "No pull request was opened." };
  const reason = await setLabels(made.batch, made.record.plan, pull.number);
  return { state: "open", pullRequest: pull.number, ...(reason && { reason }) };
}

/** Adds the plan's labels; those that people added stay. Returns why that failed: with a reason in the record, a later collect tries again. */
export async function setLabels(
  { github, world }: Pick<BatchJob, "github" | "world">,
  { deliver }: BatchPlan,
  pullRequest: number,
): Promise<string | undefined> {
  try {
    const { labels = [] } = deliver ?? {};
    const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/labels";
    const what = { ...inRepo(github.repo), issue_number: pullRequest, labels };
    if (labels.length > 0) await github.client.request(route, what, REPEATABLE);
    return undefined;
  } catch (error) {
    const reason = `The labels of pull request #${pullRequest} could not be set: ${oneLine(describeError(error), 300)}`;
    world.warn(reason);
    return reason;
  }
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
function refusal({ code, reason, fix }: Refusal): DeliveryFacts {
  return { state: FINAL.has(code) ? "left_out" : "failed", reason: oneLine(`${reason} ${fix}`, 500) };
}

/** When its newest result was made, so that two collects at once make the same commit. */
function endedAt({ tasks }: BatchPullRequest): number {
  return Math.max(...tasks.map(({ result }) => Date.parse(result?.at ?? "") || 1));
}

/** The time of a task's command, which has no setting for it: as long as the policy allows at most. */
const TASK_SECONDS = 600;

/** `none`: there is nothing to check with. `said`: the first command that failed, one sentence. */
type UnionResult = "green" | "none" | { readonly said: string };

/** Checks several changes together as a run is checked, in a cell, on a checkout of their own. Throws `sandbox.refused` where the cell cannot be opened. */
async function verified({ batch, batchPull, composed: { tree, included }, parent }: MadeChange): Promise<UnionResult> {
  const { policy, world, base } = batch;
  const { signal } = batch.stopper;
  const known = new Set(policy.verify.map(({ command }) => command));
  const commands = new Set(included.flatMap(({ taskState }) => taskState.task.verify));
  const own = [...commands.difference(known)].map((command) => ({ command, timeoutS: TASK_SECONDS }));
  const verify = [...policy.verify, ...own];
  if (verify.length === 0) return "none";
  const commit = await batch.git.objects.commit({
    tree,
    parents: [parent],
    message: "union\n",
    identity: { name: "kimi-runner", email: "kimi-runner@users.noreply.github.com" },
    atSeconds: Math.floor(endedAt(batchPull) / 1000),
  });
  const cwd = join(batch.scratchDir, `union-${commit.slice(0, 12)}`);
  const { gitDir } = batch.git;
  await createWorkTrees({ root: gitDir, gitDir, path: batch.path }).add(cwd, commit);
  const bench = await openWorkbench({ ...batch.inputs.run.workbench, cwd, trusted: base, world, setup: signal });
  try {
    const results = await runChecks(verify, bench.cell, signal);
    const failed = results.find(({ passed }) => !passed);
    if (failed === undefined) return "green";
    return { said: `\`${oneLine(failed.command, 200)}\` failed: ${oneLine(failed.end, 100)}` };
  } finally {
    await bench.close();
  }
}
