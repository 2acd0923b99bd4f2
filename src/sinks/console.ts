/** The console: progress lines on standard error. Foreign text is never printed raw. */

import { logText } from "../base/plain-text.ts";
import { oneLine } from "../base/truncate.ts";
import type { Sink, WireEvent } from "../protocol/wire.ts";
import { progressLine } from "./progress-line.ts";

export interface ConsoleOptions {
  readonly err: (text: string) => void;
  /** Milliseconds since the run began. */
  readonly elapsedMs: () => number;
}

/** A progress line is for a narrow log. */
const LINE_CHARS = 160;

export function createConsole({ err, elapsedMs }: ConsoleOptions): Sink {
  const say = (mark: string, text: string): void =>
    err(`${(elapsedMs() / 1000).toFixed(1).padStart(6)}s ${mark} ${logText(oneLine(text, LINE_CHARS))}\n`);
  const failures = createFailures();
  return {
    name: "console",
    write: (record) => {
      const line = progressLine(record.event);
      if (line !== undefined) say(line.mark, line.text);
      for (const text of failures(record.event)) say("✗", text);
    },
  };
}

/** What of a batch failed, besides what was rejected and said so already. */
function createFailures(): (event: WireEvent) => readonly string[] {
  /** Calls of the batch by id: what they were to do, if they were let. */
  let judged = new Map<string, { readonly summary: string; readonly isRejected: boolean }>();
  return (event) => {
    if (event.type === "call.judged") {
      judged.set(event.callId, { summary: event.summary, isRejected: event.decision.verdict === "reject" });
    }
    if (event.type !== "context.append") return [];
    const batch = judged;
    judged = new Map();
    return event.messages.flatMap((message) => {
      if (message.role !== "tool" || !message.isError) return [];
      const call = batch.get(message.toolCallId);
      if (call?.isRejected === true) return [];
      return [`${call === undefined ? "" : `${call.summary}: `}${ends(message.content)}`];
    });
  };
}

/** First and last line: what it was about, and how it ended. */
function ends(text: string): string {
  const lines = text.trim().split("\n");
  const [first = "", last = ""] = [lines[0], lines.at(-1)];
  return lines.length === 1 ? first : `${first} … ${last}`;
}
