/** The text of the model's answer, which may go on over several messages, and placeholders for missing words. */

import {
  callsOf,
  extraOf,
  textOf,
  type AssistantMessage,
  type Message,
  type TextBlock,
} from "../../protocol/message.ts";
import { isCheckpointMark } from "./mailbox.ts";

/** Placeholder of a message that was cut off inside its reasoning. */
export const CUT_IN_THOUGHT = "(cut off while reasoning)";
/** Placeholder of a message with which the model ended without a word. */
export const NO_WORDS = "(no words)";
/** Ends an answer whose end is missing. */
const CUT_MARK = "[The answer ends here, because it was cut off at the output limit.]";

/** What the model reads after its text was cut off at the output limit. */
export const GO_ON =
  "Your message was cut off at the output limit. Go on where it ended, in fewer words; write a large file in several smaller edits.";

/** What the model reads after reasoning used up the output limit. Its next answer may be longer. */
export const SAY_SOMETHING =
  "Your whole message was reasoning, and it was cut off at the output limit before you said or called anything. Reason briefly now: call one tool, or answer in a few sentences.";

/** The message with the placeholder, if it has neither words nor calls, which several providers refuse. */
export function withPlaceholder(message: AssistantMessage, placeholder: string): AssistantMessage {
  if (textOf(message).trim() !== "" || callsOf(message).length > 0) return message;
  return { ...message, blocks: [...message.blocks, { type: "text", text: placeholder }] };
}

export function isOnly(placeholder: string, message: AssistantMessage): boolean {
  return textOf(message).trim() === placeholder;
}

/** Whether the newest thing that the model was told begins with this note. */
export function isNewestNote(note: string, messages: readonly Message[]): boolean {
  const told = messages.findLast((message) => message.role !== "assistant" && !isCheckpointMark(message));
  return told !== undefined && isNote(note, told);
}

function isNote(note: string, message: Message): boolean {
  return message.role === "user" && message.synthetic === true && message.content.startsWith(note);
}

/** The answer at the end of the conversation: the newest message of the model with the pieces before it. */
export function answerAtEnd(messages: readonly Message[]): string {
  let answer = "";
  for (const message of messages.toReversed()) {
    if (isCheckpointMark(message) || isNote(GO_ON, message) || isNote(SAY_SOMETHING, message)) continue;
    if (message.role !== "assistant" || callsOf(message).length > 0) break;
    if (!isOnly(CUT_IN_THOUGHT, message) && !isOnly(NO_WORDS, message)) answer = continued(spoken(message), answer);
  }
  return answer;
}

/** The answer whose last piece was cut off, with a mark at its end; undefined when there is none. */
export function cutAnswerAtEnd(messages: readonly Message[]): string | undefined {
  const answer = answerAtEnd(messages);
  return answer === "" ? undefined : `${answer.trimEnd()}\n\n${CUT_MARK}`;
}

/** The text of one message. Separate statements, such as a comment before a search and the answer after it, are paragraphs. */
function spoken({ blocks }: AssistantMessage): string {
  let text = "";
  let before: TextBlock | undefined;
  for (const block of blocks) {
    if (block.type !== "text") {
      before = undefined;
      continue;
    }
    // Anthropic divides one sentence with citations into several blocks; OpenAI's separate statements have ids and phases of their own.
    const goesOn = before !== undefined && placeOf(before) === placeOf(block);
    text = goesOn || text.trim() === "" || block.text.trim() === "" ? text + block.text : paragraphs(text, block.text);
    before = block;
  }
  return text;
}

function placeOf(block: TextBlock): string {
  const { id, phase } = extraOf(block);
  return JSON.stringify([id, phase]);
}

function paragraphs(before: string, after: string): string {
  return `${before.trimEnd()}\n\n${after.trimStart()}`;
}

/** Most characters at the seam that a model may write twice. */
const MAX_OVERLAP = 400;
/** Fewest of them inside a word, and behind one: two lines of code may well be equal. */
const MIN_OVERLAP = { inWord: 3, behindWord: 20 };
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;

/** Joins two pieces of an answer. What the second one repeats of the first one's end is left out. */
function continued(before: string, after: string): string {
  if (before === "" || after === "") return before + after;
  const least = ENDS_IN_WORD.test(before) ? MIN_OVERLAP.inWord : MIN_OVERLAP.behindWord;
  for (let length = Math.min(MAX_OVERLAP, before.length, after.length); length >= least; length -= 1) {
    const isWhole = !ENDS_IN_WORD.test(before.slice(0, -length)) || !ENDS_IN_WORD.test(after.slice(0, 1));
    if (isWhole && before.endsWith(after.slice(0, length))) return before + after.slice(length);
  }
  // A piece that begins with a capital letter or a list begins a sentence; it seldom ends a word that was cut, except in code.
  const isNew = /\S$/.test(before) && /^(?:\p{Lu}|[#*|>-] )/u.test(after) && before.split("```").length % 2 === 1;
  return isNew ? paragraphs(before, after) : before + after;
}
