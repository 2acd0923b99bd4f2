/**
 * Retries model calls, as a decorator over any ChatModel. It decides when and how long to wait; errors.ts decides whether an error
 * can be retried. Of a failed attempt only its usage reaches the reply.
 */

import { backoffMs, type Backoff } from "../base/backoff.ts";
import type { Clock } from "../base/clock.ts";
import { RunnerError } from "../protocol/error.ts";
import {
  addUsage,
  NO_USAGE,
  totalTokens,
  type ChatModel,
  type ChatOptions,
  type ChatReply,
  type ChatRequest,
  type FailedCall,
  type TokenUsage,
} from "../protocol/model.ts";
import { attemptOf } from "./errors.ts";

export interface RetryOptions {
  /** Calls in total, the first included: 3 means at most 3 requests. */
  readonly attempts: number;
  readonly clock: Clock;
  /** Yields 0 ≤ x < 1. */
  readonly random: () => number;
  /** When the run ends, on the clock's monotonic scale, ms. A wait beyond it is not started. */
  readonly deadlineMs?: number | undefined;
}

/** Kimi's own numbers. With 3 attempts it waits 1.9 s at most. */
const BACKOFF: Backoff = { initialMs: 300, maxMs: 5_000, jitterMs: 500 };
/** Longest wait that a provider may ask for. A longer one means an outage or a used-up quota. */
const MAX_ASKED_WAIT_MS = 10 * 60_000;

/** Wraps `model`. Throws the model's own error when it is final, `provider.unavailable` after the last attempt or without time left. */
export function withRetry(model: ChatModel, options: RetryOptions): ChatModel {
  return { ...model, chat: async (request, chatOptions) => chat({ model, request, chatOptions, options }) };
}

interface Call {
  readonly model: ChatModel;
  readonly request: ChatRequest;
  readonly chatOptions: ChatOptions;
  readonly options: RetryOptions;
}

async function chat({ model, request, chatOptions, options }: Call): Promise<ChatReply> {
  const { attempts, clock, random } = options;
  const { signal, onRetry } = chatOptions;
  let wasted = NO_USAGE;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await model.chat(request, { signal });
      return totalTokens(wasted) === 0
        ? reply
        : { ...reply, usage: addUsage(wasted, reply.usage), contextTokens: totalTokens(reply.usage) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RunnerError)) throw error;
      const failure = attemptOf(error);
      wasted = addUsage(wasted, failure?.usage ?? NO_USAGE);
      if (error.code !== "provider.unavailable") throw withUsage(error, wasted);
      const tried = `attempt ${attempt} of ${attempts}`;
      if (attempt >= attempts) throw spent({ error, wasted, why: `No answer from ${model.name} (${tried})` });

      const waitMs = failure?.retryAfterMs ?? backoffMs(attempt, BACKOFF, random);
      const why = tooLong(waitMs, options);
      if (why !== undefined) throw spent({ error, wasted, why: `No answer from ${model.name} (${tried}; ${why})` });
      await onRetry?.({ attempt, maxAttempts: attempts, waitMs, reason: error.message, status: failure?.status });
      await clock.sleep(waitMs, signal);
    }
  }
}

/** Why a wait is not started; undefined when it is. */
function tooLong(waitMs: number, { clock, deadlineMs }: RetryOptions): string | undefined {
  const seconds = Math.ceil(waitMs / 1000);
  if (deadlineMs !== undefined && clock.monotonic() + waitMs >= deadlineMs) {
    return `the next one would have to wait ${seconds} s, past the run's time limit`;
  }
  return waitMs > MAX_ASKED_WAIT_MS ? `the provider asks for a wait of ${seconds} s` : undefined;
}

/** The error of the last attempt with the usage of all attempts. */
function withUsage(error: RunnerError, wasted: TokenUsage): RunnerError {
  const failure = attemptOf(error);
  if (totalTokens(wasted) === totalTokens(failure?.usage ?? NO_USAGE)) return error;
  const cause: FailedCall = { kind: "attempt", ...failure, usage: wasted };
  return new RunnerError({ code: error.code, message: error.message, hint: error.hint, cause });
}

interface Spent {
  readonly error: RunnerError;
  readonly wasted: TokenUsage;
  readonly why: string;
}

function spent({ error, wasted, why }: Spent): RunnerError {
  const charged = withUsage(error, wasted);
  return new RunnerError({
    code: "provider.unavailable",
    message: `${why}. Last seen: ${error.message}`,
    hint: "Run the job again later; the work so far is kept.",
    cause: attemptOf(charged) ?? error,
  });
}
