/** The gate and the tools of a turn. One module, so that all of it loads while the cell starts. */

import { toolsOffered, understands, type ToolCatalogue } from "../../agents/tool-lists.ts";
import { callNamesOf, hookNamesOf } from "../../agents/tool-names.ts";
import type { AgentSpec } from "../../agents/agent-spec.ts";
import { createApprovalGate } from "../../policy/approval-gate.ts";
import type { ApprovalGate } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { PlannedCall, Tool, ToolEntry } from "../../protocol/tool.ts";
import type { SessionState } from "../../session/session-state.ts";
import type { BuiltinTool } from "../../tools/define/define-tool.ts";
import { TOOLS, type ToolDeps } from "../../tools/registry.ts";
import { mcpReachOf, type McpTools } from "../open/mcp-reach.ts";
import type { Workbench } from "../open/workbench.ts";
import { withAfterWeb, withoutUnpublishable, withoutWrites, withPlanMode, withReadingOnly } from "./gates.ts";

/** The gate of all agents of a run. */
export function approvalGateOf(
  { cell, policy, repository, trustedCommit, git }: Workbench,
  state: () => SessionState,
): ApprovalGate {
  const place = { level: cell.level, workDir: repository.root };
  const gate = createApprovalGate({ policy, ...place });
  const careful = withAfterWeb(gate, policy.afterWeb, () => state().hasAskedWeb === true);
  const planned = withPlanMode(careful, () => state().planMode, place);
  const { begin } = state();
  if (begin?.origin?.outsider === true) return withReadingOnly(planned, place);
  if (begin?.readOnly === true) return withoutWrites(planned);
  if (begin?.origin === undefined) return planned; // on a machine, the user's own git runs the filters
  const trees = [trustedCommit, repository.headCommit];
  const filtersOf = async (paths: readonly string[]) => await (await git()).objects.filtersOf(trees, paths);
  return withoutUnpublishable(planned, policy, filtersOf);
}

export interface ToolsOptions {
  readonly deps: Omit<ToolDeps, "mcp">;
  readonly mcp: McpTools;
  /** Tools of the repository, which come after the built-in ones. */
  readonly custom: readonly BuiltinTool<ToolDeps>[];
  readonly offered: readonly string[];
  /** The agent, or the mode that it is in. */
  readonly spec: () => AgentSpec;
}

/** The tools that are offered or understood, in the order of the prompt prefix. Each refuses what it may not do. */
export function toolsOf({ deps, mcp, custom, offered, spec }: ToolsOptions): ReadonlyMap<string, Tool> {
  const all = { ...deps, mcp: mcpReachOf(mcp.gateway, spec, offered) };
  const catalogue = [...TOOLS, ...custom];
  const own = catalogue.flatMap((entry): readonly Tool[] => {
    const isOffered = offered.includes(entry.name);
    if (!isOffered && entry.isUnderstood !== true && entry.group === undefined) return [];
    const made = { ...entry.make(all), meantBy: hookNamesOf(entry, catalogue) };
    const held = heldTo(spec, isOffered ? made : { ...made, isHidden: true }, (agent) => isOf(agent, entry));
    return [held, ...otherNames(entry, held, catalogue)];
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

/** The tool under its names in other programs. Some of them say what to do, as `TaskStop` does. */
function otherNames(entry: ToolEntry, tool: Tool, catalogue: ToolCatalogue): readonly Tool[] {
  const names = callNamesOf(entry, catalogue).filter((name) => name !== entry.name);
  return names.map((name) => {
    const said = entry.implied?.[name];
    const repair = said && ((raw: Input) => tool.repair?.({ ...said, ...raw }) ?? { input: { ...said, ...raw } });
    return { ...tool, ...(repair && { repair }), name, isHidden: true, isByNameOnly: !isSingular(name) };
  });
}

type Input = Readonly<Record<string, unknown>>;

/** Whether a tag of this name in a text means a tool, as `ReadFile` or `write_file` does, and not a word such as `Edit` or `fetch`. */
function isSingular(name: string): boolean {
  return /^[A-Z][a-z]+[A-Z]|_/.test(name) || ["Shell", "Bash", "Glob", "Grep"].includes(name);
}

/** Tools that every agent and mode has without listing them. */
const OF_EVERYONE: readonly string[] = toolsOffered(["everyone"], TOOLS);

function isOf(agent: AgentSpec, entry: ToolEntry): boolean {
  return agent.tools.includes(entry.name) || OF_EVERYONE.includes(entry.name) || understands(agent, entry, TOOLS);
}

/** Refuses what the agent or mode does not allow, as a mistake of the model. The policy is not asked. */
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
