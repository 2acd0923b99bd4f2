/**
 * Collects a batch on GitHub: takes in what arrived, reads what people did to pull requests and on the dashboard, delivers as much as
 * the limits allow, and writes the dashboard. No model is asked. Collecting again, or twice at once, makes nothing twice.
 */

import { openJobGit, type JobGit } from "../../job/context/job-git.ts";
import { oneLine } from "../../base/truncate.ts";
import { describeError } from "../../protocol/error.ts";
import { createOwnIssue, type FoundIssue, type OwnIssue } from "../../publish/issues/own-issue.ts";
import { tickedIn } from "../../publish/issues/tick-list.ts";
import { foldResults, type BatchState } from "../results/fold.ts";
import type { ResultsLine } from "../results/results-line.ts";
import type { Arrived } from "./arrived.ts";
import { changedPulls } from "./changed-pulls.ts";
import { readDashboardInput, type DashboardInput } from "./dashboard-input.ts";
import { dashboardMark, dashboardText, type DashboardView } from "./dashboard-text.ts";
import { deliverAll } from "./deliver-all.ts";
import { isOver } from "./pieces.ts";
import { openPublisher, type BatchJobParts, type BatchPublisher } from "./publisher.ts";
import { jobRecord, type BatchRecord, type RecordRef } from "./record-ref.ts";
import { startAgain } from "./start-again.ts";
import { startersOf } from "./starters.ts";
import { settleMoney } from "./settle-money.ts";
import { takeIn } from "./take-in.ts";
import { withoutLeaks } from "./without-leaks.ts";

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
  const { clock } = parts;
  using own = await openJobGit(parts, parts.clock);
  const ref = jobRecord(parts, own, id);
  const before = await ref.read();
  const plan = arrived?.plan ?? before?.plan;
  if (plan === undefined) return undefined;
  if (arrived === undefined && before !== undefined) {
    const isOld = isExpired(before, clock.now());
    if (isOld) await ref.remove();
    if (isOld || isDone(before)) return undefined;
  }
  const delivery = await openPublisher(parts, own, plan, before?.plan.digest === plan.digest);
  const isAfterShards = arrived !== undefined && arrived.own === undefined;
  if (arrived !== undefined) {
    const at = new Date(clock.now()).toISOString();
    const attempts = await withoutLeaks(arrived.attempts, delivery);
    const people = isAfterShards ? startersOf(parts) : undefined;
    const asked = people === undefined ? undefined : ({ type: "asked", people, at } as const);
    const workflowRun = isAfterShards ? nameOfRun(parts) : undefined;
    await ref.change((record) => takeIn(record, { ...arrived, attempts, workflowRun, asked, at }));
  }
  const collected = await withDashboard(parts, ref, delivery);
  await startAgain(parts, ref);
  if (isAfterShards) await settleMoney(collected.state, own, parts.world.warn);
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

function nameOfRun({ job: { runUrl, runAttempt } }: BatchJobParts): string {
  return `${runUrl ?? "this run"}, attempt ${runAttempt}`;
}

/**
 * The record of a batch with what people have said on its dashboard since, for a run of the workflow that goes on with the batch.
 * Undefined where there is no record. Throws what `collectBatch` throws.
 */
export async function updatedRecord(parts: BatchJobParts, own: JobGit, id: string): Promise<BatchRecord | undefined> {
  const ref = jobRecord(parts, own, id);
  const record = await ref.read();
  if (record === undefined || isDone(record)) return record;
  const { input } = await readDashboard(parts, await openPublisher(parts, own, record.plan, true), record);
  return input.lines.length === 0 ? record : await ref.update((before) => withNew(before, input.lines));
}

interface Dashboard {
  readonly issue: OwnIssue;
  readonly found: FoundIssue | "unknown" | undefined;
  readonly input: DashboardInput;
}

async function readDashboard(parts: BatchJobParts, delivery: BatchPublisher, record: BatchRecord): Promise<Dashboard> {
  const { trigger } = parts.inputs.start;
  const { github, outgoing, warn } = delivery;
  const issue = createOwnIssue({ ...github, mark: dashboardMark(record.plan.id), outgoing });
  const found = await findIssue(issue, warn);
  const isThere = typeof found === "object";
  const input = isThere ? await readDashboardInput({ delivery, record, issue: found, trigger }) : NO_INPUT;
  return { issue, found, input };
}

async function withDashboard(parts: BatchJobParts, ref: RecordRef, delivery: BatchPublisher): Promise<Collected> {
  const { trigger } = parts.inputs.start;
  const { clock, runUrl, warn } = delivery;
  let record = await ref.update((before) => before);
  const { issue, found, input } = await readDashboard(parts, delivery, record);
  const pulls = await changedPulls(delivery, record);
  if (input.lines.length + pulls.length > 0)
    record = await ref.update((before) => withNew(before, [...pulls, ...input.lines]));
  const known = found ?? (await madeFirst(issue, { record, now: clock.now(), trigger, runUrl }));
  record = await deliverAll({ ...delivery, dashboardUrl: typeof known === "object" ? known.url : undefined }, ref);
  // Delivering takes minutes. Meanwhile people may tick further boxes, and another collect may make the issue.
  const now = await findIssue(issue, warn);
  const isLate = isTickedSince(found, now);
  const late = isLate ? await readDashboardInput({ delivery, record, issue: now, trigger }) : NO_INPUT;
  if (late.lines.length > 0) record = await ref.update((before) => withNew(before, late.lines));
  const { plan, lines, sessions } = record;
  const state = foldResults(plan, lines);
  const notes = [...new Set([...input.notes, ...late.notes])];
  const view = { state, lines, sessions, now: clock.now(), trigger, notes, runUrl };
  const put = now === "unknown" ? undefined : await issue.put(issueOf(view), now);
  if (put?.kind === "refused") warn(`The dashboard cannot be written. ${put.reason} ${put.fix}`);
  const dashboardUrl = put === undefined || put.kind === "refused" ? undefined : put.url;
  const text = dashboardText({ ...view, hasBoxes: false, dashboardUrl });
  const summary = `## Batch ${plan.name.replace(/[^\w -]/g, "")}\n\n${text}`;
  return { record, state, summary, dashboardUrl };
}

interface FirstView extends Pick<DashboardView, "now" | "trigger" | "runUrl"> {
  readonly record: BatchRecord;
}

/** Makes the issue before the first pull request, which names it. Without a right to do so there is none. */
async function madeFirst(
  issue: OwnIssue,
  { record, ...view }: FirstView,
): Promise<{ readonly url: string } | undefined> {
  const { plan, lines, sessions } = record;
  if (plan.deliver === null) return undefined;
  const state = foldResults(plan, lines);
  const made = await issue.put(issueOf({ ...view, state, lines, sessions, notes: [] }), undefined);
  return made.kind === "refused" ? undefined : made;
}

const NO_INPUT: DashboardInput = { lines: [], notes: [] };

/** `unknown` where GitHub does not say whether there is a dashboard. Then no dashboard is made, because it could be a second one. */
async function findIssue(issue: OwnIssue, warn: (text: string) => void): Promise<Dashboard["found"]> {
  try {
    return await issue.find();
  } catch (error) {
    warn(`The dashboard cannot be read: ${oneLine(describeError(error), 300)}`);
    return "unknown";
  }
}

/** Whether there is a tick that was not there before. The earlier ones have been read. */
function isTickedSince(before: Dashboard["found"], now: Dashboard["found"]): now is FoundIssue {
  if (now === undefined || now === "unknown") return false;
  const known = typeof before === "object" ? tickedIn(before.body) : [];
  return tickedIn(now.body).some((id) => !known.includes(id));
}

function issueOf(view: Omit<DashboardView, "hasBoxes">): Parameters<OwnIssue["put"]>[0] {
  const { plan } = view.state;
  return {
    title: `Batch ${oneLine(plan.name, 100)}`,
    body: dashboardText({ ...view, hasBoxes: true }),
    labels: plan.deliver?.labels ?? [],
    isOver: isOver(view.state, view.lines),
  };
}

/** Two collects at once read the same ticks and pull requests. What one of them has recorded is not recorded again. */
function withNew(record: BatchRecord, lines: readonly ResultsLine[]): BatchRecord {
  const isKnown = (line: ResultsLine): boolean => {
    if (line.type !== "wish") return record.lines.some((known) => isSame(known, line));
    const last = record.lines.findLast((known) => known.type === "wish" && known.task === line.task);
    return last !== undefined && isSame(last, line);
  };
  const fresh = lines.filter((line) => !isKnown(line));
  return fresh.length === 0 ? record : { ...record, lines: [...record.lines, ...fresh] };
}

/** Two collects that read the same tick began at most this far apart. */
const ONE_TICK_MS = 10 * 60_000;

function isSame(known: ResultsLine, line: ResultsLine): boolean {
  if (known.type === "approved" && line.type === "approved") return known.digest === line.digest;
  if (known.type === "answer" && line.type === "answer")
    return known.task === line.task && known.attempt === line.attempt && known.digest === line.digest;
  if (known.type === "delivery" && line.type === "delivery")
    return known.branch === line.branch && known.state === line.state && line.state !== "open";
  if (known.type !== "wish" || line.type !== "wish") return false;
  const apartMs = Math.abs(Date.parse(known.at) - Date.parse(line.at));
  return known.task === line.task && known.wish === line.wish && apartMs < ONE_TICK_MS;
}
