/** What an attempt left in its bundle, and its result. Both come from the journal, which is all that a killed process leaves. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { mayRun } from "../../base/process-identity.ts";
import { knownCost } from "../../protocol/tally.ts";
import { readSession } from "../../run/open/session.ts";
import { openBundle } from "../../session/bundle.ts";
import { bundleOf, resultOfSession, resultWithoutSession, type AttemptName } from "../results/result-of.ts";
import type { TaskState } from "../results/fold.ts";
import type { ResultLine } from "../results/results-line.ts";
import type { TaskEnd } from "./start-task.ts";

export type AttemptBundle = ReturnType<typeof readAttempt>;

/**
 * Reads the bundle of an attempt. `nothing`: there is no session, or it did not get its task, so that nothing was paid. `stopped`: a
 * resume goes on with it. Throws `session.corrupt` for a bundle that cannot be used.
 */
export function readAttempt(dir: string) {
  const nothing = { kind: "nothing" } as const;
  if (!existsSync(join(dir, "journal.jsonl"))) return nothing;
  const session = readSession(openBundle(dir));
  const { begin, outcome } = session.state;
  if (begin === undefined || (!session.hasTask && outcome === undefined)) return nothing;
  const kind = outcome === undefined || outcome.outcome === "interrupted" ? "stopped" : "ended";
  return { kind, session, sessionId: begin.sessionId, workDir: begin.workDir } as const;
}

/** What an attempt without a result has paid: its journal says it, and its whole slice counts where that says nothing certain. */
export function paidByOpen({ task, attempt, started }: TaskState, dir: string): number {
  if (started?.process !== undefined && mayRun(started.process)) return task.costUsd;
  try {
    const left = readAttempt(join(dir, bundleOf(task.id, attempt)));
    return left.kind === "nothing" ? 0 : (knownCost(left.session.state.spent) ?? task.costUsd);
  } catch {
    return task.costUsd; // its bundle is damaged
  }
}

export function resultOfEnd(
  name: AttemptName,
  { session, sessionId }: Exclude<AttemptBundle, { kind: "nothing" }>,
): ResultLine {
  const { state, model, usedMs } = session;
  const { outcome, spent, verification } = state;
  return resultOfSession(name, { sessionId, model: model?.model, outcome, spent, verification, ms: usedMs });
}

/** The result of an attempt that has no session: its run was refused, or its process died before the session began. */
export function resultOfNoSession(name: AttemptName, { last, how, said }: TaskEnd): ResultLine {
  const refused = last?.type === "refused" ? last : undefined;
  const reason = refused?.reason ?? `The process of the task died: ${how}. ${said}`;
  return resultWithoutSession(name, { outcome: refused?.outcome ?? null, reason, costUsd: 0 });
}

/** The result of an attempt whose session cannot go on, or whose process died in it. Its cost counts. */
export function resultOfBroken(name: AttemptName, left: AttemptBundle, end: TaskEnd): ResultLine {
  const without = resultOfNoSession(name, end);
  const result = left.kind === "nothing" ? without : resultOfEnd(name, left);
  return { ...result, state: "infra", outcome: null, reason: without.reason };
}
