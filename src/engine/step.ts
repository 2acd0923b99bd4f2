/**
 * One step: one model call, its message appended, its batch judged, run, and stored. Says what the turn should do next;
 * only broken things throw.
 */

import type { ToolCall } from "../protocol/message.ts";
import { textOf } from "../protocol/message.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import type { OpenBatch } from "../protocol/unfinished.ts";
import { receive } from "./arrivals.ts";
import { askModel } from "./ask-model.ts";
import { runBatch, type BatchResult } from "./batch.ts";
import { makeRoom } from "./compaction/compact.ts";
import { judgeBatch, recordDecisions } from "./judge.ts";
import { deliverMail } from "./state/mailbox.ts";
import type { Progress } from "./state/progress.ts";
import { isStuck } from "./state/repetition.ts";

export type StepResult = { readonly kind: "continue" } | { readonly kind: "stop"; readonly stop: TurnStop };

/** Said to a model whose text ended at the output cap. */
const GO_ON =
  "Your message was cut off at the output limit. Go on where it ended, in fewer words; write a large file in several smaller edits.";

const CONTINUE: StepResult = { kind: "continue" };

/** Asks the model once and deals with what it answers. */
export async function runStep(turn: Turn, progress: Progress): Promise<StepResult> {
  await receive(turn, progress.steps + 1);
  const full = await makeRoom(turn, progress);
  if (full !== undefined) return { kind: "stop", stop: full };
  const asked = await askModel(turn, progress);
  if ("stop" in asked) return { kind: "stop", stop: asked };
  const { message, isCut } = asked;
  if (message.toolCalls.length > 0) return runCalls(message.toolCalls, turn, progress);
  if (isCut) return askToGoOn(turn, progress);
  if (turn.inbox.hasSteer()) return CONTINUE;
  return { kind: "stop", stop: { stop: "end_turn", text: textOf(message) } };
}

/** Half an answer ends nothing. It counts as a mistake: a model that rambles would be paid for to the last step. */
export async function askToGoOn(turn: Turn, progress: Progress): Promise<StepResult> {
  progress.mistakes += 1;
  const stop = stopOfMistakes(turn, progress);
  if (stop !== undefined) return { kind: "stop", stop };
  await turn.context.append({ role: "user", content: GO_ON, synthetic: true });
  return CONTINUE;
}

/** Deals with the calls of the newest assistant message; `open` is what a process before this one left of them. */
export async function runCalls(
  calls: readonly ToolCall[],
  turn: Turn,
  progress: Progress,
  open?: OpenBatch,
): Promise<StepResult> {
  const tree = await progress.snapshots.settle();
  const { calls: judged, held } = await judgeBatch(calls, turn, { step: progress.steps, tree, open });
  if (held.length > 0) {
    await turn.emit({ type: "deferral.open", held });
    return { kind: "stop", stop: { stop: "deferred", digests: held.map(({ digest }) => digest) } };
  }
  await recordDecisions(judged, turn);
  const batch = await runBatch(judged, turn, progress);
  await turn.context.append(...batch.messages);
  if (batch.mutated) progress.snapshots.begin();
  for (let denial = 0; denial < batch.denials; denial += 1) turn.budget.deny();
  progress.mistakes = batch.allMistakes ? progress.mistakes + 1 : 0;

  turn.signal.throwIfAborted(); // a cancelled batch looks like mistakes and failures; the cancellation is what counts
  const denied = stopOfDenials(turn);
  if (denied !== undefined) return { kind: "stop", stop: denied };
  if (batch.mail !== undefined) {
    await deliverMail(batch.mail, turn, progress);
    return CONTINUE;
  }
  const stop = stopAfter(batch, turn, progress);
  return stop === undefined ? CONTINUE : { kind: "stop", stop };
}

function stopAfter({ repeated, completion }: BatchResult, turn: Turn, progress: Progress): TurnStop | undefined {
  const stuck = stopOfRepetition(repeated) ?? stopOfMistakes(turn, progress);
  if (stuck !== undefined) return stuck;
  if (completion === undefined || turn.inbox.hasSteer()) return undefined;
  return { stop: "end_turn", text: completion };
}

/** The stop for a call that was repeated too often. */
export function stopOfRepetition({ tool, count }: BatchResult["repeated"]): TurnStop | undefined {
  if (!isStuck(count)) return undefined;
  return { stop: "stuck", reason: `The model made the same ${tool} call ${count} times in a row.` };
}

/** The stop for too many rejections, over the whole session. */
export function stopOfDenials({ budget, limits }: Turn): TurnStop | undefined {
  const denials = budget.denials();
  if (denials < limits.denials) return undefined;
  return { stop: "rejected", reason: `The policy rejected ${denials} actions; the limit is ${limits.denials}.` };
}

function stopOfMistakes({ limits }: Turn, { mistakes }: Progress): TurnStop | undefined {
  if (mistakes < limits.mistakes) return undefined;
  return { stop: "stuck", reason: `${mistakes} steps in a row held nothing but mistakes of the model.` };
}
