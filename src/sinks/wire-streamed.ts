/**
 * An answer that is sent in parts, as Kimi CLI sends it: `ContentPart` and `ToolCallPart` continue the message before them. What the
 * whole message has besides these parts follows when it is complete.
 */

import { sealOf, type Block } from "../protocol/message.ts";
import type { LivePart } from "../protocol/wire.ts";
import { spokenPart, writtenBlock } from "./wire-content.ts";
import { message, type WireMessage } from "./wire-line.ts";

/** A block as far as it was sent. */
interface Told {
  readonly place: number;
  readonly type: LivePart["type"];
  readonly call: LivePart["call"];
  text: string;
  isSealed: boolean;
}

interface Streamed {
  readonly part: (part: Omit<LivePart, "agent">) => readonly WireMessage[];
  /** The rest of a message that was not sent yet. A block that differs from its parts is sent whole. */
  readonly rest: (blocks: readonly Block[]) => readonly WireMessage[];
}

export function createStreamed(): Streamed {
  let attempt = 0;
  let told: Told[] = [];
  return {
    part: (part) => {
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
    rest: (blocks) => {
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
