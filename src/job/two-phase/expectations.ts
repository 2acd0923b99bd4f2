/**
 * What a run is of, as texts that two jobs can compare: the one that worked writes them down, the one that publishes works them
 * out again from its own event and asks GitHub, and takes nothing of it from the first.
 */

import { oneLine } from "../../base/truncate.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import type { Destination } from "../../publish/publish.ts";
import type { GitHubJob } from "../context/github-job.ts";
import type { JobInputs } from "../context/inputs.ts";
import { destinationOf, type JobContext } from "../context/job-context.ts";
import type { RunTrigger } from "../context/task.ts";

export interface ExpectationOptions {
  readonly job: GitHubJob;
  readonly inputs: Pick<JobInputs, "context">;
  readonly trigger: RunTrigger;
  readonly scene: Pick<JobContext, "thread">;
  readonly origin: SessionOrigin;
  /** Where a pull request of our own goes. */
  readonly into: string;
}

type Expectations = Readonly<Record<string, string>>;

/** Name → value; the same event gives the same. */
export function expectationsOf({ job, inputs, trigger, scene, origin, into }: ExpectationOptions): Expectations {
  const destination = destinationOf(trigger, scene, { into, serverUrl: job.serverUrl });
  return {
    ...originTexts(origin),
    event: inputs.context.eventName,
    comment: String(trigger.comment?.id ?? NONE),
    run: job.runUrl ?? NONE,
    destination: destinationText(destination),
  };
}

const NONE = "none";

/** The part of it that the journal of a session says as well. */
export function originTexts({ repository, thread, isPull, requester, verb, key }: SessionOrigin): Expectations {
  return {
    repository,
    thread: thread === undefined ? NONE : `${isPull ? "pull request" : "issue"} ${thread}`,
    requester: requester === undefined ? NONE : `${requester.login} (${requester.id})`,
    verb,
    request: key ?? NONE,
  };
}

function destinationText(destination: Destination): string {
  switch (destination.kind) {
    case "own":
      return `a branch of its own, into ${destination.into}`;
    case "pull-request":
      return `the branch ${destination.branch} of pull request ${destination.number}`;
    case "none":
      return destination.refusal === undefined ? NONE : `${NONE} (${destination.refusal.code})`;
  }
}

/** Throws `config.invalid` naming the first difference. */
export function requireExpected(found: Expectations, expected: Expectations): void {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
  const other = names.find((name) => !Object.hasOwn(found, name) || found[name] !== expected[name]);
  if (other !== undefined) throw differs(other, found[other], expected[other]);
}

/** A `config.invalid` about one thing that a bundle says and this job finds otherwise. */
export function differs(what: string, said: string | undefined, here: string | undefined): RunnerError {
  const shown = (text: string | undefined): string => (text === undefined ? "nothing" : oneLine(text, 200));
  return new RunnerError({
    code: "config.invalid",
    message: `The bundle is not published: its ${oneLine(what, 40)} is ${shown(said)}, that of this job is ${shown(here)}.`,
    hint: "Publish in the workflow run that made it, in a job that needs the one with `phase: agent`.",
  });
}
