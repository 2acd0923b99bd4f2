/** Follows the steps, calls and agents of a run in order. Of a call only its own message's events are kept. */

import { callsOf, type AssistantMessage, type Message, type ToolCall, type ToolMessage } from "../protocol/message.ts";
import { totalTokens } from "../protocol/model.ts";
import type { EventOf, HeldCall, WireEvent } from "../protocol/wire.ts";
import { isWork, noteOn, type WorkEvent } from "./meanings.ts";
import type { Note } from "./note.ts";

/** A call of the model's message. What is known of it is added while the run goes on. */
export interface Call {
  readonly id: string;
  /** Undefined where the records begin after the model's message. */
  readonly asked: ToolCall | undefined;
  judged?: EventOf<"call.judged">;
  /** Set while it waits for a person, or waited. */
  held?: HeldCall;
  end?: EventOf<"tool.end">;
  result?: ToolMessage;
}

/** A step. Its sums grow until the next step begins. */
export interface Step {
  readonly number: number;
  readonly beganMs: number;
  lastMs: number;
  /** Time until the answer of the model was complete, failed attempts included. */
  modelMs: number;
  toolMs: number;
  tokens: number;
  /** Undefined without a price. */
  costUsd?: number;
  used?: EventOf<"step.usage">;
}

/** What an event adds to the story. */
export type StoryEntry =
  | { readonly type: "begin"; readonly event: EventOf<"session.begin"> }
  | { readonly type: "end"; readonly event: EventOf<"session.end"> }
  | { readonly type: "note"; readonly note: Note }
  | { readonly type: "step"; readonly step: Step }
  | { readonly type: "input"; readonly message: Extract<Message, { readonly role: "user" }> }
  /** What the older messages were condensed to. */
  | { readonly type: "summary"; readonly text: string }
  | { readonly type: "answer"; readonly message: AssistantMessage; readonly calls: readonly Call[] }
  /** `begun` and `ended`: in the cell. `answered`: the model gets the result. */
  | { readonly type: "begun" | "ended" | "answered"; readonly call: Call }
  | { readonly type: "agent"; readonly event: EventOf<"subagent.event">; readonly entries: readonly StoryEntry[] }
  | { readonly type: "agent.end"; readonly agentId: string };

/** Something that the run waits for. */
interface UnderWay {
  readonly text: string;
  readonly sinceMs: number;
  /** Set where it is a command in the cell, whose output can be shown meanwhile. */
  readonly isCommand?: boolean;
}

export interface Story {
  /** `atMs`: time of the record, by a clock of the reader's choice. */
  readonly apply: (event: WireEvent, atMs: number) => readonly StoryEntry[];
  /** What the main agent waits for, the oldest first. */
  readonly underWay: () => readonly UnderWay[];
}

const MODEL = "the model answers";
const CHECKS = "checks run";
/** Events that end a step. */
const OVER: ReadonlySet<WireEvent["type"]> = new Set(["session.end", "session.resume", "closing.usage", "verify.end"]);

/** Creates the story of one agent. */
export function createStory(): Story {
  /** Calls of the newest message, in its order. */
  let calls: Call[] = [];
  let step: Step | undefined;
  let isOver = false;
  let attemptMs: number | undefined;
  /** A compaction is under way. All that is appended then was told before, except for the summary. */
  let isCompacting = false;
  const waits = new Map<string, UnderWay>();
  const agents = new Map<string, Story>();

  /** The first call with this id of which this is not known yet. Ids may repeat, even in one message. */
  const callOf = (id: string, isNew: (call: Call) => boolean, index = -1): Call => {
    const same = calls.filter((call) => call.id === id);
    const placed = calls[index];
    const found = placed?.id === id ? placed : (same.find(isNew) ?? same.at(-1));
    if (found !== undefined) return found;
    const call: Call = { id, asked: undefined };
    calls.push(call);
    return call;
  };
  const charge = ({ usage, costUsd }: EventOf<"step.usage" | "tool.usage" | "model.wasted">, atMs: number): void => {
    waits.delete(MODEL);
    if (step === undefined) return;
    step.tokens += totalTokens(usage);
    if (costUsd !== undefined) step.costUsd = (step.costUsd ?? 0) + costUsd;
    if (attemptMs !== undefined) step.modelMs += atMs - attemptMs;
    attemptMs = undefined;
  };
  const appended = (message: Message): StoryEntry => {
    switch (message.role) {
      case "user":
        return { type: "input", message };
      case "assistant":
        calls = callsOf(message).map((asked) => ({ id: asked.id, asked }));
        return { type: "answer", message, calls };
      case "tool": {
        const call = callOf(message.toolCallId, ({ result }) => result === undefined);
        call.result = message;
        return { type: "answered", call };
      }
    }
  };
  const follow = (event: WorkEvent, atMs: number): readonly StoryEntry[] => {
    switch (event.type) {
      case "session.begin":
        return [{ type: "begin", event }];
      case "session.resume":
        isCompacting = false; // one that a kill cut off has no end
        return [];
      case "session.end":
        return [{ type: "end", event }];
      case "step.begin": {
        step = { number: event.step, beganMs: atMs, lastMs: atMs, modelMs: 0, toolMs: 0, tokens: 0 };
        isOver = false;
        return [{ type: "step", step }];
      }
      case "attempt.begin":
        attemptMs = atMs;
        waits.set(MODEL, { text: MODEL, sinceMs: atMs });
        return [];
      case "step.usage":
        if (step !== undefined) step.used = event;
        charge(event, atMs);
        return [];
      case "tool.usage":
      case "model.wasted":
        charge(event, atMs);
        return [];
      case "closing.usage":
        waits.delete(MODEL);
        return [];
      case "compaction.begin":
        isCompacting = true;
        return [];
      case "compaction.end":
        isCompacting = false;
        waits.delete(MODEL);
        return [];
      case "context.append": {
        if (!isCompacting) return event.messages.map(appended);
        const [, summary] = event.messages; // the first message is the task
        return summary?.role === "user" ? [{ type: "summary", text: summary.content }] : [];
      }
      case "call.judged":
        callOf(event.callId, ({ judged }) => judged === undefined || judged.decision.verdict === "defer").judged =
          event;
        return [];
      case "deferral.open":
        for (const held of event.held)
          if (held.files === undefined) callOf(held.callId, (call) => call.held === undefined, held.index).held = held;
        return [];
      case "tool.begin": {
        const call = callOf(event.callId, ({ end }) => end === undefined, event.index);
        const { summary = event.tool } = call.judged ?? {};
        waits.set(event.callId, { text: summary, sinceMs: atMs, isCommand: runsCommand(call) });
        return [{ type: "begun", call }];
      }
      case "tool.end": {
        const call = callOf(event.callId, ({ end }) => end === undefined, event.index);
        call.end = event;
        waits.delete(event.callId);
        if (step !== undefined) step.toolMs += event.durationMs;
        return [{ type: "ended", call }];
      }
      case "verify.begin":
        waits.set(CHECKS, { text: CHECKS, sinceMs: atMs, isCommand: true });
        return [];
      case "verify.end":
        waits.delete(CHECKS);
        return [];
      case "subagent.event": {
        const agent = agents.get(event.agentId) ?? createStory();
        agents.set(event.agentId, agent);
        return [{ type: "agent", event, entries: agent.apply(event.event, atMs) }];
      }
      case "subagent.end":
        agents.delete(event.agentId);
        return [{ type: "agent.end", agentId: event.agentId }];
    }
  };
  return {
    apply: (event, atMs) => {
      isOver ||= OVER.has(event.type);
      // A compaction clears the conversation and appends what is left of it.
      const note = isCompacting && event.type === "context.clear" ? undefined : noteOn(event);
      const said: readonly StoryEntry[] = note === undefined ? [] : [{ type: "note", note }];
      const entries = isWork(event) ? [...said, ...follow(event, atMs)] : said;
      if (step !== undefined && !isOver) step.lastMs = atMs;
      return entries;
    },
    underWay: () => [...waits.values()].toSorted((a, b) => a.sinceMs - b.sinceMs),
  };
}

/** Whether the call runs a command in the cell. */
export function runsCommand({ judged }: Call): boolean {
  return judged?.capabilities.some(({ kind }) => kind === "exec") === true;
}
