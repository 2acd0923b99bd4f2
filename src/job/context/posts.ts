/** What a job writes before it is over: the reaction, the live comment, and replies that need no model. */

import { systemClock } from "../../base/clock.ts";
import type { Trigger } from "../../github/event/trigger.ts";
import { RunnerError } from "../../protocol/error.ts";
import { createOwnComment } from "../../publish/comments/status-comment.ts";
import { noticeMark, STICKY_MARK } from "../../publish/result/markers.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import type { GitHubApi } from "../../publish/result/ports.ts";
import { createProgressComment, type ProgressComment } from "../../publish/comments/progress-comment.ts";
import { createReaction, type Reaction, type ReactionTarget } from "../../publish/comments/reaction.ts";
import { renderProgress } from "../../publish/render/render-result.ts";
import type { RunFacts } from "../../publish/result/run-facts.ts";
import { whoAmI, type JobContext } from "./job-context.ts";
import type { JobParts, JobRequest } from "./job-parts.ts";
import type { RunTrigger } from "./task.ts";
import { repoOf } from "./repository.ts";

export interface Posts {
  readonly reaction: Reaction;
  readonly progress: ProgressComment<RunFacts> | undefined;
}

/** A job with a thread to write to, of which no more may be known yet. */
type Postable = JobRequest & { readonly self: JobContext["self"] };

/** Eyes on what started the run, and the one comment that shows how far it is. Without a thread there is neither. */
export function createPosts(context: Postable, api: GitHubApi): Posts | undefined {
  const { job, trigger, self } = context;
  const { warn } = context.world;
  const { thread } = trigger;
  const target = targetOf(trigger);
  if (thread === undefined || target === undefined) return undefined;
  const repo = repoOf(context);
  const comment = createOwnComment({
    client: api,
    repo,
    thread: thread.number,
    self,
    mark: STICKY_MARK,
    outgoing: createOutgoing((text) => text), // facts come from the journal's records, which are redacted
    clock: systemClock,
  });
  const links = { runUrl: job.runUrl };
  return {
    reaction: createReaction({ client: api, repo, target, warn }),
    progress: createProgressComment<RunFacts>({
      comment,
      render: (facts) => renderProgress(facts, links),
      clock: systemClock,
      warn,
    }),
  };
}

function targetOf({ comment, thread }: RunTrigger): ReactionTarget | undefined {
  if (comment?.kind === "issue") return { kind: "issue-comment", id: comment.id };
  if (comment?.kind === "review") return { kind: "review-comment", id: comment.id };
  return thread === undefined ? undefined : { kind: "issue", number: thread.number };
}

type ReplyTrigger = Extract<Trigger, { kind: "reply" }>;

/** Answers once: the mark carries the comment that is answered. Throws `github.denied` when the answer cannot be posted. */
export async function postReply(
  parts: Pick<JobParts, "client" | "job"> & { readonly trigger: ReplyTrigger },
  api: GitHubApi = parts.client,
): Promise<void> {
  const { thread, comment, text } = parts.trigger;
  if (thread === undefined) return;
  const reply = createOwnComment({
    client: api,
    repo: repoOf(parts),
    thread: thread.number,
    self: await whoAmI(parts.client),
    mark: noticeMark(String(comment?.id ?? thread.number), "reply"),
    outgoing: createOutgoing((said) => said), // our own words only
    clock: systemClock,
  });
  const result = await reply.put(text);
  if (result.kind !== "refused") return;
  throw new RunnerError({ code: "github.denied", message: result.reason, hint: result.fix });
}
