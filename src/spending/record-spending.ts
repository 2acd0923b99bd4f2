/**
 * Keeps the ledger ahead of a run: before a model is asked, the ledger knows what the session may have cost then. So a job that resumes
 * it after its runner was lost knows the most that the lost steps cost. Must not fail a run.
 */

import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../base/clock.ts";
import { describeError } from "../protocol/error.ts";
import type { Sink, WireEvent } from "../protocol/wire.ts";
import type { LedgerStore } from "./ledger-store.ts";
import { recordCost } from "./spending.ts";

interface RecordingOptions extends Pick<LedgerStore, "change"> {
  readonly session: string;
  /** What the session has cost, and that with all that the requests under way may cost. */
  readonly cost: () => { readonly sessionUsd: number; readonly mayUsd: number };
  readonly clock: Pick<Clock, "now">;
  readonly warn: (text: string) => void;
}

/** Writing costs two requests to the server. */
const EVERY_MS = 60_000;
/** A request to a model waits no longer for a server that does not answer. */
const PATIENCE_MS = 10_000;

export function createRecording({ change, session, cost, clock, warn }: RecordingOptions) {
  /** What the ledger knows that the session may cost. */
  let covered = -1;
  let wroteAt = 0;
  let dearest = 0;
  /** What is recorded beyond the requests under way. A run that pays it within a minute gets twice as much. */
  let ahead = 0;
  let writing: Promise<void> | undefined;
  let hasWarned = false;

  const write = async (): Promise<void> => {
    const { sessionUsd, mayUsd } = cost();
    const most = mayUsd + ahead;
    covered = Math.min(covered, most);
    wroteAt = clock.now();
    try {
      await change((ledger) => ({
        ledger: recordCost(ledger, session, { sessionUsd, mayUsd: most }),
        result: undefined,
      }));
    } catch (error) {
      if (!hasWarned) warn(`What the run costs could not be written to the ledger: ${describeError(error)}`);
      hasWarned = true;
    }
    covered = most; // also after a failure, so that the run does not wait each time
  };
  const begin = (): Promise<void> => {
    writing ??= write().finally(() => (writing = undefined));
    return writing;
  };
  const before = async (costUsd: number): Promise<void> => {
    dearest = Math.max(dearest, costUsd);
    const isOld = clock.now() - wroteAt >= EVERY_MS;
    if (cost().mayUsd <= covered) {
      if (!isOld) return;
      ahead = Math.max(dearest, ahead / 2);
      return void begin();
    }
    await writing;
    ahead = Math.max(dearest, isOld ? ahead : 2 * ahead);
    await Promise.race([begin(), delay(PATIENCE_MS, undefined, { ref: false })]);
  };
  const sink: Sink = {
    name: "ledger",
    write: async ({ event }) => {
      const costUsd = reservedIn(event);
      if (costUsd !== undefined) await before(costUsd);
    },
  };
  return { sink, end: async (): Promise<void> => await writing };
}

/** What an attempt reserves that begins with the event, also one of a subagent. */
function reservedIn(event: WireEvent): number | undefined {
  if (event.type === "subagent.event") return reservedIn(event.event);
  return event.type === "attempt.begin" ? (event.costUsd ?? 0) : undefined;
}
