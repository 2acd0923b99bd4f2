/**
 * Collects a batch on GitHub: takes in what arrived, sees what people did to pull requests and on the dashboard, delivers what there
 * is room for, and draws the dashboard. No model is asked, and doing it again, or twice at once, makes nothing twice.
 */

import type { Clock } from "../../base/clock.ts";
import { oneLine } from "../../base/truncate.ts";
import { describeError } from "../../protocol/error.ts";
import type { JobParts } from "../../job/context/job-parts.ts";
import { refsOf } from "../../job/sessions/job-session-store.ts";
import { createOwnIssue, type FoundIssue, type OwnIssue } from "../../publish/issues/own-issue.ts";
import { tickedIn } from "../../publish/issues/tick-list.ts";
import { foldResults, type BatchState } from "../results/fold.ts";
import type { ResultsLine } from "../results/results-line.ts";
import type { Arrived } from "./arrived.ts";
import { changedPulls } from "./changed-pulls.ts";
import { dashboardMark, dashboardText, isOver, type DashboardView } from "./dashboard-text.ts";
import { deliverAll } from "./deliver-all.ts";
import { openCollectGit, openPublisher, type CollectGit, type BatchPublisher } from "./publisher.ts";
import { existing, jobRecord, type BatchRecord, type RecordRef } from "./record-ref.ts";
import { startAgain } from "./start-again.ts";
import { startersOf } from "./starters.ts";
import { settleMoney } from "./settle-money.ts";
import { takeIn } from "./take-in.ts";
import { withoutLeaks } from "./without-leaks.ts";
import { readSaid, type Said } from "./wishes.ts";

export interface CollectRequest {
  /** What a workflow run left; undefined for a collect of its own, such as a scheduled one. */
  readonly arrived: Arrived | undefined;
  readonly id: string;
  readonly clock: Clock;
}

export interface Collected {
  readonly record: BatchRecord;
  readonly state: BatchState;
  /** Markdown for the job summary. */
  readonly summary: string;
  readonly dashboardUrl: string | undefined;
}

/**
 * Undefined where there is no record, or nothing of it is left to do. Throws `RunnerError` where it, the policy or the commit of the
 * plan cannot be trusted.
 */
export async function collectBatch(
  parts: JobParts,
  { arrived, id, clock }: CollectRequest,
): Promise<Collected | undefined> {
  const own = await openCollectGit(parts, clock);
  try {
    const ref = jobRecord(parts, own, { id, clock });
    const before = await ref.read();
    const plan = arrived?.plan ?? before?.plan;
    if (plan === undefined) return undefined;
    if (arrived === undefined && before !== undefined) {
      const isOld = isExpired(before, clock.now());
      if (isOld) await ref.remove();
      if (isOld || isDone(before)) return undefined;
    }
    const delivery = await openPublisher(parts, own, plan);
    if (arrived !== undefined) {
      const workflowRun = arrived.own === undefined ? nameOfRun(parts) : undefined;
      const at = new Date(clock.now()).toISOString();
      const attempts = await withoutLeaks(arrived.attempts, delivery);
      const people = workflowRun === undefined ? undefined : startersOf(parts);
      const asked = people === undefined ? undefined : ({ type: "asked", people, at } as const);
      await ref.change((record) => takeIn(record, { ...arrived, attempts, workflowRun, asked, at }));
    }
    const collected = await withDashboard(parts, ref, delivery);
    await startAgain(parts, ref, clock);
    const isAfterShards = arrived !== undefined && arrived.own === undefined;
    if (isAfterShards) {
      const refs = refsOf(parts, own.gitDir, own.checkout.root, clock);
      await settleMoney(collected.state, { refs, clock, warn: parts.world.warn });
    }
    return collected;
  } finally {
    own.close();
  }
}

const DAY_MS = 86_400_000;
/** Until then the workflow can go on with a batch that is over, and a new plan takes over what it has. */
const KEPT_MS = 30 * DAY_MS;
/** Of a batch that waits for people: artifacts are kept for 90 days at most. */
const KEPT_WAITING_MS = 180 * DAY_MS;

/** Since the last line of the record, which people's merges, ticks and answers make too. */
function isExpired(record: BatchRecord, now: number): boolean {
  const last = Date.parse(record.lines.at(-1)?.at ?? "");
  return now - last > (isDone(record) ? KEPT_MS : KEPT_WAITING_MS);
}

function isDone({ plan, lines }: BatchRecord): boolean {
  return isOver(foldResults(plan, lines), lines);
}

function nameOfRun({ job: { runUrl, runAttempt } }: JobParts): string {
  return `${runUrl ?? "this run"}, attempt ${runAttempt}`;
}

/**
 * The record of a batch with what people have said on its dashboard since, for a run of the workflow that goes on with it.
 * Undefined where there is none. Throws what `collectBatch` throws.
 */
export async function heardRecord(
  parts: JobParts,
  own: CollectGit,
  { id, clock }: Pick<CollectRequest, "id" | "clock">,
): Promise<BatchRecord | undefined> {
  const ref = jobRecord(parts, own, { id, clock });
  const record = await ref.read();
  if (record === undefined || isDone(record)) return record;
  const delivery = await openPublisher(parts, own, record.plan);
  const { said } = await hear(parts, delivery, record);
  return said.lines.length === 0 ? record : await ref.change((before) => withNew(existing(before), said.lines));
}

interface Heard {
  readonly issue: OwnIssue;
  readonly there: FoundIssue | "unknown" | undefined;
  readonly said: Said;
}

async function hear(parts: JobParts, delivery: BatchPublisher, record: BatchRecord): Promise<Heard> {
  const { trigger } = parts.inputs.start;
  const { github, outgoing, warn } = delivery;
  const issue = createOwnIssue({ ...github, mark: dashboardMark(record.plan.id), outgoing });
  const there = await found(issue, warn);
  const said = typeof there !== "object" ? NOTHING : await readSaid({ delivery, record, issue: there, trigger });
  return { issue, there, said };
}

async function withDashboard(parts: JobParts, ref: RecordRef, delivery: BatchPublisher): Promise<Collected> {
  const { trigger } = parts.inputs.start;
  const { clock, runUrl, warn } = delivery;
  let record = await ref.change((before) => existing(before));
  const { issue, there, said } = await hear(parts, delivery, record);
  const seen = await changedPulls(delivery, record);
  if (said.lines.length + seen.length > 0)
    record = await ref.change((before) => withNew(existing(before), [...seen, ...said.lines]));
  const links = { dashboardUrl: typeof there === "object" ? there.url : undefined, runUrl };
  record = await deliverAll({ ...delivery, links }, ref);
  // Delivering takes minutes, in which people tick further boxes, and another collect may have made the issue.
  const now = await found(issue, warn);
  const late = isTickedSince(there, now) ? await readSaid({ delivery, record, issue: now, trigger }) : NOTHING;
  if (late.lines.length > 0) record = await ref.change((before) => withNew(existing(before), late.lines));
  const state = foldResults(record.plan, record.lines);
  const notes = [...new Set([...said.notes, ...late.notes])];
  const { lines, sessions } = record;
  const view = { state, lines, sessions, now: clock.now(), trigger, notes, runUrl };
  const put = now === "unknown" ? undefined : await issue.put(textOf(view), now);
  if (put?.kind === "refused") warn(`The dashboard cannot be written. ${put.reason} ${put.fix}`);
  const dashboardUrl = put === undefined || put.kind === "refused" ? undefined : put.url;
  const text = dashboardText({ ...view, hasBoxes: false, dashboardUrl });
  return {
    record,
    state,
    summary: `## Batch ${record.plan.name.replace(/[^\w -]/g, "")}\n\n${text}`,
    dashboardUrl,
  };
}

const NOTHING = { lines: [], notes: [] } as const;

/** Where GitHub does not say whether there is a dashboard, none is made: it could be a second one. */
async function found(issue: OwnIssue, warn: (text: string) => void): Promise<FoundIssue | "unknown" | undefined> {
  try {
    return await issue.find();
  } catch (error) {
    warn(`The dashboard cannot be read: ${oneLine(describeError(error), 300)}`);
    return "unknown";
  }
}

/** A tick that was there before has been read. */
function isTickedSince(
  before: FoundIssue | "unknown" | undefined,
  now: FoundIssue | "unknown" | undefined,
): now is FoundIssue {
  if (now === undefined || now === "unknown") return false;
  const known = typeof before === "object" ? tickedIn(before.body) : [];
  return tickedIn(now.body).some((id) => !known.includes(id));
}

function textOf(view: Omit<DashboardView, "hasBoxes">): Parameters<OwnIssue["put"]>[0] {
  const { plan } = view.state;
  return {
    title: `Batch ${oneLine(plan.name, 100)}`,
    body: dashboardText({ ...view, hasBoxes: true }),
    labels: plan.deliver?.labels ?? [],
    isOver: isOver(view.state, view.lines),
  };
}

/** Two collects at once read the same ticks and pull requests: what one of them recorded is not recorded again. */
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
