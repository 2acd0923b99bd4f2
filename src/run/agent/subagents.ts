/** Subagents: turns of their own inside the run's journal, budget and signal. The main agent gets their reports. */

import { counted } from "../../base/words.ts";
import type { AgentSpec, SubagentType } from "../../agents/agent-spec.ts";
import { isReadOnly } from "../../agents/tool-lists.ts";
import { createProgress } from "../../engine/state/progress.ts";
import { runTurn, type TurnInput } from "../../engine/turn.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import type { ChatModel } from "../../protocol/model.ts";
import { foldTally, knownCost, NO_TALLY, type Tally } from "../../protocol/tally.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { Hooks } from "../../protocol/hooks.ts";
import type { AgentDefinition, AgentEnd } from "../../protocol/subagent.ts";
import type { Tool, ToolResult } from "../../protocol/tool.ts";
import type { Arrival } from "../../protocol/message.ts";
import type { Inbox, Turn } from "../../protocol/turn.ts";
import type { WireEvent } from "../../protocol/wire.ts";
import { EMPTY_STATE, type SeenFact, type SessionState } from "../../session/session-state.ts";
import type { Assignment, Worker, Workers } from "../../tools/new-task.ts";
import { TOOLS } from "../../tools/registry.ts";
import { withoutAsking } from "./gates.ts";
import type { Session } from "../open/session.ts";

/** A shorter report hides more than it says, so the subagent is asked for another one. Kimi CLI's number. */
const MIN_SUMMARY_CHARS = 200;
const SAY_MORE =
  "Your report is too short for someone who saw nothing of your work. Write it again: what you did or found, with files and lines, how you checked it, and what is open.";

export interface WorkersOptions {
  readonly session: Session;
  readonly shared: Omit<
    Turn,
    "model" | "system" | "tools" | "context" | "agentId" | "progressed" | "success" | "hooks" | "cacheKey"
  >;
  /** The model that the run asks now. */
  readonly model: () => ChatModel;
  /** The model that is named for the work of such an agent, if there is one. */
  readonly modelFor: (spec: AgentSpec) => ChatModel | undefined;
  readonly hooksOf: (signal: AbortSignal) => Hooks;
  readonly subagents: AgentSpec["subagents"];
  /** What the agent must not call. An agent that the model defines must not call it either. */
  readonly excludes: AgentSpec["excludes"];
  readonly systemOf: (spec: AgentSpec) => Promise<string>;
  readonly cacheKeyOf: (agent: string) => string;
  /** Makes the tools of a subagent. `seen` is what it already knows of files. */
  readonly toolsOf: (
    spec: AgentSpec,
    agent: Pick<Turn, "agentId" | "emit"> & { readonly seen: readonly SeenFact[] },
  ) => ReadonlyMap<string, Tool>;
}

/** Creates the subagents to which `new_task` gives work. */
export function createWorkers(options: WorkersOptions): Workers {
  const { session, subagents, excludes } = options;
  const { started: earlier, working } = session.state();
  const before = new Map(working);
  let count = earlier.size;
  /** Ids of the subagents that work now. */
  const busy = new Set<string>();
  const types = (): ReadonlyMap<string, SubagentType> =>
    new Map([...subagents, ...session.state().defined.map((made) => [made.name, typeOf(made, excludes)] as const)]);
  return {
    listed: [...subagents].map(workerOf),
    all: () => [...types()].map(workerOf),
    started: () => session.state().started,
    run: async (assignment, signal) => {
      const { agent, callId, resume } = assignment;
      const type = types().get(agent);
      if (type === undefined) return { text: `Error: there is no agent ${agent}.`, isError: true };
      if (resume !== undefined && busy.has(resume)) {
        const text = `Error: ${resume} works on another task now. Give it this one in a later message, when it has reported.`;
        return { text, isError: true };
      }
      const again = resume ?? before.get(callId);
      before.delete(callId);
      if (again === undefined) count += 1;
      const agentId = again ?? `a${count}`;
      busy.add(agentId);
      return await work({ spec: type.spec, agentId, assignment, signal }, options).finally(() => busy.delete(agentId));
    },
  };
}

/** What the main agent is told about subagents that a kill cut off. The call of one that only reads is simply made again. */
export function cutOffNews(
  { working, started, defined }: SessionState,
  subagents: AgentSpec["subagents"],
): readonly string[] {
  return [...new Set(working.values())].flatMap((id) => {
    const kind = started.get(id) ?? "";
    const { tools = [] } = subagents.get(kind)?.spec ?? defined.find(({ name }) => name === kind) ?? {};
    const hint = `new_task with resume: "${id}" takes it up there`;
    return isReadOnly(tools, TOOLS) ? [] : [`${id} (${kind}) was at work when the run was cut off. ${hint}.`];
  });
}

export function workerOf([name, { description, spec }]: readonly [string, SubagentType]): Worker {
  return { name, description, isReadOnly: isReadOnly(spec.tools, TOOLS) };
}

/** An agent that the model defined. Its prompt is an argument, so that nothing in it is read as a placeholder. */
function typeOf(
  { name, description, systemPrompt, tools }: AgentDefinition,
  excludes: AgentSpec["excludes"],
): SubagentType {
  const prompt = { systemPrompt: "${PROMPT}", promptArgs: { PROMPT: systemPrompt } };
  return { description, spec: { name, whenToUse: description, ...prompt, tools, excludes, subagents: new Map() } };
}

interface Work {
  readonly spec: AgentSpec;
  readonly agentId: string;
  readonly assignment: Assignment;
  readonly signal: AbortSignal;
}

async function work({ spec, agentId, assignment, signal }: Work, options: WorkersOptions): Promise<ToolResult> {
  const { session, shared, model, toolsOf } = options;
  const { agent, message, callId, resume } = assignment;
  const hooks = options.hooksOf(signal);
  const { showAnswer } = shared;
  const past = resume === undefined ? undefined : session.pastOf(agentId);
  let used: Tally = past?.state.spent ?? NO_TALLY;
  const emit = async (event: WireEvent): Promise<void> => {
    used = foldTally(used, event);
    await shared.emit({ type: "subagent.event", callId, agentId, agent, event });
  };
  await hooks.tell({ event: "SubagentStart", target: agent, fields: { agent_name: agent, prompt: message } });
  const own = options.modelFor(spec);
  const asked = own && { model: own.name, window: own.window, ...(own.prices && { prices: own.prices }) };
  const { compaction } = spec;
  const more = { ...(past && ({ resumes: true } as const)), ...(compaction && { compaction }) };
  const begin = { type: "subagent.begin", callId, agentId, agent, prompt: message } as const;
  await shared.emit({ ...begin, ...more, ...(asked && { asked }) });
  const system = past?.state.system ?? (await options.systemOf(spec));
  if (past === undefined) await emit({ type: "context.system", text: system });
  const turn: Turn = Object.freeze({
    ...shared,
    get model() {
      return own ?? model();
    },
    // No other model takes the place of one that was named for the work.
    ...(own && { outage: { retryBudget: shared.outage.retryBudget } }),
    hooks,
    system,
    cacheKey: options.cacheKeyOf(agent),
    tools: toolsOf(spec, { agentId, emit, seen: past?.state.seen ?? [] }),
    gate: withoutAsking(shared.gate, () => session.state().progressed.standing),
    context: session.contextOf(agentId, emit, past),
    emit,
    showAnswer: showAnswer && (() => showAnswer({ callId, agentId, agent })),
    inbox: inboxWith(past?.state.progressed.unfinished.calls && message),
    reminder: () => undefined,
    room: { ...shared.room, by: compaction, carryOver: async () => "" },
    restoreModes: async () => {}, // a subagent cannot switch modes
    progressed: { ...(past?.state ?? EMPTY_STATE).progressed, standing: [] },
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
  const words = ("text" in stop && stop.text) || "";
  if (stop.stop === "end_turn") {
    const report = words === "" ? "It ended without a word; look at what it did." : words;
    const text = `${agentId} (${agent}) reports after ${counted(steps, "step")}:\n\n${report}\n\n${goOnHint(agentId)}`;
    return { text };
  }
  const part = words === "" ? "" : `\n\n${words}\n`;
  const text = `Error: ${agentId} (${agent}) did not finish: ${response}${part}\n${goOnHint(agentId)}`;
  return { text, isError: true };
}

function goOnHint(agentId: string): string {
  return `[new_task with resume: "${agentId}" gives it more to do; it knows all of this still]`;
}

function inboxWith(text: string | undefined): Inbox {
  const waiting: Arrival[] = text === undefined ? [] : [{ kind: "steer", text }];
  return { take: async () => waiting.splice(0), hasSteer: () => waiting.length > 0 };
}

/**
 * Runs one turn, and a second one where the report is too short; a short report is better than none. Calls that a kill left
 * without results get them first, as in a resumed run, and the message follows. What is wrong with this conversation alone ends
 * this subagent alone.
 */
export async function runSubagent(message: string, turn: Turn): Promise<TurnStop> {
  const progress = createProgress(turn, true);
  progress.snapshots.begin();
  const isOpen = turn.progressed.unfinished.calls !== undefined;
  const run = (input: TurnInput): Promise<TurnStop> => runTurn(input, turn, progress).catch(stopOfOwnFailure);
  const stop = await run(isOpen ? { kind: "resume" } : { kind: "text", text: message });
  if (stop.stop !== "end_turn" || stop.text.length >= MIN_SUMMARY_CHARS) return stop;
  const again = await run({ kind: "again", text: SAY_MORE });
  return again.stop === "end_turn" ? again : stop;
}

/** Refusals of what one conversation holds. Other conversations with the same model can go on. */
const OWN_FAILURES: ReadonlySet<string> = new Set(["provider.filtered", "provider.overflow"]);

function stopOfOwnFailure(error: unknown): TurnStop {
  if (!(error instanceof RunnerError) || !OWN_FAILURES.has(error.code)) throw error;
  return { stop: "stuck", reason: describeError(error) };
}
