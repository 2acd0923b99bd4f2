/**
 * The events of a run as Kimi CLI's wire: a pure fold over journal records, so that the stream of a run and the export of its bundle have
 * the same lines. wire-own.ts has the messages that the wire does not know; Kimi CLI's own readers stop at one, so an export leaves them
 * out. docs/wire.md has the whole table.
 */

import type { Message } from "../protocol/message.ts";
import type { TokenUsage } from "../protocol/model.ts";
import { reads, type ReadBy } from "../protocol/readers.ts";
import type { AgentPlace } from "../protocol/subagent.ts";
import type { EventOf, JournalRecord, LivePart, WireEvent } from "../protocol/wire.ts";
import {
  approvalRequest,
  createStreamed,
  imagePart,
  notification,
  spokenPart,
  stepRetry,
  type NoticePlace,
} from "./wire-content.ts";
import {
  isRunners,
  message,
  messageLine,
  metadataLine,
  own,
  ownMessage,
  tokenUsage,
  type WireMessage,
} from "./wire-own.ts";
import { createWireResults } from "./wire-display.ts";

interface KimiWireOptions {
  /** The records whose lines are printed already. */
  readonly before?: readonly JournalRecord[] | undefined;
  /** Without the messages that Kimi CLI does not have. */
  readonly isPure?: boolean;
}

/** All functions of the wire return lines, each with its newline. */
export function createKimiWire({ before = [], isPure = false }: KimiWireOptions = {}) {
  const fold = createFold({ window: 0, hasBegun: false, joinsTurns: isPure });
  const turns = createTurns({ joinsTurns: isPure });
  for (const record of before) turns.put(fold.tell(record.event, placeOf(record)));
  let header = [metadataLine()];
  let newestMs = 0;
  const linesOf = (messages: readonly WireMessage[], atMs: number): readonly string[] => {
    newestMs = atMs;
    const shown = isPure ? messages.filter((one) => !isRunners(one)) : messages;
    const lines = [...header, ...shown.map((one) => messageLine(one, atMs))];
    header = [];
    return lines;
  };
  return {
    /** The lines of one record. It is called with every record in order. */
    record: (record: JournalRecord): readonly string[] => {
      const place = placeOf(record);
      return linesOf(turns.put(fold.tell(record.event, place)), place.atMs);
    },
    /** The lines of a part of an answer that streams. The record of the whole message then adds only the rest. */
    live: (part: LivePart): readonly string[] => linesOf(fold.live(part), part.atMs),
    /** What still waits for a turn when the records end without an outcome. */
    rest: (): readonly string[] => linesOf(turns.rest(), newestMs),
  };
}

/**
 * Puts messages into turns. Kimi CLI has a `TurnBegin` before every other message, so what happens between turns, such as hooks, warnings
 * and the answers to held calls, waits for the next turn or the outcome. Kimi CLI also waits for such answers within a turn: with
 * `joinsTurns` the turn of a resumed session goes on with the one before it, and a `TurnEnd` is the last message of its turn.
 */
function createTurns({ joinsTurns }: { readonly joinsTurns: boolean }) {
  let isInTurn = false;
  let hasTurn = false;
  const ends: WireMessage[] = [];
  const waiting: WireMessage[] = [];
  const rest = (): readonly WireMessage[] => [...waiting.splice(0), ...ends.splice(0)];
  const begin = (one: WireMessage): readonly WireMessage[] => {
    const goesOn = joinsTurns && hasTurn && one.payload["user_input"] === "";
    [isInTurn, hasTurn] = [true, true];
    const before = ends.splice(0);
    return [...(goesOn ? [] : [...before, one]), ...rest()];
  };
  const place = (one: WireMessage): readonly WireMessage[] => {
    if (isRunners(one)) return one.type === "RunnerOutcome" && !joinsTurns ? [...rest(), one] : [one];
    if (one.type === "TurnBegin") return begin(one);
    if (one.type === "TurnEnd") {
      isInTurn = false;
      if (!joinsTurns) return [one];
      ends.push(one);
      return [];
    }
    if (isInTurn) return [one];
    waiting.push(one);
    return [];
  };
  return { rest, put: (messages: readonly WireMessage[]): readonly WireMessage[] => messages.flatMap(place) };
}

interface Fold {
  readonly tell: (event: WireEvent, place: NoticePlace) => readonly WireMessage[];
  readonly live: (part: LivePart) => readonly WireMessage[];
}

function placeOf({ seq, time }: JournalRecord): NoticePlace {
  return { seq, atMs: Date.parse(time) };
}

interface FoldOptions {
  window: number;
  hasBegun: boolean;
  readonly joinsTurns: boolean;
}

/**
 * The fold of one agent. The messages of a subagent come from a fold of its own and are wrapped. `window`: tokens of the model's window,
 * until the session names another number. `hasBegun`: the first turn has begun; messages before it come from an imported session.
 */
function createFold({ window, hasBegun, joinsTurns }: FoldOptions): Fold {
  const results = createWireResults();
  const streamed = createStreamed();
  const agents = new Map<string, Fold>();
  /** Steps of the agent before this turn, because Kimi CLI counts the steps of each turn. */
  let stepsBefore = 0;
  let steps = 0;
  let isPlanning = false;
  /** The compaction under way. Messages that are appended during it were printed before. */
  let trigger: EventOf<"compaction.begin"> | undefined;
  let usage: TokenUsage | undefined;

  const status = (tokens: number): WireMessage => {
    const spent = usage;
    usage = undefined;
    return message("StatusUpdate", {
      context_usage: window === 0 ? 0 : tokens / window,
      context_tokens: tokens,
      max_context_tokens: window,
      ...(spent === undefined ? {} : { token_usage: tokenUsage(spent) }),
      plan_mode: isPlanning,
    });
  };

  const translate = (event: ReadBy<"kimi">, place: NoticePlace): readonly WireMessage[] => {
    switch (event.type) {
      case "session.begin":
      case "session.resume":
        window = event.window ?? window;
        return [];
      case "turn.begin":
        hasBegun = true;
        if (event.input !== "" || !joinsTurns) stepsBefore = steps;
        trigger = undefined; // a compaction that a kill cut off has no end
        return [message("TurnBegin", { user_input: event.input })];
      case "turn.end":
        return [own("Stop", { stop: event.stop, reason: event.reason ?? "" }), message("TurnEnd")];
      case "steer.input":
        return [message("SteerInput", { user_input: event.text })];
      case "step.begin":
        steps = event.step;
        return [message("StepBegin", { n: event.step - stepsBefore })];
      case "step.interrupted":
        return [message("StepInterrupted")];
      case "step.retry":
        return [stepRetry(event, event.step - stepsBefore)];
      case "step.usage":
        usage = event.usage;
        return [];
      case "context.usage":
        return [status(event.tokens)];
      case "context.append":
        if (!hasBegun) return [own("History", { messages: event.messages.length })];
        return trigger === undefined ? event.messages.flatMap(said) : [];
      case "compaction.begin":
        trigger = event;
        return [message("CompactionBegin")];
      case "compaction.end": {
        const begin = trigger;
        trigger = undefined;
        return [message("CompactionEnd"), compaction(begin, event)];
      }
      case "closing.usage":
        return [
          ...(event.text === "" ? [] : [spokenPart({ type: "text", text: event.text })]),
          message("StatusUpdate", { token_usage: tokenUsage(event.usage) }),
        ];
      case "call.judged":
        return [results.judged(event)];
      case "todo.update":
        results.todos(event);
        return [];
      case "tool.end":
        return results.ended(event);
      case "deferral.open":
        return event.held.map((held) => approvalRequest(held, results.action(held)));
      case "deferral.answer": {
        const { digest, verdict, reason = "" } = event;
        return [message("ApprovalResponse", { request_id: digest, response: verdict, feedback: reason })];
      }
      case "hook.begin":
        return [message("HookTriggered", { event: event.event, target: event.target, hook_count: event.count })];
      case "hook.end": {
        const { target, action, reason = "", durationMs } = event;
        return [message("HookResolved", { event: event.event, target, action, reason, duration_ms: durationMs })];
      }
      case "notification":
        return [notification("ended", event.text, place)];
      case "mcp.begin":
        return [message("MCPLoadingBegin")];
      case "mcp.end":
        return [message("MCPLoadingEnd")];
      case "warning":
        return [notification("warning", event.text, place)];
      case "plan.mode":
        isPlanning = event.on;
        return [message("StatusUpdate", { plan_mode: event.on })];
      case "plan.display":
        return [message("PlanDisplay", { content: event.text, file_path: "" })];
      case "subagent.event":
        return wrapped(event, foldOf(event).tell(event.event, place));
    }
  };
  return {
    tell: (event, place) => [
      ...(reads("kimi", event) ? translate(event, place) : []),
      ...(reads("own", event) ? [ownMessage(event)] : []),
    ],
    live: ({ agent, ...part }) =>
      agent === undefined ? streamed.part(part) : wrapped(agent, foldOf(agent).live(part)),
  };

  function foldOf({ agentId }: AgentPlace): Fold {
    const fold = agents.get(agentId) ?? createFold({ window, hasBegun: true, joinsTurns });
    agents.set(agentId, fold);
    return fold;
  }

  function said(one: Message): readonly WireMessage[] {
    switch (one.role) {
      case "user":
        return (one.images ?? []).map(imagePart);
      case "assistant":
        results.begin(one);
        return streamed.rest(one.blocks);
      case "tool":
        return results.answered(one);
    }
  }
}

function wrapped({ callId, agentId, agent }: AgentPlace, messages: readonly WireMessage[]): readonly WireMessage[] {
  const kind = { agent_id: agentId, subagent_type: agent };
  return messages.map((event) => {
    // Kimi CLI wraps events only: a request for approval comes from the agent itself.
    if (event.type === "ApprovalRequest") return message(event.type, { ...event.payload, ...kind });
    const payload = { parent_tool_call_id: callId, ...kind, event };
    return isRunners(event) ? own("SubagentEvent", payload) : message("SubagentEvent", payload);
  });
}

/** Follows the two messages of Kimi CLI, which have no content. */
function compaction(begin: EventOf<"compaction.begin"> | undefined, end: EventOf<"compaction.end">): WireMessage {
  const { pruned, condensed, usage, costUsd } = end;
  return own("Compaction", {
    trigger: begin?.trigger,
    tokens: begin?.tokens,
    pruned,
    condensed,
    token_usage: usage && tokenUsage(usage),
    cost_usd: costUsd,
  });
}
