/** Makes the results of attempts, with a session and without one. */

import { oneLine } from "../../base/truncate.ts";
import { totalTokens } from "../../protocol/model.ts";
import type { OutcomeRecord } from "../../protocol/outcome.ts";
import { knownCost, withOpenCharged, type Tally } from "../../protocol/tally.ts";
import type { Verification } from "../../protocol/verify.ts";
import { stateAfter, type ResultLine } from "./results-line.ts";

/** Which attempt of which task it is; `at` is ISO 8601. */
export type AttemptName = Pick<ResultLine, "task" | "key" | "attempt" | "at">;

/** The folder of an attempt's bundle, relative to that of the batch. */
export function bundleOf(task: string, attempt: number): string {
  return `tasks/${task}/${attempt}`;
}

export interface SessionEnd {
  readonly sessionId: string;
  readonly model: string | undefined;
  /** Undefined where the session has no end. */
  readonly outcome: OutcomeRecord | undefined;
  readonly spent: Tally;
  readonly verification: Verification | undefined;
  readonly ms: number;
}

/** The result of an attempt whose session ended. */
export function resultOfSession(attempt: AttemptName, end: SessionEnd): ResultLine {
  const { outcome } = end;
  const spent = withOpenCharged(end.spent);
  const checked = outcome?.verification ?? end.verification;
  const verification = checked === undefined ? "none" : checked.passed ? "green" : "red";
  const files = outcome?.filesChanged ?? 0;
  return {
    ...beginning(attempt),
    state: stateAfter(outcome?.outcome ?? null, verification),
    outcome: outcome?.outcome ?? null,
    reason: oneLine(outcome?.reason ?? "The process of the task ended without an outcome.", MAX_REASON_CHARS),
    bundle: bundleOf(attempt.task, attempt.attempt),
    session: end.sessionId,
    ...(end.model === undefined ? {} : { model: end.model }),
    costUsd: knownCost(spent) ?? null,
    steps: spent.steps,
    tokens: totalTokens(spent.usage),
    seconds: Math.max(0, Math.round(end.ms / 100) / 10),
    verification,
    files,
    patch: files === 0 ? null : (outcome?.patchDigest ?? null),
  };
}

/** The result of an attempt without a session, or whose session cannot be read. */
export function resultWithoutSession(
  attempt: AttemptName,
  { outcome, reason, costUsd }: Pick<ResultLine, "outcome" | "reason"> & { readonly costUsd: 0 | null },
): ResultLine {
  return {
    ...beginning(attempt),
    state: stateAfter(outcome, "none"),
    outcome,
    reason: oneLine(reason.trim(), MAX_REASON_CHARS),
    bundle: null,
    costUsd,
    steps: 0,
    tokens: 0,
    seconds: 0,
    verification: "none",
    files: 0,
    patch: null,
  };
}

/** Leaves out what the caller's object has besides these fields. */
function beginning({ task, key, attempt, at }: AttemptName): AttemptName & Pick<ResultLine, "type"> {
  return { type: "result", task, key, attempt, at };
}

const MAX_REASON_CHARS = 500;
