/** What the parts of a decision work with. */

import type { GitHubClient } from "../../github/api/client.ts";
import type { Trigger } from "../../github/event/trigger.ts";
import type { LimitOverrides } from "../../run/open/request.ts";
import type { Stopper } from "../../run/open/stopper.ts";
import type { JobEnd } from "../context/job-end.ts";
import type { OpenStore, StoreParts } from "./job-session-store.ts";
import type { OpenSession, SessionsOfThread } from "./thread-sessions.ts";

/** A comment that decides something about a session that is there. */
export type Deciding = Extract<Trigger, { kind: "answer" | "resume" | "cancel" }>;

export interface DecideOptions extends StoreParts {
  readonly client: GitHubClient;
  readonly stopper: Stopper;
  readonly trigger: Deciding;
}

/** What a decision leads to: the end of the job, or a session that goes on in it. */
export type Decision = JobEnd | GoesOn | Overtaken;

/** Another job changed the session between reading and writing it: what it is now must be looked at. */
export interface Overtaken {
  readonly kind: "overtaken";
}

export interface GoesOn {
  readonly kind: "goes on";
  /** Held by this job, its answers recorded. */
  readonly session: OpenSession;
  readonly limits: LimitOverrides;
}

/** What the server keeps for the thread. */
export interface KeptOfThread extends SessionsOfThread {
  readonly open: OpenStore;
}
