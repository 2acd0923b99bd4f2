/** What a run of the workflow has to do of a recorded batch. Pure. */

import { areAnswered } from "../results/answers.ts";
import { runnableOf, type BatchState } from "../results/fold.ts";
import type { BatchRecord } from "./record-ref.ts";
import { heldBySession, waitingSessionOf, type WaitingSession } from "./waiting-session.ts";

/** Sessions of waiting tasks that have all their answers, by task. */
export function answeredSessions(
  { tasks }: BatchState,
  record: Pick<BatchRecord, "sessions"> | undefined,
): ReadonlyMap<string, WaitingSession> {
  return new Map(
    tasks.flatMap((stand) => {
      const session = record === undefined ? undefined : waitingSessionOf(stand, record.sessions);
      if (session === undefined || !areAnswered(heldBySession(session), stand.answers)) return [];
      return [[stand.task.id, session] as const];
    }),
  );
}

/** Shards with a task that may run now. One that waits may when it has its answers. */
export function shardsToRun(state: BatchState, resumed: ReadonlyMap<string, unknown>): readonly number[] {
  const runnable = new Set(
    runnableOf(state, { retry: false })
      .filter((stand) => stand.state !== "waiting" || resumed.has(stand.task.id))
      .map(({ task }) => task.id),
  );
  return state.plan.shards.flatMap((ids, shard) => (ids.some((task) => runnable.has(task)) ? [shard] : []));
}
