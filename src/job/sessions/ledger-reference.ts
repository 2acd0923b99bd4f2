/** The ledger of a repository: one commit under `refs/kimi/`. It is changed by compare-and-set, so that no job loses what another wrote. */

import { backoffMs, type Backoff } from "../../base/backoff.ts";
import type { Clock } from "../../base/clock.ts";
import { oneLine } from "../../base/truncate.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { parseJournal } from "../../session/journal.ts";
import { withOpenCharged } from "../../protocol/tally.ts";
import { stateOf } from "../../session/session-state.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import type { StoredCommit } from "../../workspace/read-stored.ts";
import type { LedgerStore } from "../../spending/ledger-store.ts";
import { parseLedger, writeLedger } from "../../spending/spending.ts";
import { DEAD_AFTER_MS, isActive, parseLease } from "./lease.ts";
import { JOURNAL, LEASE, SESSIONS } from "./session-refs.ts";

const LEDGER = "refs/kimi/ledger";
const FILE = "ledger.json";

/** Of ten jobs that write at once, one succeeds every 200 ms; a hundred jobs would need some minutes. */
const ATTEMPTS = 30;
/** Failed reads in a row before the reference counts as damaged: with ten writers a commit is replaced every 200 ms. */
const MISREADS = 5;
const BACKOFF: Backoff = { initialMs: 50, maxMs: 3_000, jitterMs: 1_000 };

interface LedgerRefOptions {
  readonly refs: RemoteRefs;
  /** Number of the issue or pull request. */
  readonly thread: number | undefined;
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** Yields 0 ≤ x < 1. Jobs that lost to each other must not try again at the same moment. */
  readonly random: () => number;
}

/** Builds the store. It asks the server nothing before it is used. */
export function createLedgerRef({ refs, thread, clock, random }: LedgerRefOptions): LedgerStore {
  let misread = 0;
  /** The ledger on the server; `moved` where another job may have replaced it while it was read. */
  const readLedger = async () => {
    try {
      const stored = await orUnusable(() => refs.read(LEDGER));
      if (stored === undefined) return { commit: null, ledger: [] };
      const ledger = parseLedger(stored.files.get(FILE)?.toString("utf8") ?? "", LEDGER);
      misread = 0;
      return { commit: stored.commit, ledger };
    } catch (error) {
      misread += 1;
      if (misread >= MISREADS) throw error;
      return "moved";
    }
  };
  return {
    owner: { thread },
    change: async (edit) => {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const stored = await readLedger();
        if (stored === "moved") {
          await clock.sleep(backoffMs(attempt, BACKOFF, random));
          continue;
        }
        const { commit: expected, ledger: before } = stored;
        const { ledger, result } = edit(before);
        if (ledger === before) return result;
        const commit = await orUnusable(() =>
          refs.write({
            files: new Map([[FILE, writeLedger(ledger)]]),
            message: "ledger",
            atSeconds: Math.floor(clock.now() / 1000),
          }),
        );
        const update = { ref: LEDGER, commit, expected };
        const answer = await refs.update([update], { isAtomic: true });
        if (answer.kind === "updated") return result;
        if (answer.kind === "refused" && !isBusy(answer.said)) throw unusableLedger(oneLine(answer.said, 500));
        await clock.sleep(backoffMs(attempt, BACKOFF, random));
      }
      throw unusableLedger(`${ATTEMPTS} attempts lost to other jobs.`);
    },
    mayBeLost: ({ at }, now) => Math.abs(now - Date.parse(at)) >= DEAD_AFTER_MS,
    lastCost: async (session, now, mayUsd) => {
      const stored = await refs.read(`${SESSIONS}${session}`).catch(() => undefined);
      if (stored === undefined) return mayUsd ?? "unknown"; // the session is over, or was never saved
      const lease = parseLease(stored.files.get(LEASE));
      if (isActive(lease, now)) return "running";
      const saved = savedCost(stored);
      return saved === "unknown" || lease?.state !== "running" ? saved : Math.max(saved, mayUsd ?? 0);
    },
  };
}

/** What the session cost until its last save. A session without a journal vanished before its first step was over. */
function savedCost({ files }: StoredCommit): number | "unknown" {
  const journal = files.get(JOURNAL);
  if (journal === undefined) return 0;
  const { records, problem } = parseJournal(journal);
  if (problem !== undefined && problem.kind !== "torn") return "unknown";
  return withOpenCharged(stateOf(records.map(({ event }) => event)).spent).costUsd;
}

/** Whether the server has locked the reference for another job. */
function isBusy(said: string): boolean {
  return /cannot lock ref|\.lock'?: File exists|incorrect old value/i.test(said);
}

async function orUnusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unusableLedger(describeError(error));
  }
}

function unusableLedger(why: string): RunnerError {
  return new RunnerError({
    code: "github.denied",
    message: `The limit for a day or a thread cannot be kept, so nothing was spent: ${LEDGER} cannot be changed: ${why}`,
    hint: "Give the token `contents: write`, or take limits.cost_usd_per_day and limits.cost_usd_per_thread out of the policy.",
  });
}
