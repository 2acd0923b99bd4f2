/** The messages of Kimi CLI that need more than a renaming: content, calls, requests for approval, notifications. */

import { oneLine } from "../base/truncate.ts";
import { isSilent, sealOf, type Block, type ImagePart, type TextBlock, type ThinkBlock } from "../protocol/message.ts";
import type { EventOf, HeldCall } from "../protocol/wire.ts";
import { heldBlocks } from "./wire-display.ts";
import { message, type WireMessage } from "./wire-line.ts";

/** A block of the model's message. Kimi CLI has no message for blocks that only the provider understands. */
export function writtenBlock(block: Block): readonly WireMessage[] {
  switch (block.type) {
    case "text":
      return [spokenPart(block)];
    case "think":
      return isSilent(block) ? [] : [spokenPart(block)];
    case "call": {
      const { id, name, arguments: text } = block;
      return [message("ToolCall", { type: "function", id, function: { name, arguments: text } })];
    }
    case "opaque":
      return [];
  }
}

/** A text or a thought of the model. `encrypted` goes back to its provider. */
export function spokenPart(block: TextBlock | ThinkBlock): WireMessage {
  if (block.type === "text") return message("ContentPart", { type: "text", text: block.text });
  const encrypted = sealOf(block);
  return message("ContentPart", {
    type: "think",
    think: block.text,
    ...(encrypted === undefined ? {} : { encrypted }),
  });
}

export function imagePart({ mediaType, data }: ImagePart): WireMessage {
  return message("ContentPart", { type: "image_url", image_url: { url: `data:${mediaType};base64,${data}` } });
}

/** `n` is the step's number in its turn. */
export function stepRetry(event: EventOf<"step.retry">, n: number): WireMessage {
  return message("StepRetry", {
    n,
    next_attempt: event.attempt + 1,
    max_attempts: event.maxAttempts ?? event.attempt + 1,
    wait_s: event.waitMs / 1000,
    error_type: event.reason,
    status_code: event.status ?? null,
  });
}

/** A held call. Its id is the digest that an answer names. */
export function approvalRequest(held: HeldCall, action: string): WireMessage {
  const { callId, tool, summary, rule, reason, near, digest } = held;
  return message("ApprovalRequest", {
    id: digest,
    tool_call_id: callId,
    sender: tool,
    action,
    description: summary,
    source_kind: "foreground_turn",
    source_description: [reason === undefined ? rule : `${rule}: ${reason}`, near ?? []].flat().join("; "),
    display: heldBlocks(held),
  });
}

interface Place {
  /** Position of the event in the journal, which makes the id of the notification. */
  readonly seq: number;
  readonly atMs: number;
}

/** Kinds of notifications: the end of work outside the loop, which the model is told too, and warnings for people. */
const NOTICES = {
  ended: { category: "task", type: "task.ended", source_kind: "background_task", severity: "info" },
  warning: { category: "system", type: "runner.warning", source_kind: "runner", severity: "warning" },
} as const;

const TITLE_CHARS = 120;

export function notification(kind: keyof typeof NOTICES, text: string, { seq, atMs }: Place): WireMessage {
  const [title = ""] = text.split("\n");
  return message("Notification", {
    id: `n${seq}`,
    ...NOTICES[kind],
    source_id: "",
    title: oneLine(title, TITLE_CHARS),
    body: text,
    created_at: atMs / 1000,
    payload: {},
  });
}
