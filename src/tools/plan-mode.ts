/** `enter_plan_mode` and `exit_plan_mode`: nothing may be written until there is a plan, which is accepted without a person. */

import * as z from "zod/mini";
import { oneLine } from "../base/truncate.ts";
import { defineConversationTool } from "./define/define-tool.ts";
import { inputMistake } from "./define/input-error.ts";

export interface PlanMode {
  readonly isOn: () => boolean;
  /** Only a plan was asked for: leaving plan mode ends the turn. */
  readonly endsWithPlan: boolean;
}

export const enterPlanModeTool = defineConversationTool({
  name: "enter_plan_mode",
  offeredTo: ["agent files"],
  aliases: ["EnterPlanMode"],
  isMainOnly: true,
  isSwitch: true,
  description: "For work whose approach is unclear: nothing can be written until exit_plan_mode.",
  input: z.strictObject({}),
  answer: (_, { planMode: { isOn } }: { readonly planMode: PlanMode }) => {
    if (isOn()) throw inputMistake("enter_plan_mode: plan mode is on already.", "Use exit_plan_mode with the plan.");
    return {
      summary: "plan mode on",
      text: "Plan mode is on: read and search, then send the plan with exit_plan_mode.",
      events: [{ type: "plan.mode", on: true }],
    };
  },
});

export const exitPlanModeTool = defineConversationTool({
  name: "exit_plan_mode",
  offeredTo: ["everyone"],
  aliases: ["ExitPlanMode"],
  isMainOnly: true,
  isSwitch: true,
  isUseful: ({ hasPlanned, listed }) => hasPlanned || listed.has("enter_plan_mode"),
  description: "Send the finished plan: files, changes, order, risks, how it will be checked.",
  input: z.strictObject({ plan: z.string().check(z.minLength(1), z.describe("the plan as Markdown")) }),
  answer: ({ plan }, { planMode: { isOn, endsWithPlan } }: { readonly planMode: PlanMode }) => {
    if (!isOn()) throw inputMistake("exit_plan_mode: plan mode is off.", "Go on with the work.");
    const summary = `plan: ${oneLine(plan, 100)}`;
    const display = { type: "plan.display", text: plan } as const;
    return endsWithPlan
      ? { summary, text: "The plan is recorded.", events: [display], completion: plan }
      : {
          summary,
          text: "The plan is accepted. Plan mode is off: carry it out.",
          events: [display, { type: "plan.mode", on: false }],
        };
  },
});
