/** The refusal to run on a weaker rung than requested. Only the user together with the policy can lower a rung. */

import { RunnerError } from "../../protocol/error.ts";

const OTHERWISE =
  "Or run without a sandbox: `sandbox: { minimum: none }` in the policy together with `--sandbox none`.";

/** `sandbox.refused`: what is missing, the fix, and the alternative. `kind` as in "No sealed cell". */
export function sandboxRefused(what: string, cure: string, cause?: unknown, kind = "sealed"): RunnerError {
  return new RunnerError({
    code: "sandbox.refused",
    message: `No ${kind} cell: ${what}.`,
    hint: `${cure} ${OTHERWISE}`,
    cause,
  });
}
