/** Decides about one planned call: hooks first, then the policy. A call of several parts runs without those that the policy rejects. */

import type { Decision, RefusedPart } from "../protocol/approval.ts";
import type { ToolCall } from "../protocol/message.ts";
import type { PlannedCall } from "../protocol/tool.ts";
import type { Turn } from "../protocol/turn.ts";

/** The call that may run, perhaps with fewer parts than planned, and the decision about exactly that call. */
export interface Decided {
  readonly plan: PlannedCall;
  readonly decision: Decision;
}

/** Asks the hooks, and then the policy, as Kimi CLI does. */
export async function decideCall(call: ToolCall, plan: PlannedCall, input: unknown, turn: Turn): Promise<Decided> {
  const fields = callFields({ call, input });
  const also = alsoMeant(call, plan, turn);
  const reason = await turn.hooks.tell({ event: "PreToolUse", target: call.name, also, fields });
  if (reason !== undefined) return { plan, decision: { verdict: "reject", rule: "hook:PreToolUse", reason } };
  return await judgeParts(plan, turn);
}

/** Further names of the tool that hooks match. */
export function alsoMeant({ name }: ToolCall, { meantBy = [] }: PlannedCall, { tools }: Turn): readonly string[] {
  return [...(tools.get(name)?.meantBy ?? []), ...meantBy];
}

export function callFields({ call, input }: { readonly call: ToolCall; readonly input: unknown }) {
  return { tool_name: call.name, tool_input: input, tool_call_id: call.id };
}

/** Leaves out rejected parts if the tool can do without them, and judges the rest again as a whole. */
async function judgeParts(plan: PlannedCall, { gate }: Turn): Promise<Decided> {
  const { capabilities, without } = plan;
  const decision = await gate.judge(capabilities);
  if (decision.verdict !== "reject" || without === undefined) return { plan, decision };
  const refused: RefusedPart[] = [];
  for (const capability of capabilities) {
    const { verdict, rule, reason } = await gate.judge([capability]);
    if (verdict === "reject") refused.push({ capability, rule, reason });
  }
  if (refused.length === 0 || refused.length === capabilities.length) return { plan, decision };
  const rest = without(refused);
  return { plan: rest, decision: await gate.judge(rest.capabilities) };
}
