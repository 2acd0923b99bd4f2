/** Tool calls as XML in the text, for models without tool support. It wraps a ChatModel; callers see ordinary calls. */

import { callsOf, textOf, type AnswerPart, type AssistantMessage, type Block } from "../protocol/message.ts";
import { failedCallOf, type ChatModel, type ChatReply, type ChatRequest } from "../protocol/model.ts";
import { positionDigest } from "./adapter.ts";
import { createPlainView, notePart } from "./xml/conversation.ts";
import { createLiveText } from "./xml/live-text.ts";
import { watchFirstCall, type FirstCall } from "./xml/first-call.ts";
import { schemasOf, type Tools } from "./xml/leaked-calls.ts";
import { readXmlAnswer, type Rest, type XmlAnswer } from "./xml/parser.ts";
import { systemWithTools } from "./xml/prompt.ts";
import { writtenCallsIn } from "./xml/written-calls.ts";

/** Wraps a model. Its native calls stay unchanged. */
export function withXmlTools(model: ChatModel): ChatModel {
  const plainView = createPlainView();
  const plain = (request: ChatRequest): ChatRequest => ({
    ...request,
    system: systemWithTools(request),
    tools: [],
    understood: [],
    messages: plainView(request.messages),
  });
  return {
    ...model,
    features: new Set([...model.features, "tool_use"]),
    estimate: (request) => model.estimate(plain(request)),
    chat: async (request, options) => {
      const tools = schemasOf(request);
      const live = options.onPart && createLiveText(options.onPart, { tools, callId: callIdOf(request) });
      const first = watchFirstCall(tools);
      const onPart = (part: AnswerPart): void => {
        live?.(part);
        first.take(part);
      };
      const signal = AbortSignal.any([options.signal, first.signal]);
      const reply = await model
        .chat(plain(request), { ...options, signal, onPart })
        .catch((error: unknown) => endedReply(error, first, options.signal))
        .finally(first.close);
      return withCalls(reply, request, first.endedAt());
    },
  };
}

/** The reply of an answer that was stopped after its call, with its known token counts. Throws all other errors. */
function endedReply(error: unknown, first: FirstCall, stop: AbortSignal): ChatReply {
  const failed = failedCallOf(error);
  if (failed === undefined || stop.aborted || !first.signal.aborted) throw error;
  const { usage, estimated, costUsd } = failed;
  return { message: first.message(), usage, estimated, costUsd };
}

/** The reply with the call in its text as a real call. `endedAt`: the length of the text that counts. */
function withCalls(reply: ChatReply, request: ChatRequest, endedAt?: number): ChatReply {
  const { message } = reply;
  if (request.tools.length === 0 || callsOf(message).length > 0) return reply;
  const wasCut = reply.isCut === true && endedAt === undefined;
  const tools = schemasOf(request);
  const text = textOf(message).slice(0, endedAt);
  const answer = inMarkup(readXmlAnswer(text, { tools, isCut: wasCut }), text, tools);
  const { call, isCut } = answer;
  const rest: Rest | undefined = endedAt === undefined ? answer.rest : { kind: "ended" };
  if (call === undefined && rest === undefined) return isCut ? { ...reply, isCut } : reply;
  const kept = blocksUpTo(answer.kept, message.blocks);
  const isFirst = kept.every(({ type }) => type !== "text");
  const note = rest === undefined ? [] : [notePart(rest, isFirst)];
  const calls: readonly Block[] = call === undefined ? [] : [{ type: "call", id: callIdOf(request), ...call }];
  return {
    ...reply,
    message: { ...message, blocks: [...kept, ...note, ...calls] },
    ...(isCut || reply.isCut === true ? { isCut } : {}),
  };
}

/** The answer with the first call in markup of the model's training, where it has none in XML. */
function inMarkup(answer: XmlAnswer, text: string, tools: Tools): XmlAnswer {
  if (answer.call !== undefined || answer.rest !== undefined) return answer;
  const { kept, calls: [call, ...more] = [] } = writtenCallsIn(text, tools) ?? { kept: text.length };
  if (call === undefined) return answer;
  const names = [...new Set(more.map(({ name }) => name))];
  const rest = more.length === 0 ? {} : { rest: { kind: "more_calls", count: more.length, names } as const };
  return { kept, call, isCut: answer.isCut, ...rest };
}

/** The id of the call, which follows from the position in the conversation. */
function callIdOf(request: ChatRequest): string {
  return `call_${positionDigest(request)}_0`;
}

/** The reasoning, and the first `kept` characters of the text. */
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
