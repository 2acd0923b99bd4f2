/** A bundle of a task → its line in the results. Every value comes from the checked journal; of a shard's own line nothing is believed. */

import { oneLine } from "../../base/truncate.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { sessionFacts } from "../../run/open/session.ts";
import { checkRun, type CheckedRun } from "../../session/bundle-check.ts";
import { stateOf } from "../../session/session-state.ts";
import type { BatchPlan, PlannedTask } from "../plan/batch-plan.ts";
import { bundleOf, resultOfSession } from "../results/result-of.ts";
import { ResultsLine, type ResultLine } from "../results/results-line.ts";
import { readWaiting, type WaitingSession } from "./waiting-session.ts";

export interface BundleOf {
  readonly plan: BatchPlan;
  readonly task: PlannedTask;
  readonly attempt: number;
  readonly dir: string;
  /** For messages. */
  readonly name: string;
  readonly redact: (text: string) => string;
  /** What the shard says of it: taken for its time alone. */
  readonly claim: ResultLine | undefined;
}

export interface CheckedAttempt {
  readonly line: ResultLine;
  readonly dir: string;
  readonly patch: Buffer;
  /** The model's closing text, foreign Markdown. */
  readonly report: string;
  /** Where it waits for an answer; undefined for one that is too large for the record. */
  readonly session: WaitingSession | undefined;
  /** Tree of the workspace at the end. */
  readonly tree: string;
}

/** One answer can be dearer than what was reserved for it. What is above this is no run's, and others would have to do without it. */
const MAX_COST_FACTOR = 10;

/** The line, or why the bundle is refused, a sentence. */
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

function attemptOf(options: BundleOf, checked: CheckedRun): CheckedAttempt | string {
  const { task, attempt, claim } = options;
  const { begin, outcome, records, patch } = checked;
  const { spent, verification } = stateOf(records.map(({ event }) => event));
  const first = Date.parse(records[0]?.time ?? "");
  const last = Date.parse(records.at(-1)?.time ?? "");
  const at = claim?.at ?? new Date(last).toISOString();
  const line = resultOfSession(
    { task: task.id, key: task.key, attempt, at },
    {
      sessionId: begin.sessionId,
      model: begin.model,
      outcome,
      spent,
      verification,
      ms: last - first,
      bundle: bundleOf(task, attempt),
    },
  );
  const session = line.state === "waiting" ? readWaiting(options.dir, attempt) : undefined;
  if ((line.costUsd ?? 0) > MAX_COST_FACTOR * task.costUsd)
    return `it says that it cost $${line.costUsd}, and the plan gives the task $${task.costUsd}.`;
  const { error } = ResultsLine.safeParse(line); // a line that cannot be read again would spoil the record
  if (error !== undefined) return odd(error.issues[0]?.path.join(".") ?? "");
  return {
    line,
    dir: options.dir,
    patch,
    session,
    report: outcome.text ?? "",
    tree: outcome.tree,
  };
}

/** What ties a run to a task: what it was asked, where it began, and the policy that held. */
function differenceTo({ plan, task, redact }: BundleOf, { begin }: CheckedRun): string | undefined {
  const base = task.base ?? plan.base;
  if (begin.headCommit !== base) return `it began at commit ${begin.headCommit}, and the plan ${plan.id} says ${base}.`;
  if (begin.policyDigest !== plan.policyDigest) return `it ran under another policy than the plan ${plan.id}.`;
  if (begin.task !== task.prompt && begin.task !== redact(task.prompt))
    return `it was asked for something else than the task ${task.id} of the plan ${plan.id}.`;
  return undefined;
}
