/**
 * Starts the workflow again where people answered, released or ticked something that lets tasks run. The start is recorded before it
 * is asked for, so that each word of a person starts one run at most, and a run that is stopped or fails is not started over and over.
 */

import { basename } from "node:path";
import { oneLine } from "../../base/truncate.ts";
import { repoOf } from "../../job/context/job-parts.ts";
import { describeError } from "../../protocol/error.ts";
import { statusOf } from "../../publish/result/problem.ts";
import { inRepo } from "../../publish/result/ports.ts";
import { foldResults } from "../results/fold.ts";
import type { AskedLine } from "../results/results-line.ts";
import type { BatchJobParts } from "./batch-job.ts";
import type { BatchRecord, RecordRef } from "./record-ref.ts";
import { answeredSessions, shardsToRun } from "./waiting-session.ts";

/** Does nothing outside of a workflow. A refusal of GitHub is a warning. */
export async function startAgain(parts: BatchJobParts, ref: RecordRef): Promise<void> {
  const { client, clock, job, world } = parts;
  const { workflow, branch } = job;
  if (workflow === undefined || branch === undefined) return;
  let isDue = false;
  const { plan } = await ref.update((record) => {
    isDue = mayGoOn(record);
    const people = lastAsked(record)?.people ?? [];
    const line = { type: "asked", people, at: new Date(clock.now()).toISOString() } as const;
    return isDue ? { ...record, lines: [...record.lines, line] } : record;
  });
  if (!isDue) return;
  const route = "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches";
  const start = async (inputs: Readonly<Record<string, string>>): Promise<unknown> =>
    await client.request(route, { ...inRepo(repoOf(parts)), workflow_id: basename(workflow), ref: branch, inputs });
  try {
    // Runs of one name wait for each other. The workflows of older versions do not have this input.
    await start({ batch: plan.id, name: plan.name }).catch(async (error: unknown) => {
      if (statusOf(error) !== 422) throw error;
      await start({ batch: plan.id });
    });
  } catch (error) {
    const reason = oneLine(describeError(error), 300);
    world.warn(`Batch ${plan.id} can go on, but its workflow could not be started: ${reason} Start it with this id.`);
  }
}

/** Whether a person said something since the last run was asked for, and tasks can run. */
function mayGoOn(record: BatchRecord): boolean {
  const { plan, lines, sessions } = record;
  const since = lines.findLastIndex(({ type }) => type === "asked");
  const isSaid = lines
    .slice(since + 1)
    .some(
      (line) => line.type === "answer" || line.type === "approved" || (line.type === "wish" && line.wish === "retry"),
    );
  if (!isSaid) return false;
  const state = foldResults(plan, lines);
  return shardsToRun(state, answeredSessions(state, sessions)).length > 0;
}

function lastAsked({ lines }: BatchRecord): AskedLine | undefined {
  const line = lines.findLast(({ type }) => type === "asked");
  return line?.type === "asked" ? line : undefined;
}
