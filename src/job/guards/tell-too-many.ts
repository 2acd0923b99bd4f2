/** Says in a thread that too many runs were asked for there. */

import { systemClock } from "../../base/clock.ts";
import { createOwnComment } from "../../publish/comments/status-comment.ts";
import { noticeMark } from "../../publish/result/markers.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import type { AccountRef, GitHubApi, Repo } from "../../publish/result/ports.ts";
import { HOUR_MS } from "../sessions/run-cap.ts";

export interface TooManyOptions {
  readonly client: GitHubApi;
  readonly repo: Repo;
  readonly thread: number;
  readonly self: AccountRef;
}

/** Says so in the thread, once an hour at most. Never rejects. */
export async function tellTooMany(options: TooManyOptions): Promise<void> {
  const comment = createOwnComment({
    ...options,
    mark: noticeMark(`t${options.thread}`, "runs_per_hour"),
    outgoing: createOutgoing((text) => text), // our own words only
    clock: systemClock,
    notBefore: systemClock.now() - HOUR_MS,
  });
  await comment.put(
    "More runs were asked for in this thread within an hour than `limits.runs_per_hour` of the policy lets begin, so the last one was skipped, and others will be until an hour has fewer. Ask again then.",
  );
}
