/** The ledger of one machine: a file in the user's state folder, for runs outside of a server. Each repository has limits of its own. */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { crashAt } from "../base/crash.ts";
import { mayRun, thisProcess } from "../base/process-identity.ts";
import { systemReason } from "../base/system-error.ts";
import { RunnerError, configError } from "../protocol/error.ts";
import { withOpenCharged } from "../protocol/tally.ts";
import { readJournal } from "../session/journal.ts";
import { lockFile } from "../session/lock.ts";
import { stateOf } from "../session/session-state.ts";
import type { LedgerStore } from "./ledger-store.ts";
import { parseLedger, writeLedger, type SpendingLedger } from "./spending.ts";
import { makeFolders } from "../base/make-folders.ts";

export interface LocalLedgerOptions {
  /** The user's state folder of this program, which holds the sessions too. */
  readonly stateDir: string;
  readonly root: string;
  readonly clock: Pick<Clock, "sleep">;
}

/** A process changes the file within milliseconds, so that hundreds of them take less than these ten seconds. */
const LOCK_EVERY_MS = 20;
const LOCK_TRIES = 500;

/** Creates the store. It reads nothing before it is asked to. */
export function createLocalLedger({ stateDir, root, clock }: LocalLedgerOptions): LedgerStore {
  const file = join(stateDir, "ledger.json");
  const lock = `${file}.lock`;
  const locked = async <T>(work: () => T): Promise<T> => {
    makeFolders(stateDir, 0o700);
    for (let tries = 1; ; tries += 1) {
      using held = tryLock(lock);
      if (held !== undefined) return work();
      if (tries >= LOCK_TRIES) throw unusable(lock, "another process holds it; if there is none, delete it");
      await clock.sleep(LOCK_EVERY_MS);
    }
  };
  return {
    owner: { root, process: thisProcess() },
    hasWholeJournals: true,
    change: (edit) =>
      locked(() => {
        const before = read(file);
        const { ledger, result } = edit(before);
        if (ledger !== before) write(file, ledger);
        return result;
      }),
    mayBeLost: ({ process }) => process !== undefined && !mayRun(process),
    lastCost: async (session, _now, mayUsd) => {
      try {
        const { records } = readJournal(join(stateDir, session, "journal.jsonl"));
        return withOpenCharged(stateOf(records.map(({ event }) => event)).spent).costUsd;
      } catch {
        return mayUsd ?? "unknown"; // its bundle is in a folder that the user chose
      }
    },
  };
}

/** Takes the lock, also that of a killed process. Undefined while another process has it. */
function tryLock(path: string): Disposable | undefined {
  try {
    return lockFile(path, () => unusable(path, "another process holds it"));
  } catch (error) {
    if (error instanceof RunnerError) return undefined;
    throw unusable(path, systemReason(error));
  }
}

function read(file: string): SpendingLedger {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw unusable(file, systemReason(error));
  }
  return parseLedger(text, file);
}

/** Replaces the file, so that a reader never sees half of it. */
function write(file: string, ledger: SpendingLedger): void {
  const next = `${file}.new`;
  try {
    crashAt("ledger.write.before");
    writeFileSync(next, writeLedger(ledger), { mode: 0o600 });
    renameSync(next, file);
    crashAt("ledger.write.after");
  } catch (error) {
    throw unusable(file, systemReason(error));
  }
}

function unusable(file: string, why: string): RunnerError {
  return configError(
    `The daily limit cannot be enforced: ${file}: ${why}.`,
    "Make the file writable, set XDG_STATE_HOME to a folder of your own, or take limits.cost_usd_per_day out of the policy.",
  );
}
