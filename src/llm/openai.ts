/** Adapter of Chat Completions. The SDK only sends: it drops event names and comments that keep a stream open. */

import OpenAI from "openai";
import type { ChatModel } from "../protocol/model.ts";
import { createAdapter, type AdapterOptions } from "./adapter.ts";
import { createNodeFetch, withHeard } from "./node-fetch.ts";
import { openAiBody, type OpenAiBodyOptions } from "./openai-request.ts";
import { createOpenAiReader } from "./openai-stream.ts";
import type { StreamAttempt } from "./stream.ts";
import { eventsOf, isDone, type ServerEvent } from "./wire/server-events.ts";

export type OpenAiModelOptions = AdapterOptions & Pick<OpenAiBodyOptions, "dialect">;

/** Builds a ChatModel over Chat Completions. One call of `chat` is one HTTP request. */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const open = createOpener(options, "/chat/completions", isDone);
  return createAdapter<ServerEvent>(options, {
    wire: "openai",
    open: async (request, maxTokens, attempt) => open(openAiBody(request, { ...options, maxTokens }), attempt),
    read: createOpenAiReader,
  });
}

/** Creates a client that reads nothing from the environment and retries nothing. */
export function createClient({ baseUrl, apiKey, keyHeader, headers, timeouts, proxyEnv }: AdapterOptions): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey,
    // Null, because with undefined the SDK reads OPENAI_ORG_ID and the like from the environment.
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

/** Creates a function that sends bodies to one path of a server. `isLast`: nothing is read after this event. */
export function createOpener(
  options: AdapterOptions,
  path: string,
  isLast: (event: ServerEvent) => boolean,
): (body: object, attempt: StreamAttempt) => Promise<AsyncIterable<ServerEvent>> {
  const client = createClient(options);
  return async (body, { signal, heard }) => {
    const options = { body, signal, stream: true, fetchOptions: withHeard(heard) };
    const response = await client.post(path, options).asResponse();
    return eventsOf(response, isLast);
  };
}
