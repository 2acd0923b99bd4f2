/** Messages of the conversation, independent of providers. `llm/` translates them to and from each provider's format. */

import { parseJson } from "../base/member.ts";

interface Own {
  /** The provider's own fields, as the JSON text of an object, whose keys keep their order. Read it with `extraOf`. */
  readonly extra?: string | undefined;
}

export interface TextBlock extends Own {
  readonly type: "text";
  readonly text: string;
}

/** Reasoning. Its text is empty when the provider does not show it. */
export interface ThinkBlock extends Own {
  readonly type: "think";
  readonly text: string;
}

/** A call as the model wrote it; `arguments` is JSON text that may not parse. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface CallBlock extends ToolCall, Own {
  readonly type: "call";
}

/** A block of a kind that only its provider understands. */
interface OpaqueBlock {
  readonly type: "opaque";
  /** JSON text, with the keys in the provider's order. */
  readonly json: string;
}

export type Block = TextBlock | ThinkBlock | CallBlock | OpaqueBlock;

/** Who wrote a message. Reasoning and extras go back to the same origin only, because others refuse or misread them. */
export interface Origin {
  readonly provider: string;
  readonly wire: string;
  /** The id that was sent to the provider. */
  readonly model: string;
  /** The address without credentials. A loopback address has no port here, because the port may differ in each run. */
  readonly endpoint: string;
}

/** A picture for the model. Its type was read from its bytes. */
export interface ImagePart {
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  /** Base64, without line breaks. */
  readonly data: string;
  /** Its address without secrets. The model reads it before the picture. */
  readonly source?: string;
}

interface UserMessage {
  readonly role: "user";
  readonly content: string;
  /** Shown after the text, in order. Only for models with the feature `image_in`. */
  readonly images?: readonly ImagePart[];
  /** Written by the runner, not by a person: reminders, checkpoint marks. Never sent to a provider. */
  readonly synthetic?: true;
}

export interface AssistantMessage extends Own {
  readonly role: "assistant";
  /** In the order in which the model wrote them. */
  readonly blocks: readonly Block[];
  /** Left out when unknown: for imported messages, journals of version 1 and scripts. Each wire format then sends what it can. */
  readonly origin?: Origin | undefined;
}

export interface ToolMessage {
  readonly role: "tool";
  readonly toolCallId: string;
  readonly content: string;
  readonly isError: boolean;
  /** Shown after the text, in order. A model without the feature `image_in` gets a note in their place. */
  readonly images?: readonly ImagePart[] | undefined;
}

export type Message = UserMessage | AssistantMessage | ToolMessage;

/** A piece of a message that is being streamed. */
export interface AnswerPart {
  /** Number of its block in the stream, from 0. A higher number ends the blocks before. */
  readonly block: number;
  readonly type: "text" | "think" | "call";
  /** Text that continues the block: words, reasoning or arguments. May be empty. */
  readonly text: string;
  /** Set with the first part of a call. */
  readonly call?: Pick<ToolCall, "id" | "name"> | undefined;
  /** The seal of the reasoning, as `sealOf` returns it. */
  readonly seal?: string | undefined;
}

/** The visible text of an assistant message, reasoning left out. */
export function textOf({ blocks }: Pick<AssistantMessage, "blocks">): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** Whether a block of reasoning has neither text nor seal. Such a block only records that the model may have reasoned. */
export function isSilent(block: ThinkBlock): boolean {
  return block.text === "" && sealOf(block) === undefined;
}

export function wordsOf(message: Message): string {
  return message.role === "assistant" ? textOf(message) : message.content;
}

export function imagesOf(message: Message): readonly ImagePart[] {
  return message.role === "assistant" ? [] : (message.images ?? []);
}

/** The provider's own fields of a block or message; empty when `extra` is not a JSON object. */
export function extraOf({ extra }: Own): Readonly<Record<string, unknown>> {
  const value = extra === undefined ? undefined : parseJson(extra);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function callsOf({ blocks }: Pick<AssistantMessage, "blocks">): readonly CallBlock[] {
  return blocks.filter((block) => block.type === "call");
}

/** What a provider wants back with its reasoning: a signature, or the encrypted reasoning. Kimi CLI keeps both in one field. */
export function sealOf(block: ThinkBlock): string | undefined {
  const { signature, data } = extraOf(block);
  const seal = signature ?? data;
  return typeof seal === "string" ? seal : undefined;
}

/** What a provider may refuse of a conversation that it took before, or that a tool put in. */
export type PromptPart = "pictures" | "reasoning";

export function hasPart(part: PromptPart, message: Message): boolean {
  if (part === "pictures") return imagesOf(message).length > 0;
  if (message.role !== "assistant") return false;
  return message.extra !== undefined || message.blocks.some((block) => plainBlock(block)[0] !== block);
}

/** The message without the part. The model reads that a picture is missing. */
export function withoutPart(part: PromptPart, message: Message): Message {
  if (!hasPart(part, message)) return message;
  if (message.role === "assistant") {
    const { role, origin, blocks } = message;
    const plain = blocks.flatMap(plainBlock);
    const kept: readonly Block[] = plain.length === 0 ? [{ type: "text", text: "…" }] : plain; // no provider takes an empty message
    return { role, blocks: kept, ...(origin && { origin }) };
  }
  const { images = [], ...rest } = message;
  const note = `[left out: ${images.length === 1 ? "a picture" : `${images.length} pictures`} that the provider could not read]`;
  return { ...rest, content: `${message.content}\n\n${note}`.trim() };
}

/** Words and calls without fields of the provider, which sign or name its reasoning. */
function plainBlock(block: Block): readonly Block[] {
  if (block.type === "think" || block.type === "opaque") return [];
  const { extra, ...plain } = block;
  return extra === undefined ? [block] : [plain];
}

/** Most calls of one message that are kept; models in a loop have produced hundreds. The engine runs fewer and says so to the model. */
export const MAX_KEPT_CALLS = 200;

/** A message from outside the loop, which the model reads before its next step. */
export type Arrival =
  /** Words of the process that drives the run. */
  | { readonly kind: "steer"; readonly text: string }
  /** The end of background work, such as a command. */
  | { readonly kind: "notice"; readonly text: string };
