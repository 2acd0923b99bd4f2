/**
 * Collects a batch on GitHub: takes in what arrived, reads what people did to pull requests and on the dashboard, delivers as much as
 * the limits allow, and writes the dashboard. No model is asked. Collecting again, or twice at once, makes nothing twice.
 */

import { basename } from "node:path";
import { openJobGit, type JobGit } from "../../job/context/job-git.ts";
import { oneLine } from "../../base/truncate.ts";
import { grouped } from "../../base/words.ts";
import { openDashboard, type Dashboard, type SeenDashboard } from "../../publish/issues/dashboard.ts";
import { tickedIn } from "../../publish/issues/tick-list.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import { foldResults, type BatchState } from "../results/fold.ts";
import type { ResultsLine, DeliveryLine, AskedLine } from "../results/results-line.ts";
import type { Arrived } from "./arrived.ts";
import { readDashboardInput } from "./dashboard-input.ts";
import { dashboardMark, dashboardText, type DashboardView } from "./dashboard-text.ts";
import { deliverAll, setLabels } from "./deliver-pulls.ts";
import { isOver, batchPullsOf } from "./batch-pulls.ts";
import { openBatchJob, type BatchJob, type BatchJobParts } from "./batch-job.ts";
import { jobRecord, type BatchRecord, type RecordRef } from "./record-ref.ts";
import { startersOf } from "./starters.ts";
import { takeIn, withNew } from "./take-in.ts";
import { createLedgerRef } from "../../job/sessions/ledger-reference.ts";
import { describeError } from "../../protocol/error.ts";
import { batchSession, settle } from "../../spending/spending.ts";
import { redactDeep } from "../../base/redact.ts";
import { applyPatch } from "../../workspace/apply-patch.ts";
import { describeLeaks, findLeaks } from "../../workspace/change/leaks.ts";
import type { CheckedAttempt } from "./bundle-line.ts";
import { pullOf, type FoundPull } from "../../publish/branch/pull-request.ts";
import { inRepo, REPEATABLE } from "../../publish/result/ports.ts";
import { repoOf } from "../../job/context/job-parts.ts";
import { statusOf } from "../../publish/result/problem.ts";
import { answeredSessions, shardsToRun } from "./waiting-session.ts";

interface CollectRequest {
  /** What a workflow run left; undefined for a collect of its own, such as a scheduled one. */
  readonly arrived: Arrived | undefined;
  readonly id: string;
}

export type Collected = Awaited<ReturnType<typeof withDashboard>>;

/** Undefined where there is no record or nothing left to do. Throws `RunnerError` where the record, the policy or the commit cannot be trusted. */
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
    const attempts = await recordable(arrived.attempts, batch);
    const people = isAfterShards ? startersOf(parts) : undefined;
    const asked = people === undefined ? undefined : ({ type: "asked", people, at } as const);
    const workflowRun = isAfterShards ? `${job.runUrl ?? "this run"}, attempt ${job.runAttempt}` : undefined;
    // The shards of a first attempt start from the plan's artifact, and those of a later one from the record.
    const from = job.runAttempt === 1 ? undefined : before?.lines;
    await ref.change((record) => takeIn(record, { ...arrived, from, attempts, workflowRun, asked, at }));
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

/** The record with what people have said on the dashboard since; undefined where there is none. Throws what `collectBatch` throws. */
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

/** Adds what people said on the dashboard to the record, behind `more`. `seen`: undefined where there may be a dashboard. */
async function heard(
  { batch, ref, record }: Hearing,
  seen: SeenDashboard | undefined,
  more: readonly ResultsLine[] = [],
) {
  const { lines, notes } = await readDashboardInput(batch, record, seen);
  return { record: await ref.update((before) => withNew(before, [...more, ...lines])), notes };
}

async function withDashboard(batch: BatchJob, ref: RecordRef) {
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
  /** For the job summary. */
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
      `The cost of the batch could not be written to the ledger, which keeps counting all that was reserved: ${describeError(error)}`,
    );
  }
}

/** git writes binary content in base 85, in which a search finds nothing. */
const BINARY = /^GIT binary patch$/m;

/** GitHub takes no file of 100 MB, and the record has the change of each task in a file. */
const MAX_PATCH_BYTES = 50_000_000;

/** The attempts as they may be recorded. A change that contains a secret, or is too large, needs a person. */
async function recordable(attempts: readonly CheckedAttempt[], batch: BatchJob): Promise<readonly CheckedAttempt[]> {
  const { redact } = batch;
  const clean: CheckedAttempt[] = [];
  for (const attempt of attempts) {
    const problem = attempt.patch.length === 0 ? undefined : await problemOf(attempt, batch);
    const safe = { ...attempt, line: redactDeep(attempt.line, redact), report: redact(attempt.report) };
    const line = { ...safe.line, state: "person", reason: redact(problem ?? ""), patch: null } as const;
    clean.push(problem === undefined ? safe : { ...safe, line, patch: Buffer.alloc(0) });
  }
  return clean;
}

/** A sentence about what keeps a change out of the record, or undefined. */
async function problemOf({ patch }: CheckedAttempt, batch: BatchJob): Promise<string | undefined> {
  if (patch.length > MAX_PATCH_BYTES)
    return `Its change has ${grouped(patch.length)} bytes; a batch delivers at most ${grouped(MAX_PATCH_BYTES)} for a task.`;
  const { path, search, base } = batch;
  const { objects: git, gitDir } = batch.git;
  const text = patch.toString("latin1");
  // Without the mark in front of each line, a value of several lines is as in the file.
  if (!BINARY.test(text) && search(text).length + search(text.replace(/^[+ -]/gm, "")).length === 0) return undefined;
  try {
    const from = await git.treeOf(base);
    const to = await applyPatch({ gitDir, path, tree: from, patch });
    const leaks = await findLeaks({ git, from, to, search });
    return leaks.length === 0 ? undefined : describeLeaks(leaks);
  } catch (error) {
    return `Its change holds a secret, or cannot be read: ${describeError(error)}`;
  }
}

/** A line for each pull request that is no longer open, or that has its labels now. GitHub wants one request after the other. */
async function changedPulls(batch: BatchJob, { plan, lines }: BatchRecord): Promise<readonly DeliveryLine[]> {
  const known = batchPullsOf(foldResults(plan, lines), lines).flatMap(({ delivery: line }) => line ?? []);
  const pulls: { readonly line: DeliveryLine; readonly pull: FoundPull }[] = [];
  for (const line of known) {
    if (line.state !== "open" || line.pullRequest === undefined) continue;
    pulls.push({ line, pull: await pullOf(batch.github, line.pullRequest) });
  }
  if (plan.deliver?.pullRequests === "stacked") {
    const before = known.flatMap(({ branch, state }) => (state === "merged" ? [branch] : []));
    await restack(batch, pulls, before);
  }
  const at = new Date(batch.clock.now()).toISOString();
  const changed: DeliveryLine[] = [];
  for (const { line, pull } of pulls) {
    const { reason, ...facts } = line;
    if (!pull.isOpen) changed.push({ ...facts, state: pull.isMerged ? "merged" : "closed", at });
    else if (reason !== undefined && (await setLabels(batch, plan, pull.number)) === undefined)
      changed.push({ ...facts, at });
  }
  return changed;
}

/** Gives a pull request above a merged one the nearest open branch below it as its base: otherwise its change would end in a merged branch. */
async function restack(
  { github, into, world }: BatchJob,
  pulls: readonly { readonly line: DeliveryLine; readonly pull: FoundPull }[],
  before: readonly string[],
): Promise<void> {
  const merged = new Set([...before, ...pulls.flatMap(({ line, pull }) => (pull.isMerged ? [line.branch] : []))]);
  const open = pulls.filter(({ pull }) => pull.isOpen);
  for (const [index, { pull }] of open.entries()) {
    if (!merged.has(pull.into)) continue;
    const base = open[index - 1]?.line.branch ?? into;
    try {
      const what = { ...inRepo(github.repo), pull_number: pull.number, base };
      await github.client.request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", what, REPEATABLE);
    } catch (error) {
      world.warn(`#${pull.number} is still for ${pull.into}, which is merged: ${oneLine(describeError(error), 300)}`);
    }
  }
}

/**
 * Starts the workflow again where people answered, released or ticked something that lets tasks run. The start is recorded before it is
 * asked for, so that each word of a person starts one run at most, and a run that is stopped or fails is not started over and over. Does
 * nothing outside of a workflow. A refusal of GitHub is a warning.
 */
async function startAgain(parts: BatchJobParts, ref: RecordRef): Promise<void> {
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
    world.warn(
      `Batch ${plan.id} can continue, but its workflow could not be started: ${reason} Start it with this id.`,
    );
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
