/** How a turn stops, how a run ends, and the exit codes. No other place decides an exit code. */

import type { HeldFile } from "./approval.ts";
import type { SandboxLevel } from "./cell.ts";
import type { Charge, ModelFallback } from "./model.ts";
import type { Unanswered } from "./paid-events.ts";
import type { AgentEnd } from "./subagent.ts";
import type { Verification } from "./verify.ts";

/** Why the engine stopped. All are ordinary return values; only failures throw. */
export type TurnStop =
  /** `json`: the parsed text, when the answer had to fit a schema. */
  | { readonly stop: "end_turn"; readonly text: string; readonly json?: unknown }
  | { readonly stop: "deferred"; readonly digests: readonly string[] }
  /** `text`: an answer that was cut off. */
  | { readonly stop: "rejected" | "stuck"; readonly reason: string; readonly text?: string | undefined }
  /** `text`: closing words of the model, if the limits left room for them. */
  | {
      readonly stop: "limit_steps" | "limit_time" | "limit_cost" | "limit_tokens";
      readonly reason: string;
      readonly text?: string | undefined;
    }
  | { readonly stop: "interrupted"; readonly reason: string };

export type StuckStop = Extract<TurnStop, { stop: "rejected" | "stuck" }>;
export type LimitStop = Extract<TurnStop, { stop: `limit_${string}` }>;

type Trait =
  /** The session is over and cannot be resumed. */
  | "final"
  /** The run ended well. People need not do anything, so that no new comment notifies them. */
  | "good"
  /** Changes are pushed to a branch. Otherwise they stay in the bundle, because a person must look at them first. */
  | "delivered";

interface OutcomeFacts {
  readonly exitCode: number;
  /** Heading in comments and in the job summary. */
  readonly title: string;
  /** The reaction on the comment or issue that started the run. */
  readonly reaction: "rocket" | "+1" | "-1" | "confused";
  readonly traits: readonly Trait[];
}

/** To add an outcome, add a row here and in docs/outcomes.md. */
export const OUTCOMES = {
  completed: { exitCode: 0, title: "✅ Completed", reaction: "rocket", traits: ["final", "good", "delivered"] },
  no_change: { exitCode: 0, title: "☑️ No change", reaction: "+1", traits: ["final", "good"] },
  deferred: { exitCode: 0, title: "⏸️ Needs your answer", reaction: "confused", traits: [] },
  skipped: { exitCode: 0, title: "⏭️ Skipped", reaction: "confused", traits: ["final", "good"] },
  rejected: { exitCode: 1, title: "⛔ Rejected", reaction: "-1", traits: ["final"] },
  stuck: { exitCode: 1, title: "🔁 Stuck", reaction: "confused", traits: ["delivered"] },
  failed: { exitCode: 1, title: "❌ Failed", reaction: "confused", traits: [] },
  config_error: { exitCode: 2, title: "❌ Configuration error", reaction: "confused", traits: [] },
  limit_steps: { exitCode: 3, title: "⏱️ Step limit reached", reaction: "confused", traits: ["delivered"] },
  limit_time: { exitCode: 3, title: "⏱️ Time limit reached", reaction: "confused", traits: ["delivered"] },
  limit_cost: { exitCode: 3, title: "⏱️ Cost limit reached", reaction: "confused", traits: ["delivered"] },
  limit_tokens: { exitCode: 3, title: "⏱️ Token limit reached", reaction: "confused", traits: ["delivered"] },
  sandbox_refused: { exitCode: 5, title: "⛔ Sandbox refused", reaction: "confused", traits: [] },
  published_partially: { exitCode: 6, title: "⚠️ Not fully published", reaction: "confused", traits: [] },
  provider_unavailable: { exitCode: 75, title: "❌ Model not available", reaction: "confused", traits: [] },
  // The exit code depends on the signal: see `STOP_SIGNALS`.
  interrupted: { exitCode: 130, title: "⏹️ Interrupted", reaction: "confused", traits: [] },
} as const satisfies Record<string, OutcomeFacts>;

export type Outcome = keyof typeof OUTCOMES;

export const OUTCOME_NAMES = Object.keys(OUTCOMES) as readonly Outcome[];

/** Signals that stop a run and save its work, each with its exit code: 128 plus the signal's number. */
export const STOP_SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

export type StopSignal = keyof typeof STOP_SIGNALS;

/** The exit code of an outcome. `signal`: the signal that interrupted the run. */
export function exitCode(outcome: Outcome, signal: StopSignal = "SIGINT"): number {
  return outcome === "interrupted" ? STOP_SIGNALS[signal] : OUTCOMES[outcome].exitCode;
}

/** What only the command line says by its exit code. In a job a comment says it, and a job that waits has not failed. */
const LOCAL_EXIT_CODES = { deferred: 4, notApplied: 7 } as const;

/** The exit code of a run at a terminal or in a script. `code` is that of its outcome; `mayStay`: the checkout was to be left alone. */
export function localExitCode(
  { outcome, checkout }: Pick<OutcomeRecord, "outcome" | "checkout">,
  { code, mayStay }: { readonly code: number; readonly mayStay: boolean },
): number {
  if (outcome === "deferred") return LOCAL_EXIT_CODES.deferred;
  return outcome === "completed" && checkout?.kind === "left" && !mayStay ? LOCAL_EXIT_CODES.notApplied : code;
}

export function hasTrait(outcome: Outcome, trait: Trait): boolean {
  const traits: readonly Trait[] = OUTCOMES[outcome].traits;
  return traits.includes(trait);
}

/** What happened to the checkout after a run on a copy. `applied`: it has the changes. `left`: it is unchanged; the patch has them. */
export type CheckoutEnd = { readonly kind: "applied" } | { readonly kind: "left"; readonly reason: string };

/** Files that differed from the start commit when the run began. `paths` has the first of them. */
export interface EarlierFiles {
  readonly count: number;
  readonly paths: readonly string[];
}

/** What was in the way of a run that did not succeed. */
export interface Hindrance {
  /** A few words for a heading, as Markdown; empty where the outcome's title says it. */
  readonly what: string;
  /** What a person changes, with the lines of the policy, as Markdown. The reason ends with it. */
  readonly fix: string;
}

export interface OutcomeRecord extends Charge {
  readonly outcome: Outcome;
  /** One sentence. */
  readonly reason: string;
  readonly steps: number;
  /** Attempts without an answer; `usage` and `costUsd` include them. Undefined when there were none. */
  readonly unanswered?: Unanswered | undefined;
  /** Set when another model took the place of the first one. The last change counts. */
  readonly fallback?: ModelFallback | undefined;
  readonly filesChanged: number;
  /** The start commit's tree with what the session changed; undefined when there is no snapshot of the workspace. */
  readonly tree?: string | undefined;
  /** SHA-256 of `changes.patch`; undefined when it could not be written. */
  readonly patchDigest?: string | undefined;
  /** Changed files that are in the patch and are not published. */
  readonly heldFiles?: readonly HeldFile[] | undefined;
  /** The model's closing text. */
  readonly text?: string | undefined;
  /** The parsed closing text, when the answer had to fit a schema. */
  readonly json?: unknown;
  /** The newest round of `limits.verify`. */
  readonly verification?: Verification | undefined;
  /** What happened to the checkout; undefined when the run worked in the checkout itself. */
  readonly checkout?: CheckoutEnd | undefined;
  /** The level that the cell's probes proved, and how many of the probes held. */
  readonly sandbox?: { readonly rung: SandboxLevel; readonly held: number; readonly probes: number } | undefined;
  /** What each subagent used, in the order of their starts. `usage` and `costUsd` include these. */
  readonly agents?: readonly AgentEnd[] | undefined;
  /** Changed files that are not in the patch, for example because they are too large. */
  readonly leftOut?: readonly string[] | undefined;
  /** Changed files that are not in the patch, because what the run changed in them cannot be told from what was there before. */
  readonly apart?: readonly HeldFile[] | undefined;
  /** What an earlier step of the job, or a person, had changed when the run began. It is not in the patch. */
  readonly earlier?: EarlierFiles | undefined;
  /** What was in the way, where the run did not succeed and a change of the policy or the workflow helps. */
  readonly hindrance?: Hindrance | undefined;
}
