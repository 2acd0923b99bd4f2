/** Puts the changes of a run that worked on a copy into the checkout, where the files are still as the run found them. */

import { setTimeout as delay } from "node:timers/promises";
import { namedUpTo } from "../../base/words.ts";
import { describeError } from "../../protocol/error.ts";
import type { CheckoutEnd } from "../../protocol/outcome.ts";
import { lockCheckout, type CheckoutLock } from "../../session/lock.ts";
import type { TrustedGit } from "../../workspace/trusted-git.ts";
import type { Repository } from "../../workspace/repository.ts";

export interface PutIntoOptions {
  readonly git: TrustedGit;
  readonly repository: Repository;
  readonly pathVar: string;
  readonly last: string;
}

/** How long to wait for the lock: two runs may end at the same time. A run in the checkout itself keeps it longer. */
const WAIT_MS = 5000;
const LOOK_MS = 50;
const MAX_NAMED = 5;

/** Never rejects: the patch has the changes in any case. */
export async function putIntoCheckout({ git, repository, pathVar, last }: PutIntoOptions): Promise<CheckoutEnd> {
  const from = git.startTree();
  if (from === undefined || from === last) return { kind: "applied" };
  try {
    const { putChanges } = await import("../../workspace/change/put-changes.ts"); // with git
    const lock = await takeLock(repository.worktreeDir);
    try {
      const { root } = repository;
      const conflicts = await putChanges({ ...git, root, pathVar, from, to: last });
      if (conflicts.length === 0) return { kind: "applied" };
      return { kind: "left", reason: `changed there meanwhile: ${namedUpTo(conflicts, MAX_NAMED)}` };
    } finally {
      lock.release();
    }
  } catch (error) {
    return { kind: "left", reason: describeError(error) };
  }
}

async function takeLock(worktreeDir: string): Promise<CheckoutLock> {
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    try {
      return lockCheckout(worktreeDir, () => {}); // without a lock, the comparison of the files is enough
    } catch (error) {
      if (waitedMs >= WAIT_MS) throw error;
      await delay(LOOK_MS);
    }
  }
}
