/** Adds what arrived to the record. Pure. Taking in the same bundles twice adds nothing. */

import { foldResults, isClosed } from "../results/fold.ts";
import { resultWithoutSession, type AttemptName } from "../results/result-of.ts";
import type { AskedLine, ResultLine, ResultsLine } from "../results/results-line.ts";
import type { Arrived } from "./arrived.ts";
import type { CheckedAttempt } from "./bundle-line.ts";
import type { BatchRecord, TaskChange } from "./record-ref.ts";
import { answeredSessions, waitingSessionOf, withinRecord } from "./waiting-session.ts";

export interface TakeIn extends Pick<
  Arrived,
  "plan" | "own" | "attempts" | "shardLines" | "unproven" | "shards" | "planned"
> {
  /** Name of the workflow run that made the artifacts; undefined for the folder of a batch, in which tasks may still run. */
  readonly workflowRun: string | undefined;
  /** The people who started that workflow run; undefined where no person did. */
  readonly asked: AskedLine | undefined;
  /** ISO 8601. */
  readonly at: string;
}

/** The record with these lines. Returns `record` itself when none of them is new. */
export function withNew(record: BatchRecord, lines: readonly ResultsLine[]): BatchRecord {
  const fresh = lines.filter((line) => isNew(line, record.lines));
  return fresh.length === 0 ? record : { ...record, lines: [...record.lines, ...fresh] };
}

/** The record with what arrived. Returns `before` itself when nothing is new. */
export function takeIn(before: BatchRecord | undefined, arrived: TakeIn): BatchRecord {
  const start = before ?? { plan: arrived.plan, lines: [], changes: new Map(), sessions: new Map() };
  const added: ResultsLine[] = [];
  for (const line of linesOf(start.lines, arrived)) {
    if (isNew(line, [...start.lines, ...added])) added.push(line);
  }
  const asked = arrived.asked === undefined ? [] : [arrived.asked];
  const lines = [...start.lines, ...asked, ...added];
  const missing = missingOf(start, lines, arrived);
  if (before !== undefined && added.length + missing.length === 0) return before;
  const record = { plan: start.plan, lines: [...lines, ...missing] };
  return {
    ...record,
    changes: changesOf(record, start.changes, arrived.attempts),
    sessions: sessionsOf(record, start.sessions, arrived.attempts),
  };
}

/** A result without its bundle counts only where the record has it from a time when the bundle was there. */
function linesOf(
  known: readonly ResultsLine[],
  { own, shardLines, unproven, attempts, at, workflowRun }: TakeIn,
): readonly ResultsLine[] {
  const lost = unproven.filter((line) => own !== undefined || isNew(line, known));
  const lines = [...shardLines, ...lost.map((line) => withoutBundle(line)), ...attempts.map(({ line }) => line)];
  // The times are what a shard says. All of it was done by now, and a later time would lead to a commit in the future.
  const run = RUN_URL.exec(workflowRun ?? "")?.[0];
  return lines
    .map((line) => (Date.parse(line.at) > Date.parse(at) ? { ...line, at } : line))
    .map((line) => (line.type === "result" && run !== undefined ? { ...line, run } : line));
}

export const RUN_URL = /^https?:\/\/[\w.:-]+(?:\/[\w.-]+)+\/actions\/runs\/\d+/;

/** An attempt without a bundle is never a success, and its cost is not known. */
const withoutBundle = (attempt: AttemptName, reason = "Its bundle is missing or was refused."): ResultLine =>
  resultWithoutSession(attempt, { outcome: null, reason, costUsd: null });

/** Two collects that read the same tick began at most this far apart. */
const ONE_TICK_MS = 10 * 60_000;

/** Whether a line is not known yet. Each beginning of an attempt and each end of its session counts once, and so does what two collects read. */
export function isNew(line: ResultsLine, known: readonly ResultsLine[]): boolean {
  switch (line.type) {
    case "started":
    case "withdrawn":
      return !known.some(
        (one) =>
          isResultOf(one, line) || (one.type === line.type && isOfAttempt(one, line) && one.session === line.session),
      );
    case "result":
      return !known.some(
        (one) =>
          isResultOf(one, line) &&
          one.session === line.session &&
          one.outcome === line.outcome &&
          (line.session === undefined ? one.reason === line.reason : one.patch === line.patch),
      );
    case "approved":
      return !known.some((one) => one.type === "approved" && one.digest === line.digest);
    case "answer":
      return !known.some((one) => one.type === "answer" && isOfAttempt(one, line) && one.digest === line.digest);
    case "wish": {
      const last = known.findLast((one) => one.type === "wish" && one.task === line.task);
      if (last?.type !== "wish" || last.wish !== line.wish) return true;
      return Math.abs(Date.parse(last.at) - Date.parse(line.at)) >= ONE_TICK_MS;
    }
    case "delivery":
      return !known.some((one) => one.type === "delivery" && one.branch === line.branch && one.state === line.state);
    case "asked":
      return true;
    default:
      return line satisfies never;
  }
}

type OfAttempt = Pick<ResultLine, "task" | "attempt">;

function isOfAttempt(one: OfAttempt, { task, attempt }: OfAttempt): boolean {
  return one.task === task && one.attempt === attempt;
}

function isResultOf(line: ResultsLine, other: OfAttempt): line is ResultLine {
  return line.type === "result" && isOfAttempt(line, other);
}

/** Results for the tasks that this workflow run had to run, and from which nothing usable arrived. */
function missingOf(
  { plan, lines: before, sessions }: BatchRecord,
  lines: readonly ResultsLine[],
  arrived: TakeIn,
): readonly ResultLine[] {
  const { workflowRun, shards, at } = arrived;
  if (workflowRun === undefined) return [];
  const expected = foldResults(plan, before);
  // A task that waits was run only where it had its answers when the shards were started.
  const resumed = answeredSessions(foldResults(plan, arrived.planned), sessions);
  const now = new Map(foldResults(plan, lines).tasks.map((taskState) => [taskState.task.id, taskState]));
  const said = [...arrived.shardLines, ...arrived.unproven, ...arrived.attempts.map(({ line }) => line)];
  const heard = new Set(said.flatMap((line) => (line.type === "result" ? [line.task] : [])));
  const shardOf = new Map(plan.shards.flatMap((ids, shard) => ids.map((id) => [id, shard] as const)));
  return expected.tasks.slice(0, expected.released).flatMap(({ task, next, result }) => {
    const taskState = now.get(task.id);
    const wasDue = next.kind !== "none" && (taskState?.state !== "waiting" || resumed.has(task.id));
    const hasEnded = taskState?.state !== "started" && taskState?.result !== undefined && taskState.result !== result;
    if (!wasDue || taskState === undefined || heard.has(task.id) || hasEnded) return [];
    // A shard that arrived says which tasks it began. Its other tasks wait for their turn, for example for money.
    if (taskState.state === "open" && shards.has(shardOf.get(task.id) ?? -1)) return [];
    const reason = `No bundle arrived from ${workflowRun}.`;
    if (lines.some((line) => line.type === "result" && line.task === task.id && line.reason === reason)) return [];
    const attempt = Math.max(1, taskState.state === "started" ? taskState.attempt : next.attempt);
    return [withoutBundle({ task: task.id, key: task.key, attempt, at }, reason)];
  });
}

function sessionsOf(
  { plan, lines }: Pick<BatchRecord, "plan" | "lines">,
  before: BatchRecord["sessions"],
  attempts: readonly CheckedAttempt[],
): BatchRecord["sessions"] {
  const arrived = new Map(attempts.map(({ line, session }) => [`${line.task} ${line.attempt}`, session]));
  return withinRecord(
    foldResults(plan, lines).tasks.flatMap((taskState) => {
      const { task, attempt, state } = taskState;
      if (state !== "waiting") return [];
      const session = arrived.get(`${task.id} ${attempt}`) ?? waitingSessionOf(taskState, before);
      return session === undefined ? [] : [[task.id, session] as const];
    }),
  );
}

/** The changes that may still be delivered. A merged or closed change is dropped. */
function changesOf(
  { plan, lines }: Pick<BatchRecord, "plan" | "lines">,
  before: ReadonlyMap<string, TaskChange>,
  attempts: readonly CheckedAttempt[],
): ReadonlyMap<string, TaskChange> {
  const byDigest = new Map(attempts.map((one) => [`${one.line.task} ${one.line.patch}`, one]));
  return new Map(
    foldResults(plan, lines).tasks.flatMap(({ task, state, result, delivery, isReady }) => {
      if (state !== "done" || result?.patch == null) return [];
      if (isClosed(delivery) && !isReady) return [];
      const { patch, report } = byDigest.get(`${task.id} ${result.patch}`) ?? {};
      const change = patch === undefined ? before.get(task.id) : { patch, report: (report ?? "").slice(0, MAX_REPORT) };
      return change === undefined ? [] : [[task.id, change] as const];
    }),
  );
}

/** A pull request shows no more of it. */
const MAX_REPORT = 10_000;
