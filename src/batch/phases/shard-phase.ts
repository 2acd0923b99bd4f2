/**
 * The phase `shard` on GitHub: one job of the matrix runs the tasks of one shard and leaves its results and bundles as an artifact.
 * It needs no right to write. When failed jobs run again, it goes on from what its last attempt left. It also counts what the record of
 * the batch says about all shards, because an attempt that was lost left nothing and has spent money all the same.
 */

import { openJobGit } from "../../job/context/job-git.ts";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { addToSummary } from "../../job/context/job-end.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import type { Outcome } from "../../protocol/outcome.ts";
import { downloadArtifact } from "../../publish/download-artifact.ts";
import type { ArtifactResult } from "../../publish/result/publish-result.ts";
import { prepareSandbox } from "../../run/open/open-cell.ts";
import { type BatchJobParts } from "../collect/batch-job.ts";
import { jobRecord } from "../collect/record-ref.ts";
import { createKnown } from "../collect/take-in.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { PLAN_FILE, readPlan } from "../plan/plan-file.ts";
import { openForPlan } from "../plan/plan-terms.ts";
import { foldResults, type TaskState } from "../results/fold.ts";
import { readResults, replaceResults } from "../results/results-file.ts";
import type { ResultsLine } from "../results/results-line.ts";
import { NOTHING_ANSWERED } from "../run/held-answers.ts";
import { createBatchProgress } from "../run/progress.ts";
import { runPlan, type BatchRunEnd } from "../run/run-plan.ts";
import { isPartOfShard, phaseDir, planArtifact, shardArtifact, uploadPart, type PhaseEnd } from "./phase-parts.ts";

export interface ShardChoice {
  readonly id: string;
  /** From 0. */
  readonly shard: number;
}

/** Runs a shard. Throws where it cannot begin. The artifact is uploaded however its tasks end. */
export async function shardPhase({ id, shard }: ShardChoice, parts: BatchJobParts): Promise<PhaseEnd> {
  const { inputs, world, job, stopper, clock } = parts;
  const dir = phaseDir(parts, id);
  const { plan, stateAtStart } = await fetchPlan({ id, shard }, dir, parts);
  const { repository, limits } = await openForPlan(plan, inputs.run, world);
  const { sandbox } = inputs.run.workbench;
  await prepareSandbox({ world, sandbox, root: repository.root, pathVar: world.env["PATH"] ?? "" });
  const { signal } = stopper;
  const watch = createBatchProgress({ write: world.err, columns: undefined, now: clock.monotonic });
  const upload = async (): Promise<ArtifactResult> =>
    await uploadPart(parts, { dir, name: shardArtifact(id, shard, job.runAttempt), isPart: isPartOfShard });
  const run = async (): Promise<PhaseEnd> => {
    const ran = await runPlan({
      plan,
      stateAtStart,
      dir,
      shard,
      repository,
      settings: inputs.run,
      answers: NOTHING_ANSWERED,
      limits,
      retry: false,
      world,
      clock,
      soon: signal,
      now: signal,
      watch,
    });
    return endOf(ran, { plan, shard }, parts);
  };
  const end = await run().catch(async (error: unknown) => {
    const uploaded = await upload();
    if (uploaded.kind !== "uploaded")
      world.warn(`The results of shard ${shard} cannot be collected: ${uploaded.reason}`);
    throw error;
  });
  const uploaded = await upload();
  if (uploaded.kind === "uploaded") return end;
  // No other job gets these results. A job that succeeded, as `fail-on` may let it, would not be among those that are run again.
  const reason = `${end.reason} These results cannot be collected. ${uploaded.reason}`;
  return { ...end, outcome: "failed", reason };
}

/** `stateAtStart`: when the shards were started. All shards of this attempt of the workflow get the same. */
async function fetchPlan({ id, shard }: ShardChoice, dir: string, parts: BatchJobParts) {
  const { artifacts: service, runAttempt } = parts.job;
  const name = planArtifact(id);
  const isHere = existsSync(join(dir, PLAN_FILE));
  if (!isHere && (await downloadArtifact({ names: [name], dir, service })) === undefined)
    throw configError(`There is no artifact ${name} in this workflow run.`, "Run the phase plan in an earlier job.");
  const plan = readPlan(dir);
  if (plan.id !== id)
    throw new RunnerError({
      code: "session.corrupt",
      message: `The artifact ${name} holds the plan of batch ${plan.id}, not of batch ${id}.`,
      hint: "Run the whole workflow again.",
    });
  const planned = readResults(dir);
  if (isHere || runAttempt === 1) return { plan, stateAtStart: foldResults(plan, planned) };
  const earlier = Array.from({ length: runAttempt - 1 }, (_, at) => shardArtifact(id, shard, runAttempt - 1 - at));
  await downloadArtifact({ names: earlier, dir, service });
  const recorded = await recordedLines(id, parts);
  const { isNew } = createKnown(recorded);
  const left = readResults(dir).filter((line) => recorded.length === 0 || ("key" in line && isNew(line)));
  replaceResults(dir, [...recorded, ...left].map(withoutForeignProcess));
  return { plan, stateAtStart: foldResults(plan, recorded.length > 0 ? recorded : planned) };
}

/** The line without the process of a job on another machine. That job has ended, which cannot be seen here, and it would be waited for. */
function withoutForeignProcess(line: ResultsLine): ResultsLine {
  if (line.type !== "started" || line.process?.host === hostname()) return line;
  const { process: _process, ...rest } = line;
  return rest;
}

/** What the collecting job of an earlier attempt recorded. Throws for a record that cannot be read, because too little money would be counted. */
async function recordedLines(id: string, parts: BatchJobParts): Promise<readonly ResultsLine[]> {
  if (parts.inputs.publish === "none") return [];
  using own = await openJobGit(parts, parts.clock);
  return (await jobRecord(parts, own, id).read())?.lines ?? [];
}

/** States of tasks for which this job has to be run again. */
const NOT_RUN: ReadonlySet<string> = new Set(["infra", "open", "started"] satisfies readonly TaskState["state"][]);

function endOf(
  { state, why, reason: refusal }: BatchRunEnd,
  { plan, shard }: { readonly plan: BatchPlan; readonly shard: number },
  parts: BatchJobParts,
): PhaseEnd {
  const ids = new Set(plan.shards[shard]);
  const own = state.tasks.filter(({ task }) => ids.has(task.id));
  const byState = [...Map.groupBy(own, (taskState) => taskState.state)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const told = `Shard ${shard}: ${byState.map(([name, those]) => `${those.length} ${name}`).join(", ")}.`;
  addToSummary(parts, told);
  const outputs = { batch: plan.id };
  const mayRun = new Set(state.tasks.slice(0, state.released)); // the others wait for a release after the canary
  const again = own.some((taskState) => mayRun.has(taskState) && NOT_RUN.has(taskState.state));
  switch (why) {
    case "refused":
      return { outcome: "config_error", reason: refusal ?? told, outputs };
    case "stopped":
      return { outcome: "interrupted", reason: `${told} It was stopped.`, outputs };
    case "money":
      return { outcome: "limit_cost", reason: `${told} There is too little money for the rest.`, outputs };
    case "over": {
      // The collecting job says which tasks need a person. Running this job again would not change them.
      const outcome: Outcome = again ? "failed" : "completed";
      return { outcome, reason: told, outputs };
    }
  }
}
