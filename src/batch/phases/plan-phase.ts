/**
 * The phase `plan` on GitHub: the plan of a batch file, the money of all its tasks reserved in one write, and the shards that have
 * something to do. No model is asked. The plan, and what earlier runs of the workflow left, go to the other jobs as an artifact.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addToSummary } from "../../job/context/job-end.ts";
import { refsOf } from "../../job/sessions/job-session-store.ts";
import { createLedgerRef } from "../../job/sessions/ledger-reference.ts";
import { createSeal, jobSealSecret } from "../../job/sessions/session-seal.ts";
import { RunnerError } from "../../protocol/error.ts";
import { uploadBundle } from "../../publish/artifact.ts";
import { makeScratch, removeScratchDir } from "../../run/open/leftovers.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import { createTrustedGit } from "../../workspace/trusted-git.ts";
import { openRepository } from "../../workspace/repository.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { openPlan } from "../plan/open-plan.ts";
import { PLAN_FILE, writePlan } from "../plan/plan-file.ts";
import { createRecordRef } from "../collect/record-ref.ts";
import { foldResults, runnableOf, type BatchState } from "../results/fold.ts";
import { lineText, RESULTS_FILE } from "../results/results-file.ts";
import type { ResultsLine } from "../results/results-line.ts";
import { planArtifact } from "./artifact-names.ts";
import { reserveForBatch } from "../run/batch-money.ts";
import { phaseDir, type PhaseEnd, type PhaseParts } from "./phase-parts.ts";
import { requirePolicy } from "../run/plan-policy.ts";

/** Plans `file`. Throws what planning throws, and `run.cost_limit` where the day has too little money for the whole plan. */
export async function planPhase(file: string, parts: PhaseParts): Promise<PhaseEnd> {
  const { inputs, world, job, clock } = parts;
  const { workbench } = inputs.run;
  const { plan } = await openPlan({ workbench, file, world, clock, token: inputs.token });
  const dir = phaseDir(parts, plan.id);
  writePlan(dir, plan);
  const lines = await prepare(plan, dir, parts);
  const state = foldResults(plan, lines);
  const uploaded = await uploadBundle({
    dir,
    name: planArtifact(plan.id),
    isPart: (path) => path === PLAN_FILE || path === RESULTS_FILE,
    service: job.artifacts,
    retentionDays: job.retentionDays,
    clock,
    warn: world.warn,
  });
  if (uploaded.kind !== "uploaded") throw new RunnerError({ code: "github.failed", message: uploaded.reason });
  const shards = shardsToRun(state);
  const reason = `${plan.tasks.length} tasks in ${plan.shards.length} shards, at most $${plan.forecast.maxUsd.toFixed(2)}.`;
  addToSummary(parts, `**Batch ${plan.name}** (${plan.id}): ${reason}`);
  return {
    outcome: "completed",
    reason,
    outputs: {
      batch: plan.id,
      shards: JSON.stringify(shards),
      parallel: String(Math.max(1, plan.limits.parallel)),
    },
  };
}

/** Shards with a task that may run now. One that waits is not: its session is on no other machine. */
function shardsToRun(state: BatchState): readonly number[] {
  const runnable = new Set(
    runnableOf(state, { retry: false })
      .filter((stand) => stand.state !== "waiting")
      .map(({ task }) => task.id),
  );
  return state.plan.shards.flatMap((ids, shard) => (ids.some((id) => runnable.has(id)) ? [shard] : []));
}

/** What earlier runs of the workflow left of the batch, for the shards to go on with, and the money of the rest. */
async function prepare(plan: BatchPlan, dir: string, parts: PhaseParts): Promise<readonly ResultsLine[]> {
  const { inputs, world, clock } = parts;
  const { workbench } = inputs.run;
  const pathVar = world.env["PATH"] ?? "";
  const repository = await openRepository(workbench.cwd, pathVar);
  const { limits } = await requirePolicy(plan, { workbench, root: repository.root, pathVar });
  if (inputs.publish === "none") return [];
  const scratchDir = makeScratch(repository.root);
  try {
    const { gitDir } = createTrustedGit({ repository, scratchDir, pathVar, clock });
    const refs = refsOf(parts, gitDir, repository.root, clock);
    const seal = createSeal(jobSealSecret({ inputs, world }));
    const record = await createRecordRef({ refs, id: plan.id, seal, clock, random: Math.random }).read();
    const lines = record?.lines ?? [];
    if (lines.length > 0) writeFileSync(join(dir, RESULTS_FILE), lines.map(lineText).join(""), { mode: 0o600 });
    const state = foldResults(plan, lines);
    const openStore = async (): Promise<LedgerStore> =>
      createLedgerRef({ refs, thread: undefined, clock, random: Math.random });
    const { totalUsd } = plan.limits;
    const { mostUsd } = await reserveForBatch({ state, totalUsd, limits, openStore, clock, warn: () => {} });
    if (mostUsd < totalUsd) throw tooDear(plan, mostUsd - state.spentUsd);
    return lines;
  } finally {
    removeScratchDir(scratchDir);
  }
}

/** Shards cannot share what is left: each would take its slice of the whole. */
function tooDear({ limits, name }: BatchPlan, leftUsd: number): RunnerError {
  return new RunnerError({
    code: "run.cost_limit",
    message: `The limit of the day leaves $${leftUsd.toFixed(2)}, and batch ${name} may cost $${limits.totalUsd}.`,
    hint: "Lower limits.total_usd of the batch file, run it another day, or raise limits.cost_usd_per_day of the policy.",
  });
}
