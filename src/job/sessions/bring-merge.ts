/** Makes the start commit of a session again, where it is a merge that this program prepared: the server may not have it. */

import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../base/clock.ts";
import type { EventOf } from "../../protocol/wire.ts";
import { RunnerError } from "../../protocol/error.ts";
import { checkOut } from "../../workspace/check-out.ts";
import { type JobParts, remoteOf } from "../context/job-parts.ts";
import type { OpenStore } from "./job-session-store.ts";

interface BringMerge extends Pick<OpenStore, "repository"> {
  readonly begin: Pick<EventOf<"session.begin">, "headCommit" | "origin">;
  /** A private git directory over the same objects. */
  readonly gitDir?: string | undefined;
  /** Check the merge out as well. */
  readonly isCheckedOut?: boolean | undefined;
}

/** Does nothing for a session without such a merge. Throws `session.corrupt` where the two commits make another merge now. */
export async function bringMerge(
  parts: JobParts,
  { repository, begin, gitDir, isCheckedOut }: BringMerge,
): Promise<void> {
  const { origin, headCommit } = begin;
  if (origin?.merge === undefined) return;
  const [head, base] = origin.merge;
  const pathVar = parts.world.env["PATH"] ?? "";
  const place = { checkout: repository, remote: remoteOf(parts), pathVar, clock: systemClock };
  const made = await checkOut({ ...place, head, base, merge: true, isKept: isCheckedOut !== true });
  if (made?.kind !== "prepared" || made.commit !== headCommit) {
    throw new RunnerError({
      code: "session.corrupt",
      message: `Merging ${base.slice(0, 12)} into ${head.slice(0, 12)} no longer gives the commit that the session started from.`,
      hint: "Ask for the work again.",
    });
  }
  const shallow = join(repository.gitDir, "shallow");
  if (gitDir !== undefined && existsSync(shallow)) copyFileSync(shallow, join(gitDir, "shallow"));
}
