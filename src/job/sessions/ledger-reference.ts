/** The ledger of a repository: one commit under `refs/kimi/`. It is changed by compare-and-set, so that no job loses what another wrote. */

import type { Clock } from "../../base/clock.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { parseJournal } from "../../session/journal.ts";
import { withOpenCharged } from "../../protocol/tally.ts";
import { stateOf } from "../../session/session-state.ts";
import { changeRef } from "../../workspace/change-ref.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import type { StoredCommit } from "../../workspace/read-stored.ts";
import type { Edited, LedgerStore } from "../../spending/ledger-store.ts";
import { parseLedger, writeLedger, type SpendingLedger } from "../../spending/spending.ts";
import { DEAD_AFTER_MS, isActive, parseLease } from "./lease.ts";
import { JOURNAL, LEASE, SESSIONS } from "./session-refs.ts";

const LEDGER = "refs/kimi/ledger";
const FILE = "ledger.json";

interface LedgerRefOptions {
  readonly refs: RemoteRefs;
  readonly thread?: number | undefined;
  readonly clock: Pick<Clock, "now" | "sleep">;
}

/** Builds the store. It asks the server nothing before it is used. */
export function createLedgerRef({ refs, thread, clock }: LedgerRefOptions): LedgerStore {
  const target = {
    refs,
    ref: LEDGER,
    read: async () => {
      const stored = await refs.read(LEDGER).catch(unusable);
      if (stored === undefined) return { commit: null, value: [] };
      return { commit: stored.commit, value: parseLedger(stored.files.get(FILE)?.toString("utf8") ?? "", LEDGER) };
    },
    write: (ledger: SpendingLedger) => {
      const files = new Map([[FILE, writeLedger(ledger)]]);
      return refs.write({ files, message: "ledger", atSeconds: Math.floor(clock.now() / 1000) }).catch(unusable);
    },
    refused: unusableLedger,
    clock,
  };
  return {
    owner: { thread },
    change: async <T>(edit: (ledger: SpendingLedger) => Edited<T>) => {
      const results: T[] = [];
      await changeRef(target, (before) => {
        const { ledger, result } = edit(before);
        results.push(result);
        return ledger;
      });
      return results.at(-1) as T; // the edit was called at least once
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

function unusable(error: unknown): never {
  throw unusableLedger(describeError(error));
}

function unusableLedger(why: string): RunnerError {
  return new RunnerError({
    code: "github.denied",
    message: `The limit for a day or a thread cannot be enforced, so nothing was spent: ${LEDGER} cannot be changed: ${why}`,
    hint: "Give the token `contents: write`, or take limits.cost_usd_per_day and limits.cost_usd_per_thread out of the policy.",
  });
}
