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
  /** One line on standard error: sinks/progress-line.ts. */
  | "console"
  /** Running work and its end, on standard error: sinks/live-lines.ts. */
  | "live"
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
  "session.begin": ["state", "facts", "console", "transcript", "kimi", "own", "disk", "report"],
  // prettier-ignore
  "session.resume": ["context", "context.jsonl", "state", "answered", "unfinished", "untold", "tally", "facts", "asked", "console", "transcript", "kimi", "own", "report"],
  "cell.open": ["facts", "console", "transcript", "own", "report"],
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
    "live",
    "report",
  ],
  "context.checkpoint": ["context", "context.jsonl", "unfinished"],
  "context.revert": ["context", "context.jsonl", "unfinished", "transcript", "report"],
  "context.clear": ["context", "context.jsonl", "unfinished", "transcript", "report"],
  "context.usage": ["context", "context.jsonl", "unfinished", "kimi"],
  "context.prune": ["context", "context.jsonl"],
  "context.strip": ["context", "context.jsonl"],
  "compaction.begin": ["context", "context.jsonl", "unfinished", "console", "transcript", "kimi", "report"],
  "compaction.end": [
    "context",
    "context.jsonl",
    "unfinished",
    "tally",
    "console",
    "transcript",
    "kimi",
    "live",
    "report",
  ],
  "turn.begin": ["state", "unfinished", "untold", "kimi"],
  "turn.end": ["unfinished", "kimi"],
  "steer.input": ["unfinished", "console", "transcript", "kimi"],
  "step.begin": ["state", "unfinished", "tally", "transcript", "kimi", "report"],
  "step.interrupted": ["transcript", "kimi", "report"],
  "step.retry": ["console", "transcript", "kimi", "report"],
  "model.fallback": ["state", "facts", "console", "transcript", "own", "report"],
  "attempt.begin": ["tally", "live", "report"],
  "step.usage": ["unfinished", "tally", "console", "transcript", "kimi", "live", "report"],
  "closing.usage": ["tally", "console", "transcript", "kimi", "live", "report"],
  "tool.usage": ["unfinished", "tally", "console", "transcript", "own", "live", "report"],
  "model.wasted": ["tally", "console", "transcript", "own", "live", "report"],
  "call.judged": ["state", "untold", "facts", "console", "transcript", "kimi", "live", "report"],
  "call.failed": [],
  "tool.begin": ["unfinished", "disk", "live"],
  "tool.end": ["unfinished", "facts", "transcript", "kimi", "live", "report"],
  "output.asked": ["state", "facts"],
  "finding.reported": ["state", "facts"],
  "repetition.notice": ["console", "transcript", "own"],
  "file.seen": ["state"],
  "todo.update": ["state", "facts", "kimi"],
  "assumption.made": ["facts", "console", "transcript", "own", "report"],
  "bug.report": ["facts", "console", "transcript", "own", "report"],
  "workspace.snapshot": ["context", "state"],
  "change.approved": ["answered"],
  "change.held": ["console", "transcript", "report"],
  "change.origins": ["report"],
  "checkout.put": ["disk"],
  "deferral.open": ["state", "answered", "unfinished", "asked", "console", "transcript", "kimi", "disk", "report"],
  "deferral.answer": ["state", "answered", "unfinished", "asked", "console", "transcript", "kimi", "disk", "report"],
  "background.start": ["state", "own"],
  notification: ["unfinished", "console", "kimi"],
  "hook.begin": ["kimi", "replay"],
  "hook.end": ["untold", "console", "transcript", "kimi", "replay", "report"],
  "mail.sent": ["state", "unfinished", "console", "transcript", "own", "report"],
  "mode.switch": ["context", "state", "facts", "console", "transcript", "own", "report"],
  "plan.mode": ["context", "state", "console", "transcript", "kimi", "report"],
  "plan.display": ["state", "transcript", "kimi", "report"],
  "limit.pressed": ["untold", "console", "own"],
  "verify.begin": ["console", "live", "own"],
  "verify.end": ["state", "untold", "console", "live", "transcript", "own", "report"],
  "flow.begin": ["state", "unfinished", "transcript", "own", "report"],
  "flow.move": ["state", "unfinished", "console", "transcript", "own", "report"],
  "flow.end": ["state", "unfinished", "transcript", "own", "report"],
  "skill.load": ["own"],
  "subagent.define": ["state", "transcript", "own"],
  "subagent.begin": ["state", "console", "transcript", "own", "replay"],
  "subagent.event": [
    "state",
    "answered",
    "tally",
    "facts",
    "console",
    "transcript",
    "kimi",
    "replay",
    "live",
    "report",
  ],
  "subagent.end": ["state", "console", "transcript", "own", "replay", "live", "report"],
  "mcp.begin": ["console", "kimi"],
  "mcp.end": ["state", "console", "transcript", "kimi", "own"],
  "mcp.progress": ["console"],
  warning: ["facts", "console", "transcript", "kimi", "report"],
  // prettier-ignore
  "session.end": ["context.jsonl", "state", "answered", "unfinished", "facts", "console", "transcript", "own", "disk", "report"],
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
