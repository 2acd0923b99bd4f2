/** The lines of the console about calls and the model's words. They need earlier events: what a call does is known when it is judged. */

import { callsOf, textOf } from "../protocol/message.ts";
import { reads } from "../protocol/readers.ts";
import type { EventOf, WireEvent } from "../protocol/wire.ts";
import type { ProgressLine } from "./progress-line.ts";

/** Something that the run waits for. */
interface UnderWay {
  readonly text: string;
  readonly sinceMs: number;
  /** Set where it is a command in the cell, whose output can be shown meanwhile. */
  readonly isCommand?: boolean;
}

interface Call {
  readonly summary: string;
  readonly isCommand: boolean;
  /** Its end needs no further line: it was refused, or its end was printed. */
  readonly isTold: boolean;
}

export interface LiveLines {
  readonly apply: (event: WireEvent, nowMs: number) => readonly ProgressLine[];
  /** The oldest first. */
  readonly underWay: () => readonly UnderWay[];
}

const MODEL = "the model answers";
const CHECKS = "checks run";

/** Creates the fold of one agent. */
export function createLiveLines(): LiveLines {
  /** Calls of the batch by id. */
  let calls = new Map<string, Call>();
  const waits = new Map<string, UnderWay>();
  const subagents = new Map<string, LiveLines>();

  const ended = ({ callId, isError, durationMs, result }: EventOf<"tool.end">): readonly ProgressLine[] => {
    waits.delete(callId);
    const call = calls.get(callId);
    if (call === undefined) return [];
    calls.set(callId, { ...call, isTold: true });
    const took = durationMs < 1000 ? "" : ` (${(durationMs / 1000).toFixed(1)} s)`;
    if (isError) return [{ mark: "✗", text: `${call.summary}${took}: ${ends(result.text)}` }];
    return [{ mark: "✓", text: `${call.summary}${took}` }];
  };

  const appended = ({ messages }: EventOf<"context.append">): readonly ProgressLine[] =>
    messages.flatMap((message) => {
      if (message.role === "assistant") {
        calls = new Map();
        const text = textOf(message).trim();
        return text === "" || callsOf(message).length === 0 ? [] : [{ mark: "»", text }];
      }
      if (message.role !== "tool" || !message.isError) return [];
      const call = calls.get(message.toolCallId);
      if (call?.isTold === true) return [];
      return [{ mark: "✗", text: `${call === undefined ? "" : `${call.summary}: `}${ends(message.content)}` }];
    });

  function apply(event: WireEvent, nowMs: number): readonly ProgressLine[] {
    if (!reads("live", event)) return [];
    switch (event.type) {
      case "attempt.begin":
        waits.set(MODEL, { text: MODEL, sinceMs: nowMs });
        return [];
      case "step.usage":
      case "closing.usage":
      case "tool.usage":
      case "compaction.end":
      case "model.wasted":
        waits.delete(MODEL);
        return [];
      case "call.judged": {
        const { callId, summary, capabilities, decision } = event;
        const isCommand = capabilities.some(({ kind }) => kind === "exec");
        calls.set(callId, { summary, isCommand, isTold: decision.verdict === "reject" });
        return [];
      }
      case "tool.begin": {
        const { summary = event.tool, isCommand = false } = calls.get(event.callId) ?? {};
        waits.set(event.callId, { text: summary, sinceMs: nowMs, isCommand });
        return isCommand ? [{ mark: "▸", text: summary }] : [];
      }
      case "tool.end":
        return ended(event);
      case "verify.begin":
        waits.set(CHECKS, { text: CHECKS, sinceMs: nowMs, isCommand: true });
        return [];
      case "verify.end":
        waits.delete(CHECKS);
        return [];
      case "context.append":
        return appended(event);
      case "subagent.event": {
        const { agentId } = event;
        const own = subagents.get(agentId) ?? createLiveLines();
        subagents.set(agentId, own);
        return own.apply(event.event, nowMs).map(({ mark, text }) => ({ mark, text: `${agentId}: ${text}` }));
      }
      case "subagent.end":
        subagents.delete(event.agentId);
        return [];
    }
  }
  return {
    apply,
    underWay: () => [...waits.values()].toSorted((a, b) => a.sinceMs - b.sinceMs),
  };
}

/** First and last line: what it was about, and how it ended. A frame around foreign text is for the model. */
function ends(text: string): string {
  const lines = text
    .replaceAll(/<data from="[^"]*">\n?|\n<\/data>/g, "")
    .trim()
    .split("\n");
  const [first = "", last = ""] = [lines[0], lines.at(-1)];
  return lines.length === 1 ? first : `${first} … ${last}`;
}
