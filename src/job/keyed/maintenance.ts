/**
 * The maintenance dashboard: an issue of this program that lists the tasks of schedules and dispatches. A job reads before its run
 * what people ticked there, and writes the result after it. A dashboard that cannot be read or written stops no run.
 */

import { systemClock } from "../../base/clock.ts";
import { createRedact } from "../../base/redact.ts";
import { oneLine } from "../../base/truncate.ts";
import { describeError } from "../../protocol/error.ts";
import { MAINTENANCE_MARK } from "../../github/event/marker.ts";
import { createOwnIssue, type FoundIssue, type OwnIssue } from "../../publish/issues/own-issue.ts";
import { readTicks } from "../../publish/issues/read-ticks.ts";
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

interface Read {
  readonly there: FoundIssue | undefined;
  readonly rows: readonly TaskRow[];
  readonly note: string | undefined;
}

/** Reads the dashboard and records there what people ticked. Never rejects. */
export async function openMaintenance(context: JobContext, key: string): Promise<Maintenance> {
  const { client, self, world, trigger, job } = context;
  const outgoing = createOutgoing(createRedact(jobSecrets(context)));
  const github = { client, repo: repoOf(context), self };
  const issue = createOwnIssue({ ...github, mark: MAINTENANCE_MARK, outgoing });
  const base = otherBaseOf(context);
  const name = `${oneLine(trigger.text, 80)}${base === undefined ? "" : ` (${oneLine(base, 80)})`}`;
  const read = async (): Promise<Read> => {
    const there = await issue.find();
    const known = there === undefined ? [] : rowsIn(there.body);
    const rows = known.some((row) => row.key === key) ? known : [{ key, name }, ...known];
    if (there === undefined) return { there, rows, note: undefined };
    const ticks = await readTicks({ ...github, issue: there });
    if (ticks.kind === "counted") return { there, rows: ticked(rows, ticks.ids, ticks.by), note: undefined };
    return { there, rows, note: ticks.kind === "refused" ? `Ticks were not counted. ${ticks.reason}` : undefined };
  };
  try {
    const { there, rows, note } = await read();
    const own = rows.find((row) => row.key === key);
    const isWanted = own?.wantedBy !== undefined;
    const isPaused = own?.pausedBy !== undefined && !isWanted;
    const left = rows.map((row) => (row.key === key ? { ...row, wantedBy: undefined } : row));
    await put(context, issue, { there, rows: left, note });
    return {
      isWanted,
      paused: isPaused
        ? `The task is paused by ${own?.pausedBy ?? ""} on the maintenance dashboard${there === undefined ? "" : ` #${there.number}`}.`
        : undefined,
      ended: async (outcome, published) => {
        try {
          const now = await read();
          const mine = {
            name,
            ...rowOf(outcome, published),
            at: new Date(systemClock.now()).toISOString(),
            runUrl: job.runUrl,
          };
          const after = now.rows.map((row) => (row.key === key ? { ...row, ...mine } : row));
          await put(context, issue, { ...now, rows: after });
        } catch (error) {
          world.warn(`The maintenance dashboard cannot be written. ${describeError(error)}`);
        }
      },
    };
  } catch (error) {
    world.warn(`The maintenance dashboard cannot be read. ${describeError(error)}`);
    return { isWanted: false, paused: undefined, ended: async () => {} };
  }
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

async function put({ world }: JobContext, issue: OwnIssue, { there, rows, note }: Read): Promise<void> {
  const result = await issue.put({ title: MAINTENANCE_TITLE, body: maintenanceText(rows, note) }, there);
  if (result.kind === "refused")
    world.warn(`The maintenance dashboard cannot be written. ${result.reason} ${result.fix}`);
}
