/**
 * The table of events and their readers. To add an event, add a variant in wire.ts, a row here, and a case in the file of each
 * reader that the row names. The compiler reports a missing row, a missing case and a case without a name in the row, because each
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
  /** What people read in comments and summaries: publish/result/run-facts.ts. */
  | "facts"
  /** The held calls that people can answer: publish/result/held-calls.ts. */
  | "asked"
  /** People's answers about changed files: session/answered-versions.ts. */
  | "answered"
  /** A section of transcript.md: sinks/transcript-event.ts. */
  | "transcript"
  /** The page of the run: report/read-report.ts, with its notes in report/notes.ts. */
  | "report"
  /** Messages of Kimi CLI's wire: sinks/kimi-wire.ts. */
  | "kimi"
  /** This project's own `Runner…` messages: sinks/wire-own.ts. */
  | "own"
  /** Events that are synced to the disk before the program continues, because an effect or an end depends on them: session/journal.ts. */
  | "disk"
  /** Events that a replay copies from the record: replay/calls.ts. */
  | "replay";

const READERS = {
  "session.begin": ["state", "facts", "transcript", "kimi", "own", "disk", "report"],
  // prettier-ignore
  "session.resume": ["context", "context.jsonl", "state", "answered", "unfinished", "untold", "tally", "facts", "asked", "transcript", "kimi", "own", "report"],
  "cell.open": ["facts", "transcript", "own", "report"],
  "context.system": ["context.jsonl", "state"],
  "context.append": [
    "context",
    "context.jsonl",
    "state",
    "unfinished",
    "untold",
    "facts",
    "asked",
    "transcript",
    "kimi",
    "report",
  ],
  "context.checkpoint": ["context", "context.jsonl", "unfinished"],
  "context.revert": ["context", "context.jsonl", "unfinished", "transcript", "report"],
  "context.clear": ["context", "context.jsonl", "unfinished", "transcript", "report"],
  "context.usage": ["context", "context.jsonl", "unfinished", "kimi"],
  "context.prune": ["context", "context.jsonl"],
  "context.strip": ["context", "context.jsonl"],
  "compaction.begin": ["context", "context.jsonl", "unfinished", "transcript", "kimi", "report"],
  "compaction.end": ["context", "context.jsonl", "unfinished", "tally", "transcript", "kimi", "report"],
  "turn.begin": ["state", "unfinished", "untold", "kimi"],
  "turn.end": ["unfinished", "kimi"],
  "steer.input": ["unfinished", "transcript", "kimi"],
  "step.begin": ["state", "unfinished", "tally", "transcript", "kimi", "report"],
  "step.interrupted": ["transcript", "kimi", "report"],
  "step.retry": ["transcript", "kimi", "report"],
  "model.fallback": ["state", "facts", "transcript", "own", "report"],
  "attempt.begin": ["tally", "report"],
  "step.usage": ["unfinished", "tally", "transcript", "kimi", "report"],
  "closing.usage": ["tally", "transcript", "kimi", "report"],
  "tool.usage": ["unfinished", "tally", "transcript", "own", "report"],
  "model.wasted": ["tally", "transcript", "own", "report"],
  "call.judged": ["state", "untold", "facts", "transcript", "kimi", "report"],
  "call.failed": [],
  "tool.begin": ["unfinished", "disk"],
  "tool.end": ["unfinished", "facts", "transcript", "kimi", "report"],
  "output.asked": ["state", "facts"],
  "finding.reported": ["state", "facts"],
  "repetition.notice": ["transcript", "own"],
  "file.seen": ["state"],
  "todo.update": ["state", "facts", "kimi"],
  "assumption.made": ["facts", "transcript", "own", "report"],
  "bug.report": ["facts", "transcript", "own", "report"],
  "workspace.snapshot": ["context", "state"],
  "change.approved": ["answered"],
  "change.held": ["transcript", "report"],
  "change.origins": ["report"],
  "checkout.put": ["disk"],
  "deferral.open": ["state", "answered", "unfinished", "asked", "transcript", "kimi", "disk", "report"],
  "deferral.answer": ["state", "answered", "unfinished", "asked", "transcript", "kimi", "disk", "report"],
  "background.start": ["state", "own"],
  notification: ["unfinished", "kimi"],
  "hook.begin": ["kimi", "replay"],
  "hook.end": ["untold", "transcript", "kimi", "replay", "report"],
  "mail.sent": ["state", "unfinished", "transcript", "own", "report"],
  "mode.switch": ["context", "state", "facts", "transcript", "own", "report"],
  "plan.mode": ["context", "state", "transcript", "kimi", "report"],
  "plan.display": ["state", "transcript", "kimi", "report"],
  "limit.pressed": ["untold", "own"],
  "verify.begin": ["own"],
  "verify.end": ["state", "untold", "transcript", "own", "report"],
  "flow.begin": ["state", "unfinished", "transcript", "own", "report"],
  "flow.move": ["state", "unfinished", "transcript", "own", "report"],
  "flow.end": ["state", "unfinished", "transcript", "own", "report"],
  "skill.load": ["own"],
  "subagent.define": ["state", "transcript", "own"],
  "subagent.begin": ["state", "transcript", "own", "replay"],
  "subagent.event": ["state", "answered", "tally", "facts", "transcript", "kimi", "replay", "report"],
  "subagent.end": ["state", "transcript", "own", "replay", "report"],
  "mcp.begin": ["kimi"],
  "mcp.end": ["state", "transcript", "kimi", "own"],
  "mcp.progress": [],
  warning: ["facts", "transcript", "kimi", "report"],
  // prettier-ignore
  "session.end": ["context.jsonl", "state", "answered", "unfinished", "facts", "transcript", "own", "disk", "report"],
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
