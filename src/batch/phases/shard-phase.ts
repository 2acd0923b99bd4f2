/**
 * The phase `shard` on GitHub: one job of the matrix runs the tasks of one shard and leaves its results and bundles as an artifact.
 * It needs no right to write. When failed jobs are run again, it goes on with what its last attempt left, and counts what the record
 * of the batch knows of all shards: an attempt that was lost left nothing, and has spent money all the same.
 */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addToSummary } from "../../job/context/job-end.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import type { Outcome } from "../../protocol/outcome.ts";
import { uploadBundle } from "../../publish/artifact.ts";
import { downloadArtifact } from "../../publish/download-artifact.ts";
import { prepareSandbox } from "../../run/open/open-cell.ts";
import { openRepository } from "../../workspace/repository.ts";
import { openCollectGit } from "../collect/publisher.ts";
import { jobRecord } from "../collect/record-ref.ts";
import { isNew } from "../collect/take-in.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { PLAN_FILE, readPlan } from "../plan/plan-file.ts";
import { foldResults, type BatchState, type TaskStand } from "../results/fold.ts";
import { lineText, readResults, RESULTS_FILE } from "../results/results-file.ts";
import type { ResultsLine } from "../results/results-line.ts";
import { isPartOfShard, planArtifact, shardArtifact } from "./artifact-names.ts";
import { createGrounds } from "../run/grounds.ts";
import { phaseDir, type PhaseEnd, type PhaseParts } from "./phase-parts.ts";
import { requirePolicy } from "../run/plan-policy.ts";
import { createBatchProgress } from "../run/progress.ts";
import { runPlan, type BatchRunEnd } from "../run/run-plan.ts";

export interface ShardChoice {
  readonly id: string;
  /** From 0. */
  readonly shard: number;
}

/** Runs a shard. Throws where it cannot begin; the artifact is uploaded however its tasks end. */
export async function shardPhase({ id, shard }: ShardChoice, parts: PhaseParts): Promise<PhaseEnd> {
  const { inputs, world, job, stopper, clock } = parts;
  const dir = phaseDir(parts, id);
  const { plan, givenOut } = await fetchPlan({ id, shard }, dir, parts);
  const { workbench } = inputs.run;
  const pathVar = world.env["PATH"] ?? "";
  const repository = await openRepository(workbench.cwd, pathVar);
  const { limits } = await requirePolicy(plan, { workbench, root: repository.root, pathVar });
  await prepareSandbox({ world, sandbox: workbench.sandbox, root: repository.root, pathVar });
  const areCopied = workbench.sandbox === "sealed";
  const grounds = await createGrounds({
    repository,
    dir,
    base: plan.base,
    areCopied,
    pathVar,
    clock,
    warn: world.warn,
  });
  const { signal } = stopper;
  const watch = createBatchProgress({ write: world.err, columns: undefined, now: clock.monotonic });
  const answers = { approve: [], reject: [], by: "" };
  const settings = inputs.run;
  try {
    const own = { plan, givenOut, dir, shard, settings, answers, grounds, limits, retry: false };
    const end = await runPlan({ ...own, world, clock, soon: signal, now: signal, watch });
    return endOf(end, { plan, shard }, parts);
  } finally {
    const uploaded = await uploadBundle({
      dir,
      name: shardArtifact(id, shard, job.runAttempt),
      isPart: isPartOfShard,
      service: job.artifacts,
      retentionDays: job.retentionDays,
      clock,
      warn: world.warn,
    });
    if (uploaded.kind !== "uploaded") world.warn(`What shard ${shard} did cannot be collected: ${uploaded.reason}`);
  }
}

interface FetchedPlan {
  readonly plan: BatchPlan;
  /** The same for all shards of this attempt of the workflow. */
  readonly givenOut: BatchState;
}

/** The plan, and what is known of earlier attempts. */
async function fetchPlan({ id, shard }: ShardChoice, dir: string, parts: PhaseParts): Promise<FetchedPlan> {
  const { artifacts: service, runAttempt } = parts.job;
  const name = planArtifact(id);
  const isHere = existsSync(join(dir, PLAN_FILE));
  if (!isHere && (await downloadArtifact({ names: [name], dir, service })) === undefined)
    throw configError(`There is no artifact ${name} in this workflow run.`, "Run the phase plan in a job before.");
  const plan = readPlan(dir);
  if (plan.id !== id)
    throw new RunnerError({
      code: "session.corrupt",
      message: `The artifact ${name} holds the plan of batch ${plan.id}.`,
    });
  const planned = readResults(dir);
  if (isHere || runAttempt === 1) return { plan, givenOut: foldResults(plan, planned) };
  const earlier = Array.from({ length: runAttempt - 1 }, (_, at) => shardArtifact(id, shard, runAttempt - 1 - at));
  await downloadArtifact({ names: earlier, dir, service });
  const recorded = await recordedLines(id, parts);
  if (recorded.length > 0) {
    const lines = [...recorded, ...readResults(dir).filter((line) => isNew(line, recorded))];
    writeFileSync(join(dir, RESULTS_FILE), lines.map(lineText).join(""), { mode: 0o600 });
  }
  return { plan, givenOut: foldResults(plan, recorded.length > 0 ? recorded : planned) };
}

/** What the collecting job of an earlier attempt wrote. Throws for a record that cannot be read: it would count too little. */
async function recordedLines(id: string, parts: PhaseParts): Promise<readonly ResultsLine[]> {
  if (parts.inputs.publish === "none") return [];
  const { clock } = parts;
  const own = await openCollectGit(parts, clock);
  try {
    return (await jobRecord(parts, own, { id, clock }).read())?.lines ?? [];
  } finally {
    own.close();
  }
}

/** States of tasks for which this job has to be run again. */
const NOT_RUN: ReadonlySet<string> = new Set(["infra", "open", "started"] satisfies readonly TaskStand["state"][]);

function endOf(
  { state, why, reason: refusal }: BatchRunEnd,
  { plan, shard }: { readonly plan: BatchPlan; readonly shard: number },
  parts: PhaseParts,
): PhaseEnd {
  const ids = new Set(plan.shards[shard]);
  const own = state.tasks.filter(({ task }) => ids.has(task.id));
  const names = [...new Set(own.map((stand) => stand.state))].toSorted();
  const counts = names.map((name) => `${own.filter((stand) => stand.state === name).length} ${name}`).join(", ");
  const told = `Shard ${shard}: ${counts}.`;
  addToSummary(parts, told);
  const outputs = { batch: plan.id };
  const mayRun = new Set(state.tasks.slice(0, state.released)); // the others wait for a release after the canary
  const again = own.some((stand) => mayRun.has(stand) && NOT_RUN.has(stand.state));
  switch (why) {
    case "refused":
      return { outcome: "config_error", reason: refusal ?? told, outputs };
    case "stopped":
      return { outcome: "interrupted", reason: `${told} It was stopped.`, outputs };
    case "money":
      return { outcome: "limit_cost", reason: `${told} The rest has no money.`, outputs };
    case "over": {
      // What needs a person is told by the collecting job; running this one again would not change it.
      const outcome: Outcome = again ? "failed" : "completed";
      return { outcome, reason: told, outputs };
    }
    default:
      return why satisfies never;
  }
}
