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
import { openEvents, type ServerEvent } from "./wire/server-events.ts";

export type OpenAiModelOptions = AdapterOptions & Pick<OpenAiBodyOptions, "dialect" | "noReasoningWithTools">;

/** Builds a ChatModel over Chat Completions. One call of `chat` is one HTTP request. */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const { baseUrl, apiKey, keyHeader = "authorization", proxyEnv } = options;
  const fetch = createNodeFetch({ proxyEnv });
  const given = Object.entries(options.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = {
    [keyHeader]: keyHeader === "authorization" ? `Bearer ${apiKey}` : apiKey,
    "user-agent": `kimi-runner/${VERSION}`,
    ...Object.fromEntries(given),
  };
  const url = `${baseUrl}/chat/completions`;
  return createAdapter<ServerEvent>(options, {
    wire: "openai",
    open: async (request, maxTokens, { signal, heard }) => {
      const body = openAiBody(request, { ...options, maxTokens });
      return openEvents({ fetch, url, headers, body, signal, isLast: isDone, heard });
    },
    read: createOpenAiReader,
  });
}
