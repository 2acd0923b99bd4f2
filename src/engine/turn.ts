/**
 * The loop (Kimi CLI's KimiSoul): steps until the model stops, a limit is reached, or somebody has to be asked. Reaching
 * a limit returns; an abort becomes an outcome here and nowhere else.
 */

import { describeError, RunnerError } from "../protocol/error.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import { createBudget } from "./budget.ts";
import type { Answer } from "./judge.ts";
import { createRepetition } from "./repetition.ts";
import { createSnapshots } from "./snapshots.ts";
import { openCalls, runCalls, runStep, type Progress, type StepResult } from "./step.ts";

export type Opening =
  /** A new task: becomes the first user message. */
  | { readonly kind: "task"; readonly text: string }
  /** A session that stopped: its open calls are judged again with these answers (full digest → answer), then it goes on. */
  | { readonly kind: "resume"; readonly answers: ReadonlyMap<string, Answer> };

/**
 * Runs one turn. Throws `provider.*`, `cell.failed`, `git.failed`, `session.write`; everything recorded until then is in
 * the journal.
 */
export async function runTurn(opening: Opening, turn: Turn): Promise<TurnStop> {
  const progress: Progress = {
    budget: createBudget(turn.limits, turn.spent, turn.model),
    repetition: createRepetition(),
    snapshots: createSnapshots(turn),
    mistakes: 0,
  };
  progress.snapshots.begin();
  try {
    let result: StepResult = await open(opening, turn, progress);
    for (let step = turn.spent.steps + 1; result.kind === "continue"; step += 1) {
      turn.signal.throwIfAborted();
      result = await runStep(turn, progress, step);
    }
    await progress.snapshots.settle();
    return result.stop;
  } catch (error) {
    const stop = stopOfAbort(turn.signal);
    if (stop === undefined) throw error;
    return stop;
  }
}

async function open(opening: Opening, turn: Turn, progress: Progress): Promise<StepResult> {
  if (opening.kind === "task") {
    await turn.context.checkpoint();
    await turn.context.append({ role: "user", content: opening.text });
    return { kind: "continue" };
  }
  const calls = openCalls(turn);
  if (calls.length === 0) return { kind: "continue" };
  const { answers } = opening;
  for (const [digest, { verdict, by, reason }] of answers) {
    await turn.emit({ type: "deferral.answer", digest, verdict, by, reason });
  }
  const result = await runCalls(calls, turn, progress, { step: turn.spent.steps, answers });
  const silent = [...answers.values()].find(({ verdict, reason }) => verdict === "reject" && reason === undefined);
  if (result.kind === "stop" || silent === undefined) return result;
  return {
    kind: "stop",
    stop: { stop: "rejected", reason: `${silent.by} rejected the action without a reason to go on.` },
  };
}

/** The outcome of an aborted turn; undefined when nothing was aborted. */
function stopOfAbort({ aborted, reason }: AbortSignal): TurnStop | undefined {
  if (!aborted) return undefined;
  const code = reason instanceof RunnerError ? reason.code : undefined;
  return { stop: code === "run.time_limit" ? "limit_time" : "interrupted", reason: describeError(reason) };
}
