/** Questions about one command line, as `policy explain` answers them. */

import { explain, type ExplainAnswer, type ExplainOptions } from "../../src/policy/explain.ts";
import type { Policy } from "../../src/policy/policy.ts";

/** The answer of `policy explain` about one command line. */
export function explainCommand(policy: Policy, command: string, options: ExplainOptions): ExplainAnswer {
  const answer = explain(policy, { subject: "command", text: command }, options);
  if (typeof answer === "string") throw new Error(answer);
  return answer;
}
