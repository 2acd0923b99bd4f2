/** The facts that two jobs of one run must agree about. The agent's job writes them into the bundle, and the publishing job works them out by itself. */

import { oneLine } from "../../base/truncate.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import type { Destination } from "../../publish/publish-request.ts";
import { destinationOf, type JobContext } from "../context/job-context.ts";
import { sessionOriginOf } from "../sessions/claim-request.ts";

type Expectations = Readonly<Record<string, string>>;

/** Name → value; the same event gives the same values. */
export function expectationsOf(context: JobContext): Expectations {
  const { job, inputs, trigger } = context;
  return {
    ...originTexts(sessionOriginOf(context)),
    event: inputs.context.eventName,
    comment: String(trigger.comment?.id ?? NONE),
    run: job.runUrl ?? NONE,
    destination: destinationText(destinationOf(context)),
  };
}

const NONE = "none";

/** The facts that the journal of a session says as well. */
export function originTexts(origin: SessionOrigin): Expectations {
  const { repository, thread, isPull, requester, outsider, verb, key } = origin;
  return {
    repository,
    thread: thread === undefined ? NONE : `${isPull ? "pull request" : "issue"} ${thread}`,
    requester: requester === undefined ? NONE : `${requester.login} (${requester.id})`,
    ...(outsider === true ? { outsider: "without write permission" } : {}),
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

/** A `config.invalid` error about one fact that the bundle says and this job finds otherwise. */
export function differs(what: string, said: string | undefined, here: string | undefined): RunnerError {
  const shown = (text: string | undefined): string => (text === undefined ? "nothing" : oneLine(text, 200));
  return new RunnerError({
    code: "config.invalid",
    message: `The bundle is not published: its ${oneLine(what, 40)} is ${shown(said)}, that of this job is ${shown(here)}.`,
    hint: "Publish in the workflow run that made it, in a job that needs the one with `phase: agent`.",
  });
}
