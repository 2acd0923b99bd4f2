/** A run of a job and its session on the server: saved while it runs, cancelled from the thread, kept or given up at its end. */

import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "../../base/clock.ts";
import type { Outcome } from "../../protocol/outcome.ts";
import { describeLeaks } from "../../workspace/leaks.ts";
import { isFinal } from "../../run/resume.ts";
import type { FinishedRun, RunHooks } from "../../run/run.ts";
import type { Stopper } from "../../run/open/stopper.ts";
import { refsOf, type StoreParts } from "./job-session-store.ts";
import { createSaver } from "./session-saver.ts";
import type { Saved, SessionStore } from "./session-store.ts";

/** How often the server is asked whether somebody cancelled; a wish is heard between two steps or during one. */
const CANCEL_EVERY_MS = 15_000;

export const LOST = "Another job went on with this session.";

export interface KeeperOptions extends StoreParts {
  readonly store: SessionStore;
  readonly stopper: Stopper;
  /** Where the session's bundle is on this machine. */
  readonly bundleDir: string;
}

export interface Keeper {
  readonly hooks: Required<Pick<RunHooks, "sinks" | "opened">>;
  /** Saves a session that can go on, or makes sure that it is still this job's. Called before anything is told to people. */
  readonly keep: (finished: FinishedRun) => Promise<Saved>;
  /** Gives up a session that is over. Called after everything is told. */
  readonly release: (outcome: Outcome) => Promise<void>;
  /** Leaves the session to others after a failure that nobody foresaw: as it was saved last, or not at all. Never throws. */
  readonly abandon: () => Promise<void>;
  readonly close: () => void;
}

/** One per run. */
export function createKeeper(options: KeeperOptions): Keeper {
  const { store, stopper, bundleDir, world } = options;
  const { warn } = world;
  const watching = new AbortController();
  const saver = createSaver({
    store,
    bundleDir,
    clock: systemClock,
    warn,
    onLost: () => stopper.stop(LOST),
  });
  const watch = async (): Promise<void> => {
    const { signal } = watching;
    for (;;) {
      await delay(CANCEL_EVERY_MS, undefined, { signal, ref: false });
      const wish = await store.cancelWish().catch(() => undefined);
      if (wish === undefined) continue;
      stopper.stop(wish.by === "" ? "Cancelled from the thread." : `Cancelled in the thread by ${wish.by}.`);
      return await store.clearWish();
    }
  };
  return {
    hooks: {
      sinks: [saver.sink],
      opened: (bench, guard) => {
        watch().catch(() => {}); // ends with the run
        const { headCommit, headTree, root } = bench.repository;
        const problemIn = async (gitDir: string, tree: string): Promise<string | undefined> => {
          const leaks = await guard.check({ gitDir, root, from: headTree, to: tree });
          return leaks.length === 0 ? undefined : describeLeaks(leaks);
        };
        bench.git().then(
          ({ gitDir }) =>
            saver.begin(headCommit, refsOf(options, gitDir, root), async (tree) => await problemIn(gitDir, tree)),
          () => {}, // the run says so itself
        );
      },
    },
    keep: async ({ outcome, isWithheld }) => {
      watching.abort();
      if (isFinal(outcome.outcome)) {
        saver.stop();
        return (await store.isMine()) ? { kind: "saved" } : { kind: "lost" };
      }
      if (isWithheld) return { kind: "unkept", said: outcome.reason };
      if (outcome.tree === undefined) return { kind: "unkept", said: "there is no snapshot of the workspace" };
      return saver.end(outcome.tree, outcome.outcome === "deferred" ? "waiting" : "stopped");
    },
    release: async (outcome) => {
      if (isFinal(outcome)) await store.finish();
    },
    abandon: async () => {
      watching.abort();
      saver.stop();
      await store.abandon();
    },
    close: () => {
      watching.abort();
      saver.stop();
    },
  };
}
