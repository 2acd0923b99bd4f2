/** The sessions of tasks that wait for an answer. The record keeps their files until the answers are there. */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HeldCall } from "../../protocol/wire.ts";
import { isBundleFile } from "../../session/bundle.ts";
import { parseJournal } from "../../session/journal.ts";
import { stateOf } from "../../session/session-state.ts";
import { runnableOf, type BatchState, type TaskState } from "../results/fold.ts";
import { bundleOf } from "../results/result-of.ts";

export interface WaitingSession {
  readonly attempt: number;
  /** The files of the attempt's bundle, by their paths in it. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Limit for one task. A run of a hundred steps has 5 MB. */
const MAX_BYTES = 10_000_000;
/** Limit for all tasks: more would make a push of the record too large. */
const MAX_ALL_BYTES = 100_000_000;

/** Reads a checked bundle. Undefined for a bundle that is too large for the record. */
export function readWaiting(dir: string, attempt: number): WaitingSession | undefined {
  const paths = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter(isBundleFile);
  const bytes = paths.reduce((sum, path) => sum + statSync(join(dir, path)).size, 0);
  if (bytes > MAX_BYTES) return undefined;
  return { attempt, files: new Map(paths.map((path) => [path, readFileSync(join(dir, path))])) };
}

/** As many sessions as the record may hold, the first ones first. */
export function withinRecord<K>(sessions: Iterable<readonly [K, WaitingSession]>): ReadonlyMap<K, WaitingSession> {
  let left = MAX_ALL_BYTES;
  return new Map(
    [...sessions].filter(([, { files }]) => {
      const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
      if (bytes > left) return false;
      left -= bytes;
      return true;
    }),
  );
}

export function heldBySession({ files }: WaitingSession): readonly HeldCall[] {
  const { records } = parseJournal(files.get("journal.jsonl") ?? Buffer.alloc(0));
  return stateOf(records.map(({ event }) => event)).held;
}

/** The session of a task that waits now. Undefined where the record has no session of that attempt. */
export function waitingSessionOf(
  { task, state, attempt }: Pick<TaskState, "task" | "state" | "attempt">,
  sessions: ReadonlyMap<string, WaitingSession>,
): WaitingSession | undefined {
  const session = sessions.get(task.id);
  return state === "waiting" && session?.attempt === attempt ? session : undefined;
}

/** The sessions of waiting tasks in which every held call has its answer, by task. */
export function answeredSessions(
  { tasks }: Pick<BatchState, "tasks">,
  sessions: ReadonlyMap<string, WaitingSession>,
): ReadonlyMap<string, WaitingSession> {
  return new Map(
    tasks.flatMap((taskState) => {
      const session = waitingSessionOf(taskState, sessions);
      const held = session === undefined ? [] : heldBySession(session);
      const isAnswered = held.every(({ digest }) => taskState.answers.some((answer) => answer.digest === digest));
      return session !== undefined && held.length > 0 && isAnswered ? [[taskState.task.id, session] as const] : [];
    }),
  );
}

/** Numbers of the shards that have a task which may run now. A task that waits may run when its session is in `answered`. */
export function shardsToRun(state: BatchState, answered: ReadonlyMap<string, WaitingSession>): readonly number[] {
  const runnable = new Set(
    runnableOf(state, { retry: false })
      .filter((taskState) => taskState.state !== "waiting" || answered.has(taskState.task.id))
      .map(({ task }) => task.id),
  );
  return state.plan.shards.flatMap((ids, shard) => (ids.some((task) => runnable.has(task)) ? [shard] : []));
}

export function writeWaiting(dir: string, id: string, { attempt, files }: WaitingSession): void {
  for (const [path, bytes] of files) {
    const to = join(dir, bundleOf(id, attempt), path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bytes, { mode: 0o600 });
  }
}
