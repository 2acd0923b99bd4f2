/** How a turn stops, how a run ends, and the exit codes. No other place decides an exit code. */

/** Why the engine stopped. All are ordinary return values; only failures throw. */
export type TurnStop =
  | { readonly stop: "end_turn"; readonly text: string }
  | { readonly stop: "deferred"; readonly digests: readonly string[] }
  | { readonly stop: "rejected" | "stuck"; readonly reason: string }
  /** `text`: closing words of the model, if the limits left room for them. */
  | {
      readonly stop: "limit_steps" | "limit_time" | "limit_cost" | "limit_tokens";
      readonly reason: string;
      readonly text?: string | undefined;
    }
  | { readonly stop: "interrupted"; readonly reason: string };

const OUTCOMES = {
  completed: 0,
  no_change: 0,
  deferred: 0,
  skipped: 0,
  rejected: 1,
  stuck: 1,
  failed: 1,
  config_error: 2,
  limit_steps: 3,
  limit_time: 3,
  limit_cost: 3,
  limit_tokens: 3,
  sandbox_refused: 5,
  published_partially: 6,
  provider_unavailable: 75,
  interrupted: 130, // 143 when the signal was SIGTERM
} as const satisfies Record<string, number>;

export type Outcome = keyof typeof OUTCOMES;

/** The names of all outcomes. */
export const OUTCOME_NAMES = Object.keys(OUTCOMES) as readonly Outcome[];

/** Process exit code of an outcome. */
export function exitCode(outcome: Outcome, signal?: "SIGINT" | "SIGTERM"): number {
  return outcome === "interrupted" && signal === "SIGTERM" ? 143 : OUTCOMES[outcome];
}
