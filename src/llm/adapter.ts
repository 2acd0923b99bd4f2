/** The common part of all adapters: their options, and how an attempt becomes a reply or an error. */

import type { Clock } from "../base/clock.ts";
import type { ProxyEnv } from "../base/network/proxy-env.ts";
import { sha256 } from "../base/sha256.ts";
import { RunnerError } from "../protocol/error.ts";
import type { ChatModel, ChatOptions, ChatReply, ChatRequest, TokenUsage } from "../protocol/model.ts";
import { type ModelAnswer, createAnswer } from "./model-answer.ts";
import { abortError, filteredAnswer, providerError, type AttemptProgress } from "./errors.ts";
import { createLiveAnswer } from "./wire/live-answer.ts";
import { createOwnView, endpointOf, takenIds } from "./wire/origin.ts";
import { readStream, type EventWorth, type StreamAttempt, type Timeouts } from "./stream.ts";
import type { ThinkingSetting } from "./thinking.ts";
import { createEstimator, estimateText, outputCap } from "./tokens.ts";
import { createMeter, fewestTokens, mostBytes, mostTokens } from "./wire/overrun.ts";
import { schemasOf, toolMeant } from "./xml/leaked-calls.ts";
import { refusedCallsIn, writtenCallsIn } from "./xml/written-calls.ts";
import { boundedUse, withReported, type AttemptCount, type ReportedUsage, type ReportUsage } from "./wire/usage.ts";
import { unusable } from "./wire/wire-value.ts";

/** How to reach a model, and what is known about it. */
export interface AdapterOptions extends Pick<
  ChatModel,
  "name" | "window" | "maxOutputTokens" | "raisedOutputTokens" | "features" | "prices"
> {
  /** The id sent to the provider. */
  readonly id: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Header for the key. Undefined: that of the wire format. */
  readonly keyHeader?: string | undefined;
  /** Name of the variable with the key, for hints, e.g. `KIMI_API_KEY`. */
  readonly keyVariable: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: requests have no field about thinking. */
  readonly thinking?: ThinkingSetting | undefined;
  /** Additional fields of each request, from the policy. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** `hourWrites`: tokens of the usage that the cache keeps for an hour. */
  readonly costUsd: (usage: TokenUsage, hourWrites?: number) => number | undefined;
  readonly timeouts: Timeouts;
  readonly clock: Clock;
  readonly proxyEnv?: ProxyEnv | undefined;
}

export interface BodyOptions extends Pick<AdapterOptions, "id" | "thinking" | "parameters"> {
  readonly maxTokens: number;
}

type Events<E> = AsyncIterable<E> | Iterable<E>;

/** One wire format, as functions over its events. */
export interface Format<E> {
  /** Its name in the origins of messages. */
  readonly wire: string;
  readonly open: (request: ChatRequest, maxTokens: number, attempt: StreamAttempt) => Promise<Events<E>>;
  /** Begins to read one answer. The returned function takes its events. `hasTools`: whether the request offers tools. */
  readonly read: (answer: ModelAnswer, report: ReportUsage, hasTools: boolean) => (event: E) => EventWorth;
}

/** Most passes of one answer that are counted. Anthropic's own tools pause an answer after ten. */
const MAX_PASSES = 20;

export function createAdapter<E>(options: AdapterOptions, { wire, open, read }: Format<E>): ChatModel {
  const [provider = ""] = options.name.split("/", 1);
  const origin = { provider, wire, model: options.id, endpoint: endpointOf(options.baseUrl) };
  const ownView = createOwnView(origin, options.features);
  const own = (request: ChatRequest): ChatRequest => ({ ...request, messages: ownView(request.messages) });
  const hasParameters = Object.keys(options.parameters ?? {}).length > 0;
  const estimateOwn = createEstimator();
  const estimate: ChatModel["estimate"] = (request) => estimateOwn(own(request));

  const chat = async (
    request: ChatRequest,
    { signal, idleMs, onPart, mayBeEmpty }: ChatOptions,
  ): Promise<ChatReply> => {
    const promptTokens = estimate(request);
    const maxTokens = outputCap({ ...options, promptTokens, limit: request.maxOutputTokens });
    const taken = takenIds(request.messages);
    const tools = schemasOf(request);
    const meter = createMeter(maxTokens);
    const answer = createAnswer({
      live: onPart && createLiveAnswer(onPart, taken),
      toolMeant: (name) => toolMeant(name, tools),
      wrote: meter.add,
    });
    let reported: ReportedUsage = {};
    let progress: AttemptProgress = "begun";
    let isSilent = false;
    let isStopped = false;
    /** The provider asks the model again only for what the policy's parameters ask it to do. */
    const passes = (): number => (hasParameters ? Math.min(reported.passes ?? 1, MAX_PASSES) : 1);
    const most = (): number => passes() * mostTokens(maxTokens);
    /** Whether the answer is longer than its cap allows, by its text or by a count of the server in the middle of it. */
    const isOver = (): boolean =>
      answer.finished() === undefined && (meter.isOver() || (reported.output ?? 0) > most());
    const report: ReportUsage = (next) => {
      reported = withReported(reported, next);
    };
    const use = (): AttemptCount => {
      const written = answer.written();
      const count = boundedUse(reported, {
        promptTokens,
        answerTokens: Math.max(estimateText(written), isStopped ? mostTokens(maxTokens) : 0),
        leastTokens: isStopped ? mostTokens(maxTokens) : fewestTokens(written),
        window: passes() * options.window,
        maxTokens: most(),
      });
      const hourWrites = Math.min(reported.hourWrites ?? 0, count.usage.cacheWrite);
      const { feesUsd = 0 } = reported;
      if ((hourWrites === 0 && feesUsd === 0) || count.costUsd !== undefined) return count;
      const costUsd = options.costUsd(count.usage, hourWrites);
      return costUsd === undefined ? count : { ...count, costUsd: costUsd + feesUsd };
    };
    try {
      await readStream({
        open: async (attempt) => {
          progress = "sent";
          const events = await open(own(request), maxTokens, attempt);
          progress = "streaming";
          return withoutTypeErrors(events);
        },
        take: read(answer, report, tools.size > 0),
        isOver,
        maxWholeBytes: mostBytes(maxTokens),
        stopped: () => {
          isStopped = true;
        },
        signal,
        clock: options.clock,
        stalled: () => {
          isSilent = answer.written() === "";
        },
        timeouts: { ...options.timeouts, ...(idleMs === undefined ? {} : { idleMs }) },
      }).catch((error: unknown) => {
        if (!answer.takeCalls(refusedCallsIn(error, tools))) throw error;
      });
      if (isStopped) answer.finish("length");
      if (answer.finished() === "filtered")
        throw filteredAnswer(`${options.name} ended it with a content filter${answer.why()}`);
      requireRoom(answer, reported, options);
      answer.takeLeaked((text) => writtenCallsIn(text, tools));
      const message = answer.message({
        mayBeEmpty,
        takenIds: taken,
        fallbackId: (index) => `call_${positionDigest(request)}_${index}`,
      });
      const { passes: asked = 1, lastPassTokens } = reported;
      const context = asked > 1 ? { contextTokens: Math.min(lastPassTokens ?? 0, options.window) } : {};
      const reply = { message: { ...message, origin }, ...use(), ...context };
      const finish = answer.finished();
      return { ...reply, ...(finish === "length" ? { isCut: true } : finish === "paused" ? { isPaused: true } : {}) };
    } catch (error) {
      const { name, keyVariable, clock } = options;
      const context = { model: name, keyVariable, now: clock.now(), progress, isSilent, use: use() };
      throw signal.aborted ? abortError(signal.reason, context) : providerError(error, context);
    }
  };

  const { name, window, maxOutputTokens, raisedOutputTokens, features, prices } = options;
  const costUsd: ChatModel["costUsd"] = (usage) => options.costUsd(usage);
  return { name, window, maxOutputTokens, raisedOutputTokens, features, estimate, prices, costUsd, chat };
}

/** Throws `provider.overflow` when a server cut the prompt to its window, so that there was no room for an answer. */
function requireRoom(answer: ModelAnswer, reported: ReportedUsage, { name, window }: AdapterOptions): void {
  const { input = 0, cacheRead = 0, cacheWrite = 0, lastPassTokens } = reported;
  const isFull = (lastPassTokens ?? input + cacheRead + cacheWrite) >= window * 0.99;
  if (!isFull || answer.finished() !== "length" || answer.written() !== "") return;
  throw new RunnerError({
    code: "provider.overflow",
    message: `The request fills the window of ${name}: no token is left for an answer.`,
    hint: "Compact the conversation, or choose a model with a larger window.",
  });
}

/** Makes TypeErrors of the SDKs, which do not check the shape of events, errors of an unusable answer. */
async function* withoutTypeErrors<E>(events: Events<E>): AsyncGenerator<E> {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof TypeError) || error.cause !== undefined) throw error;
    throw unusable(`an event does not have the shape of one (${error.message})`);
  }
}

/** A digest of the position in the conversation. It is the same after a resume and different after each step. 10 hex digits do not collide by accident. */
export function positionDigest({ cacheKey, messages }: ChatRequest): string {
  return sha256(JSON.stringify([cacheKey, messages.length, messages.at(-1) ?? null])).slice(0, 10);
}
