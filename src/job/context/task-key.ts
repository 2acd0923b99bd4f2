/** The key of a task without a thread. Runs of one key share a branch and a pull request. */

import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import { requestKeyOf, type JobContext } from "./job-context.ts";

type Keyed = Pick<JobContext, "inputs" | "trigger" | "job">;

/** 8 hexadecimal digits, of the input `key` or of the workflow's file and the prompt. Undefined where there is a thread. */
export function taskKeyOf({ inputs, trigger, job }: Keyed): string | undefined {
  if (trigger.thread !== undefined) return undefined;
  const { key } = inputs;
  const named = key === undefined ? { workflow: job.workflow ?? "", verb: trigger.verb, text: trigger.text } : { key };
  return sha256(canonicalJson(named)).slice(0, 8);
}

/** Names the branch of a run: by its request, or by its task where there is no thread. */
export function branchKeyOf(context: Keyed): string | undefined {
  return requestKeyOf(context.trigger) ?? taskKeyOf(context);
}
