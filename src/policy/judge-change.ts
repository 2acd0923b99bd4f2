/**
 * Judges the changed files of a run before they are published. Each file needs a write rule that approves it, or a person's approval
 * of this version of it. The policy's default applies as it does to calls.
 */

import type { SandboxLevel } from "../protocol/cell.ts";
import { type AnsweredVersions, type HeldBy, answerRule, versionKey } from "../protocol/approval.ts";
import { decideWrite } from "./decide.ts";
import { POLICY_RULE } from "./fixed-rules.ts";
import type { Policy } from "./policy.ts";

/** A person's answer does not publish a file that a rule rejects by name: a person must change such a file by hand. */
export function judgeChange(policy: Policy, level: SandboxLevel, { approved, rejected }: AnsweredVersions): HeldBy {
  return (version, found) => {
    const decision = decideWrite(policy, version.path, level);
    const { verdict } = decision;
    if (verdict === "approve" && found === undefined) return undefined;
    const { rule, reason } = verdict === "approve" && found !== undefined ? found : decision;
    if (rule === POLICY_RULE || (verdict === "reject" && rule !== "default"))
      return { rule, reason, isAnswerable: false };
    const key = versionKey(version);
    if (approved.has(key)) return undefined;
    const by = rejected.get(key);
    return by === undefined ? { rule, reason, isAnswerable: true } : { rule: answerRule(by), isAnswerable: false };
  };
}
