/** What an attempt left in its bundle → its result. The journal says it: a process that was killed wrote nothing else. */

import { existsSync } from "node:fs";
import { oneLine } from "../../base/truncate.ts";
import { totalTokens } from "../../protocol/model.ts";
import { knownCost } from "../../protocol/tally.ts";
import { readSession, type StoredSession } from "../../run/open/session.ts";
import { openBundle } from "../../session/bundle.ts";
import type { PlannedTask } from "../plan/batch-plan.ts";
import { stateAfter, type ResultLine } from "../results/results-line.ts";
import type { TaskEnd } from "./start-task.ts";

/** `nothing`: no session, or one that has not got its task, so nothing was paid. `stopped`: a resume goes on with it. */
export type Left =
  | { readonly kind: "nothing" }
  | { readonly kind: "stopped" | "ended"; readonly session: StoredSession; readonly sessionId: string };

/** Reads a bundle of a batch. Throws `session.corrupt` for one that cannot go on. */
export function readLeft(dir: string): Left {
  if (!existsSync(dir)) return { kind: "nothing" };
  const bundle = openBundleOrNone(dir);
  if (bundle === undefined) return { kind: "nothing" };
  const session = readSession(bundle);
  const { begin, outcome } = session.state;
  if (begin === undefined || (!session.hasTask && outcome === undefined)) return { kind: "nothing" };
  const isOver = outcome !== undefined && outcome.outcome !== "interrupted";
  return { kind: isOver ? "ended" : "stopped", session, sessionId: begin.sessionId };
}

function openBundleOrNone(dir: string): ReturnType<typeof openBundle> | undefined {
  return existsSync(`${dir}/journal.jsonl`) ? openBundle(dir) : undefined;
}

export interface AttemptFacts {
  readonly task: PlannedTask;
  readonly attempt: number;
  /** ISO 8601. */
  readonly at: string;
  /** Relative to the batch's folder. */
  readonly bundle: string;
}

/** The result of an attempt whose session ended. */
export function resultOfSession(
  facts: AttemptFacts,
  { session, sessionId }: Exclude<Left, { kind: "nothing" }>,
): ResultLine {
  const { state, model, usedMs } = session;
  const { outcome, spent } = state;
  const name = outcome?.outcome ?? null;
  const checked = outcome?.verification ?? state.verification;
  const verification = checked === undefined ? "none" : checked.passed ? "green" : "red";
  const files = outcome?.filesChanged ?? 0;
  return {
    ...beginningOf(facts),
    state: stateAfter(name, verification),
    outcome: name,
    reason: oneLine(outcome?.reason ?? "The process of the task ended without an outcome.", MAX_REASON_CHARS),
    bundle: facts.bundle,
    session: sessionId,
    ...(model === undefined ? {} : { model: model.model }),
    costUsd: knownCost(spent) ?? null,
    steps: spent.steps,
    tokens: totalTokens(spent.usage),
    seconds: Math.round(usedMs / 100) / 10,
    verification,
    files,
    patch: files === 0 ? null : (outcome?.patchDigest ?? null),
  };
}

const MAX_REASON_CHARS = 500;

/** The result of an attempt that has no session: its run was refused, or its process died before it had one. */
export function resultWithoutSession(facts: AttemptFacts, { last, how, said }: TaskEnd): ResultLine {
  const outcome = last?.type === "refused" ? last.outcome : null;
  const reason = last?.type === "refused" ? last.reason : `The process of the task died: ${how}. ${said}`;
  return {
    ...beginningOf(facts),
    state: stateAfter(outcome, "none"),
    outcome,
    reason: oneLine(reason.trim(), MAX_REASON_CHARS),
    bundle: null,
    costUsd: 0,
    steps: 0,
    tokens: 0,
    seconds: 0,
    verification: "none",
    files: 0,
    patch: null,
  };
}

/** The result of an attempt whose session cannot go on, or whose process died in it. What it cost counts. */
export function resultOfBroken(facts: AttemptFacts, left: Left, end: TaskEnd): ResultLine {
  const without = resultWithoutSession(facts, end);
  const refused = { ...without, state: "infra", outcome: null } as const;
  if (left.kind === "nothing") return refused;
  return { ...resultOfSession(facts, left), state: "infra", outcome: null, reason: without.reason };
}

function beginningOf({
  task,
  attempt,
  at,
}: AttemptFacts): Pick<ResultLine, "type" | "task" | "key" | "attempt" | "at"> {
  return { type: "result", task: task.id, key: task.key, attempt, at };
}
