/** Replies to a comment that cannot be carried out, and the reasons for that. */

import { headAtStart } from "../../protocol/origin.ts";
import { systemClock } from "../../base/clock.ts";
import { refusalReply, type AnswerRefusal } from "../../publish/answer-refusal.ts";
import type { DecisionContext, OpenThreadSessions, ThreadSession } from "../sessions/thread-sessions.ts";
import type { CurrentBase } from "./current-base.ts";
import type { JobEnd } from "../context/job-end.ts";
import { leaseOwnerOf } from "../sessions/job-session-store.ts";
import { isEarlierAttempt, isActive } from "../sessions/lease.ts";
import { postReply } from "../context/posts.ts";
import type { RemoteSession } from "../sessions/own-session.ts";

/** Posts a reply, once for each comment. */
export async function reply(context: DecisionContext, text: string): Promise<JobEnd> {
  const trigger = { ...context.trigger, kind: "reply", text } as const;
  await postReply({ ...context, trigger });
  return { kind: "replied", text };
}

/** The reply of a job that publishes nothing. It decides nothing either, because no other job would know what it did. */
export function notPublishing(what: string): string {
  return `${what}. It was not done, because this job publishes nothing. On a machine that has the session's bundle, \`kimi-runner resume <bundle>\` resumes it.`;
}

/** Replies why nothing was done. */
export async function refuse(context: DecisionContext, refusal: AnswerRefusal): Promise<JobEnd> {
  const { inputs, trigger } = context;
  return reply(context, refusalReply(refusal, { command: inputs.start.trigger, isResume: trigger.kind === "resume" }));
}

/** Refuses while another job works on the session. An earlier attempt of this job does not count, because it is over. */
export function atWorkElsewhere(
  { lease }: Pick<RemoteSession, "lease">,
  { job }: Pick<DecisionContext, "job">,
): AnswerRefusal | undefined {
  if (!isActive(lease, systemClock.now()) || isEarlierAttempt(lease, leaseOwnerOf(job))) return undefined;
  return { kind: "taken", runUrl: lease?.runUrl };
}

/** Refuses while another job works in the thread on a session that it has not saved yet. */
export function threadAtWorkElsewhere(
  { begun }: Pick<OpenThreadSessions, "begun">,
  context: Pick<DecisionContext, "job">,
): AnswerRefusal | undefined {
  return begun.map((claimed) => atWorkElsewhere(claimed, context)).find((taken) => taken !== undefined);
}

/** Refuses where the head of the pull request or the policy changed since the session stopped. `head` is the head of today. */
export function voidBy(
  { begin }: ThreadSession,
  { policy, head, raised }: Pick<CurrentBase, "policy" | "head" | "raised">,
): Extract<AnswerRefusal, { kind: "head-moved" | "policy-changed" }> | undefined {
  const from = headAtStart(begin);
  if (head !== undefined && head !== from) return { kind: "head-moved", from, to: head };
  if (policy.digests.includes(begin.policyDigest) || raised !== undefined) return undefined;
  return { kind: "policy-changed", from: begin.policyDigest, to: policy.digest };
}
