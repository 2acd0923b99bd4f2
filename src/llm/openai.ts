/**
 * Chat Completions adapter: OpenAI, Moonshot (Kimi), Gemini's compatible endpoint, Ollama and other servers with this format. It
 * reads raw chunks, because the SDK's stream helper drops reasoning deltas.
 */

import OpenAI, { type ClientOptions } from "openai";
import { member } from "../base/member.ts";
import type { ChatModel } from "../protocol/model.ts";
import { createAdapter, type AdapterOptions, type UsageMeter } from "./adapter.ts";
import type { ModelAnswer, FinishReason } from "./model-answer.ts";
import { unusable } from "./errors.ts";
import { createNodeFetch } from "./node-fetch.ts";
import { openAiBody, type OpenAiBodyOptions } from "./openai-request.ts";
import type { EventWorth } from "./stream.ts";
import { readCount } from "./tokens.ts";
import type { ReportedUsage } from "./usage.ts";
import { asArray, asString } from "./wire/wire-value.ts";

export type OpenAiModelOptions = AdapterOptions & Pick<OpenAiBodyOptions, "dialect" | "noReasoningWithTools">;

/** Builds a ChatModel over Chat Completions. One call of `chat` is one HTTP request. */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const client = new OpenAI(clientOptions(options));
  return createAdapter<unknown>(options, {
    wire: "openai",
    open: (request, maxTokens, signal) =>
      client.chat.completions.create(openAiBody(request, { ...options, maxTokens }), { signal }),
    read: (answer, meter) => (chunk) => takeChunk(chunk, answer, meter),
  });
}

/** Options of the SDK's client. Nothing is read from the environment, and nothing is retried. */
function clientOptions({ baseUrl, apiKey, keyHeader, headers, timeouts, proxyEnv }: AdapterOptions): ClientOptions {
  return {
    baseURL: baseUrl,
    apiKey,
    // null and not undefined: undefined would read OPENAI_ORG_ID and the like from the environment
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: { ...(keyHeader === undefined ? {} : { authorization: null, [keyHeader]: apiKey }), ...headers },
    maxRetries: 0,
    timeout: timeouts.totalMs,
    logLevel: "off",
    fetch: createNodeFetch({ proxyEnv }),
  };
}

/** Feeds one chunk. Every field is optional in practice: Azure sends chunks without choices, Gemini calls without index. */
function takeChunk(chunk: unknown, answer: ModelAnswer, meter: UsageMeter): EventWorth {
  // Only the first answer is read.
  const choice = asArray(member(chunk, "choices")).find((one) => (member(one, "index") ?? 0) === 0);
  // Moonshot repeats the usage inside the last choice, and may send only that one.
  for (const usage of [member(choice, "usage"), member(chunk, "usage")]) {
    if (usage !== undefined && usage !== null) meter.report(readUsage(usage));
  }
  const delta = member(choice, "delta");
  const heard = [takeText(delta, answer), takeCalls(delta, answer)].includes(true);
  // Several servers send an empty reason with every chunk but the last.
  const reason = asString(member(choice, "finish_reason")) ?? "";
  if (reason === "") return heard ? "content" : "nothing";
  answer.finish(finishOf(reason));
  return "finished";
}

/** The names under which servers send reasoning. It goes back under the one it came under. */
const REASONING_FIELDS = ["reasoning_content", "reasoning", "reasoning_text"];

function takeText(delta: unknown, answer: ModelAnswer): boolean {
  const field = REASONING_FIELDS.find((name) => (asString(member(delta, name)) ?? "") !== "");
  const think = field === undefined ? "" : (asString(member(delta, field)) ?? "");
  const text = asString(member(delta, "content")) ?? asString(member(delta, "refusal")) ?? "";
  answer.say("think", think, { field });
  answer.say("text", text);
  return think !== "" || text !== "";
}

function takeCalls(delta: unknown, answer: ModelAnswer): boolean {
  const fragments = asArray(member(delta, "tool_calls")).map((fragment) => {
    const called = member(fragment, "function");
    return {
      index: readCount(member(fragment, "index")),
      id: asString(member(fragment, "id")),
      name: asString(member(called, "name")),
      arguments: argumentText(member(called, "arguments")),
    };
  });
  for (const fragment of fragments) answer.call(fragment);
  return fragments.some((fragment) =>
    [fragment.id, fragment.name, fragment.arguments].some((said) => (said ?? "") !== ""),
  );
}

/** Arguments as text. Throws for an object, which is not read. */
function argumentText(value: unknown): string | undefined {
  if (typeof value === "string" || value === undefined || value === null) return value ?? undefined;
  throw unusable("the arguments of a tool call are not text");
}

function finishOf(reason: string): FinishReason {
  if (reason === "length") return "length";
  return reason === "content_filter" || reason === "refusal" ? "filtered" : "stop";
}

/** `prompt_tokens` includes cached tokens. A prompt of 0 tokens is a mistake of the server. */
function readUsage(usage: unknown): ReportedUsage {
  const details = member(usage, "prompt_tokens_details");
  const prompt = readCount(member(usage, "prompt_tokens")) || undefined;
  const most = prompt ?? Infinity;
  const read = readCount(member(details, "cached_tokens")) ?? readCount(member(usage, "cached_tokens")) ?? 0;
  const cacheRead = Math.min(read, most);
  const cacheWrite = Math.min(readCount(member(details, "cache_write_tokens")) ?? 0, most - cacheRead);
  return {
    input: prompt === undefined ? undefined : prompt - cacheRead - cacheWrite,
    cacheRead: prompt === undefined ? undefined : cacheRead,
    cacheWrite: prompt === undefined ? undefined : cacheWrite,
    output: readCount(member(usage, "completion_tokens")),
  };
}
