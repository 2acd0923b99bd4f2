/**
 * Removes signatures that redaction broke. What a provider signed must go back to it unchanged, or without its signature: where
 * redaction changed a block or the provider's fields of it, these fields are removed.
 */

import type { Block, Message } from "../protocol/message.ts";
import type { WireEvent } from "../protocol/wire.ts";

/** The redacted event without the signatures that no longer fit. */
export function withoutBrokenSeals(raw: WireEvent, redacted: WireEvent): WireEvent {
  if (raw.type === "subagent.event" && redacted.type === "subagent.event") {
    return { ...redacted, event: withoutBrokenSeals(raw.event, redacted.event) };
  }
  if (raw.type !== "context.append" || redacted.type !== "context.append") return redacted;
  return { ...redacted, messages: redacted.messages.map((message, at) => unsealed(raw.messages[at], message)) };
}

function unsealed(raw: Message | undefined, message: Message): Message {
  if (raw?.role !== "assistant" || message.role !== "assistant") return message;
  const { extra, ...rest } = message;
  const blocks = message.blocks.flatMap((block, at) => unsealedBlock(raw.blocks[at], block));
  return { ...rest, blocks, ...(extra === raw.extra && extra !== undefined ? { extra } : {}) };
}

function unsealedBlock(raw: Block | undefined, block: Block): readonly Block[] {
  if (block.type === "opaque") return raw?.type === "opaque" && raw.json === block.json ? [block] : [];
  if (block.extra === undefined || block.type === "call" || raw?.type !== block.type) return [block];
  if (raw.text === block.text && raw.extra === block.extra) return [block];
  const { extra: _extra, ...plain } = block;
  return [plain];
}
