/**
 * Subagents: a turn of their own with their own context, tools and progress, under the run's gate, budget and signal. What
 * they do is recorded inside the run's journal; only their closing words come back to the main agent.
 */

import type { AgentSpec, SubagentType } from "../../agents/agent-spec.ts";
import { isReadOnly } from "../../agents/tool-lists.ts";
import { createProgress } from "../../engine/state/progress.ts";
import { runTurn } from "../../engine/turn.ts";
import type { ChatModel } from "../../protocol/model.ts";
import { foldTally, knownCost, NO_TALLY } from "../../protocol/tally.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { Hooks } from "../../protocol/hooks.ts";
import type { AgentDefinition, AgentEnd } from "../../protocol/subagent.ts";
import type { Tool, ToolResult } from "../../protocol/tool.ts";
import type { Turn } from "../../protocol/turn.ts";
import type { WireEvent } from "../../protocol/wire.ts";
import type { Assignment, Worker, Workers } from "../../tools/new-task.ts";
import { TOOLS } from "../../tools/registry.ts";
import { withoutAsking } from "./gates.ts";
import type { Session } from "../open/session.ts";

/** Closing words shorter than this hide more than they say; asked for once more. Kimi CLI's number. */
const MIN_SUMMARY_CHARS = 200;
const SAY_MORE =
  "Your report is too short for someone who saw nothing of your work. Write it again: what you did or found, with files and lines, how you checked it, and what is open.";

export interface WorkersOptions {
  readonly session: Session;
  readonly shared: Omit<
    Turn,
    "model" | "system" | "tools" | "context" | "agentId" | "progressed" | "verifier" | "hooks" | "cacheKey"
  >;
  /** The model that is asked now. */
  readonly model: () => ChatModel;
  /** The model named for the work of such an agent, if any. */
  readonly modelFor: (spec: AgentSpec) => ChatModel | undefined;
  /** Hooks that end with this signal. */
  readonly hooksOf: (signal: AbortSignal) => Hooks;
  /** Those of the agent, by the name the model calls. */
  readonly subagents: AgentSpec["subagents"];
  /** What the agent must not call: an agent that it makes up must not either. */
  readonly excludes: AgentSpec["excludes"];
  readonly systemOf: (spec: AgentSpec) => Promise<string>;
  readonly cacheKeyOf: (agent: string) => string;
  readonly toolsOf: (spec: AgentSpec) => ReadonlyMap<string, Tool>;
}

/** The subagents that `new_task` gives work to. */
export function createWorkers(options: WorkersOptions): Workers {
  const { session, subagents, excludes } = options;
  const { agentCount, working } = session.state();
  const before = new Map(working);
  let started = agentCount;
  const types = (): ReadonlyMap<string, SubagentType> =>
    new Map([...subagents, ...session.state().defined.map((made) => [made.name, typeOf(made, excludes)] as const)]);
  return {
    listed: [...subagents].map(workerOf),
    all: () => [...types()].map(workerOf),
    run: async (assignment, signal) => {
      const type = types().get(assignment.agent);
      if (type === undefined) return { text: `Error: there is no agent ${assignment.agent}.`, isError: true };
      const again = before.get(assignment.callId);
      before.delete(assignment.callId);
      if (again === undefined) started += 1;
      return await work(type.spec, again ?? `a${started}`, assignment, { ...options, signal });
    },
  };
}

export function workerOf([name, { description, spec }]: readonly [string, SubagentType]): Worker {
  return { name, description, isReadOnly: isReadOnly(spec.tools, TOOLS) };
}

/** What the model wrote is text: nothing in it is a placeholder. */
function typeOf(
  { name, description, systemPrompt, tools }: AgentDefinition,
  excludes: AgentSpec["excludes"],
): SubagentType {
  const prompt = { systemPrompt: "${PROMPT}", promptArgs: { PROMPT: systemPrompt } };
  return { description, spec: { name, whenToUse: description, ...prompt, tools, excludes, subagents: new Map() } };
}

async function work(
  spec: AgentSpec,
  agentId: string,
  { agent, message, callId }: Assignment,
  {
    session,
    shared,
    model,
    modelFor,
    hooksOf,
    systemOf,
    cacheKeyOf,
    toolsOf,
    signal,
  }: WorkersOptions & { readonly signal: AbortSignal },
): Promise<ToolResult> {
  const hooks = hooksOf(signal);
  const { showAnswer } = shared;
  let used = NO_TALLY;
  const emit = async (event: WireEvent): Promise<void> => {
    used = foldTally(used, event);
    await shared.emit({ type: "subagent.event", callId, agentId, agent, event });
  };
  await hooks.tell({ event: "SubagentStart", target: agent, fields: { agent_name: agent, prompt: message } });
  const own = modelFor(spec);
  const asked = own && { model: own.name, window: own.window, ...(own.prices && { prices: own.prices }) };
  await shared.emit({ type: "subagent.begin", callId, agentId, agent, prompt: message, ...(asked && { asked }) });
  const system = await systemOf(spec);
  await emit({ type: "context.system", text: system });
  const turn: Turn = Object.freeze({
    ...shared,
    get model() {
      return own ?? model();
    },
    // Nothing takes the place of a model that was named for the work.
    ...(own && { fallBack: undefined }),
    hooks,
    system,
    cacheKey: cacheKeyOf(agent),
    tools: toolsOf(spec),
    gate: withoutAsking(shared.gate, () => session.state().progressed.standing),
    context: session.contextOf(agentId, emit),
    emit,
    showAnswer: showAnswer && (() => showAnswer({ callId, agentId, agent })),
    inbox: { take: async () => [], hasSteer: () => false },
    reminder: () => undefined,
    carryOver: async () => "",
    restoreModes: async () => {}, // it cannot switch them
    progressed: { steps: 0, mails: 0, rounds: 0, stopHookUsed: false, standing: [], unfinished: {} },
    agentId,
    signal,
  });
  const stop = await runSubagent(message, turn);
  const { steps, usage } = used;
  const named = own === undefined ? {} : { model: own.name };
  const end: AgentEnd = { agentId, agent, stop: stop.stop, steps, usage, costUsd: knownCost(used), ...named };
  await shared.emit({ type: "subagent.end", callId, ...end });
  const response = stop.stop === "end_turn" ? stop.text : ("reason" in stop && stop.reason) || stop.stop;
  await hooks.tell({ event: "SubagentStop", target: agent, fields: { agent_name: agent, response } });
  signal.throwIfAborted();
  return stop.stop === "end_turn"
    ? { text: `${agentId} (${agent}) reports after ${steps} steps:\n\n${stop.text}` }
    : { text: `Error: ${agentId} (${agent}) did not finish: ${response}`, isError: true };
}

/** One turn, and a second one where the report is too short to be of use; a short one is better than none. */
export async function runSubagent(message: string, turn: Turn): Promise<TurnStop> {
  const progress = createProgress(turn, true);
  progress.snapshots.begin();
  const stop = await runTurn({ kind: "text", text: message }, turn, progress);
  if (stop.stop !== "end_turn" || stop.text.length >= MIN_SUMMARY_CHARS) return stop;
  const again = await runTurn({ kind: "again", text: SAY_MORE }, turn, progress);
  return again.stop === "end_turn" ? again : stop;
}
