/**
 * One step: calls the model, appends its message, judges and runs its batch, and appends the results. Returns what the turn does
 * next; only failures throw.
 */

import { callsOf, textOf, type ToolCall } from "../protocol/message.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import type { OpenBatch } from "../protocol/unfinished.ts";
import { receive } from "./arrivals.ts";
import { askModel } from "./ask-model.ts";
import { runBatch, type BatchResult } from "./batch.ts";
import { heldNote, withNote } from "./held-note.ts";
import { makeRoom } from "./compaction/compact.ts";
import { judgeBatch, recordDecisions } from "./judge.ts";
import { deliverMail } from "./state/mailbox.ts";
import type { Progress } from "./state/progress.ts";
import { isStuck } from "./state/repetition.ts";

export type StepResult = { readonly kind: "continue" } | { readonly kind: "stop"; readonly stop: TurnStop };

/** The model reads this after its text ended at the output cap. */
const GO_ON =
  "Your message was cut off at the output limit. Go on where it ended, in fewer words; write a large file in several smaller edits.";

const CONTINUE: StepResult = { kind: "continue" };

/** Asks the model and handles its answer. */
export async function runStep(turn: Turn, progress: Progress): Promise<StepResult> {
  await receive(turn, progress.steps + 1);
  const full = await makeRoom(turn, progress);
  if (full !== undefined) return { kind: "stop", stop: full };
  const asked = await askModel(turn, progress);
  if ("stop" in asked) return { kind: "stop", stop: asked };
  const { message, isCut, isPaused } = asked;
  const calls = callsOf(message);
  if (calls.length > 0) return runCalls(calls, turn, progress);
  if (isCut) return askToGoOn(turn, progress);
  if (isPaused) return CONTINUE;
  if (turn.inbox.hasSteer()) return CONTINUE;
  return { kind: "stop", stop: { stop: "end_turn", text: textOf(message) } };
}

/** Continues after half an answer. It counts as a mistake, so that a model that rambles does not use all steps. */
export async function askToGoOn(turn: Turn, progress: Progress): Promise<StepResult> {
  progress.mistakes += 1;
  const stop = stopOfMistakes(turn, progress);
  if (stop !== undefined) return { kind: "stop", stop };
  await turn.context.append({ role: "user", content: GO_ON, synthetic: true });
  return CONTINUE;
}

/** Handles the calls of the newest assistant message. `open`: the batch as an earlier process left it. */
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
  const note = await heldNote(turn, progress);
  const batch = await runBatch(judged, turn, progress);
  await turn.context.append(...withNote(batch.messages, note));
  if (batch.mutated) progress.snapshots.begin();
  if (batch.hasRejection) turn.budget.deny(); // once for a message: the model reads its rejections together
  progress.mistakes = batch.allMistakes ? progress.mistakes + 1 : 0;

  turn.signal.throwIfAborted(); // first, because a cancelled batch looks like mistakes and failures
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
  const steps = denials === 1 ? "one step" : `${denials} steps`;
  return { stop: "rejected", reason: `The policy rejected actions in ${steps}; the limit is ${limits.denials}.` };
}

function stopOfMistakes({ limits }: Turn, { mistakes }: Progress): TurnStop | undefined {
  if (mistakes < limits.mistakes) return undefined;
  return { stop: "stuck", reason: `${mistakes} steps in a row contained only mistakes of the model.` };
}
