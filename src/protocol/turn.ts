/** Everything the engine may touch, handed over in one frozen object (Kimi CLI's `Runtime`). */

import type { Clock } from "../base/clock.ts";
import type { ApprovalGate } from "./approval.ts";
import type { Context } from "./context.ts";
import type { Limits } from "./limits.ts";
import type { ChatModel, TokenUsage } from "./model.ts";
import type { Tool } from "./tool.ts";
import type { Emit } from "./wire.ts";

/** What earlier runs of the same session already used; limits span resumes. */
export interface Spent {
  readonly steps: number;
  readonly usage: TokenUsage;
  readonly costUsd: number;
  readonly denials: number;
}

/** What an approval is bound to besides the call itself. */
export interface RequestIdentity {
  readonly sessionId: string;
  readonly baseCommit: string;
  readonly headCommit: string;
  readonly policyDigest: string;
  readonly workDir: string;
}

export interface Workspace {
  /** Writes the workspace as a git tree and returns its id (40 or 64 hex). The user's index, refs and HEAD stay untouched. */
  readonly snapshot: () => Promise<string>;
}

export interface BlobStore {
  /** Stores a text whole; returns its name inside the bundle, e.g. `blobs/<sha256>.txt`. */
  readonly put: (text: string) => Promise<string>;
}

export interface Turn {
  readonly model: ChatModel;
  readonly system: string;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly gate: ApprovalGate;
  readonly context: Context;
  readonly workspace: Workspace;
  readonly blobs: BlobStore;
  readonly limits: Limits;
  readonly spent: Spent;
  readonly identity: RequestIdentity;
  readonly emit: Emit;
  /** Text that a compaction attaches to its summary word for word, such as the todo list; empty when there is none. */
  readonly carryOver: () => string;
  readonly clock: Clock;
  /** Aborts with `run.interrupted` or `run.time_limit` as its reason. */
  readonly signal: AbortSignal;
}
