/**
 * Upgrades events of version 1 when they are read; the file is not changed. Assistant messages of that version had text and
 * reasoning in one list and the calls in another, and no origin.
 */

import type { AssistantMessage, Block, Message, ToolCall } from "../protocol/message.ts";
import type { WireEvent } from "../protocol/wire.ts";

interface OldMessage {
  readonly role: "assistant";
  readonly content: readonly (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "think"; readonly text: string; readonly signature?: string; readonly redacted?: string }
  )[];
  readonly toolCalls: readonly ToolCall[];
}

/** The event of a record of version 1 in today's form. */
export function upgraded(event: WireEvent): WireEvent {
  if (event.type === "subagent.event") return { ...event, event: upgraded(event.event) };
  if (event.type !== "context.append") return event;
  return { ...event, messages: (event.messages as readonly (Message | OldMessage)[]).map(upgradedMessage) };
}

function upgradedMessage(message: Message | OldMessage): Message {
  if (message.role !== "assistant" || !("toolCalls" in message)) return message;
  const calls = message.toolCalls.map((call): Block => ({ type: "call", ...call }));
  return { role: "assistant", blocks: [...message.content.map(upgradedPart), ...calls] } satisfies AssistantMessage;
}

function upgradedPart(part: OldMessage["content"][number]): Block {
  if (part.type === "text") return part;
  const { text, signature, redacted } = part;
  const extra = redacted === undefined ? (signature === undefined ? undefined : { signature }) : { data: redacted };
  return { type: "think", text, ...(extra === undefined ? {} : { extra: JSON.stringify(extra) }) };
}
