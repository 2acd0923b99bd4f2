/** Changes what a reference of the server holds by compare-and-set, so that no job loses what another wrote. */

import { backoffMs, type Backoff } from "../base/backoff.ts";
import type { Clock } from "../base/clock.ts";
import { oneLine } from "../base/truncate.ts";
import type { RunnerError } from "../protocol/error.ts";
import type { RemoteRefs } from "./remote-refs.ts";

export interface Held<T> {
  /** Null where there is no reference. */
  readonly commit: string | null;
  readonly value: T;
}

/** `Before` is `After`, or what stands for a reference that is not there. */
export interface ChangedRef<Before, After> {
  readonly refs: Pick<RemoteRefs, "update">;
  readonly ref: string;
  readonly read: () => Promise<Held<Before>>;
  /** Makes the commit of a value and returns its id. Two jobs that make equal values make different commits. */
  readonly write: (value: After) => Promise<string>;
  /** The error for what the server said, or for too many lost races. */
  readonly refused: (said: string) => RunnerError;
  readonly clock: Pick<Clock, "sleep">;
}

/** When twenty jobs write at once, one of them succeeds in each round, which takes less than a second. */
const ATTEMPTS = 60;
/** Failed reads in a row before the reference counts as damaged: another job may replace its commit while it is read. */
const MISREADS = 5;
const BACKOFF: Backoff = { initialMs: 50, maxMs: 3_000, jitterMs: 1_500 };
/** The server has locked the reference for another job. */
const BUSY = /cannot lock ref|\.lock'?: File exists|incorrect old value/i;

/**
 * Replaces the value by what `edit` makes of the newest one, and returns what the reference holds then. `edit` is called again where
 * another job was faster; where it returns its argument, nothing is written. `seen` is what the reference held last, and spares a
 * read. Rejects with the errors of `read`, `write` and `edit`, and with `refused`.
 */
export async function changeRef<Before, After extends Before>(
  target: ChangedRef<Before, After>,
  edit: (before: Before) => After,
  seen?: Held<Before>,
): Promise<Held<After>> {
  const { refs, ref, read, write, refused, clock } = target;
  let known = seen;
  let misread = 0;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const held = known ?? (await orMisread());
    known = undefined;
    if (held !== undefined) {
      const value = edit(held.value);
      if (value === held.value) return { ...held, value };
      const commit = await write(value);
      const answer = await refs.update([{ ref, commit, expected: held.commit }], { isAtomic: true });
      if (answer.kind === "updated") return { commit, value };
      if (answer.kind === "refused" && !BUSY.test(answer.said)) throw refused(oneLine(answer.said, 500));
    }
    await clock.sleep(backoffMs(attempt, BACKOFF, Math.random)); // jobs that lost to each other wait for different times
  }
  throw refused(`${ATTEMPTS} attempts lost to other jobs.`);

  async function orMisread(): Promise<Held<Before> | undefined> {
    try {
      const held = await read();
      misread = 0;
      return held;
    } catch (error) {
      misread += 1;
      if (misread >= MISREADS) throw error;
      return undefined;
    }
  }
}
