/**
 * ChatRequest → body of the Messages API. Pure, and append-only except for the cache marks: tools, system and earlier blocks keep
 * their bytes. There are three marks (last tool, system, last block) of the four that the API allows; the fourth follows a large batch.
 */

import type Anthropic from "@anthropic-ai/sdk";
import {
  extraOf,
  type AssistantMessage,
  type Block as OwnBlock,
  type ImagePart,
  type Message,
  type ThinkBlock,
  type ToolMessage,
} from "../protocol/message.ts";
import type { ChatRequest } from "../protocol/model.ts";
import type { BodyOptions } from "./adapter.ts";
import { parametersFor } from "./schema/receivers.ts";
import { anthropicThinking } from "./thinking.ts";
import { argumentsObject, imageLabel, wireId, wireName } from "./wire/wire-value.ts";
import { isRecord } from "../base/member.ts";

type Body = Anthropic.MessageCreateParamsStreaming;
type Block = Anthropic.ContentBlockParam;

interface Turn {
  readonly role: "user" | "assistant";
  readonly content: Block[];
}

/** Lasts five minutes after each hit. An hour costs twice the prompt; a policy asks for it by `cache_control`. */
const EPHEMERAL = { type: "ephemeral" } as const;

/** The body of one streamed call. The same request gives the same bytes. */
export function anthropicBody(
  { system, tools, messages }: ChatRequest,
  { id, maxTokens, thinking, parameters }: BodyOptions,
): Body {
  const { cache_control: given, ...others } = parameters ?? {};
  const mark = isRecord(given) ? (given as unknown as Anthropic.CacheControlEphemeral) : EPHEMERAL;
  return {
    model: id,
    max_tokens: maxTokens,
    stream: true,
    ...anthropicThinking(thinking, maxTokens),
    ...others,
    ...(tools.length > 0
      ? {
          tools: tools.map((tool, index) => ({
            name: tool.name,
            description: tool.description,
            input_schema: { ...parametersFor(tool, "anthropic"), type: "object" as const },
            ...(index === tools.length - 1 ? { cache_control: mark } : {}),
          })),
        }
      : {}),
    ...(system === "" ? {} : { system: [{ type: "text" as const, text: system.toWellFormed(), cache_control: mark }] }),
    messages: markLast(mergeTurns(messages, !/claude/i.test(id)), mark),
  };
}

/** Merges messages of one role. Tool results are user content here, so that a batch's results and the next user message become one. */
function mergeTurns(messages: readonly Message[], takesUnsigned: boolean): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const blocks = blocksOf(message, takesUnsigned);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else if (blocks.length > 0) turns.push({ role, content: blocks });
  }
  return turns;
}

/** Number of blocks before a mark in which the API looks for cached content. */
const LOOKBACK_BLOCKS = 20;

/** Marks the last user block; after a batch beyond `LOOKBACK_BLOCKS` also the one before, which the API would miss. */
function markLast(turns: Turn[], mark: Anthropic.CacheControlEphemeral): Turn[] {
  const at = turns.findLastIndex(({ role }) => role === "user");
  const before = turns.findLastIndex(({ role }, index) => role === "user" && index < at);
  const added = turns.slice(before + 1, at + 1).reduce((sum, { content }) => sum + content.length, 0);
  return turns.map((turn, index) =>
    index === at || (index === before && added > LOOKBACK_BLOCKS) ? marked(turn, mark) : turn,
  );
}

function marked({ role, content }: Turn, mark: Anthropic.CacheControlEphemeral): Turn {
  return { role, content: [...content.slice(0, -1), { ...content.at(-1), cache_control: mark } as Block] };
}

function blocksOf(message: Message, takesUnsigned: boolean): Block[] {
  switch (message.role) {
    case "user":
      return [...textBlocks(message.content), ...(message.images ?? []).flatMap(imageBlocks)];
    case "tool":
      return [toolResult(message)];
    case "assistant":
      return assistantBlocks(message, takesUnsigned && message.origin !== undefined);
  }
}

/** The API refuses empty text blocks. */
function textBlocks(text: string): Anthropic.TextBlockParam[] {
  return text === "" ? [] : [{ type: "text", text: text.toWellFormed() }];
}

function imageBlocks(image: ImagePart): (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[] {
  const source = { type: "base64", media_type: image.mediaType, data: image.data } as const;
  return [...textBlocks(imageLabel(image)), { type: "image", source }];
}

/** Leaves out pictures of a failed call, because the API refuses them there. */
function toolResult({ toolCallId, content, isError, images = [] }: ToolMessage): Block {
  const text = content.toWellFormed();
  const shown = isError ? [] : images.flatMap(imageBlocks);
  return {
    type: "tool_result",
    tool_use_id: wireId(toolCallId),
    ...(shown.length === 0 ? (text === "" ? {} : { content: text }) : { content: [...textBlocks(text), ...shown] }),
    ...(isError ? { is_error: true } : {}),
  };
}

/** The blocks in their order. Empty text is left out, because the API refuses it, but not between two signed blocks of reasoning. */
function assistantBlocks({ blocks }: AssistantMessage, takesUnsigned: boolean): Block[] {
  return blocks.flatMap((block, at) => {
    const isBetween = blocks[at - 1]?.type === "think" && blocks[at + 1]?.type === "think";
    return block.type === "text" && block.text.trim() === "" && !isBetween ? [] : wireBlock(block, takesUnsigned);
  });
}

function wireBlock(block: OwnBlock, takesUnsigned: boolean): Block[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text.toWellFormed(), ...extraOf(block) }];
    case "think":
      return reasoning(block, takesUnsigned);
    case "call": {
      const { id, name, arguments: text } = block;
      const input = argumentsObject(text);
      return [{ type: "tool_use", id: wireId(id), name: wireName(name), input, ...extraOf(block) }];
    }
    case "opaque":
      return [JSON.parse(block.json) as Block];
  }
}

/** Claude's reasoning goes back signed only. Other models of this format may not sign theirs, and need it back. */
function reasoning(block: ThinkBlock, takesUnsigned: boolean): Block[] {
  const extra = extraOf(block);
  if (typeof extra["data"] === "string") return [{ type: "redacted_thinking", data: extra["data"] }];
  const { signature } = extra;
  if (typeof signature !== "string" && !takesUnsigned) return [];
  return [{ type: "thinking", thinking: block.text, signature: typeof signature === "string" ? signature : "" }];
}
