/** Which runs are reviews. */

import { forgeOf } from "../../github/api/forge.ts";
import type { JobContext } from "./job-context.ts";

/** Whether the run is a review that reports findings. */
export function isReview({ trigger, thread, inputs }: JobContext): boolean {
  const { agent, agentFile, mode } = inputs.run.agent;
  const isOther = [agent, agentFile, mode].some((name) => name !== undefined) || inputs.schema !== undefined;
  const isAsked = trigger.verb === "review" && !trigger.isSlash && thread?.pull !== undefined;
  return isAsked && !isOther;
}

/** Whether a person asks for the proven suggestions of the last review. Any word behind it makes it an ordinary task. */
export function isFixReview({ trigger, thread, inputs, job }: JobContext): boolean {
  const { verb, text, isSlash, comment } = trigger;
  const isAsked = verb === "fix" && !isSlash && comment !== undefined && text.trim().toLowerCase() === "review";
  return isAsked && thread?.pull !== undefined && inputs.phase === "all" && forgeOf(job).hasGraphql;
}
