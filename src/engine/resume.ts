/**
 * Resumes a session where a process left it - after a deferral, a limit, a kill - so that the next request is the one that an
 * uninterrupted run would have sent. The journal tells what was unfinished. A call that may have had an effect is not repeated:
 * the model is told to look first.
 */

import { callsOf } from "../protocol/message.ts";
import type { Turn } from "../protocol/turn.ts";
import { inputOf } from "./arguments.ts";
import type { BatchResult } from "./batch.ts";
import { deliverMail } from "./state/mailbox.ts";
import type { Progress } from "./state/progress.ts";
import { arrivalMessage } from "./arrivals.ts";
import { askToGoOn, runCalls, stopOfDenials, stopOfRepetition, type StepResult } from "./step.ts";

const CONTINUE: StepResult = { kind: "continue" };

type Repeated = BatchResult["repeated"];
const NOT_REPEATED: Repeated = { tool: "", count: 0 };

/** Finishes what was unfinished, and returns what the turn does next. */
export async function resumeTurn(turn: Turn, progress: Progress): Promise<StepResult> {
  const { context, progressed } = turn;
  const { step, tokens, isCut, batch, mail, ended, arrived, isAnswered } = progressed.unfinished;
  if (step?.checkpoint !== undefined) {
    await context.revertTo(step.checkpoint);
    progress.snapshots.begin(); // the pending snapshot belongs to a checkpoint that was removed
  }
  if (step === undefined && tokens !== undefined) await context.usage(tokens);
  const repeated = remember(turn, progress);
  if (mail !== undefined) {
    await deliverMail(mail.mail, turn, progress, { isAgain: mail.isSent });
    return CONTINUE;
  }
  if (arrived !== undefined) {
    await context.append(...arrived.map(arrivalMessage));
    return CONTINUE;
  }
  const stop = isAnswered === true ? (stopOfDenials(turn) ?? stopOfRepetition(repeated)) : undefined;
  if (stop !== undefined) return { kind: "stop", stop };
  if (ended !== undefined) return { kind: "stop", stop: { stop: "end_turn", text: ended } };
  const newest = context.messages.at(-1);
  if (newest?.role !== "assistant") return CONTINUE;
  const calls = callsOf(newest);
  if (calls.length === 0) return isCut === true ? askToGoOn(turn, progress) : CONTINUE;
  const result = await runCalls(calls, turn, progress, batch);
  const silent = [...(batch?.answers.values() ?? [])].find(
    ({ verdict, reason }) => verdict === "reject" && reason === undefined,
  );
  if (result.kind === "stop" || silent === undefined) return result;
  return {
    kind: "stop",
    stop: { stop: "rejected", reason: `${silent.by} rejected the action without giving a reason.` },
  };
}

/** Counts the calls that have results for the repetition ladder. Returns the longest row of the newest batch. */
function remember({ context: { messages }, tools }: Turn, progress: Progress): Repeated {
  let repeated: Repeated = NOT_REPEATED;
  const newest = messages.at(-1)?.role === "assistant" ? messages.length - 1 : messages.length;
  const first = messages.findLastIndex((message) => message.role === "user" && message.synthetic !== true) + 1;
  for (const message of messages.slice(first, newest)) {
    if (message.role !== "assistant") continue;
    repeated = NOT_REPEATED;
    for (const call of callsOf(message)) {
      const count = progress.repetition.observe(call.name, inputOf(call, tools));
      if (count > repeated.count) repeated = { tool: call.name, count };
    }
  }
  return repeated;
}
