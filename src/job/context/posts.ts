/** What a job posts while it runs: the reaction, the status comment, and replies without a model. */

import { systemClock } from "../../base/clock.ts";
import type { Trigger } from "../../github/event/trigger.ts";
import { RunnerError } from "../../protocol/error.ts";
import { createOwnComment, type CommentOptions, type OwnComment } from "../../publish/comments/status-comment.ts";
import { noticeMark, statusMark } from "../../publish/result/markers.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import { createProgressComment, type ProgressComment } from "../../publish/comments/progress-comment.ts";
import { createReaction, type Reaction, type ReactionTarget } from "../../publish/comments/reaction.ts";
import { renderProgress } from "../../publish/render/render-result.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import type { JobEnd } from "./job-end.ts";
import { whoAmI, type ReadContext } from "./job-context.ts";
import { type JobParts, type JobRequest, repoOf } from "./job-parts.ts";
import type { RunTrigger } from "./task.ts";
import { requestKeyOf } from "./request-keys.ts";

export interface Posts {
  readonly reaction: Reaction;
  readonly progress: ProgressComment<RunFacts> | undefined;
}

/** What posting needs of a job. The thread need not be read yet. */
type Postable = JobRequest & { readonly self: ReadContext["self"] };

/** A comment of our own in a thread. The caller redacts its text. */
export function ownCommentOf(
  parts: Pick<JobParts, "client" | "job">,
  place: Pick<CommentOptions, "thread" | "self" | "mark"> & Partial<CommentOptions>,
): OwnComment {
  const outgoing = createOutgoing((text) => text);
  return createOwnComment({ client: parts.client, repo: repoOf(parts), outgoing, clock: systemClock, ...place });
}

interface RequestPosts {
  /** Key of the request that began the session; the trigger's own when left out. */
  readonly key?: string | undefined;
  /** No job posted anything for the request before. */
  readonly isFirst?: boolean | undefined;
}

/** The reaction on the comment or issue that started the run, and the status comment. Undefined without a thread. */
export function createPosts(context: Postable, request: RequestPosts = {}): Posts | undefined {
  const { job, trigger, self, outbox } = context;
  const { key = requestKeyOf(trigger), isFirst: isNew } = request;
  const { warn } = context.world;
  const { thread } = trigger;
  const target = targetOf(trigger);
  if (thread === undefined || target === undefined) return undefined;
  const mark = statusMark(key ?? String(thread.number));
  const { replyTo } = trigger;
  const comment = ownCommentOf(context, { client: outbox.api, thread: thread.number, replyTo, self, mark, isNew });
  const links = { runUrl: job.runUrl };
  return {
    reaction: context.reaction ?? createReaction({ client: outbox.api, repo: repoOf(context), target, warn }),
    progress: createProgressComment<RunFacts>({
      comment,
      render: (facts) => renderProgress(facts, links),
      clock: systemClock,
      warn,
    }),
  };
}

/** The reaction, before the thread is read; undefined where nothing is posted. */
export function earlyReaction(request: JobRequest): Reaction | undefined {
  const { inputs, trigger, client, world } = request;
  const target = targetOf(trigger);
  if (inputs.publish !== "github" || inputs.phase !== "all" || target === undefined) return undefined;
  return createReaction({ client, repo: repoOf(request), target, warn: world.warn });
}

function targetOf({ comment, thread }: RunTrigger): ReactionTarget | undefined {
  if (comment?.kind === "issue") return { kind: "issue-comment", id: comment.id };
  if (comment?.kind === "review") return { kind: "review-comment", id: comment.id };
  return thread === undefined ? undefined : { kind: "issue", id: thread.number };
}

type Replying = Pick<JobParts, "inputs" | "client" | "outbox" | "job"> & {
  readonly trigger: Pick<Extract<Trigger, { kind: "reply" }>, "thread" | "comment" | "replyTo">;
  readonly self?: ReadContext["self"] | undefined;
};

/** Posts a reply once, unless the job publishes nothing: its mark names the comment that it answers. Throws `github.denied` when it cannot be posted. */
export async function postReply(parts: Replying, text: string): Promise<JobEnd> {
  const { thread, comment, replyTo } = parts.trigger;
  const replied = { kind: "replied", text } as const;
  if (thread === undefined || parts.inputs.publish === "none") return replied;
  const mark = noticeMark(String(comment?.id ?? thread.number), "reply");
  const { self = await whoAmI(parts.client) } = parts;
  const reply = ownCommentOf(parts, { client: parts.outbox.api, thread: thread.number, replyTo, self, mark });
  const result = await reply.put(text);
  if (result.kind !== "refused") return replied;
  throw new RunnerError({ code: "github.denied", message: result.reason, hint: result.fix });
}
