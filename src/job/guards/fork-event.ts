/** Explains why a run has no API key when GitHub started it without secrets: for events of a fork's pull request other than a comment in the conversation. */

import { RunnerError } from "../../protocol/error.ts";
import type { JobContext } from "../context/job-context.ts";

const HINT =
  "GitHub gives this event of a fork's pull request no secrets and a read-only token. Write the command in a comment in the conversation, whose event has both.";

/** Adds that hint to an error about a missing key of such an event; returns any other error as it is. */
export function withoutSecrets({ inputs, trigger: { thread } }: JobContext, error: unknown): unknown {
  const isFork = thread !== undefined && "fork" in thread && thread.fork;
  if (!isFork || inputs.context.eventName === "pull_request_target") return error;
  if (!(error instanceof RunnerError) || error.code !== "config.missing_key") return error;
  return new RunnerError({ code: error.code, message: error.message, hint: HINT, cause: error });
}
