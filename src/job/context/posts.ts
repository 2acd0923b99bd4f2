/** What a job writes before it is over: the reaction, the live comment, and replies that need no model. */

import { systemClock, type Clock } from "../../base/clock.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import type { Trigger } from "../../github/event/trigger.ts";
import { RunnerError } from "../../protocol/error.ts";
import { createOwnComment } from "../../publish/comments/status-comment.ts";
import { noticeMark, STICKY_MARK } from "../../publish/result/markers.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import type { GitHubApi, Repo, Warn } from "../../publish/result/ports.ts";
import { createProgressComment, type ProgressComment } from "../../publish/comments/progress-comment.ts";
import { createReaction, type Reaction, type ReactionTarget } from "../../publish/comments/reaction.ts";
import { renderProgress } from "../../publish/render/render-result.ts";
import type { RunFacts } from "../../publish/result/run-facts.ts";
import type { GitHubJob } from "./github-job.ts";
import { whoAmI, type JobContext } from "./job-context.ts";
import type { RunTrigger } from "./task.ts";
import { repoOf } from "./repository.ts";

export interface Posts {
  readonly reaction: Reaction;
  readonly progress: ProgressComment<RunFacts> | undefined;
}

export interface PostsOptions {
  readonly api: GitHubApi;
  readonly repo: Repo;
  readonly job: GitHubJob;
  readonly trigger: RunTrigger;
  readonly scene: { readonly thread: { readonly number: number } | undefined; readonly self: JobContext["self"] };
  readonly warn: Warn;
}

/** Eyes on what started the run, and the one comment that shows how far it is. Without a thread there is neither. */
export function createPosts({ api, repo, job, trigger, scene, warn }: PostsOptions): Posts | undefined {
  const { thread, self } = scene;
  const target = targetOf(trigger);
  if (thread === undefined || target === undefined) return undefined;
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

export interface ReplyOptions {
  readonly client: GitHubClient;
  /** Where it is written to; GitHub when left out. */
  readonly api?: GitHubApi | undefined;
  readonly trigger: Extract<Trigger, { kind: "reply" }>;
  readonly job: GitHubJob;
  readonly clock: Clock;
}

/** Answers once: the mark carries the comment that is answered. Throws `github.denied` when the answer cannot be posted. */
export async function postReply({ client, api = client, trigger, job, clock }: ReplyOptions): Promise<void> {
  const { thread, comment } = trigger;
  if (thread === undefined) return;
  const reply = createOwnComment({
    client: api,
    repo: repoOf(job),
    thread: thread.number,
    self: await whoAmI(client),
    mark: noticeMark(String(comment?.id ?? thread.number), "reply"),
    outgoing: createOutgoing((text) => text), // our own words only
    clock,
  });
  const result = await reply.put(trigger.text);
  if (result.kind !== "refused") return;
  throw new RunnerError({ code: "github.denied", message: result.reason, hint: result.fix });
}
