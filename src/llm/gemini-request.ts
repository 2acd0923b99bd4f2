/**
 * ChatRequest → a body of Gemini. Pure, and append-only: a longer conversation yields the same tools and the same leading contents.
 * Settings come first, contents last.
 */

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
import { parametersFor } from "./schema/receivers.ts";
import type { ThinkingSetting } from "./thinking.ts";
import { imageLabel } from "./wire/image-label.ts";
import { argumentsObject, wireId, wireName } from "./wire/wire-value.ts";

type Part = Readonly<Record<string, unknown>>;

interface Content {
  readonly role: "user" | "model";
  readonly parts: Part[];
}

export interface GeminiBodyOptions {
  readonly id: string;
  readonly maxTokens: number;
  readonly thinking?: ThinkingSetting | undefined;
  /** Further fields; `generationConfig` is joined with ours. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

/** Documented for calls of another model, which have no signature of this one. */
const NO_SIGNATURE = "skip_thought_signature_validator";

/** The body of one streamed call. The same request gives the same bytes. */
export function geminiBody(request: ChatRequest, { id, maxTokens, thinking, parameters }: GeminiBodyOptions): Part {
  const { system, tools, messages } = request;
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

/** An object without properties is refused; the field is left out for it. */
function declaration(tool: ToolSpec): Part {
  const parameters = parametersFor(tool, "gemini");
  const isEmpty = Object.keys(parameters["properties"] ?? {}).length === 0;
  return { name: tool.name, description: tool.description, ...(isEmpty ? {} : { parameters }) };
}

/** Contents whose roles take turns. Results of a batch and the user's next words are one content. */
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
  return contents.map(({ role, parts }) => ({ role, parts: role === "user" ? responsesFirst(parts) : parts }));
}

function responsesFirst(parts: readonly Part[]): Part[] {
  const isResponse = (part: Part): boolean => "functionResponse" in part;
  return [...parts.filter(isResponse), ...parts.filter((part) => !isResponse(part))];
}

interface PartOptions {
  readonly generation: number;
  /** Names of calls by their ids: a result repeats the name. */
  readonly names: ReadonlyMap<string, string>;
}

function partsOf(message: Message, options: PartOptions): readonly Part[] {
  switch (message.role) {
    case "user":
      return [...textParts(message.content), ...(message.images ?? []).flatMap(imageParts)];
    case "tool":
      return resultParts(message, options);
    case "assistant":
      return assistantParts(message, options);
  }
}

function textParts(text: string): readonly Part[] {
  return text === "" ? [] : [{ text: text.toWellFormed() }];
}

function imageParts(image: ImagePart): readonly Part[] {
  return [...textParts(imageLabel(image) ?? ""), { inlineData: { mimeType: image.mediaType, data: image.data } }];
}

/** Calls have ids since 3; before, a result belongs to the call of its name and place. */
function idOf(id: string, generation: number): Part {
  return generation >= 3 ? { id: wireId(id) } : {};
}

/** A response takes pictures since 3; before, they stand behind the responses of the batch. */
function resultParts(
  { toolCallId, content, isError, images = [] }: ToolMessage,
  { generation, names }: PartOptions,
): readonly Part[] {
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

function assistantParts(message: AssistantMessage, { generation }: PartOptions): readonly Part[] {
  const [first] = callsOf(message);
  return message.blocks.flatMap((block): readonly Part[] => {
    const parts = blockParts(block, generation);
    const isBare = block === first && generation >= 3 && extraOf(block)["thoughtSignature"] === undefined;
    return isBare ? parts.map((part) => ({ ...part, thoughtSignature: NO_SIGNATURE })) : parts;
  });
}

/** A text without words stays where it has a signature. */
function blockParts(block: Block, generation: number): readonly Part[] {
  switch (block.type) {
    case "opaque":
      return [JSON.parse(block.json) as Part];
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

/** 2, 3, 4 …; a name without a number (`gemini-flash-latest`) is the newest. */
function generationOf(id: string): number {
  const known = /gemini-(\d+)/.exec(id)?.[1];
  return known === undefined ? Infinity : Number(known);
}

/** Tokens of a budget, for models before 3. 0 switches thinking off; the least that 2.5 Pro takes is 128. */
const BUDGET_TOKENS: Readonly<Record<Thinking, number>> = {
  off: 0,
  minimal: 512,
  low: 2_048,
  medium: 8_192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};

/** The field about thinking. A level and a budget together are answered with 400. */
function thinkingConfig(id: string, { level, control }: ThinkingSetting): Readonly<Record<string, unknown>> {
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
