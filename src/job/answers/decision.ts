/** The words of deciding: the facts that are gathered, the session that a comment is about, and what can become of it. */

import type { GivenAnswer } from "../../github/event/answer.ts";
import type { Access } from "../../github/people/access.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Answer } from "../../protocol/approval.ts";
import type { ResumedLimits } from "../../run/open/limits.ts";
import type { Limits, OwnLimits } from "../../protocol/limits.ts";
import { hasTrait } from "../../protocol/outcome.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { AnswerRefusal } from "../../publish/answer-refusal.ts";
import type { FoundDeferral } from "../../publish/comments/deferral-comment.ts";
import type { DeferralState } from "../../publish/result/deferral-terms.ts";
import type { Lease, LeaseOwner } from "../sessions/lease.ts";
import type { RemoteSession } from "../sessions/own-session.ts";
import type { DecisionTrigger, ThreadSession, ThreadSessions } from "../sessions/thread-sessions.ts";

export type AnswerTrigger = Extract<DecisionTrigger, { kind: "answer" }>;
export type ResumeTrigger = Extract<DecisionTrigger, { kind: "resume" }>;

export interface ThreadFacts extends ThreadSessions {
  readonly trigger: DecisionTrigger;
  /** An earlier attempt of this job, or another job, had the comment before. */
  readonly isRepeated: boolean;
  readonly claimedBy: Lease | undefined;
  readonly owner: LeaseOwner;
  readonly publishes: boolean;
  /** ms since the epoch. */
  readonly now: number;
}

export type RaisedLimits = Required<Pick<ResumedLimits, "policy" | "raised">>;

/** The session that a comment is about, and what is asked of it. */
export type Subject = {
  readonly session: ThreadSession;
} & (
  | {
      readonly kind: "answer";
      /** The answer as it is used: a repeated one names the calls that still wait for it. */
      readonly answer: GivenAnswer;
      readonly isRecorded: boolean;
      readonly trigger: AnswerTrigger;
    }
  | { readonly kind: "resume"; readonly trigger: ResumeTrigger }
);

export interface SessionFacts {
  /** The limits of then and of now, where nothing else changed in the policy since the session began. */
  readonly raised?: RaisedLimits | undefined;
  /** Head of the pull request now; undefined for an issue, whose run continues from its own start commit. */
  readonly head: string | undefined;
  /** The comment that asked for approval. `editor`: another account that edited it. */
  readonly comment:
    | (Pick<FoundDeferral, "id" | "told" | "createdAt" | "updatedAt"> & { readonly editor?: string | undefined })
    | undefined;
  /** Counts what the journal of the stored session has asked and done. A comment with a higher number has seen a later save. */
  readonly told: number;
  readonly policy: Pick<Policy, "approvers" | "digest" | "digests" | "limits">;
  /** Whether the author of an answer may give it. */
  readonly access: Access;
}

/** What becomes of the comment that asked for approval. */
export interface ShownRequest {
  readonly session: ThreadSession;
  readonly policy: Pick<Policy, "approvers">;
  /** When the session last asked, ms since the epoch. */
  readonly shownAt: number;
  readonly state: DeferralState;
}

/** A session goes on in this job. */
export interface Resumption {
  readonly kind: "resume";
  readonly session: ThreadSession;
  readonly limits: OwnLimits;
  /** The limits of the policy of today, where nothing but limits changed in it. */
  readonly raised: Limits | undefined;
}

export type CommentDecision =
  | { readonly kind: "skip"; readonly reason: string }
  | { readonly kind: "reply"; readonly text: string; readonly show?: ShownRequest | undefined }
  | {
      readonly kind: "refuse";
      readonly refusal: AnswerRefusal;
      readonly show?: ShownRequest | undefined;
      /** The refusal holds only while the session is as it was read: the comment was read later. */
      readonly unlessSaved?: ThreadSession | undefined;
      /** Id of a comment that another account edited. */
      readonly removes?: number | undefined;
    }
  /** The access of the author is not known, so the job fails and can be run again. */
  | { readonly kind: "fail"; readonly reason: string }
  | { readonly kind: "cancel"; readonly sessions: readonly Cancelled[]; readonly problems: readonly string[] }
  /** The answers are recorded. `rest` still waits; where it is empty, the session goes on. */
  | (Omit<Resumption, "kind"> & {
      readonly kind: "record";
      readonly answers: ReadonlyMap<string, Answer>;
      readonly rest: readonly HeldCall[];
      readonly show: ShownRequest;
    })
  | (Resumption & { readonly show?: ShownRequest | undefined });

/** `session` is undefined for a claim without a saved session. */
export interface Cancelled {
  readonly remote: RemoteSession;
  readonly session?: ThreadSession | undefined;
  readonly isWorking: boolean;
}

export function refusing(refusal: AnswerRefusal): Extract<CommentDecision, { kind: "refuse" }> {
  return { kind: "refuse", refusal };
}

export function shortDigests(held: readonly Pick<HeldCall, "digest">[]): string {
  return held.map(({ digest }) => `\`${digest.slice(0, 12)}\``).join(", ");
}

export function isFinished({ stored: { state } }: ThreadSession): boolean {
  return state.outcome !== undefined && hasTrait(state.outcome.outcome, "final");
}

export function callsNamed<T extends Pick<HeldCall, "digest">>(
  digests: GivenAnswer["digests"],
  held: readonly T[],
): readonly T[] {
  if (digests === "all") return held;
  return held.filter(({ digest }) => digests.some((prefix) => digest.startsWith(prefix)));
}
