/** Makes the result of a task from its bundle. Every value but the time comes from the checked journal, not from the shard's own line. */

import { oneLine } from "../../base/truncate.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { sessionFacts } from "../../run/open/session.ts";
import { checkRun, type CheckedRun } from "../../session/bundle-check.ts";
import { foldRecord } from "../../run-model/apply.ts";
import { NO_FACTS } from "../../run-model/facts.ts";
import type { BatchPlan, PlannedTask } from "../plan/batch-plan.ts";
import { resultOfSession } from "../results/result-of.ts";
import { ResultsLine, type ResultLine } from "../results/results-line.ts";
import { readWaiting } from "./waiting-session.ts";

export interface BundleOf {
  readonly plan: BatchPlan;
  readonly task: PlannedTask;
  readonly attempt: number;
  readonly dir: string;
  /** For messages. */
  readonly name: string;
  readonly redact: (text: string) => string;
  /** The shard's own line about it. Only its time is used. */
  readonly claim: ResultLine | undefined;
}

export type CheckedAttempt = Exclude<ReturnType<typeof attemptOf>, string>;

/** One answer can cost more than what was reserved for it. A higher cost is false, and would take the money of the other tasks. */
const MAX_COST_FACTOR = 10;

/** The checked attempt, or a sentence that says why the bundle is refused. */
export function lineOfBundle(options: BundleOf): CheckedAttempt | string {
  try {
    const checked = checkRun({ dir: options.dir, describe: sessionFacts });
    return differenceTo(options, checked) ?? attemptOf(options, checked);
  } catch (error) {
    if (error instanceof RunnerError) return oneLine(describeError(error), 500);
    return odd(describeError(error));
  }
}

function odd(what: string): string {
  return `its journal has what no run leaves (${oneLine(what, 200)}).`;
}

function attemptOf(options: BundleOf, checked: CheckedRun) {
  const { task, attempt, claim } = options;
  const { begin, outcome, records, patch } = checked;
  const { tally: spent, verification, worked } = records.reduce(foldRecord, NO_FACTS);
  const at = claim?.at ?? new Date(worked.lastAt ?? NaN).toISOString();
  const name = { task: task.id, key: task.key, attempt, at };
  const { sessionId, model } = begin;
  const line = resultOfSession(name, { sessionId, model, outcome, spent, verification, ms: worked.ms });
  /** Set where it waits for an answer, unless the session is too large for the record. */
  const session = line.state === "waiting" ? readWaiting(options.dir, attempt) : undefined;
  if ((line.costUsd ?? 0) > MAX_COST_FACTOR * task.costUsd)
    return `it says that it cost $${line.costUsd}, and the plan gives the task $${task.costUsd}.`;
  const { error } = ResultsLine.safeParse(line); // a line that cannot be read again would make the record unreadable
  if (error !== undefined) return odd(error.issues[0]?.path.join(".") ?? "");
  /** The model's closing text, foreign Markdown. */
  const report = outcome.text ?? "";
  return { line, dir: options.dir, patch, session, report };
}

/** A run belongs to a task when it had its prompt, began at its commit, and ran under the policy of the plan. */
function differenceTo({ plan, task, redact }: BundleOf, { begin }: CheckedRun): string | undefined {
  const base = task.base ?? plan.base;
  if (begin.headCommit !== base) return `it began at commit ${begin.headCommit}, and the plan ${plan.id} says ${base}.`;
  if (begin.policyDigest !== plan.policyDigest) return `it ran under another policy than the plan ${plan.id}.`;
  if (begin.task !== task.prompt && begin.task !== redact(task.prompt))
    return `it was asked for something other than the task ${task.id} of the plan ${plan.id}.`;
  return undefined;
}
