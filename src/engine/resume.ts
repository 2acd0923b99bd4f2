/** Resumes a session where the journal says that it stopped. A call that may have had an effect is not repeated. */

import { callsOf } from "../protocol/message.ts";
import type { Turn } from "../protocol/turn.ts";
import { inputOf } from "./arguments.ts";
import { stopAfterText } from "./announced-work.ts";
import { deliverMail } from "./state/mailbox.ts";
import type { Progress } from "./state/progress.ts";
import { isStuck, NOT_REPEATED, type Repeated } from "./state/repetition.ts";
import { arrivalMessage } from "./arrivals.ts";
import { askToGoOn, CONTINUE, handleCalls, stopOfDenials, stopOfRepetition, type StepResult } from "./step.ts";

/** Finishes what was unfinished, and returns what the turn does next. */
export async function resumeTurn(turn: Turn, progress: Progress): Promise<StepResult> {
  const { context, progressed } = turn;
  const { step, tokens, isCut, calls: open, mail, ended, arrived, isAnswered } = progressed.unfinished;
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
  const newest = context.messages.at(-1);
  if (ended !== undefined) {
    const end =
      newest?.role === "assistant" ? await stopAfterText(newest, turn) : ({ stop: "end_turn", text: ended } as const);
    return end === undefined ? CONTINUE : { kind: "stop", stop: end };
  }
  if (newest?.role !== "assistant") return CONTINUE;
  const calls = callsOf(newest);
  if (calls.length === 0) return isCut === true ? askToGoOn(newest, turn, progress) : CONTINUE;
  const result = await handleCalls({ calls, isCut }, turn, progress, open);
  const silent = [...(open?.answers.values() ?? [])].find(
    ({ verdict, reason }) => verdict === "reject" && reason === undefined,
  );
  if (result.kind === "stop" || silent === undefined) return result;
  return {
    kind: "stop",
    stop: { stop: "rejected", reason: `${silent.by} rejected the action without giving a reason.` },
  };
}

/** Shows the calls since the last human message to the repetition ladder. Returns the longest repetition in the newest message. */
function remember({ context: { messages }, tools }: Turn, progress: Progress): Repeated {
  let repeated = NOT_REPEATED;
  const first = messages.findLastIndex((message) => message.role === "user" && message.synthetic !== true) + 1;
  for (const [index, message] of messages.entries()) {
    if (index < first || message.role !== "assistant") continue;
    repeated = NOT_REPEATED;
    for (const [position, call] of callsOf(message).entries()) {
      const result = messages[index + 1 + position];
      if (result?.role !== "tool") continue;
      const rounds = progress.repetition.observe(call.name, inputOf(call, tools), result.content);
      if (isStuck(rounds) || rounds.count > repeated.count) repeated = rounds;
    }
  }
  return repeated;
}
