/** The only way to ask a model: each attempt is reserved, recorded, sent and charged. Failed ones may be repeated. */

import { crashAt } from "../../base/crash.ts";
import type { AttemptRequest, Reservation } from "../../protocol/budget.ts";
import { RunnerError } from "../../protocol/error.ts";
import {
  failedCallOf,
  type Charge,
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  type RetryBudget,
} from "../../protocol/model.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import { isAskedByTool, type AttemptPurpose } from "../../protocol/paid-events.ts";
import { MAIN_AGENT, type Turn } from "../../protocol/turn.ts";

const EFFECTS = {
  step: "model.step",
  summary: "model.summary",
  closing: "model.closing",
  apply: "model.apply",
  embed: "model.embed",
} as const;

export interface AttemptOptions extends Pick<AttemptRequest, "nextStepTokens" | "isRaised" | "maxOutputTokens"> {
  readonly purpose: AttemptPurpose;
  /** Number of the step, for the event about a repeated attempt. */
  readonly step: number;
  /** Runs once, after the first attempt is reserved, and returns the request to send. */
  readonly begin?: (() => Promise<ChatRequest>) | undefined;
}

export interface Answered {
  readonly reply: ChatReply;
  readonly charge: Charge;
}

/** The parts of a turn that an attempt uses. */
export type AttemptTurn = Pick<
  Turn,
  "model" | "room" | "limits" | "budget" | "outage" | "agentId" | "emit" | "showAnswer" | "clock" | "signal"
>;

const NO_RETRIES: RetryBudget = () => (error) => ({ kind: "give_up", error });

/** For requests that are not repeated after a failure, because the run can continue without their answer. */
export function withoutRepeats(turn: AttemptTurn): AttemptTurn {
  return { ...turn, outage: { retryBudget: NO_RETRIES } };
}

/** Asks the model; the caller records the end of an answered attempt. Returns a stop at a limit, or throws. */
export async function ask(
  turn: AttemptTurn,
  request: ChatRequest,
  options: AttemptOptions,
): Promise<Answered | TurnStop> {
  const { budget, emit, clock, signal } = turn;
  const { purpose, step, begin, ...asked } = options;
  const named = purpose === "summary" ? turn.room.summaryModel?.() : isAskedByTool(purpose) ? turn.model : undefined;
  let model = named ?? turn.model;
  let afterFailure = turn.outage.retryBudget();
  let sent: ChatRequest | undefined;
  for (;;) {
    if (named === undefined && turn.model !== model) {
      ({ model } = turn);
      requireRoom(model, sent ?? request);
      afterFailure = turn.outage.retryBudget();
    }
    const reserved = await budget.reserve({ ...asked, purpose, model, promptTokens: model.estimate(sent ?? request) });
    if ("stop" in reserved) return reserved;
    sent ??= (await begin?.()) ?? request;
    try {
      return await attempt({ ...turn, model }, reserved, sent, named?.name);
    } catch (error) {
      signal.throwIfAborted();
      const after = afterFailure(error);
      if (after.kind === "give_up" && named !== undefined) throw after.error;
      if (after.kind === "give_up") await fallBack(turn, { model, step, error: after.error });
      else {
        await emit({ type: "step.retry", step, ...after.notice });
        await clock.sleep(after.notice.waitMs, signal);
      }
    }
  }
}

/** Changes to the other model after an outage. Throws the error when there is none, and any error that is not an outage. */
async function fallBack(
  turn: AttemptTurn,
  { model, step, error }: { readonly model: ChatModel; readonly step: number; readonly error: unknown },
): Promise<void> {
  const isOutage = error instanceof RunnerError && error.code === "provider.unavailable";
  const next = isOutage ? turn.outage.fallBack?.(model) : undefined;
  if (next === undefined || !isOutage) throw error;
  const agentId = turn.agentId === MAIN_AGENT ? undefined : turn.agentId;
  const { name, window, prices } = next;
  await turn.emit({
    type: "model.fallback",
    step,
    agentId,
    from: model.name,
    model: name,
    window,
    ...(prices === undefined ? {} : { prices }),
    reason: error.message,
  });
}

/** Throws `provider.overflow` for a request that does not fit, so that the step condenses the conversation for the smaller window. */
function requireRoom({ name, window, estimate }: ChatModel, request: ChatRequest): void {
  const tokens = estimate(request);
  if (tokens < window) return;
  throw new RunnerError({
    code: "provider.overflow",
    message: `The request has about ${tokens} tokens and does not fit ${name}, which replaced another model and has a window of ${window}.`,
    hint: "Name a fallback model with a larger window.",
  });
}

/** Makes one attempt, and records the end of one that failed. */
async function attempt(
  turn: AttemptTurn,
  reserved: Reservation,
  request: ChatRequest,
  named?: string,
): Promise<Answered> {
  const { model, budget, emit, limits, showAnswer, signal } = turn;
  const { maxOutputTokens, usage, costUsd } = reserved;
  const { purpose } = reserved.request;
  const capped = maxOutputTokens === undefined ? request : { ...request, maxOutputTokens };
  const idleMs = limits.idleSeconds === undefined ? undefined : limits.idleSeconds * 1000;
  const effect = EFFECTS[purpose];
  await emit({ type: "attempt.begin", purpose, usage, costUsd, ...(named === undefined ? {} : { model: named }) });
  try {
    crashAt(`${effect}.before`);
    const onPart = purpose === "step" ? showAnswer?.() : undefined;
    const reply = await model.chat(capped, { signal, idleMs, onPart, mayBeEmpty: purpose === "step" });
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
