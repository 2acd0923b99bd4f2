/**
 * Saves a session on the server while it runs, beside it and never in its way: every few steps, and so often that a job which
 * vanished is noticed. What is saved is the journal up to a snapshot and that snapshot; what came after it is done again.
 */

import { statSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { describeError } from "../../protocol/error.ts";
import type { JournalRecord, Sink } from "../../protocol/wire.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import { sessionFiles } from "./job-session-store.ts";
import { RENEW_MS, type LeaseState } from "./lease.ts";
import type { Saved, SavePoint } from "./own-session.ts";
import type { SessionStore } from "./session-store.ts";

/** Steps between saves: at a minute a step, five minutes of work are lost with a runner. */
const EVERY_STEPS = 5;
const EVERY_MS = 2 * 60_000;

/** Why a snapshot may not be sent to a server; undefined when it may. */
type ProblemOf = (tree: string) => Promise<string | undefined>;

export interface SaverOptions {
  readonly store: SessionStore;
  readonly bundleDir: string;
  readonly clock: Pick<Clock, "monotonic">;
  readonly warn: (text: string) => void;
  /** Another job took the session over: this one must stop. */
  readonly onLost: () => void;
}

export interface SessionSaver {
  readonly sink: Sink;
  /** The commit that the session started from, and the references over the git directory of its snapshots. */
  readonly begin: (commit: string, refs: RemoteRefs, problemOf: ProblemOf) => void;
  /** Saves the end, once the bundle is written. */
  readonly end: (tree: string, state: LeaseState) => Promise<Saved>;
  readonly stop: () => void;
}

/** One per run. Costs a step nothing but the look at its events. */
export function createSessionSaver({ store, bundleDir, clock, warn, onLost }: SaverOptions): SessionSaver {
  const journal = join(bundleDir, "journal.jsonl");
  const blobs = join(bundleDir, "blobs");
  let parent: string | undefined;
  let steps = 0;
  let savedAt = clock.monotonic();
  let isBusy = false;
  let hasWarned = false;
  let newest: SavePoint | undefined;
  let problemOf: ProblemOf = async () => "the session has not begun";

  const report = (saved: Saved): Saved => {
    if (saved.kind === "lost") onLost();
    if (saved.kind === "unsaved" && !hasWarned) {
      hasWarned = true;
      warn(`The session could not be saved on the server: ${saved.said}`);
    }
    return saved;
  };
  const send = async (point: SavePoint, state: LeaseState): Promise<Saved> => {
    const said = point === newest ? undefined : await problemOf(point.tree).catch(describeError);
    if (said !== undefined) return { kind: "unsaved", said };
    newest = point;
    return await store.save(point, state, { isLast: state !== "running" });
  };
  const save = (point: SavePoint): void => {
    isBusy = true;
    steps = 0;
    savedAt = clock.monotonic();
    void send(point, "running").then((saved) => {
      isBusy = false;
      report(saved);
    });
  };
  const timer = setInterval(() => {
    if (!isBusy && newest !== undefined) save(newest);
  }, RENEW_MS);
  timer.unref();

  return {
    sink: {
      name: "session store",
      write: ({ event }: JournalRecord) => {
        if (event.type === "step.begin") steps += 1;
        if (event.type !== "workspace.snapshot" || parent === undefined || isBusy) return;
        const isDue = newest === undefined || steps >= EVERY_STEPS || clock.monotonic() - savedAt >= EVERY_MS;
        if (!isDue) return;
        save({ files: sessionFiles({ journal, blobs }, statSync(journal).size), tree: event.tree, parent });
      },
    },
    begin: (commit, refs, look) => {
      parent = commit;
      problemOf = look;
      store.use(refs);
    },
    end: async (tree, state) => {
      clearInterval(timer);
      if (parent === undefined) return { kind: "unsaved", said: "the session has no start commit" };
      return report(await send({ files: sessionFiles({ journal, blobs }), tree, parent }, state));
    },
    stop: () => clearInterval(timer),
  };
}
