/** ChatRequest → body of Chat Completions. Pure and append-only, byte for byte, so that provider caches hit. */

import type OpenAI from "openai";
import { member } from "../base/member.ts";
import {
  callsOf,
  extraOf,
  sealOf,
  type AssistantMessage,
  type ImagePart,
  type Message,
  type ThinkBlock,
} from "../protocol/message.ts";
import type { ChatRequest } from "../protocol/model.ts";
import type { BodyOptions } from "./adapter.ts";
import { type OpenAiDialect, refusesTools } from "./dialects.ts";
import { parametersFor } from "./schema/receivers.ts";
import { openAiThinking } from "./thinking.ts";
import { isTagged, taggedContent } from "./wire/think-tags.ts";
import { argumentsObject, asArray, asString, imageLabel, wireName } from "./wire/wire-value.ts";

type Body = OpenAI.ChatCompletionCreateParamsStreaming;
type WireMessage = OpenAI.ChatCompletionMessageParam & { reasoning_content?: string };
type Part = OpenAI.ChatCompletionContentPart;

export interface OpenAiBodyOptions extends BodyOptions {
  readonly dialect: OpenAiDialect;
}

/** The body of one streamed call. The same request gives the same bytes. */
export function openAiBody(
  { system, tools, messages, cacheKey }: ChatRequest,
  { id, dialect, maxTokens, thinking }: OpenAiBodyOptions,
): Body {
  return {
    model: id,
    stream: true,
    stream_options: { include_usage: true },
    [dialect.maxTokensField]: maxTokens,
    ...(dialect.cacheKey === "both" ? { prompt_cache_key: cacheKey } : {}),
    ...dialect.always,
    ...(refusesTools(id) && tools.length > 0 ? { reasoning_effort: "none" } : openAiThinking(thinking)),
    ...(tools.length > 0
      ? {
          tools: tools.map((tool) => ({
            type: "function" as const,
            function: {
              name: tool.name,
              description: tool.description,
              parameters: { ...parametersFor(tool, dialect.schemas) },
            },
          })),
        }
      : {}),
    messages: [
      { role: "system", content: system.toWellFormed() },
      ...(dialect.alternates ? joined(withPictures(messages)) : withPictures(messages)).map((message) =>
        wireMessage(message, dialect),
      ),
    ],
  };
}

/** Tool results are only text here. Their pictures follow in a user message after all results of the batch. */
function withPictures(messages: readonly Message[]): readonly Message[] {
  const result: Message[] = [];
  let images: ImagePart[] = [];
  for (const [at, message] of messages.entries()) {
    result.push(message);
    if (message.role === "tool") {
      const source = `the result of ${message.toolCallId}`;
      images.push(...(message.images ?? []).map((image) => ({ ...image, source })));
    }
    if (images.length === 0 || messages[at + 1]?.role === "tool") continue;
    result.push({ role: "user", content: "", images });
    images = [];
  }
  return result;
}

/** Joins consecutive user messages. */
function joined(messages: readonly Message[]): Message[] {
  const result: Message[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last?.role !== "user" || message.role !== "user") {
      result.push(message);
      continue;
    }
    const images = [...(last.images ?? []), ...(message.images ?? [])];
    const content = [last.content, message.content].filter((text) => text !== "").join("\n\n");
    result.splice(-1, 1, { role: "user", content, images });
  }
  return result;
}

/** Replaces lone surrogates by U+FFFD: a tool's output may contain them, and several servers answer 400 to them. */
function wireMessage(message: Message, dialect: OpenAiDialect): WireMessage {
  switch (message.role) {
    case "user": {
      const { images = [] } = message;
      const text = message.content.toWellFormed();
      // Without images it is plain text, because some servers accept nothing else.
      return {
        role: "user",
        content: images.length === 0 ? text : [...textParts(text), ...images.flatMap(imageParts)],
      };
    }
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.content.toWellFormed() };
    case "assistant":
      return assistantMessage(message, dialect);
  }
}

function textParts(text: string): Part[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function imageParts(image: ImagePart): Part[] {
  const url = `data:${image.mediaType};base64,${image.data}`;
  return [...textParts(imageLabel(image)), { type: "image_url", image_url: { url } }];
}

function assistantMessage(message: AssistantMessage, dialect: OpenAiDialect): WireMessage {
  const text = taggedContent(message).toWellFormed();
  const calls = callsOf(message);
  const extra = Object.entries(extraOf(message)).filter(([name]) => MESSAGE_FIELDS.has(name));
  return {
    role: "assistant",
    ...Object.fromEntries(extra),
    content: partsOf(message) ?? (text === "" ? null : text),
    ...(dialect.returnReasoning ? reasoningOf(message, dialect) : {}),
    ...(calls.length > 0
      ? {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: "function" as const,
            function: { name: wireName(call.name), arguments: sentArguments(call.arguments) },
            ...extraOf(call),
          })),
        }
      : {}),
  };
}

/** The content as parts, if reasoning came in one of them. */
function partsOf({ blocks }: AssistantMessage): OpenAI.ChatCompletionContentPartText[] | undefined {
  if (!blocks.some((block) => block.type === "think" && isInParts(block))) return undefined;
  const parts = blocks.flatMap((block): readonly object[] => {
    if (block.type === "text" && block.text !== "") return [{ type: "text", text: block.text.toWellFormed() }];
    if (block.type !== "think" || !isInParts(block)) return [];
    return [{ type: "thinking", thinking: [{ type: "text", text: block.text.toWellFormed() }] }];
  });
  return parts as OpenAI.ChatCompletionContentPartText[]; // the SDK's types do not know Mistral's parts
}

function isInParts(block: ThinkBlock): boolean {
  return extraOf(block)["in"] === "content";
}

/** Extra fields of a whole message that go back: signatures, and reasoning in the forms of gateways. */
const MESSAGE_FIELDS: ReadonlySet<string> = new Set([
  "extra_content",
  "reasoning_details",
  "thinking_blocks",
  "reasoning_opaque",
]);

/** Details of MiniMax, which reads them behind every address. */
const MINIMAX = /^MiniMax/;

/**
 * Reasoning under the field name with which it came, and under the one that the server demands. Beside details of a gateway it goes back
 * too if it came so, unless the server is known to read the details: what is behind a gateway may read only the field.
 */
function reasoningOf(
  message: AssistantMessage,
  { readsDetails, emptyReasoning }: OpenAiDialect,
): Readonly<Record<string, unknown>> {
  // Sealed reasoning of an unknown origin comes from another provider, which alone can read it.
  const thoughts = message.blocks.filter(
    (block): block is ThinkBlock =>
      block.type === "think" && sealOf(block) === undefined && !isInParts(block) && !isTagged(block),
  );
  const field = thoughts.map((block) => extraOf(block)["field"]).find((name) => typeof name === "string");
  const details = extraOf(message)["reasoning_details"];
  const isReader = readsDetails || asArray(details).some((one) => MINIMAX.test(asString(member(one, "format")) ?? ""));
  const isInDetails = details !== undefined && (isReader || field === undefined);
  const names = [
    ...(emptyReasoning ? (["reasoning_content"] as const) : []),
    ...(isInDetails || thoughts.length === 0 ? [] : [field ?? "reasoning_content"]),
  ];
  const text = thoughts.map((block) => block.text).join("");
  return Object.fromEntries(names.map((name) => [name, text.toWellFormed()]));
}

/** The model's own text if it is a JSON object, so that the provider's cache matches; otherwise the text wrapped in an object. */
export function sentArguments(text: string): string {
  const value = argumentsObject(text);
  return "unparsed_arguments" in value ? JSON.stringify(value) : text.toWellFormed();
}
