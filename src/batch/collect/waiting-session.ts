/** A task that waits for an answer → the files of its session, which the record keeps until the answer is there. */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HeldCall } from "../../protocol/wire.ts";
import { isBundleFile } from "../../session/bundle.ts";
import { parseJournal } from "../../session/journal.ts";
import { stateOf } from "../../session/session-state.ts";
import type { TaskStand } from "../results/fold.ts";
import { bundleOf } from "../results/result-of.ts";

/** Of the bundle of an attempt. */
export interface WaitingSession {
  readonly attempt: number;
  /** By path in the bundle. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Of one task. A run of a hundred steps has 5 MB. */
const MAX_BYTES = 10_000_000;
/** Of all tasks: what a push of the record may take. */
const MAX_ALL_BYTES = 100_000_000;

/** Reads a checked bundle; undefined for one that is too large for the record. */
export function readWaiting(dir: string, attempt: number): WaitingSession | undefined {
  const paths = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter(isBundleFile);
  const bytes = paths.reduce((sum, path) => sum + statSync(join(dir, path)).size, 0);
  if (bytes > MAX_BYTES) return undefined;
  return { attempt, files: new Map(paths.map((path) => [path, readFileSync(join(dir, path))])) };
}

/** As many, in this order, as the record may hold. */
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

/** The session of a task that waits now; undefined where the record has none of that attempt. */
export function waitingSessionOf(
  { task, state, attempt }: Pick<TaskStand, "task" | "state" | "attempt">,
  sessions: ReadonlyMap<string, WaitingSession>,
): WaitingSession | undefined {
  const session = sessions.get(task.id);
  return state === "waiting" && session?.attempt === attempt ? session : undefined;
}

/** Writes the bundle into the batch's folder. */
export function writeWaiting(dir: string, id: string, { attempt, files }: WaitingSession): void {
  for (const [path, bytes] of files) {
    const to = join(dir, bundleOf({ id }, attempt), path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bytes, { mode: 0o600 });
  }
}
