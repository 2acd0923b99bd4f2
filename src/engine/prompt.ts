/** One input of the user (Kimi CLI's `run`): hooks, then a turn or a flow, then checks; closing words at a limit. */

import { describeError, RunnerError } from "../protocol/error.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Prompt } from "../protocol/prompt.ts";
import type { Turn } from "../protocol/turn.ts";
import { answerAtEnd } from "./state/answer.ts";
import { canAsk } from "./ask-model.ts";
import { isLimit, withClosingWords } from "./closing.ts";
import { compact } from "./compaction/compact.ts";
import { resumeFlow, runFlow } from "./flow.ts";
import { createProgress, type Progress } from "./state/progress.ts";
import { missingChange } from "./announced-work.ts";
import { runTurn, stopOfAbort } from "./turn.ts";
import { verify } from "./verify.ts";

/** Runs one prompt. Throws `provider.*`, `cell.failed`, `git.failed`, `session.write`, after recording `turn.end`. */
export async function runPrompt(prompt: Prompt, turn: Turn): Promise<TurnStop> {
  const progress = createProgress(turn, prompt.kind !== "resume");
  progress.snapshots.begin();
  await turn.emit({ type: "turn.begin", input: inputOf(prompt) });
  try {
    const stop = await carryOut(prompt, turn, progress).catch((error: unknown) => {
      const aborted = stopOfAbort(turn.signal); // an abort between turns, in a hook or in a check
      if (aborted === undefined) throw error;
      return aborted;
    });
    const end = isLimit(stop) ? await withClosingWords(stop, turn) : stop;
    await turn.emit({ type: "turn.end", stop: end.stop, ...("reason" in end ? { reason: end.reason } : {}) });
    return end;
  } catch (error) {
    const reason = describeError(error);
    const type = error instanceof RunnerError ? error.code : "error";
    const fields = { error: reason, error_type: type, error_message: reason };
    await turn.hooks.tell({ event: "StopFailure", target: "", fields }).catch(() => {}); // the first error is thrown
    await turn.emit({ type: "turn.end", stop: "error", reason }).catch(() => {});
    throw error;
  }
}

function inputOf(prompt: Prompt): string {
  switch (prompt.kind) {
    case "text":
      return prompt.text;
    case "flow":
      return `/flow:${prompt.name}`;
    case "compact":
      return prompt.focus === undefined ? "/compact" : `/compact ${prompt.focus}`;
    case "resume":
      return "";
  }
}

async function carryOut(prompt: Prompt, turn: Turn, progress: Progress): Promise<TurnStop> {
  const { over, mark } = turn.progressed.unfinished;
  if (prompt.kind === "resume" && over !== undefined) {
    const isAnswer = over.stop === "end_turn" && turn.context.messages.at(-1)?.role === "assistant";
    return isAnswer ? { ...over, text: answerAtEnd(turn.context.messages) } : over;
  }
  if (mark !== undefined) await turn.context.revertTo(mark);
  if (prompt.kind !== "resume") {
    const fields = { prompt: inputOf(prompt) };
    const reason = await turn.hooks.tell({ event: "UserPromptSubmit", target: "", fields });
    if (reason !== undefined)
      return { stop: "rejected", reason: `A UserPromptSubmit hook refused the input: ${reason}` };
  }
  let stop = await firstTurn(prompt, turn, progress);
  while (stop.stop === "end_turn" && prompt.kind !== "compact") {
    const objection = await objectionTo(turn, progress);
    if (objection === undefined) return stop;
    if (typeof objection !== "string") return objection;
    stop = await runTurn({ kind: "again", text: objection }, turn, progress);
  }
  return stop;
}

async function firstTurn(prompt: Prompt, turn: Turn, progress: Progress): Promise<TurnStop> {
  switch (prompt.kind) {
    case "text":
      return runTurn(prompt, turn, progress);
    case "flow":
      return runFlow(prompt, turn, progress);
    case "compact": {
      const made = await compact(turn, progress, { manual: prompt });
      if (typeof made !== "string") return made;
      const text = made === "done" ? "The context was compacted." : "There is nothing to compact.";
      return { stop: "end_turn", text };
    }
    case "resume": {
      const { flow, maxMoves } = prompt;
      if (flow === undefined) return runTurn(prompt, turn, progress);
      const isBegun = turn.progressed.unfinished.isMoved !== true;
      const stop = isBegun ? await runTurn(prompt, turn, progress) : undefined;
      return resumeFlow(stop, { flow, maxMoves }, turn, progress);
    }
  }
}

/** Why the model has to continue after its turn: a missing change, failed checks, another part of the task, or a Stop hook, which may send it back once. */
async function objectionTo(turn: Turn, progress: Progress): Promise<string | TurnStop | undefined> {
  const { success, hooks } = turn;
  const missing = missingChange(turn, progress);
  if (missing !== undefined && (await canAsk(turn))) return missing;
  if (success?.verifier !== undefined) {
    const failure = await verify(success.verifier, turn, progress);
    if (failure !== undefined) return failure;
  }
  const next = await success?.next?.(progress.steps);
  if (next !== undefined && (await canAsk(turn))) return next;
  const fields = { stop_hook_active: progress.stopHookUsed };
  const reason = await hooks.tell({ event: "Stop", target: "", fields });
  if (reason === undefined || progress.stopHookUsed) return undefined;
  progress.stopHookUsed = true;
  return reason;
}
