/**
 * The policy's last word about a change: each changed file needs a write rule that approves it, or the approval of a person for
 * this version of it. The default holds as it does for calls.
 */

import type { Rung } from "../protocol/cell.ts";
import { type AnsweredVersions, type HeldBy, answerRule, versionKey } from "../protocol/approval.ts";
import { decideWrite } from "./decide.ts";
import { POLICY_RULE } from "./fixed-rules.ts";
import type { Policy } from "./policy.ts";

/** Judges the changed files of a run. What a rule rejects by name is for a person's own hands; an answer does not publish it. */
export function judgeChange(policy: Policy, rung: Rung, { approved, rejected }: AnsweredVersions): HeldBy {
  return (version) => {
    const { verdict, rule, reason } = decideWrite(policy, version.path, rung);
    if (verdict === "approve") return undefined;
    if (rule === POLICY_RULE || (verdict === "reject" && rule !== "default"))
      return { rule, reason, isAnswerable: false };
    const key = versionKey(version);
    if (approved.has(key)) return undefined;
    const by = rejected.get(key);
    return by === undefined ? { rule, reason, isAnswerable: true } : { rule: answerRule(by), isAnswerable: false };
  };
}
