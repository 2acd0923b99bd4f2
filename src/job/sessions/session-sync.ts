/**
 * Keeps the stored session of a run up to date: saves it every few steps and minutes, listens for cancel requests, and saves or
 * deletes it at the end. A save holds the newest snapshot and the journal up to a moment at which no later change was recorded; a
 * job that resumes the session does later steps again.
 */

import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describeError } from "../../protocol/error.ts";
import { hasTrait, type Outcome } from "../../protocol/outcome.ts";
import type { JournalRecord, WireEvent } from "../../protocol/wire.ts";
import type { PublishResult } from "../../publish/result/publish-result.ts";
import type { RunHooks } from "../../run/agent/run-parts.ts";
import type { RunEnd } from "../../run/end/run-end.ts";
import { describeLeaks } from "../../workspace/change/leaks.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import type { JobParts } from "../context/job-parts.ts";
import { refsOf } from "../context/job-git.ts";
import { sessionFiles } from "./job-session-store.ts";
import type { LeaseState } from "./lease.ts";
import type { Saved } from "./own-session.ts";
import type { SessionStore } from "./session-store.ts";

/** How often the server is asked for a cancel request, which costs a `git ls-remote` of 50 ms. A person waits at most this long. */
const CANCEL_EVERY_MS = 5_000;
/** Steps between saves: at a minute a step, a runner that dies loses five minutes of work. A save costs two requests, and what the journal grew. */
const EVERY_STEPS = 5;
/** A save renews the lease too. */
const EVERY_MS = 2 * 60_000;
/** From the first snapshot to the first save, unless five steps are sooner. A run that ends before is saved only at its end. */
const FIRST_MS = 1_000;

export const LOST = "Another job continued this session.";

export type SessionSync = ReturnType<typeof createSessionSync>;

export interface SettledSession {
  readonly store: Pick<SessionStore, "finish" | "carriedOut" | "leave">;
  readonly outcome: Outcome;
  /** People are asked about calls or files of it. */
  readonly waits: boolean;
  readonly published: Pick<PublishResult, "pullRequest" | "refusals">;
  /** Saves the session as one that can go on. */
  readonly stop: () => Promise<unknown>;
}

/** Deletes or keeps a session after publishing. A session with something left to publish stays for the next job that gets the request. */
export async function settleSession({ store, outcome, waits, published, stop }: SettledSession): Promise<void> {
  const { pullRequest, refusals } = published;
  const isDelivered = hasTrait(outcome, "delivered");
  if (refusals.length > 0 && (hasTrait(outcome, "good") || isDelivered)) return await store.leave();
  const done = { outcome, pullRequest: "number" in pullRequest ? pullRequest.number : undefined };
  if (waits) return await store.carriedOut(done);
  if (hasTrait(outcome, "final")) return void (await store.finish(done));
  if (isDelivered) await stop();
}

/** One per run. `bundleDir` is where the session's bundle is on this machine. */
export function createSessionSync(parts: JobParts, store: SessionStore, bundleDir = parts.inputs.bundleDir) {
  const { stopper } = parts;
  const watching = new AbortController();
  const saver = createSaver(parts, store, bundleDir);
  const close = (): void => {
    watching.abort();
    saver.stop();
  };
  const watch = async (): Promise<void> => {
    const { signal } = watching;
    for (;;) {
      await delay(CANCEL_EVERY_MS, undefined, { signal, ref: false });
      const by = await store.cancelRequest().catch(() => undefined);
      if (by === undefined) continue;
      stopper.stop(by === "" ? "Cancelled from the thread." : `Cancelled in the thread by ${by}.`);
      return await store.clearCancelRequest();
    }
  };
  const hooks: Required<Pick<RunHooks, "sinks" | "opened">> = {
    sinks: [{ name: "session store", write: saver.write }],
    opened: ({ bench, session }) => {
      watch().catch(() => {}); // the end of the run aborts it
      const { headCommit, headTree, root } = bench.repository;
      bench.git().then(
        ({ gitDir, objects: git }) =>
          saver.begin(headCommit, refsOf(parts, gitDir, root), async (tree) => {
            const leaks = await session.leakCheck.check({ git, from: headTree, to: tree });
            return leaks.length === 0 ? undefined : describeLeaks(leaks);
          }),
        () => {}, // the run reports it
      );
    },
  };
  return {
    hooks,
    /** Saves a session that can go on, and otherwise makes sure that it is still this job's. Called before the result is posted. */
    saveEnd: async ({ outcome, isWithheld, held }: RunEnd): Promise<Saved> => {
      watching.abort();
      const waits = held.length > 0;
      const isPublishable = hasTrait(outcome.outcome, "good") || hasTrait(outcome.outcome, "delivered");
      const isLeft = outcome.tree !== undefined && !isWithheld;
      if (hasTrait(outcome.outcome, "final") && !waits && !(isPublishable && isLeft)) {
        saver.stop();
        return (await store.isMine()) ? { kind: "saved" } : { kind: "lost" };
      }
      if (isWithheld) return { kind: "unsaved", said: outcome.reason };
      if (outcome.tree === undefined) return { kind: "unsaved", said: "there is no snapshot of the workspace" };
      return saver.end(outcome.tree, waits ? "waiting" : isPublishable ? "unpublished" : "stopped");
    },
    /** Deletes a session that is over and published. Called after the result is posted. */
    finish: async (
      { outcome: { outcome, tree }, held }: RunEnd,
      published: SettledSession["published"],
    ): Promise<void> => {
      const stop = async (): Promise<unknown> => tree !== undefined && (await saver.end(tree, "stopped"));
      await settleSession({ store, outcome, waits: held.length > 0, published, stop });
    },
    /** Leaves the session to other jobs after an unexpected failure, as it was saved last. Never throws. */
    abandon: async (): Promise<void> => {
      close();
      await store.abandon();
    },
    close,
  };
}

/** Why a snapshot may not be sent to the server; undefined when it may. */
type ProblemOf = (tree: string) => Promise<string | undefined>;

/** A moment of the run that may be saved: the results of the steps before it are recorded, and the workspace is in a snapshot. */
interface Settled {
  readonly tree: string;
  /** Bytes of the journal up to it. */
  readonly bytes: number;
  readonly steps: number;
}

/** The event itself where it is one of a subagent. Of the agents that write, one works at a time, so a moment of it is one of the run. */
function ofAgent(event: WireEvent): WireEvent {
  return event.type === "subagent.event" ? ofAgent(event.event) : event;
}

/** Saves beside the run and renews the lease. The run does not wait for a save. */
function createSaver({ stopper, world: { warn } }: JobParts, store: SessionStore, bundleDir: string) {
  const journal = join(bundleDir, "journal.jsonl");
  const blobs = join(bundleDir, "blobs");
  let parent: string | undefined;
  let steps = 0;
  /** Bytes of the journal before its newest record. */
  let bytes = 0;
  let latest: Settled | undefined;
  /** What was given to the server last, or kept from it because of a file in the workspace. */
  let tried: Settled | undefined;
  /** The newest tree without such a file. */
  let harmless: string | undefined;
  let isBusy = false;
  let isOver = false;
  let hasWarned = false;
  let first: NodeJS.Timeout | undefined;
  let problemOf: ProblemOf = async () => "the session has not begun";

  const report = (saved: Saved): Saved => {
    if (saved.kind === "lost") stopper.stop(LOST);
    if (saved.kind === "unsaved" && !hasWarned) {
      hasWarned = true;
      warn(`The session could not be saved on the server: ${saved.said}`);
    }
    return saved;
  };
  /** Sends the journal up to `upTo` bytes, and the whole of it at the end. */
  const send = async (tree: string, state: LeaseState, upTo?: number): Promise<Saved> => {
    if (parent === undefined) return { kind: "unsaved", said: "the session has no start commit" };
    const point = { files: sessionFiles({ journal, blobs }, upTo), tree, parent };
    const said = tree === harmless ? undefined : await problemOf(tree).catch(describeError);
    if (said !== undefined) return { kind: "unsaved", said };
    harmless = tree;
    if (isOver && state === "running") return { kind: "saved" }; // the end of the run is saved in its place, perhaps already
    return await store.save(point, state, { isLast: state !== "running" });
  };
  const save = (): void => {
    if (isBusy || latest === undefined || parent === undefined) return;
    const { tree, bytes: upTo } = (tried = latest);
    isBusy = true;
    void send(tree, "running", upTo)
      .catch((error: unknown): Saved => ({ kind: "unsaved", said: describeError(error) }))
      .then((saved) => {
        isBusy = false;
        report(saved);
        saveIfDue(); // steps went on meanwhile
      });
  };
  const saveIfDue = (): void => {
    if (latest === undefined || latest === tried) return;
    // Where nothing could be saved so far because of a file in the workspace, each later moment is tried.
    if ((tried !== undefined && harmless === undefined) || latest.steps - (tried?.steps ?? 0) >= EVERY_STEPS) save();
  };
  const timer = setInterval(save, EVERY_MS);
  timer.unref();
  const stop = (): void => {
    clearInterval(timer);
    clearTimeout(first);
    isOver = true;
    latest = undefined;
  };
  const settled = (tree: string, upTo: number): void => {
    latest = { tree, bytes: upTo, steps };
    first ??= setTimeout(() => {
      if (tried === undefined) save();
    }, FIRST_MS).unref();
    saveIfDue();
  };

  return {
    write: ({ event: told }: JournalRecord): void => {
      const event = ofAgent(told);
      const before = bytes;
      bytes = statSync(journal).size;
      if (event.type === "step.begin") steps += 1;
      if (event.type === "workspace.snapshot") settled(event.own ?? event.tree, bytes);
      // A batch is judged when the steps before it are in a snapshot, which is recorded only where they changed files.
      const isJudged = event.type === "call.judged" || event.type === "call.failed";
      if (isJudged && latest !== undefined && latest.steps < steps) settled(latest.tree, before);
    },
    /** `commit` is the start commit of the session; `refs` goes through the git directory of its snapshots. */
    begin: (commit: string, refs: RemoteRefs, look: ProblemOf): void => {
      parent = commit;
      problemOf = look;
      store.use(refs);
    },
    /** Saves the end of the run, once the bundle is written. */
    end: async (tree: string, state: LeaseState): Promise<Saved> => {
      stop();
      return report(await send(tree, state));
    },
    stop,
  };
}
