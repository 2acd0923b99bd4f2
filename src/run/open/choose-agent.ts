/** Chooses the agent of a run with its skills and tools. All files come from the base commit. */

import { builtinAgents, defaultAgent, findAgent } from "../../agents/builtin-agents.ts";
import type { RepositoryFile } from "../../agents/agents-md.ts";
import type { AgentSpec } from "../../agents/agent-spec.ts";
import { withMcpTools, type McpNames } from "../../agents/mcp-tools.ts";
import { isToolFile, MODE_FILES, TOOL_FOLDER } from "../../agents/mode-files.ts";
import { modeRules } from "../../agents/rule-files.ts";
import { isSkillFile, SKILL_FOLDERS, type Skill } from "../../commands/skill.ts";
import { configError } from "../../protocol/error.ts";
import { serverPrefix, type McpServerFact, type McpStarted } from "../../protocol/mcp.ts";
import type { AgentChoice } from "../../protocol/subagent.ts";
import type { Head } from "../../workspace/repository.ts";
import type { loadCustomTools } from "../custom/load-tools.ts";
import type { AgentNames } from "./request.ts";

export interface RunAgent {
  readonly spec: AgentSpec;
  /** All modes by name, in a run that was started in one. */
  readonly modes?: ReadonlyMap<string, AgentSpec> | undefined;
  readonly skills: readonly Skill[];
  /** Tools of the repository, besides the built-in ones. */
  readonly custom: readonly CustomTools[number][];
  /** Which parts of the skills and the agent file were left out, and why. */
  readonly warnings: readonly string[];
}

/** The folders of the base commit that may have skills and tools. */
export const AGENT_FOLDERS: readonly string[] = [...SKILL_FOLDERS, TOOL_FOLDER];

/** Whether a file in these folders is a part of a skill or tool. */
export function isAgentFile(path: string): boolean {
  return isToolFile(path) || isSkillFile(path);
}

interface KnownServers extends Pick<McpNames, "isOnDemand" | "absent"> {
  readonly facts: readonly McpServerFact[];
}

/** Replaces the agent's patterns for tools of MCP servers by their names. Throws `config.invalid` for an unknown tool. */
export function withServers(agent: RunAgent, { facts, ...known }: KnownServers): RunAgent {
  const { spec, modes } = agent;
  const started = facts.filter((fact): fact is McpStarted => !("error" in fact));
  const names: McpNames = {
    ...known,
    tools: started.flatMap(({ tools }) => tools.map(({ callName }) => callName)).toSorted(),
    servers: started.map(({ name, hasResources = false }) => ({ name, prefix: serverPrefix(name), hasResources })),
  };
  return {
    ...agent,
    spec: withMcpTools(spec, names),
    modes: modes && new Map([...modes].map(([name, mode]) => [name, withMcpTools(mode, names)])),
  };
}

export interface RunAgentSource {
  /** Files that were read together with the base commit. */
  readonly files: Head["files"];
  /** Reads another file of the base commit. */
  readonly readTrusted: (path: string) => Promise<string | undefined>;
  /** Links that were not followed, for the warnings. */
  readonly badLinks: readonly string[];
  /** The program of the browser, where the run has one. */
  readonly browser?: string | undefined;
}

/** Loads the agent. Throws `config.invalid` for an unknown agent or mode, and with the line for a mistake in a file. */
export async function loadRunAgent(choice: AgentChoice | undefined, source: RunAgentSource): Promise<RunAgent> {
  const { skills, warnings: wrong } = await skillsOf(source.files);
  const custom = await customToolsOf(source.files);
  const { notes = [], ...chosen } = await agentOf(choice, source, custom);
  const warnings = [...source.badLinks, ...wrong, ...notes];
  const agent = { ...chosen, skills, custom, warnings };
  if (choice?.kind !== "file" || source.browser !== undefined || !agent.spec.tools.includes("browser_action"))
    return agent;
  const needs = "`sandbox.browser` of the policy, a sealed cell, and a Chromium on this machine";
  return {
    ...agent,
    warnings: [...warnings, `${choice.name} lists browser_action, which is left out here: it needs ${needs}.`],
  };
}

async function skillsOf(files: Head["files"]): Promise<Pick<RunAgent, "skills" | "warnings">> {
  if (![...files.keys()].some(isSkillFile)) return { skills: [], warnings: [] };
  const { loadSkills } = await import("../../commands/skills.ts");
  return loadSkills(files);
}

type CustomTools = Awaited<ReturnType<typeof loadCustomTools>>;

async function customToolsOf(files: Head["files"]): Promise<CustomTools> {
  if (![...files.keys()].some((path) => isToolFile(path) && path.endsWith(".json"))) return [];
  const { loadCustomTools } = await import("../custom/load-tools.ts");
  const { TOOLS } = await import("../../tools/registry.ts");
  return await loadCustomTools(files, TOOLS);
}

async function agentOf(
  choice: AgentChoice | undefined,
  { files, readTrusted: read }: RunAgentSource,
  custom: CustomTools,
): Promise<Pick<RunAgent, "spec" | "modes"> & { readonly notes?: readonly string[] }> {
  const { TOOLS } = await import("../../tools/registry.ts"); // the policy has loaded it already
  const catalogue = [...TOOLS, ...custom];
  if (choice === undefined) return { spec: defaultAgent(catalogue) };
  switch (choice.kind) {
    case "agent":
      return { spec: findAgent(choice.name, builtinAgents(catalogue)) };
    case "file": {
      const { loadAgentFile } = await import("../../agents/agent-file.ts");
      return { spec: await loadAgentFile(choice.name, { read, catalogue }) };
    }
    case "mode": {
      const { loadModes } = await import("../../agents/modes.ts");
      const notes: string[] = [];
      const modes = loadModes(
        MODE_FILES.flatMap((path) => fileOf(path, files)),
        catalogue,
        { wanted: choice.name, rulesOf: (slug) => modeRules(files, slug), warn: (text) => void notes.push(text) },
      );
      return { spec: findAgent(choice.name, modes), modes, notes };
    }
  }
}

/** A file of the base commit; none where there is no such file. */
export function fileOf(path: string, files: Head["files"]): readonly RepositoryFile[] {
  const text = files.get(path);
  return text === undefined ? [] : [{ path, text }];
}

/** The choice that was made, if any. Throws `config.invalid` for more than one. */
export function choiceOf({ agent, agentFile: file, mode }: AgentNames): AgentChoice | undefined {
  const named = Object.entries({ agent, file, mode }) as [AgentChoice["kind"], string | undefined][];
  const choices = named.flatMap(([kind, name]) => (name === undefined ? [] : [{ kind, name }]));
  if (choices.length < 2) return choices[0];
  throw configError(
    `A run has one agent; this one was given ${choices.map(({ kind, name }) => `${kind} ${name}`).join(" and ")}.`,
    "Give one of agent, agent-file and mode.",
  );
}
