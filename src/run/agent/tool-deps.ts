/** Which tools a run offers, and what they are made from. */

import type { AgentSpec } from "../../agents/agent-spec.ts";
import { forSubagents, inToolOrder } from "../../agents/tool-lists.ts";
import { findSkill } from "../../commands/skill.ts";
import { expandSkill, skillsForModel } from "../../commands/skill-text.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { SeenFact } from "../../session/session-state.ts";
import type { RunTraits } from "../../tools/define/define-tool.ts";
import { createSeenFiles } from "../../tools/define/seen-files.ts";
import type { Workers } from "../../tools/new-task.ts";
import { TOOLS, type ToolDeps } from "../../tools/registry.ts";
import type { SwitchableMode } from "../../tools/switch-mode.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import type { Session } from "../open/session.ts";

/**
 * Names of the tools of a run. They stay the same while it lasts, so that the prompt's prefix does: in a run with modes the
 * tools of every mode are there, and each mode refuses those that are not its own; once there was plan mode its end stays on offer.
 */
export function offeredTools(
  { spec, modes, skills }: RunAgent,
  known: Pick<RunTraits, "hasPlanned" | "web" | "github">,
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

/** Names of the tools of a subagent: without those that can do nothing in this run. */
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

export interface ToolDepsOptions {
  readonly cell: Cell;
  /** What the agent knows of files already. */
  readonly seen: readonly SeenFact[];
  readonly agent: RunAgent;
  readonly workers: Workers;
  readonly session: Pick<Session, "state">;
  readonly readOnly: boolean;
  readonly mayRead: ToolDeps["mayRead"];
  readonly code: ToolDeps["code"];
  readonly web: ToolDeps["web"];
  readonly github: ToolDeps["github"];
  readonly browser: ToolDeps["browser"];
  readonly sees: ToolDeps["sees"];
  readonly applySketch: ToolDeps["applySketch"];
  readonly embedder: ToolDeps["embedder"];
  readonly onTimeout: ToolDeps["onTimeout"];
}

/** What the tools of an agent are made from, besides MCP servers. */
export function toolDepsOf(options: ToolDepsOptions): Omit<ToolDeps, "mcp"> {
  const { cell, seen, agent, workers, session, readOnly, ...given } = options;
  const { spec, modes } = agent;
  const skills = skillsForModel(agent.skills);
  return {
    cell,
    seen: createSeenFiles(seen),
    ...given,
    workers,
    newAgents: { taken: () => workers.all().map(({ name }) => name), tools: toolsToHandOn(spec) },
    modes: { current: () => session.state().mode ?? spec.name, all: rolesOf(modes) },
    planMode: { isOn: () => session.state().planMode, endsWithPlan: readOnly },
    skills: {
      names: skills.map(({ name }) => name),
      read: (name, args) => {
        const skill = findSkill(skills, name);
        return skill === undefined ? undefined : expandSkill(skill, args);
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

/** Every mode, and what the model is told in it. */
export function rolesOf(modes: RunAgent["modes"]): readonly SwitchableMode[] {
  return [...(modes ?? new Map())].map(([name, { promptArgs }]) => ({
    name,
    role: promptArgs["ROLE_ADDITIONAL"] ?? "",
  }));
}

/** What an agent that the model makes up may have: the main agent's own tools and those of its subagents. */
function toolsToHandOn(agent: AgentSpec): readonly string[] {
  const within = [agent, ...[...agent.subagents.values()].map(({ spec }) => spec)].flatMap(({ tools }) => tools);
  return forSubagents(inToolOrder(within, TOOLS), TOOLS);
}
