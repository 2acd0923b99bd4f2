/** Errors about a line of a file: `file:line: what happened`, with what would be accepted as the hint. */

import { configError, type RunnerError } from "../protocol/error.ts";

/** The beginning of a part of a diagram, for an error message. */
export function shorten(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 60 ? `${trimmed.slice(0, 59)}…` : trimmed;
}

/** A `config.invalid` error about a line of a file, counted from 1. */
export function refusal(file: string, line: number, message: string, hint: string): RunnerError {
  return configError(`${file}:${line}: ${message}`, hint);
}
