/**
 * ChatRequest → Messages body. Pure, and append-only but for the cache marks: tools, system and earlier blocks keep their
 * bytes. Three marks (last tool, system, last block) of the four the API allows, and the fourth behind a large batch.
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
import { imageLabel } from "./wire/image-label.ts";
import { parametersFor } from "./schema/receivers.ts";
import { anthropicThinking, type ThinkingSetting } from "./thinking.ts";
import { argumentsObject, isFields, wireId, wireName } from "./wire/wire-value.ts";

type Body = Anthropic.MessageCreateParamsStreaming;
type Block = Anthropic.ContentBlockParam;

interface Turn {
  readonly role: "user" | "assistant";
  readonly content: Block[];
}

/**
 * Lives for five minutes after each hit. One of an hour costs 2 prices of the prompt to write in place of 1.25, and a run seldom
 * waits that long for a command; a policy whose runs do asks for it by the parameter `cache_control`.
 */
const EPHEMERAL = { type: "ephemeral" } as const;

export interface AnthropicBodyOptions {
  readonly id: string;
  readonly maxTokens: number;
  readonly thinking?: ThinkingSetting | undefined;
  /** Further fields. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of one streamed call. The same request gives the same bytes. */
export function anthropicBody(
  request: ChatRequest,
  { id, maxTokens, thinking, parameters }: AnthropicBodyOptions,
): Body {
  const { system, tools, messages } = request;
  const { cache_control: given, ...others } = parameters ?? {};
  const mark = isFields(given) ? (given as unknown as Anthropic.CacheControlEphemeral) : EPHEMERAL;
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

/** Merges messages of one role. Tool results are user content here, so a batch's results and the user's next words are one message. */
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

/** The API looks for what it has cached in so many blocks before a mark. */
const LOOKBACK_BLOCKS = 20;

/**
 * Puts a cache mark on the last block of the user: what the model wrote goes back as it came. Behind a batch that is longer than the
 * look back, the block that was marked before it stays marked, or nothing of the conversation would be found.
 */
function markLast(turns: Turn[], mark: Anthropic.CacheControlEphemeral): Turn[] {
  const at = turns.findLastIndex(({ role }) => role === "user");
  const before = turns.findLastIndex(({ role }, index) => role === "user" && index < at);
  const added = turns.slice(before + 1, at + 1).reduce((sum, { content }) => sum + content.length, 0);
  return turns.map((turn, index) =>
    index === at || (index === before && added > LOOKBACK_BLOCKS) ? marked(turn, mark) : turn,
  );
}

function marked({ role, content }: Turn, mark: Anthropic.CacheControlEphemeral): Turn {
  const last = content.at(-1);
  if (last === undefined) return { role, content };
  return { role, content: [...content.slice(0, -1), { ...last, cache_control: mark } as Block] };
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
function textBlocks(text: string | undefined): Anthropic.TextBlockParam[] {
  return text === undefined || text === "" ? [] : [{ type: "text", text: text.toWellFormed() }];
}

function imageBlocks(image: ImagePart): (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[] {
  const source = { type: "base64", media_type: image.mediaType, data: image.data } as const;
  return [...textBlocks(imageLabel(image)), { type: "image", source }];
}

/** Pictures of a failed call are left out, because the API refuses them there. */
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

/** The blocks as they came. The API refuses empty text; between two blocks of reasoning it stays, because those are signed in a row. */
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

/**
 * Claude signs its reasoning; without a signature it is another provider's, or was cut, and the API refuses it. Other models that
 * speak this format (DeepSeek, GLM, Kimi) may leave the signature out, and want their own reasoning back all the same.
 */
function reasoning(block: ThinkBlock, takesUnsigned: boolean): Block[] {
  const extra = extraOf(block);
  if (typeof extra["data"] === "string") return [{ type: "redacted_thinking", data: extra["data"] }];
  const { signature } = extra;
  if (typeof signature !== "string" && !takesUnsigned) return [];
  return [{ type: "thinking", thinking: block.text, signature: typeof signature === "string" ? signature : "" }];
}
