/**
 * The only door to the model: an attempt is reserved, recorded, sent and charged, however it ends. Failed attempts are repeated as
 * long as patience and limits last.
 */

import { crashAt } from "../../base/crash.ts";
import type { AttemptWish, Charge, Reservation } from "../../protocol/budget.ts";
import { failedCallOf, type ChatReply, type ChatRequest } from "../../protocol/model.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { AttemptPurpose } from "../../protocol/paid-events.ts";
import type { Turn } from "../../protocol/turn.ts";

/** The crash points of an attempt. */
const EFFECTS = {
  step: "model.step",
  summary: "model.summary",
  closing: "model.closing",
} as const;

export interface AttemptOptions extends Pick<AttemptWish, "behindTokens" | "maxOutputTokens"> {
  readonly purpose: AttemptPurpose;
  /** For the notice of a repeated attempt. */
  readonly step: number;
  /** Runs once, when the first attempt is reserved, and returns the request as it is sent. */
  readonly begin?: (() => Promise<ChatRequest>) | undefined;
}

export interface Answered {
  readonly reply: ChatReply;
  readonly charge: Charge;
}

type Asked = Pick<Turn, "model" | "limits" | "budget" | "patience" | "emit" | "clock" | "signal">;

/**
 * Asks the model. The caller records the event that ends the answered attempt; the others are recorded here. Returns a stop when a
 * limit forbids an attempt, and throws what the last attempt threw when patience is over.
 */
export async function ask(turn: Asked, request: ChatRequest, options: AttemptOptions): Promise<Answered | TurnStop> {
  const { budget, emit, clock, signal } = turn;
  const { purpose, step, begin, ...wish } = options;
  const afterFailure = turn.patience();
  let sent: ChatRequest | undefined;
  for (;;) {
    const { model } = turn;
    const reserved = await budget.reserve({ ...wish, purpose, model, promptTokens: model.estimate(sent ?? request) });
    if ("stop" in reserved) return reserved;
    sent ??= (await begin?.()) ?? request;
    try {
      return await attempt(turn, reserved, sent);
    } catch (error) {
      signal.throwIfAborted();
      const after = afterFailure(error);
      if (after.kind === "give_up") throw after.error;
      await emit({ type: "step.retry", step, ...after.notice });
      await clock.sleep(after.notice.waitMs, signal);
    }
  }
}

/** Makes one attempt, and records the end of one that failed. */
async function attempt(turn: Asked, reserved: Reservation, request: ChatRequest): Promise<Answered> {
  const { model, budget, emit, limits, signal } = turn;
  const { maxOutputTokens, usage, costUsd } = reserved;
  const { purpose } = reserved.wish;
  const capped = maxOutputTokens === undefined ? request : { ...request, maxOutputTokens };
  const idleMs = limits.idleSeconds === undefined ? undefined : limits.idleSeconds * 1000;
  const effect = EFFECTS[purpose];
  await emit({ type: "attempt.begin", purpose, usage, costUsd });
  try {
    crashAt(`${effect}.before`);
    const reply = await model.chat(capped, { signal, idleMs });
    crashAt(`${effect}.after`);
    return { reply, charge: budget.settle(reserved, reply) };
  } catch (error) {
    const failed = failedCallOf(error);
    const charge = budget.settle(reserved, failed);
    const why = failed?.isFree === true ? "free" : signal.aborted ? "aborted" : "failed";
    await emit({ type: "model.wasted", why, ...charge });
    throw error;
  }
}
