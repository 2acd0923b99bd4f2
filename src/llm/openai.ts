/**
 * Chat Completions adapter: OpenAI, Moonshot (Kimi), and every other server with this format. The SDK sends the request; the events
 * of the answer are read here, because the SDK drops what is not OpenAI's: comments that keep a connection alive, names of events.
 */

import OpenAI from "openai";
import type { ChatModel } from "../protocol/model.ts";
import { createAdapter, type AdapterOptions } from "./adapter.ts";
import { createNodeFetch } from "./node-fetch.ts";
import { openAiBody, type OpenAiBodyOptions } from "./openai-request.ts";
import { createOpenAiReader, isDone } from "./openai-stream.ts";
import type { StreamAttempt } from "./stream.ts";
import { eventsOf, type ServerEvent } from "./wire/server-events.ts";

export type OpenAiModelOptions = AdapterOptions & Pick<OpenAiBodyOptions, "dialect" | "noReasoningWithTools">;

/** Builds a ChatModel over Chat Completions. One call of `chat` is one HTTP request. */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const open = createOpener(options, "/chat/completions", isDone);
  return createAdapter<ServerEvent>(options, {
    wire: "openai",
    open: async (request, maxTokens, attempt) => open(openAiBody(request, { ...options, maxTokens }), attempt),
    read: createOpenAiReader,
  });
}

/** Nothing is read from the environment, and nothing is retried. */
export function createClient({ baseUrl, apiKey, keyHeader, headers, timeouts, proxyEnv }: AdapterOptions): OpenAI {
  return new OpenAI({
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
  });
}

/** Sends bodies to one path of a server of OpenAI's kind. Nothing is read from the environment, and nothing is retried. */
export function createOpener(
  options: AdapterOptions,
  path: string,
  isLast: (event: ServerEvent) => boolean,
): (body: object, attempt: StreamAttempt) => Promise<AsyncIterable<ServerEvent>> {
  const client = createClient(options);
  return async (body, { signal, heard }) => {
    // `heard` is for node-fetch, which the type of a fetch does not know.
    const fetchOptions: object = { heard };
    const response = await client.post(path, { body, signal, stream: true, fetchOptions }).asResponse();
    return eventsOf(response, isLast);
  };
}
