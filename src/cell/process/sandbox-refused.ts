/** The refusal to run weaker than asked for. Nobody lowers a rung but the user together with the policy. */

import { RunnerError } from "../../protocol/error.ts";

const OTHERWISE =
  "Or accept a cell without walls: `sandbox: { minimum: none }` in the policy together with `--sandbox none`.";

/** `sandbox.refused`: what is missing, the fix, and the way around. `kind` as in "No sealed cell". */
export function sandboxRefused(what: string, cure: string, cause?: unknown, kind = "sealed"): RunnerError {
  return new RunnerError({
    code: "sandbox.refused",
    message: `No ${kind} cell: ${what}.`,
    hint: `${cure} ${OTHERWISE}`,
    cause,
  });
}
