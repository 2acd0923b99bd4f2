/** The phase `collect`, in the job that may write: the batch of this workflow run from its artifacts, or in a job of its own every recorded batch. */

import { openJobGit } from "../../job/context/job-git.ts";
import { mkdirSync, rmSync } from "node:fs";
import { plainText } from "../../base/plain-text.ts";
import { counted } from "../../base/words.ts";
import { configError, describeError } from "../../protocol/error.ts";
import { addToSummary } from "../../job/context/job-end.ts";
import { jobRedact } from "../../job/context/job-parts.ts";
import { downloadArtifacts } from "../../publish/download-artifact.ts";
import { createSummaryGate } from "../../publish/render/outgoing.ts";
import { readArrived, type Arrived } from "../collect/arrived.ts";
import { collectBatch, type Collected } from "../collect/collect.ts";
import { type BatchJobParts } from "../collect/batch-job.ts";
import { recordedBatches } from "../collect/record-ref.ts";
import { needsRetry } from "../results/fold.ts";
import { writeReports } from "../results/write-reports.ts";
import { phaseDir, uploadPart, type PhaseEnd } from "./phase-parts.ts";

/** Without an `id` it collects every recorded batch; a batch that cannot be collected is then a warning, and fails the job. */
export async function collectPhase(id: string | undefined, parts: BatchJobParts): Promise<PhaseEnd> {
  if (parts.inputs.publish === "none")
    throw configError("The phase collect has nothing to do with `publish: none`.", "Set `publish: github` or `dry`.");
  const dir = `${phaseDir(parts, id ?? "all")}-artifacts`;
  const arrived = id === undefined ? undefined : await arrivedOf(id, dir, parts);
  const ids = id === undefined ? await batchesOf(parts) : [id];
  const done: Collected[] = [];
  const failed: string[] = [];
  for (const each of ids) {
    try {
      const collected = await collectBatch(parts, { arrived, id: each });
      if (collected !== undefined) done.push(collected);
    } catch (error) {
      if (ids.length === 1) throw error;
      failed.push(`Batch ${each}: ${describeError(error)}`);
    }
  }
  for (const collected of done) await report(collected, dir, parts);
  for (const text of failed) parts.world.warn(plainText(text));
  const gate = createSummaryGate(jobRedact(parts));
  addToSummary(parts, gate(done.map(({ summary }) => summary).join("\n\n")));
  return { ...endOf(done, failed, id !== undefined), outputs: { batch: id ?? "" } };
}

/** A collect of all batches does not fail each time for a task that has needed a look for long. */
function endOf(
  done: readonly Collected[],
  failed: readonly string[],
  isOne: boolean,
): Pick<PhaseEnd, "outcome" | "reason"> {
  const tasks = done.flatMap(({ state }) => state.tasks);
  const bad = tasks.filter(needsRetry).length;
  const open = tasks.filter(({ delivery }) => delivery?.state === "open").length;
  const told = `${counted(done.length, "batch", "batches")} collected, ${counted(tasks.length, "task")}, ${open} in open pull requests.`;
  const [first] = failed;
  if (first !== undefined) return { outcome: "failed", reason: `${told} ${first}` };
  if (bad > 0 && isOne)
    return { outcome: "failed", reason: `${told} ${counted(bad, "task needs", "tasks need")} a look.` };
  return { outcome: "completed", reason: done.length === 0 ? "There is no batch to collect." : told };
}

/** Uploads the reports as an artifact: the table, JUnit, predictions, and the tasks to run again. */
async function report({ record, state }: Collected, dir: string, parts: BatchJobParts): Promise<void> {
  const { id } = record.plan;
  const folder = `${dir}-reports/${id}`;
  writeReports(folder, state, ({ task }) => record.changes.get(task)?.patch.toString("utf8"));
  const { isThere } = parts.job.artifacts;
  if (isThere) await uploadPart(parts, { dir: folder, name: `kimi-batch-${id}-reports-${parts.job.runAttempt}` });
}

/** What this workflow run left of the batch. Undefined where it did not plan one. */
async function arrivedOf(id: string, dir: string, parts: BatchJobParts): Promise<Arrived | undefined> {
  const { job, world } = parts;
  if (!job.artifacts.isThere) return undefined;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const names = await downloadArtifacts({ prefix: `kimi-batch-${id}-`, dir, service: job.artifacts });
  if (names.length === 0) return undefined;
  const arrived = readArrived(dir, jobRedact(parts));
  for (const text of arrived.refused) world.warn(plainText(`Not taken: ${text}`));
  return arrived;
}

async function batchesOf(parts: BatchJobParts): Promise<readonly string[]> {
  using own = await openJobGit(parts, parts.clock);
  return await recordedBatches(own);
}
