/** The key of a task without a thread. Runs with the same key share a branch and a pull request. */

import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import { requestKeyOf, type JobContext } from "./job-context.ts";

type Keyed = Pick<JobContext, "inputs" | "trigger" | "job">;

/** 8 hexadecimal digits, made from the input `key`, or from the workflow's file and the prompt. Undefined with a thread. */
export function taskKeyOf({ inputs, trigger, job }: Keyed): string | undefined {
  if (trigger.thread !== undefined) return undefined;
  const { key } = inputs;
  const named = key === undefined ? { workflow: job.workflow ?? "", verb: trigger.verb, text: trigger.text } : { key };
  return sha256(canonicalJson(named)).slice(0, 8);
}

/** The key in the name of a run's branch: of its request, or of its task where there is no thread. */
export function branchKeyOf(context: Keyed): string | undefined {
  return requestKeyOf(context.trigger) ?? taskKeyOf(context);
}
