/** How everything here refuses a file: `file:line: what happened`, and what would be accepted. */

import { RunnerError } from "../protocol/error.ts";

/** A `config.invalid` error about a line of a file, counted from 1. */
export function refusal(file: string, line: number, message: string, hint: string): RunnerError {
  return new RunnerError({ code: "config.invalid", message: `${file}:${line}: ${message}`, hint });
}
