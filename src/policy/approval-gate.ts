/** Makes the `ApprovalGate` of a policy, which the engine asks. The shell parser is loaded when the first command is judged. */

import type { ApprovalGate, Decision } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import { decide, judge, NO_COMMANDS } from "./decide.ts";
import { OUTSIDE_RULE } from "./fixed-rules.ts";
import { nearestForm } from "./near-form.ts";
import { throughLinks, type FollowLinks } from "./links.ts";
import type { Policy } from "./policy.ts";
import { isSensitivePath } from "./sensitive.ts";
export interface ApprovalGateOptions {
  readonly policy: Policy;
  /** The rung that the cell's probes proved. */
  readonly rung: Rung;
  /** Absolute path of the workspace, as commands in the cell see it. */
  readonly workDir: string;
  /** Without it, links are not followed and paths are judged as they are written. */
  readonly follow?: FollowLinks | undefined;
}

export function createApprovalGate({ policy, rung, workDir, follow }: ApprovalGateOptions): ApprovalGate {
  return {
    async judge(capabilities) {
      const hasCommand = capabilities.some((capability) => capability.kind === "exec");
      const analyse = hasCommand ? (await import("./shell/shell.ts")).analyseCommand : NO_COMMANDS;
      const options = { rung, workDir, analyse };
      const judgement = judge(policy, capabilities, options);
      const { decision, parts } = judgement;
      const withNear = (final: Decision): Decision => {
        const near = nearestForm(policy, { ...judgement, decision: final }, options);
        return near === undefined ? final : { ...final, near };
      };
      // Links are followed for commands only, because a tool's plan has resolved its own paths.
      if (follow === undefined || !hasCommand || decision.verdict === "reject") return withNear(decision);
      const linked = await throughLinks(parts, { follow, rung, isUnreadable: (path) => isUnreadable(policy, path) });
      const whole =
        linked.capabilities.length === 0
          ? decision
          : decide(policy, [...capabilities, ...linked.capabilities], options);
      return withNear(linked.problem === undefined ? whole : deferredOutside(whole, linked.problem));
    },
  };
}

/** Whether the policy defers or rejects reading a file. */
export function isUnreadable({ rules }: Policy, path: string): boolean {
  return isSensitivePath(path) || rules.some(({ verdict, read }) => verdict !== "approve" && read?.(path) === true);
}

/** Whether the policy approves a host for the web tools. */
export function mayReach(policy: Policy, host: string, rung: Rung): boolean {
  const { verdict } = decide(policy, [{ kind: "net", host }], { rung, workDir: "/", analyse: NO_COMMANDS });
  return verdict === "approve";
}

function deferredOutside(decision: Decision, reason: string): Decision {
  if (decision.verdict === "reject") return decision;
  if (decision.verdict === "approve") return { verdict: "defer", rule: OUTSIDE_RULE, reason };
  return { ...decision, also: [...(decision.also ?? []), OUTSIDE_RULE] };
}
