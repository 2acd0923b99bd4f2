/** The tools of a recorded run as the model saw them: this program's, where their digest is the recorded one. */

import { builtinAgents, defaultAgent } from "../agents/builtin-agents.ts";
import { loadModes } from "../agents/modes.ts";
import type { Cell } from "../protocol/cell.ts";
import type { McpStarted } from "../protocol/mcp.ts";
import type { Tool, WebAccess } from "../protocol/tool.ts";
import type { WireEvent } from "../protocol/wire.ts";
import type { SessionState } from "../session/session-state.ts";
import type { Workers } from "../tools/new-task.ts";
import { toolsDigest } from "../run/agent/assemble.ts";
import { workerOf } from "../run/agent/subagents.ts";
import { offeredTools, toolDepsOf, toolsOfSubagent } from "../run/agent/tool-deps.ts";
import { NO_GATEWAY, type McpTools } from "../run/open/mcp-reach.ts";
import { toolsOf } from "../run/agent/toolbox.ts";
import { withServers, type RunAgent } from "../run/open/choose-agent.ts";
import type { RunTraits } from "../tools/define/define-tool.ts";
import { TOOLS, type ToolDeps } from "../tools/registry.ts";

export type Specs = readonly Omit<Tool, "plan">[];

/** The tools of each turn as this program makes them; undefined where none of them has the digest. */
export function sameTools(state: SessionState, digest: string): ((state: SessionState) => Specs) | undefined {
  const runAgent = runAgentOf(state);
  // A journal does not say whether the repository had skills.
  for (const more of [[], ["skill"]]) {
    const traits = (now: SessionState) => ({ hasPlanned: now.hasPlanned, ...grantedIn(state) });
    const specs = (now: SessionState): ReadonlyMap<string, Tool> =>
      specsOf(runAgent, now, [...offeredTools(runAgent, traits(now)), ...more]);
    if (toolsDigest(specs(state)) === digest) return (now) => [...specs(now).values()];
  }
  return undefined;
}

/** Tools with the names in the record. Their descriptions are not known, so that an estimate may differ. */
export function namedTools(state: SessionState, events: readonly WireEvent[]): Specs {
  const offered = offeredIn(events);
  const called = events.flatMap((event) => (event.type === "call.judged" ? [event.tool] : []));
  const known = specsOf(runAgentOf(state), state, offered);
  return [...new Set([...offered, ...called])].map(
    (name) => known.get(name) ?? { name, description: "", parameters: {}, isHidden: !offered.includes(name) },
  );
}

/** The tools of a subagent: those of this program's agent of that name, else those that its record names. */
export function subagentTools(agent: string, state: SessionState, events: readonly WireEvent[]): Specs {
  const runAgent = runAgentOf(state);
  const offered =
    runAgent.spec.subagents.get(agent)?.spec.tools ?? state.defined.find(({ name }) => name === agent)?.tools;
  if (offered === undefined) return namedTools(state, events);
  return [...specsOf(runAgent, state, toolsOfSubagent({ tools: offered }, grantedIn(state))).values()];
}

function recordedServers({ mcp = [], isMcpOnDemand }: SessionState): McpTools {
  const servers = mcp.filter((server): server is McpStarted => !("error" in server));
  const tools = servers.flatMap((server) =>
    server.tools.map(({ callName, description, parameters }) => ({
      name: callName,
      description,
      parameters,
      plan: nothing,
    })),
  );
  return { tools, gateway: { ...NO_GATEWAY, servers, isOnDemand: isMcpOnDemand === true } };
}

/** The agent of the run where it is one of this program's, else the default agent. The digest shows whether it was another one. */
function runAgentOf(state: SessionState): RunAgent {
  const { begin } = state;
  const { choice } = begin ?? {};
  const named = choice?.kind === "agent" ? builtinAgents(TOOLS).get(choice.name) : undefined;
  const modes = choice?.kind === "mode" ? loadModes([], TOOLS, { wanted: choice.name }) : undefined;
  const agent = named ?? modes?.get(choice?.name ?? "") ?? defaultAgent(TOOLS);
  const known = { facts: state.mcp ?? [], isOnDemand: state.isMcpOnDemand === true, absent: ["mcp__"] };
  return withServers({ spec: agent, modes, skills: [], custom: [], warnings: [] }, known);
}

/** The tools; `new_task` does nothing. */
function specsOf(runAgent: RunAgent, state: SessionState, offered: readonly string[]): ReadonlyMap<string, Tool> {
  const listed = [...runAgent.spec.subagents].map(workerOf);
  const workers: Workers = { listed, all: () => listed, started: () => new Map(), run: async () => ({ text: "" }) };
  const deps = toolDepsOf({
    cell: NO_CELL,
    seen: [],
    agent: runAgent,
    workers,
    session: { state: () => state },
    readOnly: state.begin?.readOnly === true,
    mayRead: () => true,
    onTimeout: "kill",
    code: { search: nothing, definitions: nothing },
    web: INERT_WEB,
    browser: undefined,
    sees: () => false,
    github: NO_GITHUB,
    applySketch: undefined,
    embedder: undefined,
    findings: undefined,
  });
  return toolsOf({ deps, mcp: recordedServers(state), custom: [], offered, spec: () => runAgent.spec });
}

const nothing = (): Promise<never> => Promise.reject(new TypeError("nothing is carried out in a replay"));

/** The record has the answers of GitHub and the limits of questions to it. */
const NO_GITHUB: ToolDeps["github"] = { thread: undefined, limit: () => Infinity, used: () => 0, search: nothing };

/** Names of the offered tools, as far as the record shows them. */
function offeredIn(events: readonly WireEvent[]): readonly string[] {
  return (
    events.flatMap(availableIn)[0] ??
    TOOLS.map(({ name }) => name).filter((name) => name !== "send_dmail" || isMarked(events))
  );
}

/** The tools that the model was told of when it called an unknown one. */
function availableIn(event: WireEvent): readonly (readonly string[])[] {
  if (event.type !== "context.append") return [];
  return event.messages.flatMap((message) => {
    const list =
      message.role === "tool" ? /^Error: unknown tool: .* Available: (.*)\.$/.exec(message.content)?.[1] : undefined;
    return list === undefined ? [] : [list.split(", ")];
  });
}

/** Whether the model saw checkpoints, which it does only where it can go back to them. */
function isMarked(events: readonly WireEvent[]): boolean {
  return events.some(
    (event) =>
      event.type === "context.append" &&
      event.messages.some((message) => message.role === "user" && message.content.startsWith("<system>CHECKPOINT ")),
  );
}

function grantedIn({ begin }: SessionState): Pick<RunTraits, "web" | "github" | "reviews"> {
  return { web: new Set(begin?.web), github: new Set(begin?.github), reviews: begin?.review !== undefined };
}

const INERT_WEB: WebAccess = { mayReach: () => false, page: nothing, search: undefined };

/** No call is carried out. */
const NO_CELL = Object.freeze({}) as Cell;
