/** What stops a run that GitHub started without secrets: on a line of a fork's pull request, in a review of it, or for its opening. */

import { RunnerError } from "../../protocol/error.ts";
import type { JobContext } from "../context/job-context.ts";

const HINT =
  "GitHub gives this event of a fork's pull request no secrets and a token that only reads. Write the command in a comment of the conversation, whose event has both.";

/** The error with the reason why there is no key, where it is that one. */
export function withoutSecrets({ inputs, trigger: { thread } }: JobContext, error: unknown): unknown {
  const isFork = thread !== undefined && "fork" in thread && thread.fork;
  if (!isFork || inputs.context.eventName === "pull_request_target") return error;
  if (!(error instanceof RunnerError) || error.code !== "config.missing_key") return error;
  return new RunnerError({ code: error.code, message: error.message, hint: HINT, cause: error });
}
