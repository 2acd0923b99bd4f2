/** What a turn works with: tools and gate. One module, so that it loads in one piece while the cell starts. */

import { toolsOffered, understands } from "../../agents/tool-lists.ts";
import type { AgentSpec } from "../../agents/agent-spec.ts";
import { createApprovalGate } from "../../policy/approval-gate.ts";
import type { Policy } from "../../policy/policy.ts";
import type { ApprovalGate } from "../../protocol/approval.ts";
import type { Cell } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { PlannedCall, Tool, ToolEntry } from "../../protocol/tool.ts";
import type { BuiltinTool } from "../../tools/define/define-tool.ts";
import { TOOLS, type ToolDeps } from "../../tools/registry.ts";
import { mcpReachOf, type McpTools } from "../open/mcp-reach.ts";
import { withAfterWeb, withoutWrites, withPlanMode, withReadingOnly } from "./gates.ts";

export interface GateParts {
  readonly cell: Pick<Cell, "rung" | "resolve">;
  readonly policy: Policy;
  readonly workDir: string;
  /** Refuse every write. */
  readonly readOnly: boolean;
  readonly isPlanning: () => boolean;
  readonly hasAskedWeb: () => boolean;
  /** A person without write permission asked for the run. */
  readonly isOutsider: boolean;
}

/** The gate of all agents of a run. */
export function approvalGateOf(parts: GateParts): ApprovalGate {
  const { cell, policy, workDir, readOnly, isPlanning, hasAskedWeb, isOutsider } = parts;
  const { rung } = cell;
  const gate = createApprovalGate({ policy, rung, workDir, follow: async (path) => (await cell.resolve(path)).path });
  const careful = withAfterWeb(gate, { verdict: policy.afterWeb, hasAsked: hasAskedWeb });
  const planned = withPlanMode(careful, { isOn: isPlanning, rung, workDir });
  if (isOutsider) return withReadingOnly(planned, { rung, workDir });
  return readOnly ? withoutWrites(planned) : planned;
}

export interface ToolsOptions {
  readonly deps: Omit<ToolDeps, "mcp">;
  readonly mcp: McpTools;
  /** Those of the repository, which stand behind the built-in ones. */
  readonly custom: readonly BuiltinTool<ToolDeps>[];
  readonly offered: readonly string[];
  /** The agent, or the mode it is in. */
  readonly spec: () => AgentSpec;
}

/** The tools on offer and those that are understood besides, in the order of the prompt prefix, each held to what the agent may do. */
export function toolsOf({ deps, mcp, custom, offered, spec }: ToolsOptions): ReadonlyMap<string, Tool> {
  const all = { ...deps, mcp: mcpReachOf(mcp.gateway, spec, offered) };
  const own = [...TOOLS, ...custom].flatMap((entry): readonly Tool[] => {
    const isOffered = offered.includes(entry.name);
    if (!isOffered && entry.isUnderstood !== true && entry.group === undefined) return [];
    const made = { ...entry.make(all), meantBy: namesOf(entry) };
    const held = heldTo(spec, isOffered ? made : { ...made, isHidden: true }, (agent) => isOf(agent, entry));
    return [held, ...otherNames(entry, held)];
  });
  const { isOnDemand } = mcp.gateway;
  const servers = mcp.tools
    .filter(({ name }) => offered.includes(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((tool) =>
      heldTo(spec, isOnDemand ? { ...tool, isHidden: true } : tool, ({ tools }) => tools.includes(tool.name)),
    );
  return new Map([...own, ...servers].map((tool) => [tool.name, tool]));
}

/** What the calls of a tool are to a hook: a tool that its group does not offer does what those do that it offers. */
function namesOf({ name, group }: ToolEntry): readonly string[] {
  return [name, ...(group === undefined ? [] : toolsOffered([group], TOOLS))];
}

/** The tool under the names by which models call it that learnt it elsewhere. */
function otherNames({ calledAs = [] }: ToolEntry, tool: Tool): readonly Tool[] {
  return calledAs.map((name) => ({ ...tool, name, isHidden: true, isByNameOnly: !isSingular(name) }));
}

/** Whether a tag of this name in a text means a tool: `ReadFile`, `write_file` and names of programs do, ordinary words such as `Edit` and `fetch` do not. */
function isSingular(name: string): boolean {
  return /^[A-Z][a-z]+[A-Z]|_/.test(name) || ["Shell", "Bash", "Glob", "Grep"].includes(name);
}

/** Tools that an agent or mode has without listing them. */
const OF_EVERYONE: readonly string[] = toolsOffered(["everyone"], TOOLS);

function isOf(agent: AgentSpec, entry: ToolEntry): boolean {
  return agent.tools.includes(entry.name) || OF_EVERYONE.includes(entry.name) || understands(agent, entry, TOOLS);
}

/** A tool that agent or mode does not allow is refused as the model's mistake; the policy is not asked. */
function heldTo(spec: () => AgentSpec, tool: Tool, isAllowed: (agent: AgentSpec) => boolean): Tool {
  return {
    ...tool,
    plan: async (input, signal) => {
      const agent = spec();
      const { name, tools, writes } = agent;
      if (!isAllowed(agent)) {
        throw notIn(name, `${tool.name} is not part of it`, `It has: ${tools.join(", ")}.`);
      }
      const plan = await tool.plan(input, signal);
      const outside = writes === undefined ? undefined : writtenOutside(plan, new RegExp(writes.pattern));
      if (outside === undefined) return plan;
      throw notIn(name, `${outside} may not be written`, `It writes ${writes?.description ?? "other files"}.`);
    },
  };
}

function writtenOutside({ capabilities }: PlannedCall, pattern: RegExp): string | undefined {
  return capabilities.flatMap((need) => (need.kind === "write" && !pattern.test(need.path) ? [need.path] : []))[0];
}

function notIn(name: string, what: string, hint: string): RunnerError {
  return new RunnerError({ code: "tool.input", message: `${name}: ${what}.`, hint });
}
