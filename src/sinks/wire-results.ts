/**
 * One `ToolResult` for each call. It comes at the end of the call where the result is final then, else with the message that the model
 * reads: for calls that never ran, and for those whose result may still change.
 */

import { callsOf, type AssistantMessage, type ToolCall, type ToolMessage } from "../protocol/message.ts";
import type { EventOf, HeldCall, Todo } from "../protocol/wire.ts";
import { displayedAction, resultBlocks, type CallPlan } from "./wire-display.ts";
import type { WireMessage } from "./wire-line.ts";

interface Extras {
  readonly duration_ms: number;
  readonly blob?: string | undefined;
}

/** Creates the fold. Ids of calls may repeat, even in one message, so results are counted. */
export function createWireResults() {
  let calls = new Map<string, ToolCall>();
  let judgements = new Map<string, CallPlan>();
  /** By call, the number of results that are printed and whose message has not come yet. */
  let told = new Map<string, number>();
  /** Details of calls that ended and whose result is not printed yet. */
  let ends = new Map<string, Extras>();
  let todos: readonly Todo[] | undefined;

  const result = (callId: string, isError: boolean, output: string): WireMessage => {
    const [call, judged, extras] = [calls.get(callId), judgements.get(callId), ends.get(callId)];
    const display = resultBlocks({ call, judged, todos, isError, output });
    const value = { is_error: isError, output, message: "", display, ...(extras && { extras }) };
    return { type: "ToolResult", payload: { tool_call_id: callId, return_value: value } };
  };
  /** Kimi CLI's name for the action of a call. */
  const action = ({ callId, tool, capabilities }: Pick<HeldCall, "callId" | "tool" | "capabilities">): string =>
    displayedAction(tool, capabilities, calls.get(callId));
  return {
    /** Begins a new message. The calls before it are over. */
    begin: (message: AssistantMessage): void => {
      calls = new Map(callsOf(message).map((call) => [call.id, call]));
      [judgements, told, ends, todos] = [new Map(), new Map(), new Map(), undefined];
    },
    judged: (event: EventOf<"call.judged">): WireMessage => {
      const { callId, tool, summary, capabilities, decision } = event;
      judgements.set(callId, event);
      const { verdict, rule, reason = "" } = decision;
      return {
        type: "RunnerVerdict",
        payload: { tool_call_id: callId, tool, action: action(event), summary, capabilities, verdict, rule, reason },
      };
    },
    todos: (event: EventOf<"todo.update">): void => {
      todos = event.todos;
    },
    ended: ({ callId, isError, durationMs, blob, result: outcome }: EventOf<"tool.end">): readonly WireMessage[] => {
      ends.set(callId, { duration_ms: durationMs, ...(blob === undefined ? {} : { blob }) });
      if (outcome.completion !== undefined || outcome.mail !== undefined) return [];
      told.set(callId, (told.get(callId) ?? 0) + 1);
      const message = result(callId, isError, outcome.text);
      ends.delete(callId);
      todos = undefined;
      return [message];
    },
    answered: ({ toolCallId, isError, content }: ToolMessage): readonly WireMessage[] => {
      const count = told.get(toolCallId) ?? 0;
      if (count === 0) return [result(toolCallId, isError, content)];
      told.set(toolCallId, count - 1);
      return [];
    },
    action,
  };
}
