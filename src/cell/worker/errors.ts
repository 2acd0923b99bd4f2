/** The errors with which the worker answers a request that it cannot carry out as it was written. */

import { RunnerError } from "../../protocol/error.ts";

/** The error for a file or folder that cannot be read, written or listed. */
export function fileError(message: string, hint?: string, cause?: unknown): RunnerError {
  return new RunnerError({ code: "workspace.file", message, hint, cause });
}

/** The error for arguments that cannot be accepted. */
export function inputError(message: string, hint: string, cause?: unknown): RunnerError {
  return new RunnerError({ code: "tool.input", message, hint, cause });
}
