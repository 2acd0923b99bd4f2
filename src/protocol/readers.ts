/**
 * Who reads which event. Adding an event means a variant in wire.ts, a row here, and the case that each name in the row promises.
 * The compiler refuses a variant without a row, a name without its case, and a case without its name: each reader asks `reads` first
 * and then switches without a `default`.
 */

import type { EventOf, WireEvent } from "./wire.ts";

/** A fold or a view of the events, and the file in which it switches on them. */
type Reader =
  /** What the model sees: session/context.ts. */
  | "context"
  /** The same as Kimi CLI's context file: sinks/context-records.ts. */
  | "context.jsonl"
  /** What a resume starts from: session/session-state.ts. */
  | "state"
  /** What a process that ended left in the middle: session/unfinished.ts. */
  | "unfinished"
  /** What was found out and the model was not told yet: session/untold.ts. */
  | "untold"
  /** Model calls, tokens and money: protocol/tally.ts. */
  | "tally"
  /** What people read in comments and summaries: publish/result/run-facts.ts. */
  | "facts"
  /** The calls that people are asked about: publish/result/held-calls.ts. */
  | "asked"
  /** What people answered about changed files: session/answered-versions.ts. */
  | "answered"
  /** One line on standard error: sinks/progress-line.ts. */
  | "console"
  /** What is under way, and how it ended, on standard error: sinks/live-lines.ts. */
  | "live"
  /** A section of transcript.md: sinks/transcript-event.ts. */
  | "transcript"
  /** The page of the run: report/read-report.ts. */
  | "report"
  /** Messages that Kimi CLI has words for: sinks/kimi-wire.ts. */
  | "kimi"
  /** A `Runner…` message of our own: sinks/wire-own.ts. */
  | "own"
  /** The disk: written through before the program goes on, since an effect or an end depends on it: session/journal.ts. */
  | "disk"
  /** A replay, which takes it over from the record as it is: replay/calls.ts. */
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
  "tool.end": ["unfinished", "transcript", "kimi", "live", "report"],
  "output.asked": ["state", "facts"],
  "repetition.notice": ["console", "transcript", "own"],
  "file.seen": ["state"],
  "todo.update": ["state", "facts", "kimi"],
  "assumption.made": ["facts", "console", "transcript", "own", "report"],
  "bug.report": ["facts", "console", "transcript", "own", "report"],
  "workspace.snapshot": ["context", "state"],
  "change.approved": ["answered"],
  "change.held": ["console", "transcript", "report"],
  "change.origins": ["report"],
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
  "session.end": ["state", "answered", "unfinished", "facts", "console", "transcript", "own", "disk", "report"],
} as const satisfies Record<WireEvent["type"], readonly Reader[]>;

type Type = keyof typeof READERS;

/** The events that a reader handles; of several readers, those that any of them handles. */
export type ReadBy<R extends Reader> = EventOf<
  { [T in Type]: R extends (typeof READERS)[T][number] ? T : never }[Type]
>;

/** A journal of another version may hold types that are not listed. */
const ROWS: ReadonlyMap<string, readonly Reader[]> = new Map(Object.entries(READERS));

/** Whether the event's row names the reader. */
export function reads<R extends Reader>(reader: R, event: WireEvent): event is ReadBy<R> {
  return ROWS.get(event.type)?.includes(reader) === true;
}
