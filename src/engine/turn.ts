/** The loop (Kimi CLI's KimiSoul). A limit is an ordinary return value, and this file turns an abort into one. */

import { describeError, RunnerError } from "../protocol/error.ts";
import type { ImagePart } from "../protocol/message.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import { cutAnswerAtEnd, GO_ON, isNewestNote } from "./state/answer.ts";
import { isLimit } from "./closing.ts";
import type { Progress } from "./state/progress.ts";
import { createRepetition } from "./state/repetition.ts";
import { CONTINUE, runStep, type StepResult } from "./step.ts";
import { resumeTurn } from "./resume.ts";

export type TurnInput =
  /** A task, or a node of a flow. */
  | { readonly kind: "text"; readonly text: string; readonly images?: readonly ImagePart[] | undefined }
  /** The runner's reason to work on: a failed verification or a Stop hook. */
  | { readonly kind: "again"; readonly text: string; readonly images?: undefined }
  | { readonly kind: "resume" };

/** Runs one turn. Throws `provider.*`, `cell.failed`, `git.failed`, `session.write`. */
export async function runTurn(input: TurnInput, turn: Turn, progress: Progress): Promise<TurnStop> {
  progress.repetition = createRepetition();
  progress.mistakes = 0;
  try {
    let result: StepResult = await open(input, turn, progress);
    while (result.kind === "continue") {
      turn.signal.throwIfAborted();
      result = await runStep(turn, progress);
    }
    await progress.snapshots.settle();
    const { stop } = result;
    const { messages } = turn.context;
    // A limit in the middle of an answer leaves what there is of it.
    return isLimit(stop) && isNewestNote(GO_ON, messages) ? { text: cutAnswerAtEnd(messages), ...stop } : stop;
  } catch (error) {
    const stop = stopOfAbort(turn.signal);
    const reason = stop?.reason ?? describeError(error);
    await turn.emit({ type: "step.interrupted", step: progress.steps, reason }).catch(() => {}); // the first error is thrown
    if (stop === undefined) throw error;
    return stop;
  }
}

async function open(input: TurnInput, turn: Turn, progress: Progress): Promise<StepResult> {
  if (input.kind === "resume") return resumeTurn(turn, progress);
  const { text: content, images = [] } = input;
  const more = input.kind === "again" ? ({ synthetic: true } as const) : images.length > 0 && { images };
  await turn.context.checkpoint();
  await turn.context.append({ role: "user", content, ...more });
  return CONTINUE;
}

/** The stop of an aborted turn; undefined when the turn was not aborted. */
export function stopOfAbort({ aborted, reason }: AbortSignal): Extract<TurnStop, { reason: string }> | undefined {
  if (!aborted) return undefined;
  const code = reason instanceof RunnerError ? reason.code : undefined;
  return { stop: code === "run.time_limit" ? "limit_time" : "interrupted", reason: describeError(reason) };
}
