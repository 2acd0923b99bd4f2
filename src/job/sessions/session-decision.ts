/** A comment that decides about a stored session, and what the decision leads to. */

import type { Trigger } from "../../github/event/trigger.ts";
import type { OwnLimits } from "../../protocol/limits.ts";
import type { JobEnd } from "../context/job-end.ts";
import type { JobParts } from "../context/job-parts.ts";
import type { OpenStore } from "./job-session-store.ts";
import type { ThreadSession, ThreadSessions } from "./thread-sessions.ts";

/** A comment that decides something about a session that is there. */
export type DecisionTrigger = Extract<Trigger, { kind: "answer" | "resume" | "cancel" }>;

export interface DecisionContext extends JobParts {
  readonly trigger: DecisionTrigger;
}

/** What a decision leads to: the end of the job, or a session that goes on in it. */
export type SessionDecision = JobEnd | ResumeDecision | Overtaken;

/** Another job changed the session between reading and writing it: what it is now must be looked at. */
export interface Overtaken {
  readonly kind: "overtaken";
}

export interface ResumeDecision {
  readonly kind: "resume";
  /** Held by this job, its answers recorded. */
  readonly session: ThreadSession;
  readonly limits: OwnLimits;
}

/** What the server keeps for the thread. */
export interface OpenThreadSessions extends ThreadSessions {
  readonly open: OpenStore;
}
