/**
 * Tool calls as XML in the answer's text, for models without tool support: a decorator over any ChatModel. The wrapped model gets
 * a plain conversation without tools; the caller sees ordinary tool calls and results.
 */

import { callsOf, textOf, type AssistantMessage, type Block } from "../protocol/message.ts";
import type { ChatModel, ChatReply, ChatRequest, JsonSchema } from "../protocol/model.ts";
import { positionDigest } from "./adapter.ts";
import { createPlainConversation, notePart } from "./xml/conversation.ts";
import { createLiveText } from "./xml/live-text.ts";
import { readXmlAnswer } from "./xml/parser.ts";
import { systemWithTools } from "./xml/prompt.ts";

/** Wraps a model. Native calls that it makes stay unchanged. */
export function withXmlTools(model: ChatModel): ChatModel {
  const plainConversation = createPlainConversation();
  const plain = (request: ChatRequest): ChatRequest => ({
    ...request,
    system: systemWithTools(request),
    tools: [],
    messages: plainConversation(request.messages),
  });
  return {
    ...model,
    features: new Set([...model.features, "tool_use"]),
    estimate: (request) => model.estimate(plain(request)),
    chat: async (request, options) => {
      const { onPart } = options;
      const live = onPart && createLiveText(onPart, { tools: schemasOf(request), callId: callIdOf(request) });
      return withCalls(await model.chat(plain(request), { ...options, onPart: live }), request);
    },
  };
}

/** The reply with the call in its text. */
function withCalls(reply: ChatReply, request: ChatRequest): ChatReply {
  const { message } = reply;
  if (request.tools.length === 0 || callsOf(message).length > 0) return reply;
  const answer = readXmlAnswer(textOf(message), { tools: schemasOf(request), isCut: reply.isCut === true });
  const { call, rest, isCut } = answer;
  if (call === undefined && rest === undefined) return isCut ? { ...reply, isCut } : reply;
  const kept = blocksUpTo(answer.kept, message.blocks);
  const note =
    rest === undefined
      ? []
      : [
          notePart(
            rest,
            kept.every(({ type }) => type !== "text"),
          ),
        ];
  const calls: readonly Block[] = call === undefined ? [] : [{ type: "call", id: callIdOf(request), ...call }];
  return {
    ...reply,
    message: { ...message, blocks: [...kept, ...note, ...calls] },
    ...(isCut ? { isCut } : {}),
  };
}

function schemasOf({ tools, understood = [] }: ChatRequest): ReadonlyMap<string, JsonSchema> {
  return new Map([...tools, ...understood].map(({ name, parameters }) => [name, parameters]));
}

/** It follows from the position in the conversation. */
function callIdOf(request: ChatRequest): string {
  return `call_${positionDigest(request)}_0`;
}

/** Reasoning unchanged, and the text before the call. */
function blocksUpTo(kept: number, blocks: AssistantMessage["blocks"]): readonly Block[] {
  let left = kept;
  return blocks.flatMap((block): readonly Block[] => {
    if (block.type !== "text") return [block];
    const text = block.text.slice(0, Math.max(0, left));
    left -= block.text.length;
    if (text.trim() === "") return [];
    return [{ type: "text", text: left <= 0 ? text.trimEnd() : text }];
  });
}
