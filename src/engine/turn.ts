/**
 * The loop (Kimi CLI's KimiSoul): steps until the model stops, a limit is reached, or somebody has to be asked. Reaching
 * a limit returns; an abort becomes an outcome here.
 */

import { describeError, RunnerError } from "../protocol/error.ts";
import type { ImagePart } from "../protocol/message.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import type { Progress } from "./state/progress.ts";
import { createRepetition } from "./state/repetition.ts";
import { runStep, type StepResult } from "./step.ts";
import { resumeTurn } from "./resume.ts";

export type TurnInput =
  /** Words for the model: a task, a node of a flow. */
  | { readonly kind: "text"; readonly text: string; readonly images?: readonly ImagePart[] | undefined }
  /** Words of the runner: a failed verification, a hook's reason. */
  | { readonly kind: "again"; readonly text: string }
  /** A session that stopped: what was under way comes to its end, then it goes on. */
  | { readonly kind: "resume" };

/**
 * Runs one turn. Throws `provider.*`, `cell.failed`, `git.failed`, `session.write`; everything recorded until then is in
 * the journal.
 */
export async function runTurn(opening: TurnInput, turn: Turn, progress: Progress): Promise<TurnStop> {
  progress.repetition = createRepetition();
  progress.mistakes = 0;
  try {
    let result: StepResult = await open(opening, turn, progress);
    while (result.kind === "continue") {
      turn.signal.throwIfAborted();
      result = await runStep(turn, progress);
    }
    await progress.snapshots.settle();
    return result.stop;
  } catch (error) {
    const stop = stopOfAbort(turn.signal);
    const reason = stop?.reason ?? describeError(error);
    await turn.emit({ type: "step.interrupted", step: progress.steps, reason }).catch(() => {}); // the error is the news
    if (stop === undefined) throw error;
    return stop;
  }
}

async function open(opening: TurnInput, turn: Turn, progress: Progress): Promise<StepResult> {
  if (opening.kind !== "resume") {
    const { text: content } = opening;
    const images = opening.kind === "text" && (opening.images ?? []).length > 0 ? { images: opening.images ?? [] } : {};
    await turn.context.checkpoint();
    await turn.context.append({
      role: "user",
      content,
      ...images,
      ...(opening.kind === "again" ? { synthetic: true } : {}),
    });
    return { kind: "continue" };
  }
  return resumeTurn(turn, progress);
}

/** The outcome of an aborted turn; undefined when nothing was aborted. */
export function stopOfAbort({ aborted, reason }: AbortSignal): Extract<TurnStop, { reason: string }> | undefined {
  if (!aborted) return undefined;
  const code = reason instanceof RunnerError ? reason.code : undefined;
  return { stop: code === "run.time_limit" ? "limit_time" : "interrupted", reason: describeError(reason) };
}
