/** Makes the `ApprovalGate` of a policy, which the engine asks. The shell parser is loaded when the first command is judged. */

import type { ApprovalGate } from "../protocol/approval.ts";
import type { SandboxLevel } from "../protocol/cell.ts";
import { decide, judge, NO_COMMANDS, type DecideOptions } from "./decide.ts";
import { nearestForm } from "./near-form.ts";
import type { Policy } from "./policy.ts";
import { isSensitivePath } from "./sensitive.ts";

/** `level` is the one that the cell's probes proved. */
export interface ApprovalGateOptions extends Pick<DecideOptions, "level" | "workDir"> {
  readonly policy: Policy;
}

export function createApprovalGate({ policy, level, workDir }: ApprovalGateOptions): ApprovalGate {
  return {
    async judge(capabilities) {
      const hasCommand = capabilities.some((capability) => capability.kind === "exec");
      const analyse = hasCommand ? (await import("./shell/shell.ts")).analyseCommand : NO_COMMANDS;
      const options = { level, workDir, analyse };
      const judgement = judge(policy, capabilities, options);
      const near = nearestForm(policy, judgement, options);
      return near === undefined ? judgement.decision : { ...judgement.decision, near };
    },
  };
}

/** Whether the policy defers or rejects reading a file. */
export function isUnreadable({ rules }: Policy, path: string): boolean {
  return isSensitivePath(path) || rules.some(({ verdict, read }) => verdict !== "approve" && read?.(path) === true);
}

/** Whether the policy approves a host for the web tools. */
export function mayReach(policy: Policy, host: string, level: SandboxLevel): boolean {
  const { verdict } = decide(policy, [{ kind: "net", host }], { level, workDir: "/", analyse: NO_COMMANDS });
  return verdict === "approve";
}
