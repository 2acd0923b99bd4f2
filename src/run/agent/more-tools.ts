/** The tools beside those over the cell: which of them a run offers, and what they are made from. */

import { DEFAULT_TOOLS } from "../../agents/tool-names.ts";
import { findSkill } from "../../commands/skill.ts";
import { expandSkill, listSkills, skillsForModel } from "../../commands/skill-text.ts";
import type { Tool } from "../../protocol/tool.ts";
import { createSubagentTool } from "../../tools/create-subagent.ts";
import { newTaskTool, type Workers } from "../../tools/new-task.ts";
import { enterPlanModeTool, exitPlanModeTool } from "../../tools/plan-mode.ts";
import { sendDmailTool, type DmailRules } from "../../tools/send-dmail.ts";
import { skillTool } from "../../tools/skill.ts";
import { switchModeTool, type SwitchableMode } from "../../tools/switch-mode.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import type { Session } from "../open/session.ts";

export interface OfferedOptions {
  readonly agent: RunAgent;
  readonly workers: Pick<Workers, "listed">;
  /** Plan mode is on, or was. */
  readonly hasPlanned: boolean;
}

/**
 * Names of the tools of a run. They stay the same while it lasts, so that the prompt's prefix does: in a run with modes the
 * tools of every mode are there, and each mode refuses those that are not its own; once there was plan mode its end stays on offer.
 */
export function offeredTools({ agent: { spec, modes, skills }, workers, hasPlanned }: OfferedOptions) {
  const own = modes === undefined ? spec.tools : [...modes.values()].flatMap(({ tools }) => tools);
  const names = new Set(own);
  if (hasPlanned) names.add("exit_plan_mode");
  if (names.has("enter_plan_mode")) names.add("exit_plan_mode");
  if (listSkills(skills) !== "") names.add("skill");
  if (workers.listed.length === 0 && !names.has("create_subagent")) names.delete("new_task");
  return [...names];
}

export interface MoreToolsOptions {
  readonly agent: RunAgent;
  readonly workers: Workers;
  readonly offered: readonly string[];
  readonly session: Pick<Session, "state">;
  readonly readOnly: boolean;
}

/** Makes those of the tools that are offered. */
export function moreTools({ agent, workers, offered, session, readOnly }: MoreToolsOptions): readonly Tool[] {
  const { spec, modes, skills } = agent;
  const planMode = { isOn: () => session.state().planMode, endsWithPlan: readOnly };
  const makers: Readonly<Record<string, () => Tool>> = {
    new_task: () => newTaskTool(workers),
    create_subagent: () =>
      createSubagentTool({ taken: () => workers.all().map(({ name }) => name), tools: forMadeUp(agent) }),
    switch_mode: () => switchModeTool({ current: () => session.state().mode ?? spec.name, all: rolesOf(modes) }),
    enter_plan_mode: () => enterPlanModeTool(planMode),
    exit_plan_mode: () => exitPlanModeTool(planMode),
    skill: () =>
      skillTool({
        names: skillsForModel(skills).map(({ name }) => name),
        read: (name, args) => {
          const skill = findSkill(skillsForModel(skills), name);
          return skill === undefined ? undefined : expandSkill(skill, args);
        },
      }),
    send_dmail: () => sendDmailTool(dmailRules({ ...session, readOnly })),
  };
  return offered.flatMap((name) => (Object.hasOwn(makers, name) ? (makers[name]?.() ?? []) : []));
}

/** Putting files back is writing them. */
export function dmailRules({
  state,
  readOnly,
}: Pick<MoreToolsOptions, "readOnly"> & Pick<Session, "state">): DmailRules {
  return {
    keepsFiles: () => {
      if (readOnly) return "this run only answers";
      return state().planMode ? "plan mode is on, and nothing may be written" : undefined;
    },
  };
}

/** Every mode, and what the model is told in it. */
export function rolesOf(modes: RunAgent["modes"]): readonly SwitchableMode[] {
  return [...(modes ?? new Map())].map(([name, { promptArgs }]) => ({
    name,
    role: promptArgs["ROLE_ADDITIONAL"] ?? "",
  }));
}

/** What the main agent has itself or can hand on, without what only it may do. */
function forMadeUp({ spec }: RunAgent): readonly string[] {
  const within = new Set([spec, ...[...spec.subagents.values()].map(({ spec }) => spec)].flatMap(({ tools }) => tools));
  const rootOnly = new Set(["new_task", "create_subagent", "switch_mode", "enter_plan_mode", "exit_plan_mode"]);
  const mcp = [...within].filter((name) => name.startsWith("mcp__")).toSorted();
  return [...DEFAULT_TOOLS, "send_dmail", ...mcp].filter((name) => within.has(name) && !rootOnly.has(name));
}
