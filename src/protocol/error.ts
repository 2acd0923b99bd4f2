/** The program's only error class. People read message and hint, programs read the code, `domain.reason`, which is stable. */

import type { Outcome } from "./outcome.ts";

/** Every code, and the outcome of a run that ends with such an error. */
export const ERROR_OUTCOMES = {
  "config.invalid": "config_error", // an input, flag or file that cannot be accepted
  "config.missing_key": "config_error", // no API key for the chosen provider
  "config.missing_model": "config_error", // no model is named (Kimi CLI's LLMNotSet)
  "config.unsupported": "config_error", // the model cannot do what the run needs (Kimi CLI's LLMNotSupported)
  "policy.invalid": "config_error", // the policy file does not load
  "sandbox.refused": "sandbox_refused", // the cell is weaker than the policy's minimum
  "setup.failed": "failed", // a command of `sandbox.setup` failed, or changed what git does not ignore
  "cell.failed": "failed", // the worker died or sent an invalid message
  "cell.reopened": "failed", // the worker died during a request with an effect; another worker is there
  "workspace.not_a_repository": "config_error",
  "workspace.outside": "failed", // a path that leaves the workspace
  "workspace.file": "failed", // a file that cannot be read or written (missing, directory, binary, too large)
  "git.failed": "failed",
  "tool.input": "failed", // arguments that do not fit the tool's schema, or cannot be carried out as written
  "provider.unavailable": "provider_unavailable", // a retryable failure after the last retry
  "provider.rejected": "failed", // the provider refused the request for good (authentication, bad request, unknown model)
  "provider.quota": "config_error", // the account has no money left
  "provider.filtered": "failed", // the provider withheld the answer
  "provider.overflow": "failed", // the request is larger than the model's window
  "answer.invalid": "failed", // an answer that does not fit the schema that was asked for
  "github.denied": "failed", // the token may not do this (401, 403)
  "github.not_found": "failed", // not there, or invisible to the token (404, 410)
  "github.failed": "failed", // any other refusal, no answer, or an invalid answer
  "session.corrupt": "failed", // a journal or bundle that does not verify
  "session.write": "failed", // the journal cannot be written; the run must stop
  "run.interrupted": "interrupted", // SIGINT or SIGTERM
  "run.time_limit": "limit_time", // the wall clock limit of the run
  "run.cost_limit": "limit_cost", // the limit of a day or a thread was used up before the run began
  "run.too_many": "skipped", // more runs in a thread than may begin in an hour
  "review.empty": "skipped", // a change with no file that a review looks at
} as const satisfies Record<string, Outcome>;

export type ErrorCode = keyof typeof ERROR_OUTCOMES;

export interface RunnerErrorOptions {
  readonly code: ErrorCode;
  /** One sentence: what happened, with the value. */
  readonly message: string;
  /** How to proceed: what would be accepted. One sentence. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

export class RunnerError extends Error {
  override readonly name = "RunnerError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor({ code, message, hint, cause }: RunnerErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** The error for an input, flag or file that cannot be accepted; `hint` says what would be accepted. */
export function configError(message: string, hint: string, cause?: unknown): RunnerError {
  return new RunnerError({ code: "config.invalid", message, hint, cause });
}

/** The error for what git or an object of a repository refuses. */
export function gitError(message: string, hint?: string, cause?: unknown): RunnerError {
  return new RunnerError({ code: "git.failed", message, hint, cause });
}

/** The message of a thrown value, with its hint. Adds the full stop that a message may lack when it ends with a quotation. */
export function describeError(error: unknown): string {
  if (error instanceof SuppressedError) return describeError(error.suppressed); // the error of the clean-up says less
  if (!(error instanceof RunnerError)) return error instanceof Error ? error.message : String(error);
  const { message, hint } = error;
  if (hint === undefined) return message;
  return `${message}${/[.!?:]$/.test(message) ? "" : "."} ${hint}`;
}
