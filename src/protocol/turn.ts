/** Everything the engine may use, in one frozen object (Kimi CLI's `Runtime`). */

import type { Clock } from "../base/clock.ts";
import type { Tally } from "./tally.ts";
import type { ApprovalGate, Capability, FileVersion, HeldFile, StandingApproval } from "./approval.ts";
import type { Arrival } from "./message.ts";
import type { Budget } from "./budget.ts";
import type { CompactionName, Context } from "./context.ts";
import type { Hooks } from "./hooks.ts";
import type { Limits } from "./limits.ts";
import type { ChatModel, RetryBudget } from "./model.ts";
import type { Tool } from "./tool.ts";
import type { Unfinished } from "./unfinished.ts";
import type { Verifier } from "./verify.ts";
import type { Emit, PressedLimit, RequestIdentity, ShowAnswer } from "./wire.ts";

/** What earlier processes of the same session used, all agents together. Limits span resumes. */
export interface Spent extends Tally {
  /** Steps in which calls were rejected. */
  readonly denials: number;
  /** Limits that the main agent was warned about. */
  readonly pressed: readonly PressedLimit[];
}

/** The state of this agent when a session is resumed. */
export interface Progressed {
  readonly steps: number;
  /** Mails to earlier selves so far. */
  readonly mails: number;
  /** Rounds of verification of this prompt so far. */
  readonly rounds: number;
  /** The workspace when the session began, as a git tree; undefined in a new one. */
  readonly firstTree?: string | undefined;
  /** Digest of the newest failed verification. */
  readonly failure?: string | undefined;
  /** A Stop hook has sent the model back once. */
  readonly stopHookUsed: boolean;
  readonly standing: readonly StandingApproval[];
  readonly unfinished: Unfinished;
  readonly flow?: { readonly name: string; readonly node: string; readonly moves: number } | undefined;
}

/** Messages from outside that arrive during a turn. */
export interface Inbox {
  /** Returns the messages since the last call, in order. Called at the start of each step. */
  readonly take: () => Promise<readonly Arrival[]>;
  /** Whether a message of the driving process waits. A turn does not end before the model has read it. */
  readonly hasSteer: () => boolean;
  /**
   * Waits, before a turn ends, for background commands that are no servers, for a limited time. Returns whether there is something
   * to take: the end of such a command, or once that it still runs. Undefined where no commands are followed.
   */
  readonly settle?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
}

/**
 * Returns the rules (AGENTS.md) of the folders that calls with these capabilities touch, as text for the model. Rules that are in
 * `told`, the runner's notes in the conversation, are left out; undefined when none is left.
 */
export type FolderRules = (capabilities: readonly Capability[], told: readonly string[]) => Promise<string | undefined>;

export interface Workspace {
  /** Writes the workspace as a git tree and returns its id (40 or 64 hex). The user's index, refs and HEAD stay untouched. */
  readonly snapshot: () => Promise<string>;
  /** Ends all processes of the cell and makes the workspace equal to a tree. Ignored files stay. */
  readonly restore: (tree: string) => Promise<void>;
  /** Remembers the files. The returned function tells which the call changed; none where something else may have. */
  readonly watch: (by: "mcp" | "other") => Promise<() => Promise<readonly FileVersion[]>>;
  /** The start commit's tree with the session's change up to a snapshot, where that is another tree and is recorded. */
  readonly ownTree?: (snapshot: string) => string | undefined;
  /** True in plan mode: what calls change is taken back. */
  readonly isFrozen?: () => boolean;
  /** The files that differ between two snapshots and that will not be published as they are. */
  readonly heldFiles: (from: string, to: string) => Promise<readonly HeldFile[]>;
}

export interface BlobStore {
  /** Stores a text and returns its name inside the bundle, e.g. `blobs/<sha256>.txt`. */
  readonly put: (text: string) => Promise<string>;
}

interface Outage {
  readonly retryBudget: RetryBudget;
  /** Returns the model that takes the place of one that did not answer; undefined when there is none. */
  readonly fallBack?: ((from: ChatModel) => ChatModel | undefined) | undefined;
}

/** How a compaction makes room in a full conversation. */
interface ContextRoom {
  /** `summary` when left out. */
  readonly by?: CompactionName | undefined;
  /** The model that writes summaries, when one is named for that. No other model takes its place in an outage. */
  readonly summaryModel?: (() => ChatModel | undefined) | undefined;
  /** Text that follows the summary word for word, such as the todo list. May be empty. */
  readonly carryOver: () => Promise<string>;
}

/** What is checked when the model says that the work is done. */
export interface Success {
  /** A model that ends its turn without having changed a file is asked for a change. */
  readonly mustChange?: boolean | undefined;
  /** Undefined when the policy names no commands. */
  readonly verifier?: Verifier | undefined;
  /** The next part of a task that is asked in parts, after so many steps; undefined where there is none, or no room for it. */
  readonly next?: ((steps: number) => Promise<string | undefined>) | undefined;
}

/** Id of the run's own agent. Subagents are `a1`, `a2` and so on. */
export const MAIN_AGENT = "main";

export interface Turn {
  /** The model that is asked now. During an outage another model may take its place, for all agents of the run. */
  readonly model: ChatModel;
  readonly outage: Outage;
  readonly system: string;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly gate: ApprovalGate;
  readonly context: Context;
  readonly workspace: Workspace;
  readonly blobs: BlobStore;
  readonly limits: Limits;
  /** Shared by all agents of the run. */
  readonly budget: Budget;
  readonly progressed: Progressed;
  readonly identity: RequestIdentity;
  /** Key of the provider's prompt cache, sent with every request. */
  readonly cacheKey: string;
  readonly emit: Emit;
  /** Undefined when no view shows answers while they stream. */
  readonly showAnswer?: ShowAnswer | undefined;
  /** Undefined when no folder has rules of its own. */
  readonly folderRules?: FolderRules | undefined;
  readonly room: ContextRoom;
  /** Restores the mode and plan mode of a checkpoint, before the context goes back to it. */
  readonly restoreModes: (checkpoint: number) => Promise<void>;
  readonly hooks: Hooks;
  readonly inbox: Inbox;
  /** Returns the reminder of a state that the model must not forget at this step, such as plan mode. */
  readonly reminder: (step: number) => string | undefined;
  /** Undefined in subagents. */
  readonly success?: Success | undefined;
  /** `MAIN_AGENT`, or the id of a subagent. */
  readonly agentId: string;
  readonly clock: Clock;
  /** Aborts with `run.interrupted` or `run.time_limit` as its reason. */
  readonly signal: AbortSignal;
}
