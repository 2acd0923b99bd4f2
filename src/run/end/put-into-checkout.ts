/** The end of a run on a copy: what it changed is put into the checkout, when it succeeded and the files there are as it found them. */

import { setTimeout as delay } from "node:timers/promises";
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

/** Two runs that end at the same time take turns; a run that works in the checkout itself has it for longer. */
const WAIT_MS = 5000;
const LOOK_MS = 50;
const MAX_NAMED = 5;

/** Never rejects: the patch has the change in any case. */
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
      const more = conflicts.length > MAX_NAMED ? ` and ${conflicts.length - MAX_NAMED} more` : "";
      const named = `${conflicts.slice(0, MAX_NAMED).join(", ")}${more}`;
      return { kind: "left", reason: `changed there meanwhile: ${named}` };
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
      return lockCheckout(worktreeDir, () => {}); // where it cannot be written, files are compared all the same
    } catch (error) {
      if (waitedMs >= WAIT_MS) throw error;
      await delay(LOOK_MS);
    }
  }
}
