/** The wire (Kimi CLI's `Wire`): all events, in order. A new one needs rows in meanings.ts and readers.ts. */

import type {
  Answer,
  Capability,
  Decision,
  FileVersion,
  GitHubAction,
  HeldFile,
  UnshownFile,
  WebAction,
} from "./approval.ts";
import type { Probe, SandboxLevel, UnsealedApproval } from "./cell.ts";
import type { CompactionName, ContextEvent, FileSeen } from "./context.ts";
import type { HookName } from "./hooks.ts";
import type { OWN_LIMITS, SessionTerms } from "./limits.ts";
import type { McpEvent } from "./mcp.ts";
import type { ModelFallback, Thinking, ToolSyntax, RetryNotice } from "./model.ts";
import type { LineOrigins, SessionOrigin } from "./origin.ts";
import type { AnswerPart } from "./message.ts";
import type { OutcomeRecord } from "./outcome.ts";
import type { PaidEvent } from "./paid-events.ts";
import type { CallEvent, CallPlace, Mail } from "./result.ts";
import type { AgentChoice, AgentPlace, SubagentEvent } from "./subagent.ts";
import type { Verification } from "./verify.ts";
import type { Finding, ReviewRange } from "./tools/finding.ts";

export type TodoStatus = "pending" | "in_progress" | "done";

export interface Todo {
  readonly title: string;
  readonly status: TodoStatus;
}

/** A call that waits for a person, with everything needed to answer it. */
export interface HeldCall extends Omit<Decision, "verdict">, CallPlace {
  readonly summary: string;
  readonly preview?: string | undefined;
  readonly capabilities: readonly Capability[];
  /** SHA-256 of the canonical request in 64 hex digits. People use the first 12. */
  readonly digest: string;
  /** Set when these changed files wait to be published after the end of the run. The call is then not the model's. */
  readonly files?: readonly HeldFile[] | undefined;
  /** Those of `files` that `preview` does not show whole. Requests of older programs lack the list. */
  readonly unshown?: readonly UnshownFile[] | undefined;
}

/** A limit of which three quarters are used. */
export type PressedLimit = Exclude<(typeof OWN_LIMITS)[keyof typeof OWN_LIMITS]["name"], "patience">;

/** Besides the call itself, an approval is bound to these values. */
export interface RequestIdentity {
  readonly sessionId: string;
  /** The commit that policy and instructions come from. */
  readonly baseCommit: string;
  /** The commit that was checked out. The patch is relative to it. */
  readonly headCommit: string;
  readonly policyDigest: string;
  readonly workDir: string;
}

interface HookPlace {
  readonly event: HookName;
  /** Name of the tool, agent or trigger; empty for events without a target. */
  readonly target: string;
}

export type WireEvent =
  | ({
      readonly type: "session.begin";
      readonly program: string;
      readonly task: string;
      /** Name of the agent: `default`, a mode, or the name in the agent file. */
      readonly agent: string;
      readonly origin?: SessionOrigin | undefined;
      /** The agent, mode or file that was asked for. */
      readonly choice?: AgentChoice | undefined;
      readonly thinking?: Thinking | undefined;
      readonly toolSyntax?: ToolSyntax | undefined;
      /** Iterations of the Ralph loop; -1: no limit of its own. */
      readonly ralph?: number | undefined;
      /** JSON text of the schema that the answer must fit. */
      readonly answerSchema?: string | undefined;
      readonly readOnly: boolean;
      /** People asked for a change. */
      readonly mustChange?: true | undefined;
      /** Commands that must pass besides those of the policy. */
      readonly checks?: readonly string[] | undefined;
      /** How room is made in a full context. Left out: the default. */
      readonly compaction?: CompactionName | undefined;
      /** What the policy allows on GitHub and on the web. Left out when it allows nothing. */
      readonly github?: readonly GitHubAction[] | undefined;
      readonly web?: readonly WebAction[] | undefined;
      /** The commits between which the run reviews. */
      readonly review?: ReviewRange | undefined;
    } & RequestIdentity &
      SessionTerms)
  | ({
      readonly type: "session.resume";
      readonly rung: SandboxLevel;
      /** Set when they differ from the session's. */
      readonly thinking?: Thinking | undefined;
      readonly toolSyntax?: ToolSyntax | undefined;
      /** Time from the last record of a killed process to its last sign of life. */
      readonly killedMs?: number | undefined;
    } & Partial<SessionTerms>)
  | {
      readonly type: "cell.open";
      readonly rung: SandboxLevel;
      readonly probes: readonly Probe[];
      /** In words, what a sealed cell can reach: each host, and each group with its hosts. */
      readonly network?: readonly string[] | undefined;
      /** How a cell that is not sealed approves commands: as `sandbox.unsealed` says, word for word where it is left out. */
      readonly unsealed?: UnsealedApproval | undefined;
    }
  | ContextEvent
  /** One input of the user. `turn.end` always follows, also after a failure. */
  | { readonly type: "turn.begin"; readonly input: string }
  | { readonly type: "turn.end"; readonly stop: string; readonly reason?: string | undefined }
  /** A message of the driving process during a turn. */
  | { readonly type: "steer.input"; readonly text: string }
  | { readonly type: "step.begin"; readonly step: number }
  | { readonly type: "step.interrupted"; readonly step: number; readonly reason: string }
  | ({ readonly type: "step.retry"; readonly step: number } & RetryNotice)
  | ({ readonly type: "model.fallback" } & ModelFallback)
  | PaidEvent
  | CallEvent
  | FileSeen
  | { readonly type: "todo.update"; readonly todos: readonly Todo[] }
  | { readonly type: "assumption.made"; readonly question: string }
  /** The model reports a fault of the tools or of its environment. */
  | { readonly type: "bug.report"; readonly title: string; readonly description: string }
  /** `own`: the start commit's tree with the session's change, where the job saves its session and that is another tree. */
  | { readonly type: "workspace.snapshot"; readonly checkpoint: number; readonly tree: string; readonly own?: string }
  /** The files that a call changed after a person had approved it. */
  | { readonly type: "change.approved"; readonly callId: string; readonly files: readonly FileVersion[] }
  /** The model was told that these files will not be published as they are. */
  | { readonly type: "change.held"; readonly files: readonly HeldFile[] }
  /** The step of each changed line at an end of the run. `tree` is the workspace then. Not recorded when it cannot be found out. */
  | { readonly type: "change.origins"; readonly tree: string; readonly files: LineOrigins }
  /** The difference of two trees is about to be put into the checkout. A resume after a kill takes it back. */
  | { readonly type: "checkout.put"; readonly from: string; readonly to: string }
  | { readonly type: "deferral.open"; readonly held: readonly HeldCall[] }
  | ({ readonly type: "deferral.answer"; readonly digest: string } & Answer)
  /** A command that runs on after the call that started it. It ends with this process. */
  | { readonly type: "background.start"; readonly id: string; readonly command: string }
  /** The end of background work, which the model reads at its next step. */
  | { readonly type: "notification"; readonly text: string }
  | ({ readonly type: "hook.begin"; readonly count: number } & HookPlace)
  | ({
      readonly type: "hook.end";
      readonly action: "allow" | "block";
      /** Why the hook blocked the event, or the error of a hook whose failure is tolerated. */
      readonly reason?: string | undefined;
      readonly durationMs: number;
    } & HookPlace)
  | ({ readonly type: "mail.sent" } & Mail)
  | { readonly type: "mode.switch"; readonly from: string; readonly to: string; readonly reason: string }
  | { readonly type: "plan.mode"; readonly on: boolean }
  | { readonly type: "plan.display"; readonly text: string }
  | { readonly type: "limit.pressed"; readonly limit: PressedLimit }
  | { readonly type: "verify.begin"; readonly round: number; readonly commands: readonly string[] }
  | ({ readonly type: "verify.end"; readonly round: number } & Pick<Verification, "passed" | "results">)
  | { readonly type: "flow.begin"; readonly name: string; readonly node: string }
  /** `choice`: the label of the edge; undefined after a task, which has one edge. */
  | {
      readonly type: "flow.move";
      readonly from: string;
      readonly to: string;
      readonly moves: number;
      readonly choice?: string | undefined;
    }
  | { readonly type: "flow.end"; readonly reason: string }
  | { readonly type: "skill.load"; readonly name: string }
  | SubagentEvent
  | ({ readonly type: "subagent.event"; readonly event: WireEvent } & AgentPlace)
  | McpEvent
  | { readonly type: "warning"; readonly text: string }
  | { readonly type: "finding.reported"; readonly finding: Finding }
  | ({ readonly type: "session.end" } & OutcomeRecord);

/** The event of this type. With several types: any of these events. */
export type EventOf<T extends WireEvent["type"]> = Extract<WireEvent, { readonly type: T }>;

export type Emit = (event: WireEvent) => Promise<void>;

/** An event as the journal records it, with ISO time, position and hash chain. */
export interface JournalRecord {
  /** Version of the record's format. Records of version 1 are read like those of version 2, and keep their hash. */
  readonly v: 1 | 2;
  readonly seq: number;
  readonly time: string;
  /** Hash of the previous record; 64 zeros in the first one. */
  readonly prev: string;
  readonly event: WireEvent;
  /** SHA-256 over the canonical JSON of the record without this field. */
  readonly hash: string;
}

/** A piece of the model's answer while it streams. It is not recorded: `context.append` has the whole message. */
export interface LivePart extends AnswerPart {
  /** Number of the attempt. The parts of a failed attempt are void. */
  readonly attempt: number;
  /** Wall time, ms since the epoch. */
  readonly atMs: number;
  /** The subagent that writes. Left out: the main agent. */
  readonly agent?: AgentPlace | undefined;
}

/** Begins to show one answer. The returned function takes its parts, in order. */
export type ShowAnswer = (agent?: LivePart["agent"]) => (part: AnswerPart) => void;

/** A view of the events. A failed view is reported and never changes the outcome. */
export interface Sink {
  readonly name: string;
  readonly write: (record: JournalRecord) => void | Promise<void>;
  /** Takes parts of answers while they stream, between the records. Left out by views that wait for the whole message. */
  readonly live?: (part: LivePart) => void | Promise<void>;
}
