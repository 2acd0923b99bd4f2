/** How everything here refuses a file: `file:line: what happened`, and what would be accepted. */

import { configError, type RunnerError } from "../protocol/error.ts";

/** A `config.invalid` error about a line of a file, counted from 1. */
export function refusal(file: string, line: number, message: string, hint: string): RunnerError {
  return configError(`${file}:${line}: ${message}`, hint);
}
