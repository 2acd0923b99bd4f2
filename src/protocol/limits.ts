/** What a run may use. The policy sets them; flags can only lower them. */

import { counted, money } from "../base/words.ts";
import type { Prices } from "./model.ts";

export interface Limits {
  /** Requests to models that were answered or may have been, over all resumes: for steps, summaries, closing words and subagents. */
  readonly steps: number;
  /** Attempts of one model call that may be charged without giving an answer. */
  readonly retries: number;
  /** How long to wait for the end of a provider's outage. Left out: `DEFAULT_RETRY_MINUTES`. */
  readonly patienceMinutes?: number | undefined;
  /** How long a model may send nothing. Left out: a default that depends on whether the model thinks. */
  readonly idleSeconds?: number | undefined;
  /** How long the end of a turn waits for background commands. Left out: `DEFAULT_BACKGROUND_SECONDS`. */
  readonly backgroundSeconds?: number | undefined;
  /** Wall clock of the run. */
  readonly minutes: number;
  readonly costUsd?: number | undefined;
  /** `costUsd` before the limit of a day or a thread lowered it. Null: there was no such limit. */
  readonly ownCostUsd?: number | null | undefined;
  /** Limit of all runs of a day (UTC) together. */
  readonly costUsdPerDay?: number | undefined;
  /** Limit of all runs of a thread together. */
  readonly costUsdPerThread?: number | undefined;
  /** Runs that may begin in a thread within an hour. */
  readonly runsPerHour?: number | undefined;
  /** All tokens, cached ones included. */
  readonly tokens?: number | undefined;
  /** Steps with rejections before the run ends. */
  readonly denials: number;
  /** Consecutive steps that contain only mistakes of the model. At this number the model is warned, and one more step ends the run. */
  readonly mistakes: number;
}

type SnakeCase<T extends string> = T extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

/** The keys of `limits` in a policy file. `ownCostUsd` is computed, so that no file sets it. */
export type LimitKey = SnakeCase<keyof Omit<Limits, "ownCostUsd">>;

export interface OwnLimit {
  /** Used in the flag `--max-<name>`, the input `max-<name>`, and the option `--<name>` of `resume` in a comment. */
  readonly name: string;
  /** Unit of the value in help. */
  readonly unit: string;
  readonly isWhole: boolean;
  readonly from: number;
  readonly to: number;
}

/** Limits that flags and inputs can lower for one run. */
export const OWN_LIMITS = {
  steps: { name: "steps", unit: "n", isWhole: true, from: 1, to: 10_000 },
  minutes: { name: "minutes", unit: "n", isWhole: false, from: 0.1, to: 7_200 },
  costUsd: { name: "cost", unit: "usd", isWhole: false, from: 0.01, to: 10_000 },
  tokens: { name: "tokens", unit: "n", isWhole: true, from: 1, to: 10_000_000_000 },
  patienceMinutes: { name: "patience", unit: "minutes", isWhole: false, from: 0, to: 1_440 },
} as const satisfies Partial<Record<keyof Limits, OwnLimit>>;

export type OwnLimitField = keyof typeof OWN_LIMITS;
export type OwnLimits = { readonly [F in OwnLimitField]?: number | undefined };

export const OWN_LIMIT_FIELDS = Object.keys(OWN_LIMITS) as readonly OwnLimitField[];

export function readOwnLimits(read: (limit: (typeof OWN_LIMITS)[OwnLimitField]) => number | undefined): OwnLimits {
  return Object.fromEntries(OWN_LIMIT_FIELDS.map((field) => [field, read(OWN_LIMITS[field])]));
}

/** The limits of a run for people, the ones that matter most first: `100 steps`, `30 minutes`, `$0.33`. */
export function limitWords(limits: Limits): readonly string[] {
  const { steps, minutes, costUsd, ownCostUsd, costUsdPerDay, costUsdPerThread, tokens, runsPerHour } = limits;
  const { patienceMinutes, idleSeconds, backgroundSeconds, retries, denials, mistakes } = limits;
  const lowered = typeof ownCostUsd === "number" ? ` (of ${money(ownCostUsd)} for a run)` : "";
  const said = <T>(value: T | undefined, words: (value: T) => string): readonly string[] =>
    value === undefined ? [] : [words(value)];
  return [
    counted(steps, "step"),
    counted(minutes, "minute"),
    ...said(costUsd, (usd) => `${money(usd)}${lowered}`),
    ...said(costUsdPerDay, (usd) => `${money(usd)} a day`),
    ...said(costUsdPerThread, (usd) => `${money(usd)} a thread`),
    ...said(tokens, (count) => counted(count, "token")),
    ...said(runsPerHour, (count) => `${counted(count, "run")} an hour in a thread`),
    ...said(patienceMinutes, (count) => `${counted(count, "minute")} of an outage`),
    ...said(idleSeconds, (count) => `${counted(count, "second")} of silence`),
    ...said(backgroundSeconds, (count) => `${counted(count, "second")} for background commands`),
    `${counted(retries, "paid attempt")} without an answer`,
    `${counted(denials, "step")} with rejections`,
    `${counted(mistakes, "mistake")} in a row`,
  ];
}

/** What the runs of a day and of a thread cost so far, with the limit. A total without a limit is left out. */
export interface SpendingTotals {
  readonly day?: { readonly usedUsd: number; readonly limitUsd: number } | undefined;
  readonly thread?: { readonly usedUsd: number; readonly limitUsd: number } | undefined;
}

/** Settings of a session. A resume may choose others. */
export interface SessionTerms {
  /** `provider/id`. */
  readonly model: string;
  /** The model's context window, in tokens. */
  readonly window: number;
  /** The model's prices. Records of older versions lack them; the catalog's apply then. */
  readonly prices?: Prices | undefined;
  readonly limits: Limits;
  /** `provider/id` of the model that takes the place of `model` when its retry budget is used up. */
  readonly fallbackModel?: string | undefined;
}

/** Most outages are shorter. */
export const DEFAULT_RETRY_MINUTES = 10;

/** Longer than most test runs and builds that a model starts beside its work. */
export const DEFAULT_BACKGROUND_SECONDS = 60;

export const DEFAULT_LIMITS: Limits = { steps: 100, retries: 3, minutes: 30, denials: 5, mistakes: 3 };

/** What happens to a command of the model that exceeds its timeout. */
export const ON_TIMEOUT = ["kill", "background"] as const;
export type OnTimeout = (typeof ON_TIMEOUT)[number];
