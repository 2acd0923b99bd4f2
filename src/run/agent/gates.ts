/** Gates around the policy's: for a run that only answers, for plan mode, and for subagents, which cannot ask a person. */

import { createApprovalGate } from "../../policy/approval-gate.ts";
import { loadPolicy } from "../../policy/file/load.ts";
import { standingAnswer, type ApprovalGate, type Decision, type StandingApproval } from "../../protocol/approval.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rung } from "../../protocol/cell.ts";

const AFTER_WEB = "after_web";

/** A gate that refuses to write files, even where the policy allows it. Commands still run: their traces are thrown away. */
export function withoutWrites(gate: ApprovalGate): ApprovalGate {
  const refusal: Decision = { verdict: "reject", rule: "builtin:read-only", reason: "this run only answers" };
  return {
    judge: async (capabilities) =>
      capabilities.some(({ kind }) => kind === "write") ? refusal : gate.judge(capabilities),
  };
}

/** What a run of a person without write permission does: reading, searching, the history, and what the policy lets it ask for. */
const OUTSIDER_POLICY = `version: 1
default: reject
rules:
  - { id: outsider, approve: { read: ["**"], exec: [git-read, search], github: ["label#*", "assign#*", issue, "comment#*", "close#*", search] } }
`;

/** A gate for a run of an outsider: only what reads, and nothing that would wait for a person; the policy may be stricter. */
export function withReadingOnly(gate: ApprovalGate, place: Pick<PlanGateOptions, "rung" | "workDir">): ApprovalGate {
  let reading: ApprovalGate | undefined;
  const refusal = (reason: string): Decision => ({ verdict: "reject", rule: "builtin:outsider", reason });
  return {
    judge: async (capabilities) => {
      reading ??= createApprovalGate({ policy: await loadPolicy(OUTSIDER_POLICY, { file: "outsiders" }), ...place });
      const { verdict, reason = "it does not only read" } = await reading.judge(capabilities);
      if (verdict !== "approve") return refusal(`this run only reads: ${reason}`);
      const decision = await gate.judge(capabilities);
      return decision.verdict === "defer"
        ? refusal(`this run asks no person: ${decision.reason ?? decision.rule}`)
        : decision;
    },
  };
}

/** What a plan is made from: reading, searching, the history. */
const PLAN_POLICY = `version: 1
default: reject
rules:
  - { id: plan, approve: { read: ["**"], exec: [git-read, search] } }
`;

interface PlanGateOptions {
  readonly isOn: () => boolean;
  readonly rung: Rung;
  readonly workDir: string;
}

/** While plan mode is on, only what reads; the policy may be stricter. */
export function withPlanMode(gate: ApprovalGate, { isOn, rung, workDir }: PlanGateOptions): ApprovalGate {
  let planning: ApprovalGate | undefined;
  return {
    judge: async (capabilities) => {
      if (!isOn()) return gate.judge(capabilities);
      planning ??= createApprovalGate({ policy: await loadPolicy(PLAN_POLICY, { file: "plan mode" }), rung, workDir });
      const { verdict, reason = "it does not only read" } = await planning.judge(capabilities);
      if (verdict === "approve") return gate.judge(capabilities);
      return { verdict: "reject", rule: "builtin:plan-mode", reason: `plan mode is on: ${reason}` };
    },
  };
}

interface AfterWebOptions {
  readonly verdict: Policy["afterWeb"];
  readonly hasAsked: () => boolean;
}

/** After the run asked for something of the web, nothing that has an effect is approved: a page may have asked for it. */
export function withAfterWeb(gate: ApprovalGate, { verdict, hasAsked }: AfterWebOptions): ApprovalGate {
  if (verdict === undefined) return gate;
  return {
    judge: async (capabilities) => {
      const decision = await gate.judge(capabilities);
      const hasEffect = capabilities.some(({ kind }) => kind !== "read" && kind !== "net");
      if (decision.verdict === "reject" || !hasEffect || !hasAsked()) return decision;
      const reason = "this run has asked for something of the web";
      if (verdict === "reject" || decision.verdict === "approve") return { verdict, rule: AFTER_WEB, reason };
      return { ...decision, also: [...(decision.also ?? []), AFTER_WEB] };
    },
  };
}

/**
 * For subagents: what would wait for a person is refused with words that the model can act on. The main agent can ask; a
 * question in the middle of a subagent would stop work that cannot be resumed. What a person answered for the whole
 * session (`standing`) was answered for them too.
 */
export function withoutAsking(gate: ApprovalGate, standing: () => readonly StandingApproval[]): ApprovalGate {
  return {
    judge: async (capabilities) => {
      const decision = await gate.judge(capabilities);
      if (decision.verdict !== "defer") return decision;
      const answered = standingAnswer(decision, capabilities, standing());
      if (answered !== undefined) return answered;
      const reason = `${decision.reason ?? "it needs a person's answer"}; a subagent cannot ask. Report to the main agent what it should do itself`;
      const { also: _also, ...rest } = decision;
      return { ...rest, verdict: "reject", reason };
    },
  };
}
