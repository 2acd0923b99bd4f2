/** The common part of all adapters: their options, and how one attempt becomes a reply or an error. */

import type { Clock } from "../base/clock.ts";
import type { ProxyEnv } from "../base/proxy-env.ts";
import { sha256 } from "../base/sha256.ts";
import type { ChatModel, ChatReply, ChatRequest, ModelFeature, TokenUsage } from "../protocol/model.ts";
import { NO_USAGE } from "../protocol/model.ts";
import { type ModelAnswer, createAnswer, takenIds } from "./model-answer.ts";
import { filteredAnswer, providerError } from "./errors.ts";
import { readStream, type EventWorth, type Timeouts } from "./stream.ts";
import type { ThinkingSetting } from "./thinking.ts";
import { createEstimator, estimateMessage, outputCap } from "./tokens.ts";

export interface AdapterOptions {
  /** `provider/id`, as the user wrote it. */
  readonly name: string;
  /** The id sent to the provider. */
  readonly id: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Name of the key's variable for hints, e.g. `KIMI_API_KEY`. */
  readonly keyVariable: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly window: number;
  readonly maxOutputTokens: number;
  readonly features: ReadonlySet<ModelFeature>;
  /** Undefined: the request has no field about thinking. */
  readonly thinking?: ThinkingSetting | undefined;
  readonly costUsd: (usage: TokenUsage) => number | undefined;
  readonly timeouts: Timeouts;
  readonly clock: Clock;
  readonly proxyEnv?: ProxyEnv | undefined;
}

/** The provider's token counts. A missing or invalid count is undefined. */
export interface ReportedUsage {
  readonly input: number | undefined;
  readonly cacheRead: number | undefined;
  readonly cacheWrite: number | undefined;
  readonly output: number | undefined;
  /** Output tokens reported at the start of the answer, which do not count the whole answer. */
  readonly outputAtStart?: number | undefined;
}

/** One wire format, as functions over its events. */
export interface Format<E> {
  readonly open: (request: ChatRequest, maxTokens: number, signal: AbortSignal) => Promise<AsyncIterable<E>>;
  /** Feeds one event into the answer. */
  readonly take: (event: E, answer: ModelAnswer, usage: UsageMeter) => EventWorth;
}

/** Collects the token counts in the events of one attempt. */
export interface UsageMeter {
  readonly report: (usage: Partial<ReportedUsage>) => void;
}

/** Builds a ChatModel over one wire format. One call is one attempt; `withRetry` repeats it. */
export function createAdapter<E>(options: AdapterOptions, { open, take }: Format<E>): ChatModel {
  const estimate = createEstimator();

  const chat = async (request: ChatRequest, signal: AbortSignal): Promise<ChatReply> => {
    const promptTokens = estimate(request);
    const maxTokens = outputCap({ ...options, promptTokens, limit: request.maxOutputTokens });
    const answer = createAnswer();
    let reported: Partial<ReportedUsage> = {};
    const usage: UsageMeter = {
      report: (next) => {
        const said = Object.entries(next).filter(([, count]) => count !== undefined);
        reported = { ...reported, ...Object.fromEntries(said) };
      },
    };
    try {
      await readStream({
        open: (attempt) => open(request, maxTokens, attempt),
        take: (event) => take(event, answer, usage),
        signal,
        clock: options.clock,
        timeouts: options.timeouts,
      });
      if (answer.finished() === "filtered") throw filteredAnswer(`${options.name} ended it with a content filter`);
      const message = answer.message({
        takenIds: takenIds(request.messages),
        fallbackId: (index) => `call_${positionDigest(request)}_${index}`,
      });
      const reply = { message, usage: settle(reported, promptTokens, estimateMessage(message)) };
      return answer.finished() === "length" ? { ...reply, isCut: true } : reply;
    } catch (error) {
      signal.throwIfAborted();
      const { name, keyVariable, clock } = options;
      const charged = Object.keys(reported).length === 0 ? NO_USAGE : settle(reported, 0, 0);
      throw providerError(error, { model: name, keyVariable, now: clock.now(), usage: charged });
    }
  };

  return {
    name: options.name,
    window: options.window,
    maxOutputTokens: options.maxOutputTokens,
    features: options.features,
    estimate,
    costUsd: options.costUsd,
    chat: async (request, { signal }) => chat(request, signal),
  };
}

/** A digest of the position in the conversation: the same on resume, another after every step. 10 hex digits do not collide by accident. */
export function positionDigest({ cacheKey, messages }: ChatRequest): string {
  return sha256(JSON.stringify([cacheKey, messages.length, messages.at(-1) ?? null])).slice(0, 10);
}

/** Fills missing counts with the local estimate. A count of 0 for the prompt or the answer also counts as missing. */
function settle(reported: Partial<ReportedUsage>, promptTokens: number, answerTokens: number): TokenUsage {
  const cacheRead = reported.cacheRead ?? 0;
  const cacheWrite = reported.cacheWrite ?? 0;
  const cached = cacheRead + cacheWrite;
  const input = cached === 0 ? reported.input || undefined : reported.input;
  return {
    input: input ?? Math.max(0, promptTokens - cached),
    cacheRead,
    cacheWrite,
    output: reported.output || Math.max(answerTokens, reported.outputAtStart ?? 0),
  };
}
