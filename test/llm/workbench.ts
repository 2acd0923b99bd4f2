/** Shared by the llm tests: models of both formats over one server, a clock that does not wait, a conversation with every kind of message. */

import type { TestContext } from "node:test";
import { systemClock, type Clock } from "../../src/base/clock.ts";
import { createModel, type ModelSpec } from "../../src/llm/create.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import type { Message, Origin } from "../../src/protocol/message.ts";
import type { ChatModel, ChatReply, ChatRequest } from "../../src/protocol/model.ts";
import { persistent, type PersistentOptions } from "../doubles/persistent.ts";
import { startModelServer, type ModelServer, type ModelServerOptions } from "../doubles/model-server.ts";

export type FormatName = "openai" | "anthropic";
export const FORMATS: readonly FormatName[] = ["openai", "anthropic"];

const LOOPBACK = "http://127.0.0.1";
/** Who wrote what the models below answer. */
export const ORIGINS: Readonly<Record<FormatName, Origin>> = {
  openai: { provider: "kimi", wire: "openai", model: "kimi-k2.6", endpoint: `${LOOPBACK}/v1` },
  anthropic: { provider: "anthropic", wire: "anthropic", model: "claude-opus-5-5", endpoint: LOOPBACK },
};

/** A server that closes with the test. */
export async function serve(t: TestContext, replies: ModelServerOptions["replies"]): Promise<ModelServer> {
  const server = await startModelServer({ replies, apiKey: "test-key-0001" });
  t.after(server.close);
  return server;
}

/** A model over the server. `repeats` makes it repeat failed attempts. */
export async function modelOf(
  format: FormatName,
  { url, origin }: Pick<ModelServer, "url" | "origin">,
  { repeats, ...more }: Partial<ModelSpec> & { readonly repeats?: PersistentOptions | undefined } = {},
): Promise<ChatModel> {
  const model = await createModel({
    model: format === "openai" ? "kimi/kimi-k2.6" : "anthropic/claude-opus-5-5",
    baseUrl: format === "openai" ? url : origin,
    apiKey: "test-key-0001",
    clock: systemClock,
    ...more,
  });
  return repeats === undefined ? model : persistent(model, repeats);
}

/** Of a model whose answers may be of any length, for tests of the limits in bytes and characters. */
export const ENDLESS_ANSWERS: ModelSpec["own"] = { window: 50_000_000, maxOutputTokens: 20_000_000 };

/** A model of each wire format, and where its server's paths begin. */
const WIRES = {
  openai: { model: "kimi/kimi-k2.6", path: "/v1" },
  anthropic: { model: "anthropic/claude-opus-5-5", path: "" },
  responses: { model: "openai/gpt-5.5", path: "/v1" },
  gemini: { model: "gemini/gemini-3.5-flash", path: "/v1beta" },
} as const;
export type WireName = keyof typeof WIRES;
export const WIRE_NAMES = Object.keys(WIRES) as readonly WireName[];

/** The model of a wire format over the server. */
export async function wireModel(
  wire: WireName,
  { origin }: Pick<ModelServer, "origin">,
  more: Partial<ModelSpec> = {},
): Promise<ChatModel> {
  const { model, path } = WIRES[wire];
  return createModel({ model, baseUrl: origin + path, apiKey: "test-key-0001", clock: systemClock, ...more });
}

export function user(content: string): Message {
  return { role: "user", content };
}

export const TOOLS: ChatRequest["tools"] = [
  {
    name: "read_file",
    description: "Reads.",
    parameters: { type: "object", properties: { path: { type: "string" } } },
  },
  { name: "run", description: "Runs.", parameters: { type: "object", properties: {} } },
];

/** A request with the parts a test cares about. */
export function requestOf(more: Partial<ChatRequest> = {}): ChatRequest {
  return { system: "You help.", tools: TOOLS, messages: [user("Fix it.")], cacheKey: "key-1", ...more };
}

/** One call without retry notices or abort. */
export async function ask(model: ChatModel, request = requestOf()): Promise<ChatReply> {
  return model.chat(request, { signal: new AbortController().signal });
}

/** The RunnerError a promise ends with; fails when it resolves or throws something else. */
export async function failureOf(promise: Promise<unknown>): Promise<RunnerError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof RunnerError) return error;
    throw new Error("not a RunnerError", { cause: error });
  }
  throw new Error("nothing was thrown");
}

/** Sleeps at once and remembers for how long; wall time starts at 2026-01-01T00:00:00Z. */
export function virtualClock(): { readonly clock: Clock; readonly waits: readonly number[] } {
  const waits: number[] = [];
  let at = 0;
  return {
    waits,
    clock: {
      now: () => Date.UTC(2026, 0, 1) + at,
      monotonic: () => at,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        waits.push(ms);
        at += ms;
      },
    },
  };
}
