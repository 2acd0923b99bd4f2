/**
 * Chat Completions adapter: OpenAI, Moonshot (Kimi), and every other server with this format. It reads the events itself, because an
 * SDK drops what is not OpenAI's.
 */

import { VERSION } from "../base/version.ts";
import type { ChatModel } from "../protocol/model.ts";
import { createAdapter, type AdapterOptions } from "./adapter.ts";
import { createNodeFetch } from "./node-fetch.ts";
import { openAiBody, type OpenAiBodyOptions } from "./openai-request.ts";
import { createOpenAiReader, isDone } from "./openai-stream.ts";
import type { StreamAttempt } from "./stream.ts";
import { openEvents, type ServerEvent } from "./wire/server-events.ts";

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

/** Sends bodies to one path of a server of OpenAI's kind, with the key in the header where it is looked for. */
export function createOpener(
  { baseUrl, apiKey, keyHeader = "authorization", headers, proxyEnv }: AdapterOptions,
  path: string,
  isLast: (event: ServerEvent) => boolean,
): (body: unknown, attempt: StreamAttempt) => Promise<AsyncIterable<ServerEvent>> {
  const fetch = createNodeFetch({ proxyEnv });
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const sent = {
    [keyHeader]: keyHeader === "authorization" ? `Bearer ${apiKey}` : apiKey,
    "user-agent": `kimi-runner/${VERSION}`,
    ...Object.fromEntries(given),
  };
  const url = `${baseUrl}${path}`;
  return async (body, { signal, heard }) => openEvents({ fetch, url, headers: sent, body, signal, isLast, heard });
}
