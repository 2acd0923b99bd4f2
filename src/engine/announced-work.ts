/** Turns that end without the work being done. The model is reminded once; then the outcome says what is missing. */

import { callsOf, type AssistantMessage, type Message } from "../protocol/message.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import { answerAtEnd, isOnly, NO_WORDS } from "./state/answer.ts";
import type { Progress } from "./state/progress.ts";

const NUDGE =
  "You said what you would do next and called no tool, so that nothing was done. Do it now by calling a tool. If the work is done, say in a few sentences what you did.";

/** Patterns of a sentence that announces what the speaker does next. */
const BEGIN = String.raw`(?:I(?:['’]ll| will|['’]m going to| am going to)|let me|let['’]s)`;
const SOON = String.raw`(?: (?:now|first|then|also|quickly|go ahead and|start by|begin by|continue by))*`;
const WORK =
  "(?:start|begin|read|look|check|examin|inspect|explor|search|find|open|run|fix|edit|chang|modif|updat|writ|creat|add|implement|investigat|analy[sz]|tak(?:e|ing) a look|continu|proceed|try|apply|mak|test|verify|list|locat|get|view|see|trac|refactor)";
const ENGLISH = new RegExp(String.raw`(?:^|[\s,;:(])${BEGIN}${SOON} ${WORK}`, "i");
const CHINESE =
  /(?:让我|我(?:先|来|将|会|现在|接下来)|接下来)[^。！？\n]{0,40}(?:看|读|查|找|搜|改|修|写|运行|执行|分析|开始|检查|实现|测试)/;

/** Offers to the reader, with which honest reports end. */
const OFFER = /let me know|if you|would you|should I|wait for|once you/i;

/** How the turn ends after an answer without calls; undefined when the model was told to continue. */
export async function stopAfterText(message: AssistantMessage, turn: Turn): Promise<TurnStop | undefined> {
  if (isOnly(NO_WORDS, message)) return stopWithoutWords(turn);
  const text = answerAtEnd(turn.context.messages);
  if (!announcesWork(text)) return { stop: "end_turn", text };
  const newest = turn.context.messages.findLast(({ role }) => role !== "assistant");
  if (isNote(NUDGE, newest)) {
    return { stop: "stuck", reason: "The model announced work twice and did none of it." };
  }
  if (isTold(NUDGE, turn)) return { stop: "end_turn", text };
  await turn.context.append({ role: "user", content: NUDGE, synthetic: true });
  return undefined;
}

const WORDLESS =
  "Your last message was empty: it had neither words nor a tool call. If there is work left, go on with a call. If the work is done, say in a few sentences what you did.";

/** The end of a turn whose last message has no words: what was done counts. A model that did nothing at all is stuck. */
async function stopWithoutWords(turn: Turn): Promise<TurnStop | undefined> {
  if (!isTold(WORDLESS, turn)) {
    await turn.context.append({ role: "user", content: WORDLESS, synthetic: true });
    return undefined;
  }
  const hasWorked = sinceWords(turn).some((message) => message.role === "assistant" && callsOf(message).length > 0);
  if (hasWorked) return { stop: "end_turn", text: "" };
  return { stop: "stuck", reason: "The model's answer was empty twice, and it called no tool." };
}

const NO_CHANGE =
  "You were asked for a change, and no file is changed. If there is something to change, do it now. If there is nothing to change, or you cannot do it, end again, and say in a few sentences why.";

/** The reminder for a fix without a change; undefined when something changed or the model was reminded already. */
export function missingChange(turn: Turn, { snapshots }: Pick<Progress, "snapshots">): string | undefined {
  if (turn.success?.mustChange !== true || snapshots.hasChanged() || isTold(NO_CHANGE, turn)) return undefined;
  return NO_CHANGE;
}

function isNote(note: string, message: Message | undefined): boolean {
  return message?.role === "user" && message.content === note;
}

/** Whether the model has been told the note since the last message of a person. */
function isTold(note: string, turn: Turn): boolean {
  return sinceWords(turn).some((message) => isNote(note, message));
}

/** The messages after the last one of a person. */
function sinceWords({ context: { messages } }: Turn): readonly Message[] {
  return messages.slice(messages.findLastIndex((one) => one.role === "user" && one.synthetic !== true) + 1);
}

/** Whether the last sentence of an answer announces work. */
export function announcesWork(text: string): boolean {
  const last = text
    .split(/(?<=[.!?:。！？…])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .findLast((sentence) => sentence !== "");
  if (last === undefined || OFFER.test(last)) return false;
  return ENGLISH.test(last) || CHINESE.test(last);
}
