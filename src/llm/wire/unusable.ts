/** The error of an answer that cannot be used. */

import { RunnerError } from "../../protocol/error.ts";
import { jsonText } from "./wire-value.ts";

/** The error of an answer that is malformed, cut off, stalled or empty. The call may be retried. */
export function unusable(reason: string): RunnerError {
  return new RunnerError({ code: "provider.unavailable", message: `Unusable answer: ${reason}.` });
}

/** A value of an answer as JSON text. Throws `provider.unavailable` if it is nested too deeply; `what` names it. */
export function requiredJson(value: unknown, what: string): string {
  const text = jsonText(value);
  if (text === undefined) throw unusable(`${what} nested too deeply`);
  return text;
}
