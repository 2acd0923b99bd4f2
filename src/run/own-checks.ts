/** Checks of one run besides those of the policy. The caller names them, so the policy judges them like a command of the model. */

import { RunnerError } from "../protocol/error.ts";
import type { Workbench } from "./open/workbench.ts";

/** Of a whole test suite; the policy's own checks have the same when they name none. */
const TIMEOUT_S = 600;

/** The workbench with these commands behind the policy's. Throws `policy.invalid` for one that the policy does not approve. */
export async function withChecks(bench: Workbench, commands: readonly string[] = []): Promise<Workbench> {
  if (commands.length === 0) return bench;
  const { cell, policy, repository } = bench;
  const { createApprovalGate } = await import("../policy/approval-gate.ts"); // with what judges the model's commands
  const gate = createApprovalGate({ policy, rung: cell.rung, workDir: repository.root });
  for (const command of commands) {
    const { verdict, rule, reason } = await gate.judge([{ kind: "exec", command, cwd: "." }]);
    if (verdict === "approve") continue;
    throw new RunnerError({
      code: "policy.invalid",
      message: `The policy does not approve this check: ${command} (${rule}${reason === undefined ? "" : `: ${reason}`}).`,
      hint: `Approve it in a rule of ${policy.file}, or take it out of \`verify\`.`,
    });
  }
  const own = commands.map((command) => ({ command, timeoutS: TIMEOUT_S, always: true }) as const);
  return { ...bench, policy: { ...policy, verify: [...policy.verify, ...own] } };
}
