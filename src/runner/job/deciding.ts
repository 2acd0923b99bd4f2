/** What the parts of a decision work with. */

import type { GitHubClient } from "../../github/client.ts";
import type { Trigger } from "../../github/trigger.ts";
import type { Stopper } from "../stopper.ts";
import type { StoreParts } from "./kept.ts";

/** A comment that decides something about a session that is there. */
export type Deciding = Extract<Trigger, { kind: "answer" | "resume" | "cancel" }>;

export interface DecideOptions extends StoreParts {
  readonly client: GitHubClient;
  readonly stopper: Stopper;
  readonly trigger: Deciding;
}
