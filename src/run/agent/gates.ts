/** Gates around the policy's: answering or reading only, plan mode, git's filters, after the web, subagents. */

import { isGitsOwn } from "../../base/paths/git-names.ts";
import { createApprovalGate, type ApprovalGateOptions } from "../../policy/approval-gate.ts";
import { POLICY_RULE } from "../../policy/fixed-rules.ts";
import { loadPolicy } from "../../policy/file/load.ts";
import {
  standingAnswer,
  type ApprovalGate,
  type Capability,
  type Decision,
  type StandingApproval,
} from "../../protocol/approval.ts";
import type { Policy } from "../../policy/policy.ts";
import { filterHolding, onlyPeoples } from "../../workspace/change/held-files.ts";
import type { FilterNames } from "../../workspace/git/filters.ts";

const AFTER_WEB = "after_web";

/** Refuses to write files, even where the policy allows it. Commands still run; the files that they change are thrown away. */
export function withoutWrites(gate: ApprovalGate): ApprovalGate {
  const refusal: Decision = { verdict: "reject", rule: "builtin:read-only", reason: "this run only answers" };
  return {
    judge: async (capabilities) =>
      capabilities.some(({ kind }) => kind === "write") ? refusal : gate.judge(capabilities),
  };
}

/** A run of a person without write permission may read, search, see the history, and ask for what the policy lets it ask for. */
const OUTSIDER_POLICY = `version: 1
default: reject
rules:
  - { id: outsider, approve: { read: ["**"], exec: [git-read, search], github: ["label#*", "assign#*", issue, "comment#*", "close#*", search] } }
`;

type Place = Pick<ApprovalGateOptions, "level" | "workDir">;

/**
 * Judges by one of these policies. Returns why a call is refused; undefined where it is allowed. Commands are compared with profiles at
 * every level: the policy itself is asked as well, and what a command changes does not last.
 */
function createRefusal(policy: string, file: string, place: Place) {
  let loading: Promise<ApprovalGate> | undefined;
  return async (capabilities: readonly Capability[]): Promise<string | undefined> => {
    loading ??= loadPolicy(policy, { file }).then((loaded) =>
      createApprovalGate({ policy: loaded, ...place, level: "sealed" }),
    );
    const { verdict, reason = "it does not only read" } = await (await loading).judge(capabilities);
    return verdict === "approve" ? undefined : reason;
  };
}

/** Allows a run of an outsider to read only, and refuses what would wait for a person. The policy may be stricter. */
export function withReadingOnly(gate: ApprovalGate, place: Place): ApprovalGate {
  const refusalOf = createRefusal(OUTSIDER_POLICY, "outsiders", place);
  const refused = (reason: string): Decision => ({ verdict: "reject", rule: "builtin:outsider", reason });
  return {
    judge: async (capabilities) => {
      const refusal = await refusalOf(capabilities);
      if (refusal !== undefined) return refused(`this run only reads: ${refusal}`);
      const decision = await gate.judge(capabilities);
      return decision.verdict === "defer"
        ? refused(`this run asks no person: ${decision.reason ?? decision.rule}`)
        : decision;
    },
  };
}

/** In plan mode a run may read, search and see the history. */
const PLAN_POLICY = `version: 1
default: reject
rules:
  - { id: plan, approve: { read: ["**"], exec: [git-read, search] } }
`;

/** Allows a run to read only while plan mode is on. The policy may be stricter. */
export function withPlanMode(gate: ApprovalGate, isOn: () => boolean, place: Place): ApprovalGate {
  const refusalOf = createRefusal(PLAN_POLICY, "plan mode", place);
  return {
    judge: async (capabilities) => {
      const refusal = isOn() ? await refusalOf(capabilities) : undefined;
      if (refusal === undefined) return gate.judge(capabilities);
      return { verdict: "reject", rule: "builtin:plan-mode", reason: `plan mode is on: ${refusal}` };
    },
  };
}

const NOT_PUBLISHED = "no answer could publish it; say in your closing words what a person should change there";

/**
 * For runs on GitHub: refuses a write that would wait for a person and that no answer could publish, such as that of a workflow file.
 * About a file that a filter of git makes, the question would also show in the thread what the work tree has.
 */
export function withoutUnpublishable(
  gate: ApprovalGate,
  { asIs }: Pick<Policy, "asIs">,
  filtersOf: (paths: readonly string[]) => Promise<FilterNames>,
): ApprovalGate {
  return {
    judge: async (capabilities) => {
      const decision = await gate.judge(capabilities);
      if (decision.verdict !== "defer") return decision;
      const written = capabilities.flatMap((need) =>
        need.kind === "write" && !isGitsOwn(need.path) ? [need.path] : [],
      );
      const isOfPolicy = written.length > 0 && [decision.rule, ...(decision.also ?? [])].includes(POLICY_RULE);
      const policys = { rule: POLICY_RULE, reason: "only people may change the policy" };
      const own = written.flatMap((path) => onlyPeoples(path) ?? [])[0] ?? (isOfPolicy ? policys : undefined);
      if (own !== undefined) return { verdict: "reject", rule: own.rule, reason: `${own.reason}; ${NOT_PUBLISHED}` };
      const names = [...(await filtersOf(written)).values()].flat();
      const name = names.find((one) => one !== "lfs" && !asIs.has(one));
      return name === undefined ? decision : { verdict: "reject", ...filterHolding([name]) };
    },
  };
}

/** Approves nothing that has an effect after the run has used the web: a page may have asked for it. */
export function withAfterWeb(gate: ApprovalGate, verdict: Policy["afterWeb"], hasAsked: () => boolean): ApprovalGate {
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

/** For subagents: refuses what would wait for a person, which would stop work that no resume continues. */
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
