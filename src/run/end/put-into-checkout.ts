/** Puts the changes of a run on a copy into the checkout. What takes them back is kept until the session's end. */

import { renameSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { crashAt } from "../../base/crash.ts";
import { systemReason } from "../../base/system-error.ts";
import { namedUpTo } from "../../base/words.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import type { CheckoutEnd } from "../../protocol/outcome.ts";
import { lockCheckout } from "../../session/lock.ts";
import type { SessionState } from "../../session/session-state.ts";
import { findCheckout, type Checkout } from "../../workspace/checkout.ts";
import { changedSince, putBack, readKept } from "../../workspace/change/kept-files.ts";
import type { TrustedGit } from "../../workspace/trusted-git.ts";
import { dropKept, isPutting, keptDirOf, makeScratchDir, removeScratchDir } from "../open/leftovers.ts";
import type { Session, StoredSession } from "../open/session.ts";
import type { Workbench } from "../open/workbench.ts";
import { keepWork } from "./kept-start.ts";

export interface PutIntoOptions extends Pick<Workbench, "repository" | "pathVar"> {
  readonly git: TrustedGit;
  readonly last: string;
  /** The session whose changes they are; undefined for a single command. */
  readonly session?: Pick<Session, "bundle" | "emit" | "state"> | undefined;
}

/** How long to wait for the lock: two runs may end at the same time. A run in the checkout itself keeps it longer. */
const WAIT_MS = 5000;
const LOOK_MS = 50;
const MAX_NAMED = 5;

/** Never rejects: the patch has the changes in any case. */
export async function putIntoCheckout(options: PutIntoOptions): Promise<CheckoutEnd> {
  const { git, repository, last } = options;
  const from = git.startTree();
  if (from === undefined || from === last) return { kind: "applied" };
  try {
    using _lock = await takeLock(repository.worktreeDir);
    const conflicts = await put(options, from);
    if (conflicts.length === 0) return { kind: "applied" };
    return { kind: "left", reason: `changed there meanwhile: ${namedUpTo(conflicts, MAX_NAMED)}` };
  } catch (error) {
    return { kind: "left", reason: describeError(error) };
  }
}

/** Returns the paths that are in the way. Puts nothing then. */
async function put({ git, repository, pathVar, last: to, session }: PutIntoOptions, from: string) {
  const { prepareChanges, putChanges } = await import("../../workspace/change/put-changes.ts"); // with git
  const { root, worktreeDir } = repository;
  const dir = makeScratchDir(worktreeDir);
  try {
    const bundle = session && { dir: session.bundle.dir, journal: session.bundle.journal };
    const prepared = await prepareChanges({ ...git, root, pathVar, from, to, dir, session: bundle });
    if ("conflicts" in prepared) return prepared.conflicts;
    const id = session?.state().begin?.sessionId;
    if (session === undefined || id === undefined) {
      putChanges(root, dir, prepared.kept);
      return [];
    }
    await keepWork({ git, session, head: repository.headTree, from, to });
    const kept = keptDirOf(worktreeDir, id);
    crashAt("checkout.keep.before");
    renameSync(dir, kept); // from now on only the end of the session removes it
    crashAt("checkout.keep.after");
    await session.emit({ type: "checkout.put", from, to });
    putChanges(root, kept, prepared.kept);
    return [];
  } finally {
    removeScratchDir(dir);
  }
}

/** Removes what takes the changes of a session back, which is not needed when its end, or its resume, is recorded. */
export function dropPut(cwd: string, { begin }: SessionState): void {
  try {
    dropKept(keptDirOf(findCheckout(cwd).worktreeDir, begin?.sessionId ?? ""));
  } catch {
    // The checkout is not there any more.
  }
}

/** Takes back what a killed process put into the checkout. False where it cannot. Throws `session.corrupt`. */
export async function takeBackPut(
  { root, worktreeDir }: Checkout,
  { state, journal: { records } }: Pick<StoredSession, "state" | "journal">,
): Promise<boolean> {
  if (!isPutting(records)) return true;
  const dir = keptDirOf(worktreeDir, state.begin?.sessionId ?? "");
  const kept = readKept(dir);
  if (kept === undefined) return false;
  using _lock = await takeLock(worktreeDir);
  try {
    const changed = changedSince(root, kept);
    if (changed.length > 0) {
      throw new RunnerError({
        code: "session.corrupt",
        message: `The run was killed while it put its changes into the checkout, and since then these files were changed there: ${namedUpTo(changed, MAX_NAMED)}.`,
        hint: "Move your versions of them out of the checkout and resume again; nothing was changed.",
      });
    }
    putBack(root, dir, kept);
    return true;
  } catch (error) {
    if (error instanceof RunnerError) throw error;
    throw new RunnerError({
      code: "workspace.file",
      message: `The changes that the killed run put into the checkout could not be rolled back: ${systemReason(error)}.`,
      hint: "Check who may write to the files of the checkout, and resume again.",
      cause: error,
    });
  }
}

async function takeLock(worktreeDir: string): Promise<Disposable> {
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    try {
      return lockCheckout(worktreeDir, () => {}); // without a lock, the comparison of the files is enough
    } catch (error) {
      if (waitedMs >= WAIT_MS) throw error;
      await delay(LOOK_MS);
    }
  }
}
