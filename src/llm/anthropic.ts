/** Messages API adapter. It reads raw stream events, because the SDK's helper repairs and reorders them. */

import Anthropic from "@anthropic-ai/sdk";
import { member } from "../base/member.ts";
import type { ChatModel } from "../protocol/model.ts";
import { createAdapter, type AdapterOptions, type UsageMeter } from "./adapter.ts";
import { anthropicBody } from "./anthropic-request.ts";
import type { ModelAnswer, FinishReason } from "./model-answer.ts";
import { unusable } from "./errors.ts";
import { createNodeFetch } from "./node-fetch.ts";
import type { EventWorth } from "./stream.ts";
import { budgetOf } from "./thinking.ts";
import { readCount } from "./tokens.ts";
import type { ReportedUsage } from "./usage.ts";
import { asString } from "./wire/wire-value.ts";

/** Lets a model with a budget also think after tool results. Newer models do so without it. */
const INTERLEAVED = { "anthropic-beta": "interleaved-thinking-2025-05-14" };

/** Builds a ChatModel over the Messages API. One call of `chat` is one HTTP request. */
export function createAnthropicModel(options: AdapterOptions): ChatModel {
  const { baseUrl, apiKey, headers, id, thinking, timeouts, proxyEnv } = options;
  const client = new Anthropic({
    baseURL: baseUrl,
    apiKey,
    // null and not undefined: undefined would read other credentials from the environment
    authToken: null,
    webhookKey: null,
    defaultHeaders: { ...(budgetOf(thinking) > 0 ? INTERLEAVED : {}), ...headers },
    maxRetries: 0,
    timeout: timeouts.totalMs,
    logLevel: "off",
    fetch: createNodeFetch({ proxyEnv }),
  });
  return createAdapter<unknown>(options, {
    open: (request, maxTokens, signal) =>
      client.messages.create(anthropicBody(request, { id, maxTokens, thinking }), { signal }),
    take: takeEvent,
  });
}

/** Feeds one event. The SDK drops pings and turns `error` events into exceptions. */
function takeEvent(event: unknown, answer: ModelAnswer, meter: UsageMeter): EventWorth {
  switch (member(event, "type")) {
    case "message_start":
      meter.report(usageAtStart(member(member(event, "message"), "usage")));
      return "nothing";
    case "content_block_start":
      return takeBlock(event, answer);
    case "content_block_delta":
      return takeDelta(event, answer);
    case "content_block_stop":
      answer.endPart();
      return "nothing";
    case "message_delta": {
      const reason = asString(member(member(event, "delta"), "stop_reason"));
      meter.report(readUsage(member(event, "usage")));
      if (reason === undefined) return "nothing";
      const isFirst = answer.finished() === undefined;
      answer.finish(finishOf(reason));
      return isFirst ? "content" : "nothing";
    }
    case "message_stop":
      answer.finish("stop");
      return "finished";
    default:
      return "nothing";
  }
}

function takeBlock(event: unknown, answer: ModelAnswer): EventWorth {
  const block = member(event, "content_block");
  const said = (key: string): string => asString(member(block, key)) ?? "";
  answer.endPart();
  switch (member(block, "type")) {
    case "text":
      answer.text(said("text"));
      return worth(said("text"));
    case "thinking":
      answer.think(said("thinking"));
      return worth(said("thinking"));
    case "redacted_thinking":
      answer.redacted(said("data"));
      return worth(said("data"));
    case "tool_use":
      requireNoInput(member(block, "input"));
      answer.call({
        index: readCount(member(event, "index")),
        id: asString(member(block, "id")),
        name: asString(member(block, "name")),
      });
      return "content";
    default:
      return "nothing";
  }
}

function takeDelta(event: unknown, answer: ModelAnswer): EventWorth {
  const delta = member(event, "delta");
  const said = (key: string): string => asString(member(delta, key)) ?? "";
  switch (member(delta, "type")) {
    case "text_delta":
      answer.text(said("text"));
      return worth(said("text"));
    case "thinking_delta":
      answer.think(said("thinking"));
      return worth(said("thinking"));
    case "signature_delta":
      answer.sign(said("signature"));
      return worth(said("signature"));
    case "input_json_delta":
      answer.call({ index: readCount(member(event, "index")), arguments: said("partial_json") });
      return worth(said("partial_json"));
    default:
      return "nothing";
  }
}

/** Only text counts as progress, because empty blocks could be sent for ever. */
function worth(text: string): EventWorth {
  return text === "" ? "nothing" : "content";
}

/** Refuses arguments in the block's start: only deltas are read, so they would be lost. */
function requireNoInput(input: unknown): void {
  if (input === undefined || input === null || (typeof input === "object" && Object.keys(input).length === 0)) return;
  throw unusable("a tool call has arguments in its start");
}

function finishOf(reason: string): FinishReason {
  if (reason === "max_tokens" || reason === "model_context_window_exceeded") return "length";
  return reason === "refusal" ? "filtered" : "stop";
}

function usageAtStart(usage: unknown): ReportedUsage {
  const { output: outputAtStart, ...prompt } = readUsage(usage);
  return { ...prompt, output: undefined, outputAtStart };
}

/** Input counts come with the first event, the output count with the last; cached tokens are not part of `input_tokens`. */
function readUsage(usage: unknown): ReportedUsage {
  return {
    input: readCount(member(usage, "input_tokens")),
    cacheRead: readCount(member(usage, "cache_read_input_tokens")),
    cacheWrite: readCount(member(usage, "cache_creation_input_tokens")),
    output: readCount(member(usage, "output_tokens")),
  };
}
