/** ChatRequest → body of Gemini's own API. Pure and append-only; settings come first, contents last. */

import {
  callsOf,
  extraOf,
  type AssistantMessage,
  type Block,
  type ImagePart,
  type Message,
  type ToolMessage,
} from "../protocol/message.ts";
import type { ChatRequest, Thinking, ToolSpec } from "../protocol/model.ts";
import type { BodyOptions } from "./adapter.ts";
import { parametersFor } from "./schema/receivers.ts";
import type { ThinkingSetting } from "./thinking.ts";
import { argumentsObject, imageLabel, wireId, wireName, type Fields } from "./wire/wire-value.ts";

interface Content {
  readonly role: "user" | "model";
  readonly parts: Fields[];
}

/** The documented signature for calls that another model made. */
const NO_SIGNATURE = "skip_thought_signature_validator";

/** The body of one streamed call. The same request gives the same bytes. */
export function geminiBody(
  { system, tools, messages }: ChatRequest,
  { id, maxTokens, thinking, parameters }: BodyOptions,
): Fields {
  const { generationConfig, ...others } = parameters ?? {};
  return {
    ...others,
    generationConfig: {
      ...(typeof generationConfig === "object" ? generationConfig : {}),
      maxOutputTokens: maxTokens,
      ...(thinking === undefined ? {} : thinkingConfig(id, thinking)),
    },
    ...(system === "" ? {} : { systemInstruction: { parts: [{ text: system.toWellFormed() }] } }),
    ...(tools.length > 0 ? { tools: [{ functionDeclarations: tools.map(declaration) }] } : {}),
    contents: contentsOf(messages, generationOf(id)),
  };
}

/** Describes a tool. The API refuses an object without properties, so `parameters` is left out then. */
function declaration(tool: ToolSpec): Fields {
  const parameters = parametersFor(tool, "gemini");
  const isEmpty = Object.keys(parameters["properties"] ?? {}).length === 0;
  return { name: tool.name, description: tool.description, ...(isEmpty ? {} : { parameters }) };
}

/** Contents with alternating roles. Results of a batch and the next user message are one content, results first. */
function contentsOf(messages: readonly Message[], generation: number): readonly Content[] {
  const contents: Content[] = [];
  const names = new Map<string, string>();
  for (const message of messages) {
    const role = message.role === "assistant" ? "model" : "user";
    if (message.role === "assistant") for (const call of callsOf(message)) names.set(call.id, wireName(call.name));
    const parts = partsOf(message, { generation, names });
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) contents.push({ role, parts: [...parts] });
  }
  const isLater = (part: Fields): number => ("functionResponse" in part ? 0 : 1);
  return contents.map(({ role, parts }) => ({ role, parts: parts.toSorted((a, b) => isLater(a) - isLater(b)) }));
}

interface PartOptions {
  readonly generation: number;
  /** Names of the called tools by call id. Results repeat them. */
  readonly names: ReadonlyMap<string, string>;
}

function partsOf(message: Message, options: PartOptions): readonly Fields[] {
  switch (message.role) {
    case "user":
      return [...textParts(message.content), ...(message.images ?? []).flatMap(imageParts)];
    case "tool":
      return resultParts(message, options);
    case "assistant":
      return assistantParts(message, options);
  }
}

function textParts(text: string): readonly Fields[] {
  return text === "" ? [] : [{ text: text.toWellFormed() }];
}

function imageParts(image: ImagePart): readonly Fields[] {
  return [...textParts(imageLabel(image)), { inlineData: { mimeType: image.mediaType, data: image.data } }];
}

/** Calls have ids since Gemini 3. Before, results belong to calls by name and order. */
function idOf(id: string, generation: number): Fields {
  return generation >= 3 ? { id: wireId(id) } : {};
}

/** Since Gemini 3 a response can contain pictures. Before, pictures follow the responses of the batch. */
function resultParts(
  { toolCallId, content, isError, images = [] }: ToolMessage,
  { generation, names }: PartOptions,
): readonly Fields[] {
  const text = content.toWellFormed();
  const name = names.get(toolCallId) ?? "unknown";
  const response = isError ? { error: text } : { output: text };
  const shown = images.map(({ mediaType, data }) => ({ inlineData: { mimeType: mediaType, data } }));
  const isInside = generation >= 3 && shown.length > 0;
  return [
    { functionResponse: { ...idOf(toolCallId, generation), name, response, ...(isInside ? { parts: shown } : {}) } },
    ...(isInside ? [] : images.flatMap((image) => imageParts({ ...image, source: `the result of ${name}` }))),
  ];
}

function assistantParts(message: AssistantMessage, { generation }: PartOptions): readonly Fields[] {
  const [first] = callsOf(message);
  return message.blocks.flatMap((block): readonly Fields[] => {
    const parts = blockParts(block, generation);
    const isBare = block === first && generation >= 3 && extraOf(block)["thoughtSignature"] === undefined;
    return isBare ? parts.map((part) => ({ ...part, thoughtSignature: NO_SIGNATURE })) : parts;
  });
}

/** Empty text is kept if it has a signature. */
function blockParts(block: Block, generation: number): readonly Fields[] {
  switch (block.type) {
    case "opaque":
      return [JSON.parse(block.json) as Fields];
    case "text":
    case "think": {
      const extra = extraOf(block);
      if (block.text === "" && Object.keys(extra).length === 0) return [];
      return [{ text: block.text.toWellFormed(), ...(block.type === "think" ? { thought: true } : {}), ...extra }];
    }
    case "call": {
      const { id, name, arguments: text } = block;
      const call = { ...idOf(id, generation), name: wireName(name), args: argumentsObject(text) };
      return [{ functionCall: call, ...extraOf(block) }];
    }
  }
}

/** The major version of a model: 2, 3, 4 … A name without a number (`gemini-flash-latest`) counts as the newest. */
function generationOf(id: string): number {
  const known = /gemini-(\d+)/.exec(id)?.[1];
  return known === undefined ? Infinity : Number(known);
}

/** Thinking budgets in tokens for models before Gemini 3. 0 switches thinking off; the least that 2.5 Pro takes is 128. */
const BUDGET_TOKENS: Readonly<Record<Thinking, number>> = {
  off: 0,
  minimal: 512,
  low: 2_048,
  medium: 8_192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};

/** The fields about thinking. The API answers 400 to a level and a budget together. */
function thinkingConfig(id: string, { level, control }: ThinkingSetting): Fields {
  if (control.form === "none") return {};
  const isOff = level === "off";
  const how =
    level === undefined
      ? {}
      : generationOf(id) >= 3
        ? { thinkingLevel: isOff ? "MINIMAL" : level.toUpperCase() }
        : { thinkingBudget: BUDGET_TOKENS[level] };
  return { thinkingConfig: { ...(isOff ? {} : { includeThoughts: true }), ...how } };
}
