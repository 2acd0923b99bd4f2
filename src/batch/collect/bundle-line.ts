/** A bundle of a task → its line in the results. Every value comes from the checked journal; of a shard's own line nothing is believed. */

import { oneLine } from "../../base/truncate.ts";
import { describeError } from "../../protocol/error.ts";
import { totalTokens } from "../../protocol/model.ts";
import { knownCost, withOpenCharged } from "../../protocol/tally.ts";
import { sessionFacts } from "../../run/open/session.ts";
import { checkRun, type CheckedRun } from "../../session/bundle-check.ts";
import { stateOf } from "../../session/session-state.ts";
import type { BatchPlan, PlannedTask } from "../plan/batch-plan.ts";
import { stateAfter, type ResultLine } from "../results/results-line.ts";

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
  /** Tree of the workspace at the end. */
  readonly tree: string;
}

/** The line, or why the bundle is refused, a sentence. */
export function lineOfBundle(options: BundleOf): CheckedAttempt | string {
  let checked: CheckedRun;
  try {
    checked = checkRun({ dir: options.dir, describe: sessionFacts });
  } catch (error) {
    return oneLine(describeError(error), 500);
  }
  const wrong = differenceTo(options, checked);
  if (wrong !== undefined) return wrong;
  const { task, attempt, claim } = options;
  const { begin, outcome, records, patch } = checked;
  const { spent, verification: checks } = stateOf(records.map(({ event }) => event));
  const met = outcome.verification ?? checks;
  const verification = met === undefined ? "none" : met.passed ? "green" : "red";
  const first = Date.parse(records[0]?.time ?? "");
  const last = Date.parse(records.at(-1)?.time ?? "");
  const line: ResultLine = {
    type: "result",
    task: task.id,
    key: task.key,
    attempt,
    at: claim?.at ?? new Date(last).toISOString(),
    state: stateAfter(outcome.outcome, verification),
    outcome: outcome.outcome,
    reason: oneLine(outcome.reason, 500),
    bundle: `tasks/${task.id}/${attempt}`,
    session: begin.sessionId,
    model: begin.model,
    costUsd: knownCost(withOpenCharged(spent)) ?? null,
    steps: spent.steps,
    tokens: totalTokens(spent.usage),
    seconds: Math.max(0, Math.round((last - first) / 100) / 10),
    verification,
    files: outcome.filesChanged,
    patch: patch.length === 0 ? null : (outcome.patchDigest ?? null),
  };
  return { line, dir: options.dir, patch, report: outcome.text ?? "", tree: outcome.tree };
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

/** The result of an attempt whose bundle did not arrive: never a success, and what it cost is not known. */
export function withoutBundle(
  { task, key, attempt, at }: Pick<ResultLine, "task" | "key" | "attempt" | "at">,
  reason: string,
): ResultLine {
  return {
    type: "result",
    task,
    key,
    attempt,
    at,
    state: "infra",
    outcome: null,
    reason,
    bundle: null,
    costUsd: null,
    steps: 0,
    tokens: 0,
    seconds: 0,
    verification: "none",
    files: 0,
    patch: null,
  };
}
