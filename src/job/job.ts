/** A job on GitHub: an event in, a published result out. `run --event` on a laptop is the same job. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseEvent } from "../github/event/event.ts";
import { decideTrigger } from "../github/event/decide-trigger.ts";
import { STATUS_ELSEWHERE } from "../github/event/reply.ts";
import type { Trigger } from "../github/event/trigger.ts";
import { configError } from "../protocol/error.ts";
import type { World } from "../run/open/request.ts";
import type { Stopper } from "../run/open/stopper.ts";
import { githubJob, type GitHubJob } from "./context/github-job.ts";
import type { JobInputs } from "./context/inputs.ts";
import { skipped, type JobEnd } from "./context/job-end.ts";

/** What the event asks for. It sends no request. Throws `config.invalid`. */
export function readTrigger(inputs: JobInputs, world: World): { readonly job: GitHubJob; readonly trigger: Trigger } {
  const { eventName, payload, payloadFile } = inputs.context;
  const job = githubJob(inputs.context, world.env);
  const event = parseEvent(eventName, payload, payloadFile);
  const trigger = decideTrigger(event, inputs.start);
  const isElsewhere = trigger.kind === "status" && inputs.phase !== "all";
  return { job, trigger: isElsewhere ? { ...trigger, kind: "reply", text: STATUS_ELSEWHERE } : trigger };
}

/** Runs the job. Throws `RunnerError` for an error before a session exists. */
export async function runJob(given: JobInputs, world: World, stopper: Stopper): Promise<JobEnd> {
  const inputs: JobInputs = given.phase === "agent" ? { ...given, publish: "none" } : given;
  const { job, trigger } = readTrigger(inputs, world);
  if (trigger.kind !== "run" && inputs.phase === "publish") requireNoBundle(inputs);
  if (trigger.kind === "skip") {
    if (trigger.isMistake === true) world.warn(trigger.reason);
    return skipped(trigger.reason, { job, world });
  }
  const { carryOut } = await import("./carry-out.ts"); // most events ask for nothing, and need nothing of it
  return await carryOut({ inputs, world, stopper, job }, trigger);
}

/** Throws `config.invalid` when there is a bundle though the event of this job starts no run. */
function requireNoBundle({ bundleDir }: Pick<JobInputs, "bundleDir">): void {
  if (!existsSync(join(bundleDir, "journal.jsonl"))) return;
  throw configError(
    `The bundle is not published: the event of this job starts no run (${bundleDir}).`,
    "Publish in the workflow run that made it, in a job that needs the one with `phase: agent`.",
  );
}
