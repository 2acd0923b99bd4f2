/**
 * Imports a conversation: reads Kimi CLI's context file, and repairs messages that providers would refuse. Every user message
 * becomes synthetic, because it was written in another session.
 */

import { callsOf, type AssistantMessage, type Message, type ToolMessage } from "../protocol/message.ts";
import { messageOfRecord, parseLine } from "./context-record.ts";

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
  return mended(
    messages.flatMap((message, at) => placedAt(`message ${at + 1}`, message)),
    [],
  );
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
    const end = placed.findIndex((next, index) => index >= at && next.message.role !== "tool");
    const found = placed.slice(at, end === -1 ? placed.length : end) as readonly Placed<ToolMessage>[];
    at += found.length;
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
