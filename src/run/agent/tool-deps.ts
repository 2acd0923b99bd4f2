/** Which tools a run offers, and what they are made from. */

import type { AgentSpec } from "../../agents/agent-spec.ts";
import { forSubagents, inToolOrder } from "../../agents/tool-lists.ts";
import { expandSkill, findSkill, skillsForModel } from "../../commands/skill.ts";
import type { SeenFact } from "../../session/session-state.ts";
import type { RunTraits } from "../../tools/define/define-tool.ts";
import { createSeenFiles } from "../../tools/define/seen-files.ts";
import { TOOLS, type ToolDeps } from "../../tools/registry.ts";
import type { SwitchableMode } from "../../tools/switch-mode.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import type { Session } from "../open/session.ts";

/**
 * Names of the tools of a run. They do not change during the run, so that the prompt's prefix does not: a run with modes offers
 * the tools of all modes, each mode refuses those of the others, and `exit_plan_mode` stays on offer once plan mode was on.
 */
export function offeredTools(
  { spec, modes, skills }: RunAgent,
  known: Pick<RunTraits, "hasPlanned" | "web" | "github" | "reviews">,
): readonly string[] {
  const names = modes === undefined ? spec.tools : [...modes.values()].flatMap(({ tools }) => tools);
  const run: RunTraits = {
    listed: new Set(names),
    ...known,
    hasSkills: skillsForModel(skills).length > 0,
    hasSubagents: spec.subagents.size > 0,
  };
  const offered = new Set(names);
  for (const { name, offeredTo, isUseful } of TOOLS) {
    if (offeredTo.includes("everyone")) offered.add(name);
    if (isUseful?.(run) === false) offered.delete(name);
  }
  return [...offered];
}

/** Names of the tools of a subagent, without those that can do nothing in this run. */
export function toolsOfSubagent({ tools }: Pick<AgentSpec, "tools">, run: Pick<RunTraits, "web">): readonly string[] {
  const traits: RunTraits = {
    ...run,
    github: new Set(),
    listed: new Set(tools),
    hasPlanned: true,
    hasSkills: true,
    hasSubagents: true,
  };
  return tools.filter((name) => TOOLS.find((tool) => tool.name === name)?.isUseful?.(traits) !== false);
}

type MadeHere = "mcp" | "seen" | "newAgents" | "modes" | "planMode" | "skills" | "mail";

export interface ToolDepsOptions extends Omit<ToolDeps, MadeHere> {
  /** What the agent already knows of files. */
  readonly seen: readonly SeenFact[];
  readonly agent: RunAgent;
  readonly session: Pick<Session, "state">;
  readonly readOnly: boolean;
}

/** What the tools of an agent are made from, without MCP servers. */
export function toolDepsOf(options: ToolDepsOptions): Omit<ToolDeps, "mcp"> {
  const { seen, agent, session, readOnly, ...given } = options;
  const { spec, modes } = agent;
  const skills = skillsForModel(agent.skills);
  return {
    ...given,
    seen: createSeenFiles(seen),
    newAgents: { taken: () => given.workers.all().map(({ name }) => name), tools: toolsToHandOn(spec) },
    modes: { current: () => session.state().mode ?? spec.name, all: rolesOf(modes) },
    planMode: { isOn: () => session.state().planMode, endsWithPlan: readOnly },
    skills: {
      names: skills.map(({ name }) => name),
      read: (name, args) => {
        const skill = findSkill(skills, name);
        return skill && expandSkill(skill, args);
      },
    },
    mail: {
      keepsFiles: () => {
        if (readOnly) return "this run only answers";
        return session.state().planMode ? "plan mode is on, and nothing may be written" : undefined;
      },
    },
  };
}

/** All modes, each with what the model is told in it. */
export function rolesOf(modes: RunAgent["modes"]): readonly SwitchableMode[] {
  return [...(modes ?? new Map())].map(([name, { promptArgs }]) => ({
    name,
    role: promptArgs["ROLE_ADDITIONAL"] ?? "",
  }));
}

/** Tools that an agent may have that the model defines: those of the main agent and of its subagents. */
function toolsToHandOn(agent: AgentSpec): readonly string[] {
  const within = [agent, ...[...agent.subagents.values()].map(({ spec }) => spec)].flatMap(({ tools }) => tools);
  return forSubagents(inToolOrder(within, TOOLS), TOOLS);
}
