/** Why a task without a thread rests, and the dashboard of such tasks: a job reads before its run what people ticked, and writes the result after it. */

import { systemClock } from "../../base/clock.ts";
import { ownBranch } from "../../publish/branch/own-branch.ts";
import { pullsOf } from "../../publish/branch/pull-request.ts";
import type { JobContext } from "../context/job-context.ts";
import { trustedPolicy } from "../context/job-git.ts";
import { repoOf, jobRedact } from "../context/job-parts.ts";
import { oneLine } from "../../base/truncate.ts";
import { MAINTENANCE_MARK } from "../../github/event/marker.ts";
import { openDashboard } from "../../publish/issues/dashboard.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import type { PublishResult } from "../../publish/result/publish-result.ts";
import type { RunEnd } from "../../run/end/run-end.ts";
import { otherBaseOf } from "../context/request-keys.ts";
import { MAINTENANCE_TITLE, maintenanceText, rowsIn, ticked, type TaskRow } from "./maintenance-text.ts";

export type OpenTask = Awaited<ReturnType<typeof openTask>>;

/** The agent's job may not write, and the publishing job takes no other job's word about a task. */
const NO_ROW =
  "The maintenance dashboard is not kept by a workflow of two jobs: this run gets no row, and ticks there are not read. Use a workflow of one job, or take `publish.dashboard` out of the policy.";

/** `resting`: why the task is not run now. `maintenance`: left out where the policy wants no dashboard. Throws `policy.invalid`, as the run would. */
export async function openTask(context: JobContext, key: string) {
  const { dashboard = false, cooldownDays } = (await trustedPolicy(context)).publish;
  const { publish, phase } = context.inputs;
  if (dashboard && phase === "agent") context.world.warn(NO_ROW);
  const isShown = dashboard && publish === "github" && phase === "all";
  const maintenance = isShown ? await openMaintenance(context, key) : undefined;
  if (maintenance?.isWanted === true) return { maintenance };
  const resting = maintenance?.paused ?? (await closedRecently(context, key, cooldownDays));
  return { resting, maintenance };
}

const DAY_MS = 86_400_000;
/** A weekly schedule leaves out two runs. */
const COOLDOWN_DAYS = 14;

/** Why the task rests: a person closed its newest pull request unmerged. Undefined where it does not rest or GitHub does not answer. */
async function closedRecently(
  context: Pick<JobContext, "client" | "job">,
  key: string,
  cooldownDays = COOLDOWN_DAYS,
): Promise<string | undefined> {
  const branch = ownBranch(key);
  const pulls = await pullsOf({ client: context.client, repo: repoOf(context), branch }).catch(() => []);
  const [newest] = pulls.toSorted((a, b) => b.number - a.number);
  if (newest === undefined || newest.isMerged || pulls.some(({ isOpen }) => isOpen)) return undefined;
  const { closedAt, number } = newest;
  const until = closedAt + cooldownDays * DAY_MS;
  if (!(systemClock.now() < until)) return undefined;
  const date = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return `Pull request #${number} of this task was closed without a merge on ${date(closedAt)}, so the task rests until ${date(until)} (publish.cooldown_days). Reopen it, or delete its branch and give the task another key, to run it before.`;
}

/** Reads the dashboard and records there what people ticked. Never rejects. */
async function openMaintenance(context: JobContext, key: string) {
  const { client, self, world, trigger, job } = context;
  const outgoing = createOutgoing(jobRedact(context));
  const github = { client, repo: repoOf(context), self, mark: MAINTENANCE_MARK, outgoing };
  const dashboard = openDashboard({ ...github, name: "The maintenance dashboard", warn: world.warn });
  const base = otherBaseOf(context);
  const name = `${oneLine(trigger.text, 80)}${base === undefined ? "" : ` (${oneLine(base, 80)})`}`;
  /** Writes the dashboard with what `change` makes of the row of this task. Returns the row with what people ticked, where there is one. */
  const edit = async (change: (row: TaskRow) => TaskRow) => {
    const seen = await dashboard.read();
    if (seen === undefined) return {};
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
    /** A person asked for this run, which then begins also while the task rests or is paused. */
    isWanted,
    /** Who paused the task, as a reason not to run it; undefined where it is not paused, or a run was asked for. */
    paused: row?.pausedBy === undefined || isWanted ? undefined : `The task is paused by ${row.pausedBy} ${on}.`,
    /** Writes how the run ended, also one that broke off before it had published anything. Never rejects. */
    ended: async (outcome: RunOutcome, published: PublishResult | undefined): Promise<void> => {
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
