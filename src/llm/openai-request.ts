/**
 * ChatRequest → Chat Completions body. Pure, and append-only: a longer conversation yields the same tools and the same
 * leading messages, byte for byte, so provider caches hit. Settings come first, messages last.
 */

import type OpenAI from "openai";
import {
  callsOf,
  extraOf,
  sealOf,
  type AssistantMessage,
  type ImagePart,
  type Message,
  type ToolMessage,
  type ThinkBlock,
} from "../protocol/message.ts";
import type { ChatRequest } from "../protocol/model.ts";
import { imageLabel } from "./wire/image-label.ts";
import type { OpenAiDialect } from "./dialects.ts";
import { parametersFor } from "./schema/receivers.ts";
import { openAiThinking, type ThinkingSetting } from "./thinking.ts";
import { isTagged, taggedContent } from "./wire/think-tags.ts";
import { argumentsObject, wireName } from "./wire/wire-value.ts";

type Body = OpenAI.ChatCompletionCreateParamsStreaming;
type WireMessage = OpenAI.ChatCompletionMessageParam & { reasoning_content?: string };
type Part = OpenAI.ChatCompletionContentPart;

export interface OpenAiBodyOptions {
  readonly id: string;
  readonly dialect: OpenAiDialect;
  readonly maxTokens: number;
  readonly thinking?: ThinkingSetting | undefined;
  /** Sends `reasoning_effort: "none"` beside tools: newer OpenAI models answer 400 to tools here otherwise. */
  readonly noReasoningWithTools?: boolean;
}

/** The body of one streamed call. The same request gives the same bytes. */
export function openAiBody(request: ChatRequest, options: OpenAiBodyOptions): Body {
  const { id, dialect, maxTokens, thinking, noReasoningWithTools = false } = options;
  const { system, tools, messages, cacheKey } = request;
  return {
    model: id,
    stream: true,
    stream_options: { include_usage: true },
    [dialect.maxTokensField]: maxTokens,
    ...(dialect.cacheKey ? { prompt_cache_key: cacheKey } : {}),
    ...dialect.always,
    ...(noReasoningWithTools && tools.length > 0 ? { reasoning_effort: "none" } : openAiThinking(thinking)),
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

/** A result is text here. Its pictures follow in a message of the user, behind all results of the batch. */
function withPictures(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message, at): readonly Message[] => {
    const next = messages[at + 1];
    if (message.role !== "tool" || next?.role === "tool") return [message];
    const start = messages.findLastIndex(({ role }, before) => before < at && role !== "tool") + 1;
    const shown = messages.slice(start, at + 1).flatMap((result) => (result.role === "tool" ? picturesOf(result) : []));
    return shown.length === 0 ? [message] : [message, { role: "user", content: "", images: shown }];
  });
}

function picturesOf({ toolCallId, images = [] }: ToolMessage): readonly ImagePart[] {
  return images.map((image) => ({ ...image, source: `the result of ${toolCallId}` }));
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

/** Makes lone surrogates U+FFFD: several servers answer 400 to them, and a tool's output may contain them. */
function wireMessage(message: Message, dialect: OpenAiDialect): WireMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: userContent(message.content.toWellFormed(), message.images ?? []) };
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.content.toWellFormed() };
    case "assistant":
      return assistantMessage(message, dialect);
  }
}

/** Content with images as parts. Without images it is plain text, because some servers accept nothing else. */
function userContent(text: string, images: readonly ImagePart[]): string | Part[] {
  if (images.length === 0) return text;
  const spoken: Part[] = text === "" ? [] : [{ type: "text", text }];
  return [...spoken, ...images.flatMap(imageParts)];
}

function imageParts(image: ImagePart): Part[] {
  const label = imageLabel(image);
  const picture: Part = { type: "image_url", image_url: { url: `data:${image.mediaType};base64,${image.data}` } };
  return label === undefined ? [picture] : [{ type: "text", text: label }, picture];
}

function assistantMessage(message: AssistantMessage, { returnReasoning, emptyReasoning }: OpenAiDialect): WireMessage {
  const text = taggedContent(message).toWellFormed();
  const calls = callsOf(message);
  const extra = Object.entries(extraOf(message)).filter(([name]) => MESSAGE_FIELDS.has(name));
  return {
    role: "assistant",
    ...Object.fromEntries(extra),
    content: partsOf(message) ?? (text === "" ? null : text),
    ...(returnReasoning ? { ...(emptyReasoning ? NO_REASONING : {}), ...reasoningOf(message) } : {}),
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

/** Content in parts, where reasoning came in one of them. */
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

/** What belongs to a message as a whole: signatures, and reasoning in the forms of gateways. */
const MESSAGE_FIELDS: ReadonlySet<string> = new Set([
  "extra_content",
  "reasoning_details",
  "thinking_blocks",
  "reasoning_opaque",
]);

const NO_REASONING = { reasoning_content: "" } as const;

/** Under the name it came under. Where a gateway sent details, they stand for the text. */
function reasoningOf(message: AssistantMessage): Readonly<Record<string, unknown>> {
  if ("reasoning_details" in extraOf(message)) return {};
  // Sealed reasoning of an unknown origin belongs to another provider, and only that one can read it.
  const thoughts = message.blocks.filter(
    (block): block is ThinkBlock =>
      block.type === "think" && sealOf(block) === undefined && !isInParts(block) && !isTagged(block),
  );
  if (thoughts.length === 0) return {};
  const field = thoughts.map((block) => extraOf(block)["field"]).find((name) => typeof name === "string");
  return {
    [field ?? "reasoning_content"]: thoughts
      .map(({ text }) => text)
      .join("")
      .toWellFormed(),
  };
}

/** The model's own text if it is a JSON object, so that the provider's cache still matches; else wrapped in one. */
export function sentArguments(text: string): string {
  const value = argumentsObject(text);
  return "unparsed_arguments" in value ? JSON.stringify(value) : text.toWellFormed();
}
