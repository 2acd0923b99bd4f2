/** ChatRequest → body of the Responses API. Pure and append-only: output items go back in order, with their ids. */

import type OpenAI from "openai";
import { extraOf, type AssistantMessage, type Block, type ImagePart, type Message } from "../protocol/message.ts";
import type { ChatRequest } from "../protocol/model.ts";
import { parametersFor } from "./schema/receivers.ts";
import type { ThinkingSetting } from "./thinking.ts";
import { sentArguments, type OpenAiBodyOptions } from "./openai-request.ts";
import { imageLabel, wireId, wireName } from "./wire/wire-value.ts";

type Body = OpenAI.Responses.ResponseCreateParamsStreaming;
type Item = OpenAI.Responses.ResponseInputItem;
type Content = OpenAI.Responses.ResponseInputMessageContentList;

/** The lowest cap that the API accepts. The engine never asks for such a short answer. */
const MIN_OUTPUT_TOKENS = 16;
/** The API's limit on cache keys and ids. */
const MAX_ID_CHARS = 64;

/** The body of one streamed call. The same request gives the same bytes. */
export function responsesBody(
  { system, tools, messages, cacheKey }: ChatRequest,
  { id, dialect, maxTokens, thinking }: OpenAiBodyOptions,
): Body {
  return {
    model: id,
    stream: true,
    store: false,
    ...reasoning(thinking),
    max_output_tokens: Math.max(MIN_OUTPUT_TOKENS, maxTokens),
    ...(dialect.cacheKey === "none" ? {} : { prompt_cache_key: cacheKey.slice(0, MAX_ID_CHARS) }),
    ...dialect.always,
    ...(system === "" ? {} : { instructions: system.toWellFormed() }),
    ...(tools.length > 0
      ? {
          // Without `strict: false` tools are strict, which does not allow optional parameters.
          tools: tools.map((tool) => ({
            type: "function" as const,
            name: tool.name,
            description: tool.description,
            parameters: { ...parametersFor(tool, dialect.schemas) },
            strict: false,
          })),
        }
      : {}),
    input: messages.flatMap(itemsOf),
  };
}

/** The fields about reasoning. Models that do not reason refuse them. */
function reasoning(thinking: ThinkingSetting | undefined): Pick<Body, "include" | "reasoning"> {
  if (thinking === undefined || thinking.control.form === "none") return {};
  const { level } = thinking;
  const effort = level === undefined ? {} : { effort: level === "off" ? ("none" as const) : level };
  return { include: ["reasoning.encrypted_content"], reasoning: { ...effort, summary: "auto" } };
}

function itemsOf(message: Message): Item[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: contentOf(message.content, message.images ?? []) }];
    case "tool":
      return [
        {
          type: "function_call_output",
          call_id: wireId(message.toolCallId),
          output: contentOf(message.content, message.images ?? []),
        },
      ];
    case "assistant":
      return outputItems(message);
  }
}

/** Text and pictures; without pictures it is plain text. */
function contentOf(text: string, images: readonly ImagePart[]): string | Content {
  if (images.length === 0) return text.toWellFormed();
  return [...textParts(text), ...images.flatMap(imageParts)];
}

function textParts(text: string): Content {
  return text === "" ? [] : [{ type: "input_text", text: text.toWellFormed() }];
}

function imageParts(image: ImagePart): Content {
  const url = `data:${image.mediaType};base64,${image.data}`;
  return [...textParts(imageLabel(image)), { type: "input_image", image_url: url, detail: "auto" }];
}

/** The output items, without reasoning at their end, as an answer has that was cut off: the API refuses it without a following item. */
function outputItems({ blocks }: AssistantMessage): Item[] {
  const items = blocks.flatMap(outputItem);
  const last = items.findLastIndex((item) => item.type !== "reasoning");
  return items.slice(0, last + 1);
}

function outputItem(block: Block): Item[] {
  const extra = block.type === "opaque" ? {} : extraOf(block);
  const id = typeof extra["id"] === "string" && extra["id"].length <= MAX_ID_CHARS ? { id: extra["id"] } : {};
  switch (block.type) {
    case "text":
      return textItem(block.text, { ...extra, ...id });
    case "think":
      // OpenAI's reasoning goes back encrypted, that of open weights as text. Reasoning with neither is another provider's.
      return typeof extra["encrypted_content"] === "string" ||
        (Array.isArray(extra["content"]) && extra["content"].length > 0)
        ? [{ type: "reasoning", ...extra } as OpenAI.Responses.ResponseReasoningItem]
        : [];
    case "call":
      return [
        {
          type: "function_call",
          ...id,
          ...(typeof extra["namespace"] === "string" ? { namespace: extra["namespace"] } : {}),
          call_id: wireId(block.id),
          name: wireName(block.name),
          arguments: sentArguments(block.arguments),
        },
      ];
    case "opaque":
      return [JSON.parse(block.json) as Item];
  }
}

/** A message as an output item if it has an id, else as an assistant message. */
function textItem(text: string, { id, phase, parts, annotations }: Readonly<Record<string, unknown>>): Item[] {
  const said = text.toWellFormed();
  const kept = phase === "commentary" || phase === "final_answer" ? ({ phase } as const) : {};
  if (typeof id !== "string") return said.trim() === "" ? [] : [{ role: "assistant", content: said, ...kept }];
  const texts = Array.isArray(parts) ? parts.map(String) : [said];
  const cited = (Array.isArray(annotations) ? annotations : []) as OpenAI.Responses.ResponseOutputText["annotations"][];
  return [
    {
      type: "message",
      role: "assistant",
      id,
      status: "completed",
      ...kept,
      content: texts.map((one, at) => ({
        type: "output_text",
        text: one.toWellFormed(),
        annotations: cited[at] ?? [],
      })),
    },
  ];
}
