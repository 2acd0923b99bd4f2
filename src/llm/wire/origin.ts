/** Origins of messages. Reasoning and a provider's own fields go back to their origin only: others misread them. */

import { counted } from "../../base/words.ts";
import {
  callsOf,
  imagesOf,
  type AssistantMessage,
  type Block,
  type Message,
  type Origin,
} from "../../protocol/message.ts";
import type { ModelFeature } from "../../protocol/model.ts";
import { wireId } from "./wire-value.ts";

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/** An address in the form that origins have. */
export function endpointOf(baseUrl: string): string {
  const { protocol, hostname, host, pathname } = new URL(baseUrl);
  return `${protocol}//${LOOPBACK.test(hostname) ? hostname : host}${pathname.replace(/\/$/, "")}`;
}

function isSame(a: Origin, b: Origin): boolean {
  return a.provider === b.provider && a.wire === b.wire && a.model === b.model && a.endpoint === b.endpoint;
}

/** Creates the view of conversations for this origin. Objects are kept, because estimates are remembered by object. */
export function createOwnView(
  own: Origin,
  features: ReadonlySet<ModelFeature>,
): (messages: readonly Message[]) => readonly Message[] {
  const known = new WeakMap<Message, Message>();
  const remember = (message: Message, make: () => Message): Message => {
    const made = known.get(message) ?? make();
    known.set(message, made);
    return made;
  };
  return (messages) => {
    let isForeign = false;
    return messages.flatMap((message): readonly Message[] => {
      if (message.role === "assistant") isForeign = message.origin !== undefined && !isSame(message.origin, own);
      const isUnseen = imagesOf(message).length > 0 && !features.has("image_in");
      if (!isUnseen && (!isForeign || message.role === "user")) return [message];
      const made = remember(message, () => {
        const seen = isUnseen ? withoutImages(message) : message;
        return isForeign && seen.role !== "user" ? foreign(seen) : seen;
      });
      return made.role === "assistant" && made.blocks.length === 0 ? [] : [made];
    });
  };
}

function withoutImages(message: Message): Message {
  if (message.role === "assistant") return message;
  const { images = [], ...rest } = message;
  const note = `[${counted(images.length, "picture")}`;
  return { ...rest, content: `${message.content}\n\n${note} left out: this model does not see pictures]`.trim() };
}

function foreign(message: Exclude<Message, { role: "user" }>): Message {
  if (message.role === "tool") return { ...message, toolCallId: wireId(message.toolCallId) };
  return { role: "assistant", blocks: message.blocks.flatMap(plainBlock) } satisfies AssistantMessage;
}

/** A block for another model. Reasoning is dropped and not turned into text, because models imitate what they read as their own text. */
function plainBlock(block: Block): readonly Block[] {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? [] : [{ type: "text", text: block.text }];
    case "call":
      return [{ type: "call", id: wireId(block.id), name: block.name, arguments: block.arguments }];
    case "think":
    case "opaque":
      return [];
  }
}

/** The call ids of a conversation as requests contain them. New ids must differ, but some models count from zero in each answer. */
export function takenIds(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap((message) => (message.role === "assistant" ? callsOf(message).map(({ id }) => wireId(id)) : [])),
  );
}
