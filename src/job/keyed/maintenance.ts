/**
 * The maintenance dashboard: an issue of this program that lists the tasks of schedules and dispatches. A job reads before its run
 * what people ticked there, and writes the result after it. A dashboard that cannot be read or written stops no run.
 */

import { systemClock } from "../../base/clock.ts";
import { createRedact } from "../../base/redact.ts";
import { oneLine } from "../../base/truncate.ts";
import { MAINTENANCE_MARK } from "../../github/event/marker.ts";
import { openDashboard } from "../../publish/issues/dashboard.ts";
import type { FoundIssue } from "../../publish/issues/own-issue.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import type { PublishResult } from "../../publish/result/publish-result.ts";
import type { RunEnd } from "../../run/end/run-end.ts";
import type { JobContext } from "../context/job-context.ts";
import { jobSecrets, repoOf } from "../context/job-parts.ts";
import { otherBaseOf } from "../context/request-keys.ts";
import { MAINTENANCE_TITLE, maintenanceText, rowsIn, ticked, type TaskRow } from "./maintenance-text.ts";

export interface Maintenance {
  /** A person asked for this run, which then begins also while the task rests or is paused. */
  readonly isWanted: boolean;
  /** Who paused the task, as a reason not to run it; undefined where it is not paused, or a run was asked for. */
  readonly paused: string | undefined;
  /** Writes how the run ended, also one that broke off before it had published anything. Never rejects. */
  readonly ended: (outcome: RunOutcome, published: PublishResult | undefined) => Promise<void>;
}

interface EditedRow {
  /** The row of the task, with what people ticked; undefined where the dashboard cannot be read. */
  readonly row: TaskRow | undefined;
  readonly issue: FoundIssue | undefined;
}

/** Reads the dashboard and records there what people ticked. Never rejects. */
export async function openMaintenance(context: JobContext, key: string): Promise<Maintenance> {
  const { client, self, world, trigger, job } = context;
  const outgoing = createOutgoing(createRedact(jobSecrets(context)));
  const github = { client, repo: repoOf(context), self, mark: MAINTENANCE_MARK, outgoing };
  const dashboard = openDashboard({ ...github, name: "The maintenance dashboard", warn: world.warn });
  const base = otherBaseOf(context);
  const name = `${oneLine(trigger.text, 80)}${base === undefined ? "" : ` (${oneLine(base, 80)})`}`;
  /** Reads the dashboard and writes it with what `change` makes of the row of this task; returns how it was before. */
  const edit = async (change: (row: TaskRow) => TaskRow): Promise<EditedRow> => {
    const seen = await dashboard.read();
    if (seen === undefined) return { row: undefined, issue: undefined };
    const { issue, ticks } = seen;
    const known = issue === undefined ? [] : rowsIn(issue.body);
    const before = known.some((row) => row.key === key) ? known : [{ key, name }, ...known];
    const rows = ticks.kind === "counted" ? ticked(before, ticks.ids, ticks.by) : before;
    const note = ticks.kind === "refused" ? `Ticks were not counted. ${ticks.reason}` : undefined;
    const after = rows.map((row) => (row.key === key ? change(row) : row));
    await dashboard.put({ title: MAINTENANCE_TITLE, body: maintenanceText(after, note) }, issue);
    return { row: rows.find((row) => row.key === key), issue };
  };
  const { row, issue } = await edit((before) => ({ ...before, wantedBy: undefined }));
  const isWanted = row?.wantedBy !== undefined;
  const on = `on the maintenance dashboard${issue === undefined ? "" : ` #${issue.number}`}`;
  return {
    isWanted,
    paused: row?.pausedBy === undefined || isWanted ? undefined : `The task is paused by ${row.pausedBy} ${on}.`,
    ended: async (outcome, published) => {
      const at = new Date(systemClock.now()).toISOString();
      await edit((before) => ({ ...before, name, ...rowOf(outcome, published), at, runUrl: job.runUrl }));
    },
  };
}

type RunOutcome = Pick<RunEnd["outcome"], "outcome" | "costUsd">;

function rowOf({ outcome, costUsd }: RunOutcome, published: PublishResult | undefined): Partial<TaskRow> {
  const pull = published?.pullRequest;
  return {
    outcome,
    costUsd,
    // A run without a change keeps the pull request of an earlier one.
    ...(pull !== undefined && "number" in pull ? { pull: pull.number } : {}),
  };
}
