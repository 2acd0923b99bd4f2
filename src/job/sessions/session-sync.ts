/** Keeps the stored session of a run up to date: saves it while it runs, listens for cancel requests, saves or deletes it at the end. */

import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "../../base/clock.ts";
import type { Outcome } from "../../protocol/outcome.ts";
import { describeLeaks } from "../../workspace/leaks.ts";
import { hasTrait } from "../../protocol/outcome.ts";
import type { RunEnd } from "../../run/end/run-end.ts";
import type { RunHooks } from "../../run/agent/run-parts.ts";
import type { JobParts } from "../context/job-parts.ts";
import { refsOf } from "./job-session-store.ts";
import { createSessionSaver } from "./session-saver.ts";
import type { Saved } from "./own-session.ts";
import type { SessionStore } from "./session-store.ts";

/** How often the server is asked whether somebody cancelled; a request is seen between two steps or during one. */
const CANCEL_EVERY_MS = 15_000;

export const LOST = "Another job went on with this session.";

export interface SessionSync {
  readonly hooks: Required<Pick<RunHooks, "sinks" | "opened">>;
  /** Saves a session that can go on, or makes sure that it is still this job's. Called before anything is told to people. */
  readonly saveEnd: (end: RunEnd) => Promise<Saved>;
  /** Gives up a session that is over. Called after everything is told. */
  readonly finish: (outcome: Outcome) => Promise<void>;
  /** Leaves the session to others after a failure that nobody foresaw: as it was saved last, or not at all. Never throws. */
  readonly abandon: () => Promise<void>;
  readonly close: () => void;
}

/** One per run. `bundleDir` is where the session's bundle is on this machine. */
export function createSessionSync(
  parts: JobParts,
  store: SessionStore,
  bundleDir = parts.inputs.bundleDir,
): SessionSync {
  const { stopper, world } = parts;
  const { warn } = world;
  const watching = new AbortController();
  const saver = createSessionSaver({
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
      const request = await store.cancelRequest().catch(() => undefined);
      if (request === undefined) continue;
      stopper.stop(request.by === "" ? "Cancelled from the thread." : `Cancelled in the thread by ${request.by}.`);
      return await store.clearCancelRequest();
    }
  };
  return {
    hooks: {
      sinks: [saver.sink],
      opened: ({ bench, session }) => {
        watch().catch(() => {}); // ends with the run
        const { headCommit, headTree, root } = bench.repository;
        const problemIn = async (gitDir: string, tree: string): Promise<string | undefined> => {
          const leaks = await session.leakCheck.check({ gitDir, root, from: headTree, to: tree });
          return leaks.length === 0 ? undefined : describeLeaks(leaks);
        };
        bench.git().then(
          ({ gitDir }) =>
            saver.begin(headCommit, refsOf(parts, gitDir, root), async (tree) => await problemIn(gitDir, tree)),
          () => {}, // the run says so itself
        );
      },
    },
    saveEnd: async ({ outcome, isWithheld }) => {
      watching.abort();
      if (hasTrait(outcome.outcome, "final")) {
        saver.stop();
        return (await store.isMine()) ? { kind: "saved" } : { kind: "lost" };
      }
      if (isWithheld) return { kind: "unsaved", said: outcome.reason };
      if (outcome.tree === undefined) return { kind: "unsaved", said: "there is no snapshot of the workspace" };
      return saver.end(outcome.tree, outcome.outcome === "deferred" ? "waiting" : "stopped");
    },
    finish: async (outcome) => {
      if (hasTrait(outcome, "final")) await store.finish();
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
