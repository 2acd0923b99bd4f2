/** The model of a replay. It gives the recorded answers, and fails where it failed. */

import { SUMMARY_MARK } from "../engine/compaction/compaction-prompt.ts";
import { findModel, priceOf } from "../llm/catalog/known-models.ts";
import { createEstimator } from "../llm/tokens.ts";
import { RunnerError } from "../protocol/error.ts";
import type { SessionTerms } from "../protocol/limits.ts";
import type { AssistantMessage } from "../protocol/message.ts";
import {
  NO_USAGE,
  type Charge,
  type ChatModel,
  type ChatReply,
  type FailedCall,
  type TokenUsage,
  type AfterFailure,
  type RetryBudget,
} from "../protocol/model.ts";
import { isPaid } from "../protocol/tally.ts";
import type { EventOf, WireEvent } from "../protocol/wire.ts";
import {
  abortAsRecorded,
  failureAhead,
  isFailure,
  recordedFailure,
  reasonAhead,
  type Feed,
  type TurnFeed,
} from "./record.ts";

/** How the engine says that there are no closing words. */
const NO_WORDS = /^There are no closing words: /;
/** Limit for an answer. It is not recorded, and any number will do. */
const MAX_OUTPUT_TOKENS = 8192;

export interface ReplayModelOptions extends Pick<SessionTerms, "window" | "prices"> {
  readonly feed: TurnFeed;
  /** `provider/id`. */
  readonly name: string;
  /** Called for each request that was answered. */
  readonly onAnswer: () => void;
}

export function createReplayModel(options: ReplayModelOptions): ChatModel {
  const { feed, name, window, prices = findModel(name), onAnswer } = options;
  const charged = new WeakMap<TokenUsage, { readonly costUsd: number | undefined }>();
  const reply = (message: AssistantMessage, { usage, costUsd }: Charge, more: Partial<ChatReply> = {}): ChatReply => {
    charged.set(usage, { costUsd });
    onAnswer();
    return { message, usage, ...more };
  };
  const answer = (): ChatReply => {
    const unsaid = withoutWords(feed.next()?.event, FREE);
    if (unsaid !== undefined) throw unsaid;
    const event = feed.peek();
    if (event?.type === "context.clear") return reply(words(summaryAhead(feed)), chargeOfCompaction(feed));
    const isTold = event?.type === "hook.begin" && event.event === "PreCompact";
    if (isTold || event?.type === "compaction.begin") throw overflow();
    if (event?.type === "step.retry") throw unavailable(event.reason, FREE); // the record is of a version without attempts
    if (event === undefined || !isPaid(event) || event.type === "tool.usage")
      throw recordedFailure(feed, "an answer of the model");
    switch (event.type) {
      case "step.usage":
        return reply(messageAhead(feed), event, {
          contextTokens: event.contextTokens,
          isCut: event.isCut === true,
          isPaused: event.isPaused === true,
        });
      case "closing.usage":
        return reply(words(event.text), event);
      case "compaction.end":
        if (event.usage === undefined) throw failureAhead(feed); // no summary came
        return reply(words(summaryAhead(feed)), chargeOfCompaction(feed));
      case "model.wasted":
        if (event.why === "cut") return reply(words(""), event, { isCut: true });
        charged.set(event.usage, { costUsd: event.costUsd });
        throw failureBehind(event, feed);
    }
  };
  return {
    name,
    window,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    prices,
    features: new Set(["tool_use", "image_in"]),
    estimate: createEstimator(),
    // Without a recorded cost it is the estimate for a prompt, for limits of money.
    costUsd: (usage) => (charged.has(usage) ? charged.get(usage)?.costUsd : prices && priceOf(prices, usage)),
    chat: async (_request, { signal }) => {
      signal.throwIfAborted();
      return answer();
    },
  };
}

/** The retry budget of an outage: waits and gives up as it is recorded. */
export function createReplayRetryBudget(feed: Feed): RetryBudget {
  return () =>
    (error): AfterFailure => {
      const next = feed.peek();
      if (next?.type !== "step.retry") return { kind: "give_up", error };
      const { type: _type, step: _step, ...notice } = next;
      return { kind: "wait", notice };
    };
}

/** The error of an attempt without an answer, which follows from the events after it. */
function failureBehind({ why, usage }: EventOf<"model.wasted">, feed: TurnFeed): RunnerError {
  const cause: FailedCall = { kind: "attempt", usage, isFree: why === "free" };
  if (why === "aborted" && abortAsRecorded(feed)) {
    const { code, message } = feed.controller.signal.reason as RunnerError;
    return new RunnerError({ code, message, cause });
  }
  const next = feed.recordsAhead()[1]?.event;
  const unsaid = withoutWords(next, cause);
  if (unsaid !== undefined) return unsaid;
  if (next?.type === "context.strip")
    return new RunnerError({ code: "provider.rejected", message: "", cause: { ...cause, refused: next.part } });
  if (next?.type === "step.retry" || next?.type === "model.fallback") return unavailable(next.reason, cause);
  if (!isFailure(next) && next?.type !== "compaction.end") return overflow(cause);
  return new RunnerError({ code: "cell.failed", message: reasonAhead(feed) ?? "", cause });
}

const FREE: FailedCall = { kind: "attempt", usage: NO_USAGE, isFree: true };

function unavailable(message: string, cause: FailedCall): RunnerError {
  return new RunnerError({ code: "provider.unavailable", message, cause });
}

/** The message of a step's answer, which is recorded after its usage. */
function messageAhead(feed: Feed): AssistantMessage {
  const appended = feed.ahead().flatMap((event) => (event.type === "context.append" ? event.messages.slice(0, 1) : []));
  return appended.find((message) => message.role === "assistant") ?? words("");
}

/** The summary of a compaction as it is in the conversation, with what the runner added to it. */
function summaryAhead(feed: Feed): string {
  const next = feed.ahead().find(({ type }) => type === "compaction.end" || type === "context.append");
  const messages = next?.type === "context.append" ? next.messages : [];
  const texts = messages.flatMap((message) => (message.role === "user" ? [message.content] : []));
  const marked = texts.find((text) => text.startsWith(SUMMARY_MARK)); // after the task and later messages of people
  return marked === undefined ? (texts[1] ?? "") : marked.slice(SUMMARY_MARK.length).trim();
}

function chargeOfCompaction(feed: Feed): Charge {
  const ends = feed.ahead().filter((event) => event.type === "compaction.end");
  const { usage, costUsd } = ends.find((end) => end.usage !== undefined) ?? {};
  if (usage === undefined) throw feed.miss("a summary of the model");
  return { usage, costUsd };
}

function words(text: string): AssistantMessage {
  return { role: "assistant", blocks: [{ type: "text", text }] };
}

/** Only its code matters, on which the engine makes the context shorter and asks again. */
function overflow(cause = FREE): RunnerError {
  return new RunnerError({ code: "provider.overflow", message: "The recorded request was too large.", cause });
}

/** The error behind a warning that there are no closing words; undefined for other events. */
function withoutWords(event: WireEvent | undefined, cause: FailedCall): RunnerError | undefined {
  if (event?.type !== "warning" || !NO_WORDS.test(event.text)) return undefined;
  return unavailable(event.text.replace(NO_WORDS, ""), cause);
}
