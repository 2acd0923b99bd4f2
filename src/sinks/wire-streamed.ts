/**
 * An answer that was told in parts, as Kimi CLI tells it: `ContentPart` and `ToolCallPart` go on with the message before them.
 * What the whole message has beyond its parts follows when it is complete.
 */

import { sealOf, type Block } from "../protocol/message.ts";
import type { LivePart } from "../protocol/wire.ts";
import { spokenPart, writtenBlock } from "./wire-content.ts";
import { message, type WireMessage } from "./wire-line.ts";

/** A block as far as it was told. */
interface Told {
  readonly place: number;
  readonly type: LivePart["type"];
  readonly call: LivePart["call"];
  text: string;
  isSealed: boolean;
}

interface Streamed {
  readonly part: (part: Omit<LivePart, "agent">) => readonly WireMessage[];
  /** What was not told yet of a message. A block that came otherwise than its parts is told whole. */
  readonly rest: (blocks: readonly Block[]) => readonly WireMessage[];
}

export function createStreamed(): Streamed {
  let attempt = 0;
  let told: Told[] = [];
  return {
    part: (part) => {
      if (part.attempt !== attempt) told = []; // what a failed attempt said is void
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

/** Whether a block is what these parts began. */
function isPart({ type, call, text }: Told, block: Block): boolean {
  if (block.type !== type) return false;
  if (block.type !== "call") return block.text.startsWith(text);
  return call?.id === block.id && call.name === block.name && block.arguments.startsWith(text);
}

/** Kimi CLI joins a part with the one before it, so that only the newest block can grow. */
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
