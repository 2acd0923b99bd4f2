/**
 * How many runs started each other before this one. With a personal or App token, what a run pushes or opens starts workflows,
 * and these start runs: without a limit two of them could go on for ever. A person's comment counts from its pull request.
 */

import { member } from "../../base/member.ts";
import { depthInMessage } from "../../publish/branch/commit-message.ts";
import { depthInMark, isOwn, PULL_REQUEST_MARK } from "../../publish/result/markers.ts";
import type { JobContext } from "../context/job-context.ts";

/** A fix, its review, and the fix of what the review found. */
export const MAX_DEPTH = 2;

export function tooDeepReason(depth: number): string {
  return `Another kimi-runner run started this one with its pull request or push (depth ${depth}, limit ${MAX_DEPTH}). Comment the command to run anyway.`;
}

/** 0 when no run made what this one was started on. Throws `github.*` where a push of ours cannot be looked at. */
export async function lineageDepth(context: JobContext): Promise<number> {
  const { trigger, self } = context;
  const { thread, comment, authority } = trigger;
  if (thread?.kind !== "pull") return 0;
  const isOurs = isOwn({ user: thread.author, body: thread.body }, self, PULL_REQUEST_MARK);
  const isByUs = authority.kind === "people" && authority.users.at(-1)?.id === self.id;
  const pushed =
    comment === undefined && isByUs && "headSha" in thread ? await pushedDepth(context, thread.headSha) : undefined;
  const before = [...(isOurs ? [depthInMark(thread.body)] : []), ...(pushed === undefined ? [] : [pushed])];
  return before.length === 0 ? 0 : Math.max(...before) + 1;
}

/** The event is about a commit that we pushed: it tells how deep its run was. */
async function pushedDepth({ client, job, self }: JobContext, ref: string): Promise<number | undefined> {
  const { owner, repo } = job;
  const { data } = await client.request("GET /repos/{owner}/{repo}/commits/{ref}", { owner, repo, ref });
  const message = member(member(data, "commit"), "message");
  if (member(member(data, "author"), "id") !== self.id || typeof message !== "string") return undefined;
  return depthInMessage(message);
}
