/**
 * The phase `collect` on GitHub, in the job with the right to write: a batch whose shards ran in this workflow run, by its artifacts;
 * or, in a job of its own such as a scheduled one, every batch that the repository has a record of.
 */

import { mkdirSync, rmSync } from "node:fs";
import type { Clock } from "../../base/clock.ts";
import { createRedact } from "../../base/redact.ts";
import { plainText } from "../../base/plain-text.ts";
import { counted } from "../../base/words.ts";
import { describeError } from "../../protocol/error.ts";
import { addToSummary } from "../../job/context/job-end.ts";
import type { Outcome } from "../../protocol/outcome.ts";
import { jobSecrets, type JobParts } from "../../job/context/job-parts.ts";
import { refsOf } from "../../job/sessions/job-session-store.ts";
import { uploadBundle } from "../../publish/artifact.ts";
import { downloadArtifacts } from "../../publish/download-artifact.ts";
import { createSummaryGate } from "../../publish/render/outgoing.ts";
import { needsRetry } from "../results/fold.ts";
import { writeReports } from "../results/write-reports.ts";
import { readArrived, type Arrived } from "./arrived.ts";
import { collectBatch, type Collected } from "./collect.ts";
import { openCollectGit } from "./publisher.ts";
import { recordedBatches } from "./record-ref.ts";

interface CollectParts extends JobParts {
  readonly clock: Clock;
}

export interface CollectChoice {
  /** Undefined for every batch that the repository has a record of. */
  readonly id: string | undefined;
  /** For artifacts; is emptied. */
  readonly dir: string;
}

export interface CollectEnd {
  readonly outcome: Outcome;
  /** One sentence. */
  readonly reason: string;
}

/** Throws where nothing can be collected; with several batches one that cannot be is a warning and a failed job. */
export async function collectPhase({ id, dir }: CollectChoice, parts: CollectParts): Promise<CollectEnd> {
  const arrived = id === undefined ? undefined : await arrivedOf(id, dir, parts);
  const ids = id === undefined ? await batchesOf(parts) : [id];
  const done: Collected[] = [];
  const failed: string[] = [];
  for (const each of ids) {
    try {
      const collected = await collectBatch(parts, { arrived, id: each, clock: parts.clock });
      if (collected !== undefined) done.push(collected);
    } catch (error) {
      if (ids.length === 1) throw error;
      failed.push(`Batch ${each}: ${describeError(error)}`);
    }
  }
  for (const collected of done) await report(collected, dir, parts);
  for (const text of failed) parts.world.warn(plainText(text));
  const gate = createSummaryGate(createRedact(jobSecrets(parts)));
  addToSummary(parts, gate(done.map(({ summary }) => summary).join("\n\n")));
  return endOf(done, failed, id !== undefined);
}

/** A collect of all batches is not red each time for a task that needed a look long ago. */
function endOf(done: readonly Collected[], failed: readonly string[], isOne: boolean): CollectEnd {
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

/** The reports as files of an artifact: the table, JUnit, predictions, and the tasks to run again. */
async function report({ record, state }: Collected, dir: string, { job, world, clock }: CollectParts): Promise<void> {
  const { id } = record.plan;
  const folder = `${dir}-reports/${id}`;
  writeReports(folder, state, ({ task }) => record.changes.get(task)?.patch.toString("utf8"));
  if (!job.artifacts.isThere) return;
  await uploadBundle({
    dir: folder,
    name: `kimi-batch-${id}-reports-${job.runAttempt}`,
    service: job.artifacts,
    retentionDays: job.retentionDays,
    clock,
    warn: world.warn,
  });
}

/** What this run of the workflow left of the batch; undefined where it planned none. */
async function arrivedOf(id: string, dir: string, parts: CollectParts): Promise<Arrived | undefined> {
  const { job, world } = parts;
  if (!job.artifacts.isThere) return undefined;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const names = await downloadArtifacts({ prefix: `kimi-batch-${id}-`, dir, service: job.artifacts });
  if (names.length === 0) return undefined;
  const arrived = readArrived(dir, createRedact(jobSecrets(parts)));
  for (const text of arrived.refused) world.warn(plainText(`Not taken: ${text}`));
  return arrived;
}

async function batchesOf(parts: CollectParts): Promise<readonly string[]> {
  const own = await openCollectGit(parts, parts.clock);
  try {
    return await recordedBatches(refsOf(parts, own.gitDir, own.checkout.root, parts.clock));
  } finally {
    own.close();
  }
}
