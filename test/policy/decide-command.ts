/** The decision about one command line, as `policy explain` has it, without the words for people, which cost as much again. */

import { decide } from "../../src/policy/decide.ts";
import { explain, type ExplainAnswer, type ExplainOptions } from "../../src/policy/explain.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { analyseCommand } from "../../src/policy/shell/shell.ts";
import type { Decision } from "../../src/protocol/approval.ts";

export function decideCommand(policy: Policy, command: string, options: ExplainOptions): Decision {
  const { rung, cwd = ".", workDir = "/workspace" } = options;
  return decide(policy, [{ kind: "exec", command, cwd }], { rung, workDir, analyse: analyseCommand });
}

/** The answer of `policy explain` about one command line. */
export function explainCommand(policy: Policy, command: string, options: ExplainOptions): ExplainAnswer {
  const answer = explain(policy, { subject: "command", text: command }, options);
  if (typeof answer === "string") throw new Error(answer);
  return answer;
}
