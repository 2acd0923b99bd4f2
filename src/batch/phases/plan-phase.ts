/**
 * The phase `plan` on GitHub: the plan of a batch file or of a batch that was begun, the money of all its tasks reserved in one write,
 * and the shards that have something to do. No model is asked. The plan, and what earlier runs of the workflow left, go to the other
 * jobs as an artifact.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { counted } from "../../base/words.ts";
import { addToSummary } from "../../job/context/job-end.ts";
import { refsOf } from "../../job/sessions/job-session-store.ts";
import { createLedgerRef } from "../../job/sessions/ledger-reference.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import { uploadBundle } from "../../publish/artifact.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { openPlan } from "../plan/open-plan.ts";
import { PLAN_FILE, writePlan } from "../plan/plan-file.ts";
import { takenOver } from "../collect/begin-record.ts";
import { heardRecord } from "../collect/collect.ts";
import { openCollectGit, planPolicy, type CollectGit } from "../collect/publisher.ts";
import type { BatchRecord } from "../collect/record-ref.ts";
import { answeredSessions, shardsToRun } from "../collect/runnable.ts";
import { writeWaiting } from "../collect/waiting-session.ts";
import { foldResults, type BatchState } from "../results/fold.ts";
import { lineText, RESULTS_FILE } from "../results/results-file.ts";
import { isPartOfShard, planArtifact } from "./artifact-names.ts";
import { reserveForBatch } from "../run/batch-money.ts";
import { phaseDir, type PhaseEnd, type PhaseParts } from "./phase-parts.ts";

/**
 * Plans the file of that name, or goes on with the recorded batch of that id, from its own commit. Throws what planning throws,
 * `config.invalid` for a batch without a record, and `run.cost_limit` where the day has too little money for the whole plan.
 */
export async function planPhase(batch: string, parts: PhaseParts): Promise<PhaseEnd> {
  const { inputs, world, job, clock } = parts;
  const own = await openCollectGit(parts, clock);
  using open = new DisposableStack();
  open.defer(own.close);
  const id = /^[0-9a-f]{12}$/.test(batch) ? batch : undefined;
  const begun = id === undefined ? undefined : await recordOf(id, own, parts);
  const { workbench } = inputs.run;
  const plan = begun?.plan ?? (await openPlan({ workbench, file: batch, world, clock, token: inputs.token })).plan;
  const dir = phaseDir(parts, plan.id);
  writePlan(dir, plan);
  const isLocal = inputs.publish === "none";
  const record =
    begun ??
    (isLocal
      ? undefined
      : ((await heardRecord(parts, own, { id: plan.id, clock })) ?? (await takenOver(parts, own, { plan, clock }))));
  const lines = record?.lines ?? [];
  if (lines.length > 0) writeFileSync(join(dir, RESULTS_FILE), lines.map(lineText).join(""), { mode: 0o600 });
  if (!isLocal) await reserve(foldResults(plan, lines), own, parts);
  const state = foldResults(plan, lines);
  const resumed = answeredSessions(state, record);
  for (const [task, session] of resumed) writeWaiting(dir, task, session);
  const shards = shardsToRun(state, resumed);
  const uploaded = await uploadBundle({
    dir,
    name: planArtifact(plan.id),
    isPart: (path) => path === PLAN_FILE || isPartOfShard(path),
    service: job.artifacts,
    retentionDays: job.retentionDays,
    clock,
    warn: world.warn,
  });
  if (uploaded.kind !== "uploaded") throw new RunnerError({ code: "github.failed", message: uploaded.reason });
  const reason = `${counted(plan.tasks.length, "task")} in ${counted(plan.shards.length, "shard")}, at most $${plan.forecast.maxUsd.toFixed(2)}.`;
  addToSummary(parts, `**Batch ${plan.name}** (${plan.id}): ${reason}`);
  return {
    outcome: "completed",
    reason,
    outputs: {
      batch: plan.id,
      base: plan.base,
      shards: JSON.stringify(shards),
      parallel: String(Math.max(1, plan.limits.parallel)),
    },
  };
}

async function recordOf(id: string, own: CollectGit, parts: PhaseParts): Promise<BatchRecord> {
  const record = await heardRecord(parts, own, { id, clock: parts.clock });
  if (record !== undefined) return record;
  throw configError(
    `The repository has no record of batch ${id}.`,
    "Give the name of a file in .github/kimi-batch, or the id that the dashboard of a batch shows.",
  );
}

/** The money of what is left, in one write. */
async function reserve(state: BatchState, own: CollectGit, parts: PhaseParts): Promise<void> {
  const { clock } = parts;
  const { plan } = state;
  const { limits } = await planPolicy(parts, own, plan);
  const refs = refsOf(parts, own.gitDir, own.checkout.root, clock);
  const openStore = async (): Promise<LedgerStore> =>
    createLedgerRef({ refs, thread: undefined, clock, random: Math.random });
  const { totalUsd } = plan.limits;
  const { mostUsd } = await reserveForBatch({ state, totalUsd, limits, openStore, clock, warn: () => {} });
  if (mostUsd < totalUsd) throw tooDear(plan, mostUsd - state.spentUsd);
}

/** Shards cannot share what is left: each would take its slice of the whole. */
function tooDear({ limits, name }: BatchPlan, leftUsd: number): RunnerError {
  return new RunnerError({
    code: "run.cost_limit",
    message: `The limit of the day leaves $${leftUsd.toFixed(2)}, and batch ${name} may cost $${limits.totalUsd}.`,
    hint: "Lower limits.total_usd of the batch file, run it another day, or raise limits.cost_usd_per_day of the policy.",
  });
}
