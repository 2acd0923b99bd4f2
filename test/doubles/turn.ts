/**
 * A real engine around a model that answers from a list: the context is the real fold, every event is recorded, time
 * stands still unless told, and tools are plain objects the test hands in.
 */

import type { CompactionName } from "../../src/protocol/context.ts";
import type { Clock } from "../../src/base/clock.ts";
import { createBudget } from "../../src/engine/budget.ts";
import { runPrompt } from "../../src/engine/prompt.ts";
import type { Prompt } from "../../src/protocol/prompt.ts";
import type { Answer, Capability, Decision } from "../../src/protocol/approval.ts";
import type { Flow } from "../../src/protocol/prompt.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/protocol/limits.ts";
import type { AssistantMessage, Message, ToolMessage } from "../../src/protocol/message.ts";
import { NO_USAGE, type ChatRequest, type TokenUsage } from "../../src/protocol/model.ts";
import type { TurnStop } from "../../src/protocol/outcome.ts";
import type { PlannedCall, Tool, ToolAccess } from "../../src/protocol/tool.ts";
import type { Spent, Turn } from "../../src/protocol/turn.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { progressedOf } from "../../src/run/agent/assemble.ts";
import { EMPTY_STATE, stateOf } from "../../src/session/session-state.ts";
import { createContext, createContextFold } from "../../src/session/context.ts";
import { said } from "./message.ts";

interface ScriptedCall {
  readonly name: string;
  /** An object, or the raw text as a model might write it. */
  readonly arguments: object | string;
  readonly id?: string;
}

export interface ScriptedReply {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly usage?: TokenUsage;
  readonly isCut?: boolean;
  /** Thrown instead of answering. */
  readonly error?: unknown;
  /** Runs while the model "thinks". */
  readonly during?: () => void | Promise<void>;
}

export interface Harness {
  readonly events: WireEvent[];
  readonly requests: ChatRequest[];
  readonly blobs: Map<string, string>;
  readonly controller: AbortController;
  /** Trees that the workspace was put back to. */
  readonly restored: readonly string[];
  readonly messages: () => readonly Message[];
  /** Of a prompt that a process did not get to carry out. */
  readonly words: () => string | undefined;
  readonly prompt: (prompt: Prompt) => Promise<TurnStop>;
  readonly run: (task?: string) => Promise<TurnStop>;
  readonly resume: (answers?: ReadonlyMap<string, Answer>, flow?: Flow, maxMoves?: number) => Promise<TurnStop>;
}

export interface HarnessOptions {
  readonly replies: readonly ScriptedReply[] | ((request: ChatRequest) => ScriptedReply | undefined);
  readonly tools?: readonly Tool[];
  readonly decide?: (capabilities: readonly Capability[]) => Decision;
  readonly limits?: Partial<Limits>;
  readonly spent?: Partial<Spent>;
  readonly prices?: { readonly inputUsd: number; readonly outputUsd: number };
  readonly snapshot?: () => Promise<string>;
  /** Tokens of any request, or a function of it. */
  readonly estimate?: number | ((request: ChatRequest) => number);
  readonly window?: number;
  readonly carryOver?: string;
  readonly compaction?: CompactionName;
  /** What a process before this one recorded. */
  readonly previous?: readonly WireEvent[];
  /** Records so many events and then nothing more: every further one throws, as if the process had ended. */
  readonly killAfter?: number;
  /** The same behind the first event of this type. */
  readonly killBehind?: WireEvent["type"];
  /** In place of any other part of the turn: hooks, inbox, verifier. */
  readonly parts?: Partial<Turn>;
}

const APPROVE: Decision = { verdict: "approve", rule: "all" };
const STILL: Clock = { now: () => 0, monotonic: () => 0, sleep: async () => {} };

export function createHarness(options: HarnessOptions): Harness {
  const events: WireEvent[] = [];
  const requests: ChatRequest[] = [];
  const blobs = new Map<string, string>();
  const controller = new AbortController();
  const restored: string[] = [];
  const fold = createContextFold();
  for (const event of options.previous ?? []) {
    events.push(event);
    fold.apply(event);
  }
  let isKilled = false;
  const emit = async (event: WireEvent): Promise<void> => {
    if (options.killAfter !== undefined && events.length >= options.killAfter) throw new Error("killed");
    if (isKilled) throw new Error("killed");
    isKilled = event.type === options.killBehind;
    events.push(frozen(event));
    fold.apply(event);
  };
  const context = createContext(fold, emit);
  let replied = 0;
  const { prices, estimate = 100 } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const model: Turn["model"] = {
    name: "test/model",
    window: options.window ?? 200_000,
    maxOutputTokens: 8000,
    features: new Set(["tool_use"]),
    estimate: (request) => (typeof estimate === "function" ? estimate(request) : estimate),
    costUsd: (usage) =>
      prices &&
      ((usage.input + usage.cacheRead + usage.cacheWrite) * prices.inputUsd + usage.output * prices.outputUsd) / 1e6,
    chat: async (request, { signal }) => {
      requests.push({ ...structuredClone({ ...request, messages: [] }), messages: request.messages.map(frozen) });
      const { replies } = options;
      const reply = typeof replies === "function" ? replies(request) : replies[replied];
      replied += 1;
      if (reply === undefined) throw new Error(`the script has no reply ${replied}`);
      await reply.during?.();
      signal.throwIfAborted();
      if (reply.error !== undefined) throw reply.error;
      const { usage = NO_USAGE, isCut = false } = reply;
      return { message: messageOf(reply, replied), usage, isCut };
    },
  };
  const spent = { ...EMPTY_STATE.spent, ...options.spent };
  const turn: Turn = {
    model,
    outage: { retryBudget: () => (error) => ({ kind: "give_up", error }) },
    system: "system",
    tools: new Map((options.tools ?? []).map((tool) => [tool.name, tool])),
    gate: { judge: async (capabilities) => options.decide?.(capabilities) ?? APPROVE },
    context,
    workspace: {
      snapshot: options.snapshot ?? (async () => "tree0"),
      restore: async (tree) => void restored.push(tree),
      watch: async () => async () => [],
      heldFiles: async () => [],
    },
    blobs: {
      put: async (text) => {
        const name = `blobs/${blobs.size}.txt`;
        blobs.set(name, text);
        return name;
      },
    },
    limits,
    budget: createBudget({ limits, spent, clock: STILL }),
    progressed: { ...EMPTY_STATE.progressed, steps: spent.steps },
    identity: { sessionId: "s1", baseCommit: "b", headCommit: "h", policyDigest: "p", workDir: "/w" },
    cacheKey: "k1",
    emit,
    room: { by: options.compaction, carryOver: async () => options.carryOver ?? "" },
    restoreModes: async () => {},
    inbox: { take: async () => [], hasSteer: () => false },
    reminder: () => undefined,
    agentId: "main",
    clock: STILL,
    signal: controller.signal,
    ...options.parts,
    hooks: {
      tell: async (input) => {
        const reason = await options.parts?.hooks?.tell(input);
        const { event, target } = input;
        if (reason !== undefined)
          await emit({ type: "hook.end", event, target, action: "block", reason, durationMs: 0 });
        return reason;
      },
    },
  };
  return {
    events,
    requests,
    blobs,
    controller,
    messages: () => context.messages,
    words: () => stateOf(events).progressed.unfinished.words,
    restored,
    prompt: (prompt) => runPrompt(prompt, Object.freeze(turn)),
    run: (task = "task") => runPrompt({ kind: "text", text: task }, Object.freeze(turn)),
    resume: async (answers = new Map(), flow, maxMoves) => {
      for (const [digest, answer] of answers) await emit({ type: "deferral.answer", digest, ...answer });
      await emit({ type: "session.resume", rung: "none", model: model.name, window: model.window });
      const state = stateOf(events);
      const again = {
        ...turn,
        budget: options.parts?.budget ?? createBudget({ limits, spent: state.spent, clock: STILL }),
        progressed: progressedOf({ state: () => state }),
      };
      return runPrompt({ kind: "resume", flow, maxMoves }, Object.freeze(again));
    },
  };
}

function messageOf({ text, calls = [] }: ScriptedReply, number: number): AssistantMessage {
  return said(
    text ?? [],
    ...calls.map((call, index) => ({
      id: call.id ?? `call_${number}_${index}`,
      name: call.name,
      arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    })),
  );
}

export interface TestToolOptions {
  readonly name: string;
  readonly access?: ToolAccess;
  readonly plan?: (input: Readonly<Record<string, unknown>>) => Partial<PlannedCall>;
  readonly run?: PlannedCall["run"];
}

/** A tool that answers `ok` unless told otherwise. */
export function testTool({ name, access = "read", plan, run }: TestToolOptions): Tool {
  return {
    name,
    description: name,
    parameters: { type: "object" },
    plan: async (input) => ({
      access,
      capabilities: access === "read" ? [{ kind: "read", path: "a" }] : [{ kind: "write", path: "a" }],
      summary: name,
      run: run ?? (async () => ({ text: "ok" })),
      ...plan?.(input as Record<string, unknown>),
    }),
  };
}

/** The tool results in the context, as `id: text`, errors marked. */
export function resultsOf(messages: readonly Message[]): string[] {
  return messages
    .filter((message): message is ToolMessage => message.role === "tool")
    .map(({ toolCallId, content, isError }) => `${toolCallId}${isError ? " (error)" : ""}: ${content}`);
}

/** The value, which nothing can change any more. A copy of all messages of each request would take time that grows with their square. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
