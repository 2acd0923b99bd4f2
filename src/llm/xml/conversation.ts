/** A conversation with calls and results as plain alternating messages. It depends on them alone and only grows. */

import { counted } from "../../base/words.ts";
import {
  callsOf,
  imagesOf,
  textOf,
  type AssistantMessage,
  type Message,
  type TextBlock,
  type ToolCall,
} from "../../protocol/message.ts";
import { element, itemName } from "./prompt.ts";
import type { Rest } from "./parser.ts";
import { VERBATIM } from "./values.ts";
import { argumentsObject } from "../wire/wire-value.ts";

type UserMessage = Extract<Message, { role: "user" }>;

/** Creates the view of conversations for a model without tools. Objects are kept, because estimates are remembered by object. */
export function createPlainView(): (messages: readonly Message[]) => readonly Message[] {
  const spoken = new WeakMap<AssistantMessage, AssistantMessage>();
  /** By the last message that was heard. */
  const answers = new WeakMap<Message, Heard & { readonly plain: UserMessage }>();
  const say = (message: AssistantMessage): AssistantMessage => {
    const plain = spoken.get(message) ?? assistantMessage(message);
    spoken.set(message, plain);
    return plain;
  };
  const hear = (heard: Heard): readonly UserMessage[] => {
    const last = heard.messages.at(-1);
    if (last === undefined) return [];
    const known = answers.get(last);
    if (known !== undefined && isSame(known, heard)) return [known.plain];
    const plain = userMessage(heard);
    answers.set(last, { ...heard, plain });
    return [plain];
  };
  return (messages) => {
    const plain: Message[] = [];
    let heard: Heard = { asked: undefined, messages: [] };
    for (const message of messages) {
      if (message.role !== "assistant") {
        heard.messages.push(message);
        continue;
      }
      plain.push(...hear(heard), say(message));
      heard = { asked: message, messages: [] };
    }
    return [...plain, ...hear(heard)];
  };
}

/** The messages between two assistant messages. */
interface Heard {
  /** The assistant message before them. */
  readonly asked: AssistantMessage | undefined;
  readonly messages: Exclude<Message, AssistantMessage>[];
}

function isSame(one: Heard, other: Heard): boolean {
  const isAlike = one.asked === other.asked && one.messages.length === other.messages.length;
  return isAlike && one.messages.every((message, at) => message === other.messages[at]);
}

/** One user message: first the results, then the note about the model's message, then the user's texts. */
function userMessage({ asked, messages }: Heard): UserMessage {
  const note = asked === undefined ? undefined : noteOf(asked)?.text.trim();
  const [only] = messages;
  if (note === undefined && messages.length === 1 && only?.role === "user") return only;
  const results = messages.filter((message) => message.role === "tool");
  const users = messages.filter((message) => message.role === "user");
  const blocks = [
    ...results.map(({ toolCallId, content }) => `[${nameOf(toolCallId, asked)}] Result:\n${content}`),
    note ?? "",
    ...users.map(({ content }) => content),
  ];
  const images = [...results, ...users].flatMap(imagesOf);
  const content = blocks.filter((block) => block !== "").join("\n\n");
  return { role: "user", content, ...(images.length === 0 ? {} : { images }) };
}

function nameOf(callId: string, asked: AssistantMessage = { role: "assistant", blocks: [] }): string {
  return callsOf(asked).find(({ id }) => id === callId)?.name ?? "tool";
}

function assistantMessage(message: AssistantMessage): AssistantMessage {
  const note = noteOf(message);
  const made = callsOf(message);
  if (note === undefined && made.length === 0) return message;
  const blocks = message.blocks.filter((block) => block.type !== "call" && block !== note);
  const before = textOf({ blocks }).trim() === "" ? "" : "\n\n";
  const calls = made.map(callText).join("\n\n");
  // Providers refuse an assistant message without text.
  const words = calls === "" && before === "" ? "…" : calls;
  const spoken: readonly TextBlock[] = words === "" ? [] : [{ type: "text", text: `${before}${words}` }];
  return { ...message, blocks: [...blocks, ...spoken] };
}

/** A call as text. Arguments that are not a JSON object stay unchanged. */
function callText({ name, arguments: text }: ToolCall): string {
  const { unparsed_arguments: unparsed, ...values } = argumentsObject(text);
  const inner =
    typeof unparsed === "string" ? [unparsed] : Object.entries(values).map(([key, value]) => memberText(key, value));
  return element(name, `\n${inner.map((line) => `${line}\n`).join("")}`);
}

function memberText(name: string, value: unknown): string {
  if (typeof value === "string") {
    return element(name, VERBATIM.has(name) || value.includes("\n") ? `\n${value}\n` : value);
  }
  if (Array.isArray(value) && value.length > 0) {
    return element(name, `\n${value.map((item) => memberText(itemName(name), item)).join("\n")}\n`);
  }
  const members = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  if (members.length === 0) return element(name, JSON.stringify(value));
  return element(name, `\n${members.map(([key, member]) => memberText(key, member)).join("\n")}\n`);
}

const NOTE = /^\s*\[(?:Not carried out|Left out): .*\]$/;

/** A note about the part of a message that does not count. It ends the message for people; the model reads it before its next step. */
export function notePart(rest: Rest, isFirst: boolean): TextBlock {
  return { type: "text", text: `${isFirst ? "" : "\n\n"}[${noteText(rest)}]` };
}

function noteText(rest: Rest): string {
  switch (rest.kind) {
    case "more_calls": {
      const calls = counted(rest.count, "further call");
      return `Not carried out: ${calls} (${rest.names.join(", ")}). Only the first call of a message is; send the next one after its result.`;
    }
    case "more_text":
      return "Left out: the text after the call. End your message with its call.";
    case "ended":
      return "Not carried out: what came after the first call, where your message was ended. Send one call in a message, at its end.";
    case "cut_call":
      return `Not carried out: ${rest.name}, which was cut off at the output limit. Send the whole call again, with less in it.`;
  }
}

function noteOf({ blocks }: AssistantMessage): TextBlock | undefined {
  const last = blocks.findLast(({ type }) => type !== "call");
  return last?.type === "text" && NOTE.test(last.text) ? last : undefined;
}
