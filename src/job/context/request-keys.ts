/** Keys of 8 hexadecimal digits that are the same each time that a job is repeated. They name branches, comments and claims. */

import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import type { JobContext } from "./job-context.ts";
import type { JobRequest } from "./job-parts.ts";
import type { EventIssue, EventPull } from "../../github/event/event-parts.ts";
import type { RunTrigger } from "./task.ts";

type Keyed = Pick<JobContext, "inputs" | "trigger" | "job" | "base">;

interface Requested extends Pick<RunTrigger, "before">, Partial<Pick<RunTrigger, "verb">> {
  readonly thread: (Pick<EventIssue, "kind" | "number"> & Partial<Pick<EventPull, "headSha">>) | undefined;
  readonly comment: Pick<NonNullable<RunTrigger["comment"]>, "kind" | "id"> | undefined;
}

/**
 * The key of a request: the same for every job that one comment, opening, label or push started. Events without a comment only have a
 * time in seconds, in which a pull request can get two pushes, and an issue two labels for different verbs. An issue that is opened
 * with a label asks once for each verb. Undefined without a thread.
 */
export function requestKeyOf({ thread, comment, before, verb }: Requested): string | undefined {
  if (thread === undefined) return undefined;
  const parts = [thread.kind, thread.number, comment?.kind, comment?.id, before];
  return keyOf([...parts, ...(comment === undefined ? [verb, thread.headSha] : [])].join(" "));
}

/** The key of a task without a thread, from the input `key`, or workflow and prompt, and the base. It is that of a branch and a pull request. */
export function taskKeyOf(context: Keyed): string | undefined {
  const { inputs, trigger, job } = context;
  if (trigger.thread !== undefined) return undefined;
  const { key } = inputs;
  const named = key === undefined ? { workflow: job.workflow ?? "", verb: trigger.verb, text: trigger.text } : { key };
  return keyOf(canonicalJson({ ...named, base: otherBaseOf(context) }));
}

/** The base branch, unless it is the default one, which keys do not contain. */
export function otherBaseOf({ base: { into }, job }: Pick<Keyed, "base" | "job">): string | undefined {
  return into === job.defaultBranch ? undefined : into;
}

/** The key in the name of a run's branch: of its request, or of its task where there is no thread. */
export function branchKeyOf(context: Keyed): string | undefined {
  return requestKeyOf(context.trigger) ?? taskKeyOf(context);
}

/** The key of one step of a workflow run, the same for every attempt. Undefined outside of a workflow. */
export function repeatedKeyOf({ inputs, world, trigger }: JobRequest): string | undefined {
  const { env } = world;
  const { runId } = inputs.context;
  if (!Number.isInteger(runId)) return undefined;
  return keyOf([runId, env["GITHUB_JOB"], env["GITHUB_ACTION"], trigger.text].join("\n"));
}

function keyOf(text: string): string {
  return sha256(text).slice(0, 8);
}
