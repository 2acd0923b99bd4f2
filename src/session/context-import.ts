/** Imports a conversation: reads Kimi CLI's context file, and repairs what providers would refuse. */

import * as z from "zod/mini";
import { parseJson } from "../base/member.ts";
import {
  callsOf,
  type AssistantMessage,
  type Block,
  type CallBlock,
  type ImagePart,
  type Message,
  type ToolMessage,
} from "../protocol/message.ts";

export interface ImportedContext {
  readonly messages: readonly Message[];
  /** What was left out, each with its place. */
  readonly warnings: readonly string[];
}

interface Placed<M extends Message = Message> {
  readonly message: M;
  /** `line 3`, for warnings. */
  readonly place: string;
}

/** Reads Kimi CLI's JSON lines without its system prompt, checkpoints and token counts. Never throws for bad content. */
export function readContextLines(text: string): ImportedContext {
  const lines = text.split("\n");
  const warnings: string[] = [];
  const placed = lines.flatMap((line, index): readonly Placed[] => {
    const place = `line ${index + 1}`;
    const parsed = parseLine(line);
    if (typeof parsed !== "string") {
      const { message, missing } = messageOfRecord(parsed);
      warnings.push(...missing.map((what) => `${place}: ${what} is left out`));
      return placedAt(place, message);
    }
    const isTorn = index === lines.length - 1; // a kill leaves such a line
    if (line.trim() !== "" && !isTorn) warnings.push(`${place} is left out: ${parsed}`);
    return [];
  });
  return mended(placed, warnings);
}

export function importContext(messages: readonly Message[]): ImportedContext {
  const placed = messages.flatMap((message, at) => placedAt(`message ${at + 1}`, message));
  return mended(placed, []);
}

export function textAsMessage(name: string, text: string): Message {
  const body = text.replaceAll("</imported_context", "<\\/imported_context");
  const source = name.replaceAll(/["<>\s]+/g, " ");
  const content = `<imported_context source="${source}">\n${body.trimEnd()}\n</imported_context>`;
  return { role: "user", content, synthetic: true };
}

function placedAt(place: string, message: Message | undefined): readonly Placed[] {
  if (message === undefined) return [];
  if (message.role === "user") return [{ place, message: { ...message, synthetic: true } }];
  if (message.role === "tool") return [{ place, message }];
  return message.blocks.every(({ type }) => type === "think") ? [] : [{ place, message }];
}

const NO_RESULT = "Error: no result of this call was recorded.";
const NO_BEGINNING: Message = {
  role: "user",
  content: "(The beginning of this conversation is not here.)",
  synthetic: true,
};

/** Gives every call exactly one result, in call order behind its message, and makes the conversation begin with a user message. */
function mended(placed: readonly Placed[], warnings: string[]): ImportedContext {
  const messages: Message[] = [];
  for (let at = 0; at < placed.length;) {
    const { message, place } = placed[at] ?? { message: NO_BEGINNING, place: "" };
    at += 1;
    if (message.role === "tool") {
      warnings.push(`${place}: a result without its call is left out`);
      continue;
    }
    messages.push(message);
    if (message.role !== "assistant") continue;
    const begin = at;
    while (placed[at]?.message.role === "tool") at += 1;
    const found = placed.slice(begin, at) as readonly Placed<ToolMessage>[];
    messages.push(...resultsOf(message, found, warnings));
  }
  const isHeadless = messages.length > 0 && messages[0]?.role !== "user";
  return { messages: isHeadless ? [NO_BEGINNING, ...messages] : messages, warnings };
}

function resultsOf(
  message: AssistantMessage,
  found: readonly Placed<ToolMessage>[],
  warnings: string[],
): readonly ToolMessage[] {
  const left = [...found];
  const results = callsOf(message).map(({ id: toolCallId }): ToolMessage => {
    const at = left.findIndex((one) => one.message.toolCallId === toolCallId);
    const [match] = at === -1 ? [] : left.splice(at, 1);
    return match?.message ?? { role: "tool", toolCallId, content: NO_RESULT, isError: true };
  });
  warnings.push(...left.map(({ place }) => `${place}: a result without its call is left out`));
  return results;
}

const Part = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("think"), think: z.string(), encrypted: z.optional(z.nullable(z.string())) }),
  z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
  z.object({ type: z.enum(["audio_url", "video_url"]) }),
]);
type Part = z.infer<typeof Part>;

const Content = z.optional(z.nullable(z.union([z.string(), z.array(Part)])));

const ContextRecord = z.discriminatedUnion("role", [
  z.object({ role: z.enum(["_system_prompt", "_checkpoint", "_usage"]) }),
  z.object({ role: z.literal("user"), content: Content }),
  z.object({ role: z.literal("tool"), content: Content, tool_call_id: z.string() }),
  z.object({
    role: z.literal("assistant"),
    content: Content,
    tool_calls: z.optional(
      z.nullable(
        z.array(
          z.object({
            id: z.string(),
            function: z.object({ name: z.string(), arguments: z.optional(z.nullable(z.string())) }),
          }),
        ),
      ),
    ),
  }),
]);
type ContextRecord = z.infer<typeof ContextRecord>;

/** Reads the record of a line. A string says what is wrong with the line. */
function parseLine(line: string): ContextRecord | string {
  const value = parseJson(line);
  if (value === undefined) return "not JSON";
  const parsed = z.safeParse(ContextRecord, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `not a record of a context (${issue?.path.join(".") || "the line"}: ${issue?.message ?? "does not fit"})`;
}

/** Kimi CLI's mark of a checkpoint. It is left out, because its id belongs to another session. */
const CHECKPOINT_MARK = /^<system>CHECKPOINT \d+<\/system>$/;

/** The message of a record, undefined for an empty message and for a record without one; and what has no equivalent. */
function messageOfRecord(record: ContextRecord): {
  readonly message: Message | undefined;
  readonly missing: readonly string[];
} {
  switch (record.role) {
    case "user": {
      const { text, pictures, missing } = contentOf(record.content);
      if (CHECKPOINT_MARK.test(text.trim()) || (text.trim() === "" && pictures.images === undefined)) {
        return { message: undefined, missing };
      }
      return { message: { role: "user", content: text, ...pictures, synthetic: true }, missing };
    }
    case "tool": {
      const { text: content, pictures, missing } = contentOf(record.content);
      // In our format and in Kimi CLI's, only the text says that it is an error.
      const isError = /^(?:Error:|<system>ERROR)/.test(content);
      return { message: { role: "tool", toolCallId: record.tool_call_id, content, isError, ...pictures }, missing };
    }
    case "assistant": {
      const parts =
        typeof record.content === "string" ? [{ type: "text", text: record.content } as const] : record.content;
      const calls = (record.tool_calls ?? []).map(({ id, function: { name, arguments: text } }): CallBlock => ({
        type: "call",
        id,
        name,
        arguments: text ?? "{}",
      }));
      return { message: { role: "assistant", blocks: [...(parts ?? []).flatMap(spokenBlock), ...calls] }, missing: [] };
    }
    case "_system_prompt":
    case "_checkpoint":
    case "_usage":
      return { message: undefined, missing: [] };
  }
}

function spokenBlock(part: Part): readonly Block[] {
  if (part.type === "text") return part.text === "" ? [] : [{ type: "text", text: part.text }];
  if (part.type !== "think") return [];
  if (!part.encrypted) return [{ type: "think", text: part.think }];
  const extra = part.think === "" ? { data: part.encrypted } : { signature: part.encrypted };
  return [{ type: "think", text: part.think, extra: JSON.stringify(extra) }];
}

const DATA_URL = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=]+)$/;

function contentOf(content: z.infer<typeof Content>): {
  readonly text: string;
  readonly pictures: { readonly images?: readonly ImagePart[] };
  readonly missing: readonly string[];
} {
  if (typeof content === "string") return { text: content, pictures: {}, missing: [] };
  const parts = content ?? [];
  const images = parts.flatMap((part): readonly ImagePart[] => {
    const [, mediaType, data] = (part.type === "image_url" && DATA_URL.exec(part.image_url.url)) || [];
    return mediaType === undefined || data === undefined
      ? []
      : [{ mediaType: mediaType as ImagePart["mediaType"], data }];
  });
  const media = parts.filter(({ type }) => type.endsWith("_url")).length;
  return {
    text: parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
    pictures: images.length > 0 ? { images } : {},
    missing: media > images.length ? ["media that cannot be shown again"] : [],
  };
}
