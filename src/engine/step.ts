/**
 * One step: one model call, its message appended, its batch judged, run, and stored. Says what the turn should do next;
 * only broken things throw.
 */

import type { AssistantMessage, ToolCall } from "../protocol/message.ts";
import { textOf } from "../protocol/message.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import { ask } from "./ask.ts";
import { runBatch } from "./batch.ts";
import type { Budget } from "./budget.ts";
import { makeRoom } from "./compaction.ts";
import { judgeBatch, recordDecisions, type Answer } from "./judge.ts";
import { isStuck, type Repetition } from "./repetition.ts";
import type { Snapshots } from "./snapshots.ts";

/** The state of a turn between its steps. */
export interface Progress {
  readonly budget: Budget;
  readonly repetition: Repetition;
  readonly snapshots: Snapshots;
  /** Steps in a row in which the model only made mistakes; an answer cut off counts as one. */
  mistakes: number;
}

export type StepResult = { readonly kind: "continue" } | { readonly kind: "stop"; readonly stop: TurnStop };

/** Said to a model whose text ended at the output cap. */
const GO_ON =
  "Your message was cut off at the output limit. Go on where it ended, in fewer words; write a large file in several smaller edits.";

const CONTINUE: StepResult = { kind: "continue" };
const NO_ANSWERS: ReadonlyMap<string, Answer> = new Map();

/** Asks the model once and deals with what it answers. `step` counts from 1 over the whole session. */
export async function runStep(turn: Turn, progress: Progress, step: number): Promise<StepResult> {
  const full = await makeRoom(turn, progress, step);
  if (full !== undefined) return { kind: "stop", stop: full };
  const asked = await ask(turn, progress, step);
  if ("stop" in asked) return { kind: "stop", stop: asked };
  const { message, isCut } = asked;
  if (message.toolCalls.length > 0) {
    return runCalls(message.toolCalls, turn, progress, { step, answers: NO_ANSWERS });
  }
  if (isCut) return askToGoOn(turn, progress);
  return { kind: "stop", stop: { stop: "end_turn", text: textOf(message) } };
}

/** Half an answer ends nothing. It counts as a mistake: a model that rambles would be paid for to the last step. */
async function askToGoOn(turn: Turn, progress: Progress): Promise<StepResult> {
  progress.mistakes += 1;
  const stop = stopOfMistakes(turn, progress);
  if (stop !== undefined) return { kind: "stop", stop };
  await turn.context.append({ role: "user", content: GO_ON });
  return CONTINUE;
}

/** Deals with the calls of the newest assistant message; also the way back in after a deferral, with its answers. */
export async function runCalls(
  calls: readonly ToolCall[],
  turn: Turn,
  progress: Progress,
  { step, answers }: { readonly step: number; readonly answers: ReadonlyMap<string, Answer> },
): Promise<StepResult> {
  const tree = await progress.snapshots.settle();
  const { calls: judged, held } = await judgeBatch(calls, turn, { step, tree, answers });
  if (held.length > 0) {
    await turn.emit({ type: "deferral.open", held });
    return { kind: "stop", stop: { stop: "deferred", digests: held.map(({ digest }) => digest) } };
  }
  await recordDecisions(judged, turn);
  const batch = await runBatch(judged, turn, progress.repetition);
  await turn.context.append(...batch.messages);
  if (batch.mutated) progress.snapshots.begin();
  for (let denial = 0; denial < batch.denials; denial += 1) progress.budget.deny();
  progress.mistakes = batch.allMistakes ? progress.mistakes + 1 : 0;

  turn.signal.throwIfAborted(); // a cancelled batch looks like mistakes and failures; the cancellation is what counts
  const stop = stopAfter(batch, turn, progress);
  return stop === undefined ? CONTINUE : { kind: "stop", stop };
}

function stopAfter(batch: Awaited<ReturnType<typeof runBatch>>, turn: Turn, progress: Progress): TurnStop | undefined {
  const { limits } = turn;
  if (progress.budget.denials() >= limits.denials) {
    return {
      stop: "rejected",
      reason: `The policy rejected ${progress.budget.denials()} actions; the limit is ${limits.denials}.`,
    };
  }
  if (isStuck(batch.repeated.count)) {
    return {
      stop: "stuck",
      reason: `The model made the same ${batch.repeated.tool} call ${batch.repeated.count} times in a row.`,
    };
  }
  const stuck = stopOfMistakes(turn, progress);
  if (stuck !== undefined) return stuck;
  return batch.completion === undefined ? undefined : { stop: "end_turn", text: batch.completion };
}

function stopOfMistakes({ limits }: Turn, { mistakes }: Progress): TurnStop | undefined {
  if (mistakes < limits.mistakes) return undefined;
  return { stop: "stuck", reason: `${mistakes} steps in a row held nothing but mistakes of the model.` };
}

/** The calls of the newest assistant message that have no result yet; empty when nothing is open. */
export function openCalls(turn: Pick<Turn, "context">): readonly ToolCall[] {
  const newest = turn.context.messages.at(-1);
  return newest?.role === "assistant" ? (newest satisfies AssistantMessage).toolCalls : [];
}
