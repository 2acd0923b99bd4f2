/** Adds what arrived to the record. Pure. Taking in the same bundles twice adds nothing. */

import { foldResults, isClosed, runnableOf } from "../results/fold.ts";
import { resultWithoutSession, type AttemptName } from "../results/result-of.ts";
import type { AskedLine, DeliveryLine, RequestLine, ResultLine, ResultsLine } from "../results/results-line.ts";
import type { Arrived } from "./arrived.ts";
import type { CheckedAttempt } from "./bundle-line.ts";
import type { BatchRecord, TaskChange } from "./record-ref.ts";
import { answeredSessions, shardsToRun, waitingSessionOf, withinRecord } from "./waiting-session.ts";

export interface TakeIn extends Pick<
  Arrived,
  "plan" | "own" | "attempts" | "shardLines" | "unproven" | "shards" | "planned"
> {
  /** The record from which the shards of a further attempt started. The shards themselves are those of `planned` in every attempt. */
  readonly from?: Arrived["planned"] | undefined;
  /** Name of the workflow run that made the artifacts; undefined for the folder of a batch, in which tasks may still run. */
  readonly workflowRun: string | undefined;
  /** The people who started that workflow run; undefined where no person did. */
  readonly asked: AskedLine | undefined;
  /** ISO 8601. */
  readonly at: string;
}

/** The record with these lines. Returns `record` itself when none of them is new. */
export function withNew(record: BatchRecord, lines: readonly ResultsLine[]): BatchRecord {
  const fresh = lines.filter(createKnown(record.lines).take);
  return fresh.length === 0 ? record : { ...record, lines: [...record.lines, ...fresh] };
}

/** The record with what arrived. Returns `before` itself when nothing is new. */
export function takeIn(before: BatchRecord | undefined, arrived: TakeIn): BatchRecord {
  const start = before ?? { plan: arrived.plan, lines: [], changes: new Map(), sessions: new Map() };
  const known = createKnown(start.lines);
  const added = linesOf(known, arrived).filter(known.take);
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
  known: Known,
  { own, shardLines, unproven, attempts, at, workflowRun }: TakeIn,
): readonly ResultsLine[] {
  const lost = unproven.filter((line) => own !== undefined || known.isNew(line));
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

type Known = ReturnType<typeof createKnown>;

/** Tells which lines are not among these yet. The begin of an attempt and the end of a session count once, and so does what two collects read. */
export function createKnown(lines: readonly ResultsLine[]) {
  const names = new Set<string>();
  const requests = new Map<string, RequestLine>();
  const deliveries = new Map<string, DeliveryLine>();
  const isNew = (line: ResultsLine): boolean => {
    if (line.type === "asked") return true;
    if (line.type === "wish") {
      const last = requests.get(line.task);
      return last?.wish !== line.wish || Math.abs(Date.parse(last.at) - Date.parse(line.at)) >= ONE_TICK_MS;
    }
    if (line.type === "delivery") {
      const last = deliveries.get(line.branch);
      if (last?.state !== line.state || last.pullRequest !== line.pullRequest) return true;
      return line.state === "open" && last.reason !== line.reason;
    }
    const isBeginning = line.type === "started" || line.type === "withdrawn";
    return !names.has(nameOf(line)) && !(isBeginning && names.has(endOf(line)));
  };
  const add = (line: ResultsLine): void => {
    if (line.type === "asked") return;
    if (line.type === "wish") requests.set(line.task, line);
    else if (line.type === "delivery") deliveries.set(line.branch, line);
    else names.add(nameOf(line));
    if (line.type === "result") names.add(endOf(line));
  };
  for (const line of lines) add(line);
  return {
    isNew,
    /** Whether the line is new. From now on it is known. */
    take: (line: ResultsLine): boolean => {
      const isFirst = isNew(line);
      if (isFirst) add(line);
      return isFirst;
    },
  };
}

/** Equal for lines that say the same. */
function nameOf(line: Exclude<ResultsLine, RequestLine | DeliveryLine | AskedLine>): string {
  switch (line.type) {
    case "started":
    case "withdrawn":
      return JSON.stringify([line.type, line.task, line.attempt, line.session]);
    case "result": {
      const { task, attempt, session, outcome, steps, reason, patch } = line;
      // A session that goes on may end in the same way again, after more steps.
      const what = session === undefined ? [reason] : [session, steps, patch];
      return JSON.stringify([line.type, task, attempt, outcome, ...what]);
    }
    case "approved":
      return JSON.stringify([line.type, line.digest]);
    case "answer":
      return JSON.stringify([line.type, line.task, line.attempt, line.digest]);
  }
}

/** The name of any end of an attempt. */
function endOf({ task, attempt }: Pick<ResultLine, "task" | "attempt">): string {
  return JSON.stringify(["end", task, attempt]);
}

/** Results for the tasks that this workflow run had to run, and from which nothing usable arrived. */
function missingOf(
  { plan, lines: before, sessions }: BatchRecord,
  lines: readonly ResultsLine[],
  arrived: TakeIn,
): readonly ResultLine[] {
  const { workflowRun, shards, at } = arrived;
  if (workflowRun === undefined) return [];
  const shardOf = new Map(plan.shards.flatMap((ids, shard) => ids.map((id) => [id, shard] as const)));
  // What people asked for or answered since the shards were started is for the next workflow run.
  const from = foldResults(plan, arrived.from ?? arrived.planned);
  const first = foldResults(plan, arrived.planned);
  const begun = new Set(shardsToRun(first, answeredSessions(first, sessions)));
  const asked = new Set(
    runnableOf(from, { retry: false })
      .map(({ task }) => task.id)
      .filter((task) => begun.has(shardOf.get(task) ?? -1)),
  );
  const resumed = answeredSessions(from, sessions);
  const now = new Map(foldResults(plan, lines).tasks.map((taskState) => [taskState.task.id, taskState]));
  const said = [...arrived.shardLines, ...arrived.unproven, ...arrived.attempts.map(({ line }) => line)];
  const heard = new Set(said.flatMap((line) => (line.type === "result" ? [line.task] : [])));
  const reason = `No bundle arrived from ${workflowRun}.`;
  const told = new Set(lines.flatMap((line) => (line.type === "result" && line.reason === reason ? [line.task] : [])));
  return foldResults(plan, before).tasks.flatMap(({ task, next, result }) => {
    const taskState = now.get(task.id);
    const wasAsked = asked.has(task.id) && (taskState?.state !== "waiting" || resumed.has(task.id));
    const wasDue = wasAsked && next.kind !== "none";
    const hasEnded = taskState?.state !== "started" && taskState?.result !== undefined && taskState.result !== result;
    if (!wasDue || taskState === undefined || heard.has(task.id) || told.has(task.id) || hasEnded) return [];
    // A shard that arrived says which tasks it began. Its other tasks wait for their turn, for example for money.
    if (taskState.state === "open" && shards.has(shardOf.get(task.id) ?? -1)) return [];
    const attempt = Math.max(1, taskState.state === "started" ? taskState.attempt : next.attempt);
    return [withoutBundle({ task: task.id, key: task.key, attempt, at }, reason)];
  });
}

/** A bundle that arrives again after its session went on has fewer steps than the recorded result. */
function sessionsOf(
  { plan, lines }: Pick<BatchRecord, "plan" | "lines">,
  before: BatchRecord["sessions"],
  attempts: readonly CheckedAttempt[],
): BatchRecord["sessions"] {
  const keyOf = ({ task, attempt, steps }: ResultLine): string => `${task} ${attempt} ${steps}`;
  const arrived = new Map(attempts.map(({ line, session }) => [keyOf(line), { session }]));
  return withinRecord(
    foldResults(plan, lines).tasks.flatMap((taskState) => {
      const { task, result, state } = taskState;
      if (state !== "waiting" || result === undefined) return [];
      const { session } = arrived.get(keyOf(result)) ?? { session: waitingSessionOf(taskState, before) };
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
