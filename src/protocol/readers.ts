/**
 * The table of events and those of their readers that do not tell people about the run; run-model/meanings.ts has what people are told.
 * To add an event, add a variant in wire.ts, a row in both tables, and a case in the file of each reader that the row here names. The
 * compiler reports a missing row, a missing case and a case without a name in the row, because each
 * reader asks `reads` first and then switches without a `default`.
 */

import type { EventOf, WireEvent } from "./wire.ts";

/** A fold or view of the events. Each comment says what it makes of them and in which file. */
type Reader =
  /** What the model sees: session/context.ts. */
  | "context"
  /** Kimi CLI's context file: sinks/context-records.ts. */
  | "context.jsonl"
  /** What a resume starts from: session/session-state.ts. */
  | "state"
  /** What was unfinished when a process ended: session/unfinished.ts. */
  | "unfinished"
  /** Notes that the model has not been told yet: session/untold.ts. */
  | "untold"
  /** Model calls, tokens and money: protocol/tally.ts, and of a replay replay/model.ts. */
  | "tally"
  /** People's answers about changed files: session/answered-versions.ts. */
  | "answered"
  /** Messages of Kimi CLI's wire: sinks/kimi-wire.ts. */
  | "kimi"
  /** This project's own `Runner…` messages: sinks/wire-own.ts. */
  | "own"
  /** Events that are synced to the disk before the program continues, because an effect or an end depends on them: session/journal.ts. */
  | "disk"
  /** Events that a replay copies from the record: replay/calls.ts. */
  | "replay";

const READERS = {
  "session.begin": ["kimi", "own", "disk"],
  // prettier-ignore
  "session.resume": ["context", "context.jsonl", "state", "answered", "unfinished", "untold", "tally", "kimi", "own"],
  "cell.open": ["own"],
  "context.system": ["context.jsonl", "state"],
  "context.append": ["context", "context.jsonl", "state", "unfinished", "untold", "kimi"],
  "context.checkpoint": ["context", "context.jsonl", "unfinished"],
  "context.revert": ["context", "context.jsonl", "unfinished"],
  "context.clear": ["context", "context.jsonl", "unfinished"],
  "context.usage": ["context", "context.jsonl", "unfinished", "kimi"],
  "context.prune": ["context", "context.jsonl"],
  "context.strip": ["context", "context.jsonl"],
  "compaction.begin": ["context", "context.jsonl", "unfinished", "kimi"],
  "compaction.end": ["context", "context.jsonl", "unfinished", "tally", "kimi"],
  "turn.begin": ["state", "unfinished", "untold", "kimi"],
  "turn.end": ["unfinished", "kimi"],
  "steer.input": ["unfinished", "kimi"],
  "step.begin": ["state", "unfinished", "tally", "kimi"],
  "step.interrupted": ["kimi"],
  "step.retry": ["kimi"],
  "model.fallback": ["own"],
  "attempt.begin": ["tally"],
  "step.usage": ["unfinished", "tally", "kimi"],
  "closing.usage": ["tally", "kimi"],
  "tool.usage": ["unfinished", "tally", "own"],
  "model.wasted": ["tally", "own"],
  "call.judged": ["state", "untold", "kimi"],
  "call.failed": [],
  "tool.begin": ["unfinished", "disk"],
  "tool.end": ["state", "unfinished", "kimi"],
  "output.asked": [],
  "finding.reported": [],
  "repetition.notice": ["own"],
  "file.seen": ["state"],
  "todo.update": ["kimi"],
  "assumption.made": ["own"],
  "bug.report": ["own"],
  "workspace.snapshot": ["context", "state"],
  "change.approved": ["answered"],
  "change.held": [],
  "change.origins": [],
  "checkout.put": ["disk"],
  "deferral.open": ["state", "answered", "unfinished", "kimi", "disk"],
  "deferral.answer": ["state", "answered", "unfinished", "kimi", "disk"],
  "background.start": ["state", "own"],
  notification: ["unfinished", "kimi"],
  "hook.begin": ["kimi", "replay"],
  "hook.end": ["untold", "kimi", "replay"],
  "mail.sent": ["state", "unfinished", "own"],
  "mode.switch": ["context", "state", "own"],
  "plan.mode": ["context", "state", "kimi"],
  "plan.display": ["state", "kimi"],
  "limit.pressed": ["untold", "own"],
  "verify.begin": ["own"],
  "verify.end": ["untold", "own"],
  "flow.begin": ["state", "unfinished", "own"],
  "flow.move": ["state", "unfinished", "own"],
  "flow.end": ["state", "unfinished", "own"],
  "skill.load": ["own"],
  "subagent.define": ["state", "own"],
  "subagent.begin": ["state", "own", "replay"],
  "subagent.event": ["state", "answered", "tally", "kimi", "replay"],
  "subagent.end": ["state", "own", "replay"],
  "mcp.begin": ["kimi"],
  "mcp.end": ["state", "kimi", "own"],
  "mcp.progress": [],
  warning: ["kimi"],
  // prettier-ignore
  "session.end": ["context.jsonl", "state", "answered", "unfinished", "own", "disk"],
} as const satisfies Record<WireEvent["type"], readonly Reader[]>;

type Type = keyof typeof READERS;

/** The events that a reader handles. With several readers: the events that any of them handles. */
export type ReadBy<R extends Reader> = EventOf<
  { [T in Type]: R extends (typeof READERS)[T][number] ? T : never }[Type]
>;

/** A map, because a journal of another version may contain types that are not listed. */
const ROWS: ReadonlyMap<string, readonly Reader[]> = new Map(Object.entries(READERS));

/** Whether the event's row names the reader. */
export function reads<R extends Reader>(reader: R, event: WireEvent): event is ReadBy<R> {
  return ROWS.get(event.type)?.includes(reader) === true;
}
