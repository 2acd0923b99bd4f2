/**
 * Collects a batch on GitHub: takes in what arrived, reads what people did to pull requests and on the dashboard, delivers as much as
 * the limits allow, and writes the dashboard. No model is asked. Collecting again, or twice at once, makes nothing twice.
 */

import { openJobGit, type JobGit } from "../../job/context/job-git.ts";
import { oneLine } from "../../base/truncate.ts";
import { openDashboard, type Dashboard, type SeenDashboard } from "../../publish/issues/dashboard.ts";
import { tickedIn } from "../../publish/issues/tick-list.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import { foldResults, type BatchState } from "../results/fold.ts";
import type { ResultsLine } from "../results/results-line.ts";
import type { Arrived } from "./arrived.ts";
import { changedPulls } from "./changed-pulls.ts";
import { readDashboardInput, type DashboardInput } from "./dashboard-input.ts";
import { dashboardMark, dashboardText, type DashboardView } from "./dashboard-text.ts";
import { deliverAll } from "./deliver-all.ts";
import { isOver } from "./batch-pulls.ts";
import { openBatchJob, type BatchJob, type BatchJobParts } from "./batch-job.ts";
import { jobRecord, type BatchRecord, type RecordRef } from "./record-ref.ts";
import { startAgain } from "./start-again.ts";
import { startersOf } from "./starters.ts";
import { takeIn, withNew } from "./take-in.ts";
import { withoutLeaks } from "./without-leaks.ts";
import { createLedgerRef } from "../../job/sessions/ledger-reference.ts";
import { describeError } from "../../protocol/error.ts";
import { batchSession, settle } from "../../spending/spending.ts";

export interface CollectRequest {
  /** What a workflow run left; undefined for a collect of its own, such as a scheduled one. */
  readonly arrived: Arrived | undefined;
  readonly id: string;
}

export interface Collected {
  readonly record: BatchRecord;
  readonly state: BatchState;
  /** Markdown for the job summary. */
  readonly summary: string;
  readonly dashboardUrl: string | undefined;
}

/**
 * Undefined where there is no record, or where nothing of the batch is left to do. Throws `RunnerError` where the record, the policy
 * or the commit of the plan cannot be trusted.
 */
export async function collectBatch(
  parts: BatchJobParts,
  { arrived, id }: CollectRequest,
): Promise<Collected | undefined> {
  const { clock, job } = parts;
  using own = await openJobGit(parts, clock);
  const ref = jobRecord(parts, own, id);
  const before = await ref.read();
  const plan = arrived?.plan ?? before?.plan;
  if (plan === undefined) return undefined;
  if (arrived === undefined && before !== undefined) {
    const isOld = isExpired(before, clock.now());
    if (isOld) await ref.remove();
    if (isOld || isDone(before)) return undefined;
  }
  const batch = await openBatchJob(parts, own, plan, before?.plan.digest === plan.digest);
  const isAfterShards = arrived !== undefined && arrived.own === undefined;
  if (arrived !== undefined) {
    const at = new Date(clock.now()).toISOString();
    const attempts = await withoutLeaks(arrived.attempts, batch);
    const people = isAfterShards ? startersOf(parts) : undefined;
    const asked = people === undefined ? undefined : ({ type: "asked", people, at } as const);
    const workflowRun = isAfterShards ? `${job.runUrl ?? "this run"}, attempt ${job.runAttempt}` : undefined;
    await ref.change((record) => takeIn(record, { ...arrived, attempts, workflowRun, asked, at }));
  }
  const collected = await withDashboard(batch, ref);
  await startAgain(batch, ref);
  if (isAfterShards && parts.inputs.publish === "github") await settleMoney(collected.state, own, parts.world.warn);
  return collected;
}

const DAY_MS = 86_400_000;
/** Until then the workflow can go on with a batch that is over, and a new plan takes over its results. */
const KEPT_MS = 30 * DAY_MS;
/** For a batch that waits for people: artifacts are kept for 90 days at most. */
const KEPT_WAITING_MS = 180 * DAY_MS;

/** The time counts from the last line of the record. People's merges, ticks and answers add lines too. */
function isExpired(record: BatchRecord, now: number): boolean {
  const last = Date.parse(record.lines.at(-1)?.at ?? "");
  return now - last > (isDone(record) ? KEPT_MS : KEPT_WAITING_MS);
}

function isDone({ plan, lines }: BatchRecord): boolean {
  return isOver(foldResults(plan, lines), lines);
}

/**
 * The record of a batch with what people have said on its dashboard since, for a run of the workflow that goes on with the batch.
 * Undefined where there is no record. Throws what `collectBatch` throws.
 */
export async function updatedRecord(parts: BatchJobParts, own: JobGit, id: string): Promise<BatchRecord | undefined> {
  const ref = jobRecord(parts, own, id);
  const record = await ref.read();
  if (record === undefined || isDone(record)) return record;
  const batch = await openBatchJob(parts, own, record.plan, true);
  return (await heard({ batch, ref, record }, await dashboardOf(batch, id).read())).record;
}

function dashboardOf({ github, redact, world: { warn } }: BatchJob, id: string): Dashboard {
  const outgoing = createOutgoing(redact);
  return openDashboard({ ...github, mark: dashboardMark(id), outgoing, name: "The dashboard", warn });
}

interface Hearing {
  readonly batch: BatchJob;
  readonly ref: RecordRef;
  readonly record: BatchRecord;
}

interface Heard extends Pick<DashboardInput, "notes"> {
  readonly record: BatchRecord;
}

/** Adds what people said on the dashboard to the record, behind `more`. `seen`: undefined where there may be a dashboard. */
async function heard(
  { batch, ref, record }: Hearing,
  seen: SeenDashboard | undefined,
  more: readonly ResultsLine[] = [],
): Promise<Heard> {
  const { lines, notes } = await readDashboardInput({ batch, record, seen });
  return { record: await ref.update((before) => withNew(before, [...more, ...lines])), notes };
}

async function withDashboard(batch: BatchJob, ref: RecordRef): Promise<Collected> {
  const { clock, inputs, job } = batch;
  const before = await ref.update((known) => known);
  const dashboard = dashboardOf(batch, before.plan.id);
  const seen = await dashboard.read();
  const first = await heard({ batch, ref, record: before }, seen, await changedPulls(batch, before));
  const viewOf = ({ plan, lines, sessions }: BatchRecord, notes: DashboardView["notes"]) => {
    const { trigger } = inputs.start;
    return { state: foldResults(plan, lines), lines, sessions, now: clock.now(), trigger, notes, runUrl: job.runUrl };
  };
  // It is made before the first pull request, which names it.
  const isFirst = seen !== undefined && seen.issue === undefined && before.plan.deliver !== null;
  const known = isFirst ? await dashboard.put(issueOf(viewOf(first.record, [])), undefined) : seen?.issue;
  const delivered = await deliverAll(batch, ref, known?.url);
  // Delivering takes minutes. Meanwhile people may tick further boxes, and another collect may make the issue.
  const now = await dashboard.read();
  const late = await heard({ batch, ref, record: delivered }, isTickedSince(seen, now) ? now : undefined);
  const view = viewOf(late.record, [...new Set([...first.notes, ...late.notes])]);
  const put = now === undefined ? undefined : await dashboard.put(issueOf(view), now.issue);
  const text = dashboardText({ ...view, hasBoxes: false, dashboardUrl: put?.url });
  const summary = `## Batch ${before.plan.name.replace(/[^\w -]/g, "")}\n\n${text}`;
  return { record: late.record, state: view.state, summary, dashboardUrl: put?.url };
}

/** Whether there is a tick that was not there before. The earlier ones have been read. */
function isTickedSince(before: SeenDashboard | undefined, now: SeenDashboard | undefined): boolean {
  const known = tickedIn(before?.issue?.body ?? "");
  return tickedIn(now?.issue?.body ?? "").some((id) => !known.includes(id));
}

function issueOf(view: Omit<DashboardView, "hasBoxes">): Parameters<Dashboard["put"]>[0] {
  const { plan } = view.state;
  return {
    title: `Batch ${oneLine(plan.name, 100)}`,
    body: dashboardText({ ...view, hasBoxes: true }),
    labels: plan.deliver?.labels ?? [],
    isOver: isOver(view.state, view.lines),
  };
}

/** Replaces the reservation of the phase `plan` by the cost of the batch, retries since then included. Never rejects. */
async function settleMoney(
  { plan, spentUsd }: Pick<BatchState, "plan" | "spentUsd">,
  { refs, clock }: Pick<JobGit, "refs" | "clock">,
  warn: (text: string) => void,
): Promise<void> {
  try {
    const ledger = createLedgerRef({ refs, clock });
    await ledger.change((before) => ({ ledger: settle(before, batchSession(plan.id), spentUsd), result: undefined }));
  } catch (error) {
    warn(
      `The cost of the batch could not be written to the ledger, which goes on counting all that was reserved: ${describeError(error)}`,
    );
  }
}
