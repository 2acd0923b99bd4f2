/** The phase `plan`: makes a plan or takes a recorded one, reserves its money in one write, and hands it with what earlier runs left to the other jobs. */

import { openJobGit, type JobGit } from "../../job/context/job-git.ts";
import { counted, money } from "../../base/words.ts";
import { baseBranch } from "../../job/context/base-branch.ts";
import type { Base } from "../../job/context/job-context.ts";
import { addToSummary } from "../../job/context/job-end.ts";
import { createLedgerRef } from "../../job/sessions/ledger-reference.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { openPlan } from "../plan/open-plan.ts";
import { PLAN_FILE, writePlan } from "../plan/plan-file.ts";
import { requireFittingShards } from "../plan/shards.ts";
import { recordFromEarlierPlans } from "../collect/begin-record.ts";
import { updatedRecord } from "../collect/collect.ts";
import { planPolicy, type BatchJobParts } from "../collect/batch-job.ts";
import type { BatchRecord } from "../collect/record-ref.ts";
import { answeredSessions, shardsToRun, writeWaiting } from "../collect/waiting-session.ts";
import { foldResults, paidUsd, type BatchState } from "../results/fold.ts";
import { replaceResults } from "../results/results-file.ts";
import { reserveForBatch } from "../run/batch-money.ts";
import { isPartOfShard, phaseDir, planArtifact, uploadPart, type PhaseEnd } from "./phase-parts.ts";

/** `batch`: a batch file, or the id of a recorded batch. Throws `config.invalid` for an unknown id, `run.cost_limit` where the day has too little money. */
export async function planPhase(batch: string, parts: BatchJobParts): Promise<PhaseEnd> {
  const { inputs } = parts;
  using own = await openJobGit(parts, parts.clock);
  const begun = /^[0-9a-f]{12}$/.test(batch) ? await recordOf(batch, own, parts) : undefined;
  const isLocal = inputs.publish === "none";
  const plan = begun?.plan ?? (await newPlan(batch, parts, isLocal ? undefined : await baseBranch(parts)));
  requireFittingShards(plan);
  const dir = phaseDir(parts, plan.id);
  writePlan(dir, plan);
  const known = begun ?? (isLocal ? undefined : await updatedRecord(parts, own, plan.id));
  const record = known ?? (isLocal ? undefined : await recordFromEarlierPlans(parts, own, plan));
  const lines = record?.lines ?? [];
  if (lines.length > 0) replaceResults(dir, lines);
  const state = foldResults(plan, lines);
  if (inputs.publish === "github") await reserve(state, own, parts);
  const answered = answeredSessions(state, record?.sessions ?? new Map());
  for (const [task, session] of answered) writeWaiting(dir, task, session);
  const isPart = (path: string): boolean => path === PLAN_FILE || isPartOfShard(path);
  const uploaded = await uploadPart(parts, { dir, name: planArtifact(plan.id), isPart });
  if (uploaded.kind !== "uploaded") throw new RunnerError({ code: "github.failed", message: uploaded.reason });
  const reason = `${counted(plan.tasks.length, "task")} in ${counted(plan.shards.length, "shard")}, at most ${money(plan.forecast.maxUsd)}.`;
  addToSummary(parts, `**Batch ${plan.name}** (${plan.id}): ${reason}`);
  return {
    outcome: "completed",
    reason,
    outputs: {
      batch: plan.id,
      base: plan.base,
      shards: JSON.stringify(shardsToRun(state, answered)),
      parallel: String(Math.max(1, plan.limits.parallel)),
    },
  };
}

async function newPlan(file: string, parts: BatchJobParts, base: Base | undefined): Promise<BatchPlan> {
  const { inputs, world, clock } = parts;
  if (base?.warning !== undefined) world.warn(base.warning);
  const { workbench, model, agent } = inputs.run;
  return (await openPlan({ workbench, model, agent, file, world, clock, token: inputs.token, into: base?.into })).plan;
}

async function recordOf(id: string, own: JobGit, parts: BatchJobParts): Promise<BatchRecord> {
  const record = await updatedRecord(parts, own, id);
  if (record !== undefined) return record;
  throw configError(
    `The repository has no record of batch ${id}.`,
    "Give the name of a file in .github/kimi-batch, or the id that the dashboard of a batch shows.",
  );
}

/** Reserves the money of what is left, in one write. */
async function reserve(state: BatchState, own: JobGit, parts: BatchJobParts): Promise<void> {
  const { plan } = state;
  const { totalUsd } = plan.limits;
  const { limits } = await planPolicy(parts, own, plan);
  const { refs, clock } = own;
  const openStore = async (): Promise<LedgerStore> => createLedgerRef({ refs, clock });
  const { mostUsd } = await reserveForBatch({ state, totalUsd, limits, openStore, clock, warn: () => {} });
  if (mostUsd < totalUsd) throw tooDear(plan, mostUsd - paidUsd(state, () => 0));
}

/** A batch cannot begin with less money than its plan: its shards do not know of each other, and each takes its slice of the whole. */
function tooDear({ limits, name }: BatchPlan, leftUsd: number): RunnerError {
  return new RunnerError({
    code: "run.cost_limit",
    message: `The daily limit leaves ${money(leftUsd)}, and batch ${name} may cost $${limits.totalUsd}.`,
    hint: "Lower limits.total_usd of the batch file, run it another day, or raise limits.cost_usd_per_day of the policy.",
  });
}
