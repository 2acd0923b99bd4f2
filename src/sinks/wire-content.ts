/** The messages of Kimi CLI that need more than a renaming: content, calls, requests for approval, notifications. */

import { oneLine } from "../base/truncate.ts";
import { isSilent, sealOf, type Block, type ImagePart, type TextBlock, type ThinkBlock } from "../protocol/message.ts";
import type { EventOf, HeldCall, LivePart } from "../protocol/wire.ts";
import { heldBlocks } from "./wire-display.ts";
import { message, type WireMessage } from "./wire-own.ts";

/** A block of the model's message. Kimi CLI has no message for blocks that only the provider understands. */
function writtenBlock(block: Block): readonly WireMessage[] {
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

export interface NoticePlace {
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

export function notification(kind: keyof typeof NOTICES, text: string, { seq, atMs }: NoticePlace): WireMessage {
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

/** A block as far as it was sent. */
interface Told {
  readonly place: number;
  readonly type: LivePart["type"];
  readonly call: LivePart["call"];
  text: string;
  isSealed: boolean;
}

/** Sends an answer in parts, as Kimi CLI does. What the whole message has besides them follows at its end. */
export function createStreamed() {
  let attempt = 0;
  let told: Told[] = [];
  return {
    part: (part: Omit<LivePart, "agent">): readonly WireMessage[] => {
      if (part.attempt !== attempt) told = []; // the parts of a failed attempt do not count
      attempt = part.attempt;
      const { block: place, type, call, text, seal } = part;
      const last = told.at(-1);
      const one = last?.place === place ? last : { place, type, call, text: "", isSealed: false };
      if (one !== last) told.push(one);
      one.text += text;
      one.isSealed ||= seal !== undefined;
      return [partMessage(part)];
    },
    /** The rest of a message that was not sent yet. A block that differs from its parts is sent whole. */
    rest: (blocks: readonly Block[]): readonly WireMessage[] => {
      let from = 0;
      const messages = blocks.flatMap((block): readonly WireMessage[] => {
        const at = told.findIndex((one, index) => index >= from && isPart(one, block));
        const one = told[at];
        if (one === undefined) return writtenBlock(block);
        from = at + 1;
        return restOf(one, block, { isLast: from === told.length });
      });
      told = [];
      return messages;
    },
  };
}

function partMessage({ type, call, text, seal }: LivePart): WireMessage {
  if (type !== "call") {
    const extra = seal === undefined ? {} : { extra: JSON.stringify({ signature: seal }) };
    return spokenPart({ type, text, ...extra });
  }
  if (call === undefined) return message("ToolCallPart", { arguments_part: text });
  return message("ToolCall", { type: "function", id: call.id, function: { name: call.name, arguments: text } });
}

/** Whether these parts are the beginning of a block. */
function isPart({ type, call, text }: Told, block: Block): boolean {
  if (block.type !== type) return false;
  if (block.type !== "call") return block.text.startsWith(text);
  return call?.id === block.id && call.name === block.name && block.arguments.startsWith(text);
}

/** The rest of a block. Kimi CLI joins a part with the one before it, so that only the newest block can be continued. */
function restOf(
  { text, isSealed }: Told,
  block: Block,
  { isLast }: { readonly isLast: boolean },
): readonly WireMessage[] {
  if (block.type === "opaque") return [];
  const whole = block.type === "call" ? block.arguments : block.text;
  const rest = whole.slice(text.length);
  if (!isLast) return rest === "" ? [] : writtenBlock(block);
  if (block.type === "call") return rest === "" ? [] : [message("ToolCallPart", { arguments_part: rest })];
  const isUnsealed = block.type === "think" && !isSealed && sealOf(block) !== undefined;
  return rest === "" && !isUnsealed ? [] : [spokenPart({ ...block, text: rest })];
}
