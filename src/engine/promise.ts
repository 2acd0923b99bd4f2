/** An answer that announces work and calls nothing. The model is told so once; after that the run says that nothing was done. */

import { textOf, type AssistantMessage, type Message } from "../protocol/message.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";

const NUDGE =
  "You said what you would do next and called no tool, so that nothing was done. Do it now by calling a tool. If the work is done, say in a few sentences what you did.";

/** What a person says right before doing something themselves. */
const BEGIN = String.raw`(?:I(?:['’]ll| will|['’]m going to| am going to)|let me|let['’]s)`;
const SOON = String.raw`(?: (?:now|first|then|also|quickly|go ahead and|start by|begin by|continue by))*`;
const WORK =
  "(?:start|begin|read|look|check|examin|inspect|explor|search|find|open|run|fix|edit|chang|modif|updat|writ|creat|add|implement|investigat|analy[sz]|tak(?:e|ing) a look|continu|proceed|try|apply|mak|test|verify|list|locat|get|view|see|trac|refactor)";
const ENGLISH = new RegExp(String.raw`(?:^|[\s,;:(])${BEGIN}${SOON} ${WORK}`, "i");
const CHINESE =
  /(?:让我|我(?:先|来|将|会|现在|接下来)|接下来)[^。！？\n]{0,40}(?:看|读|查|找|搜|改|修|写|运行|执行|分析|开始|检查|实现|测试)/;

/** Offers to the reader, which end honest reports. */
const OFFER = /let me know|if you|would you|should I|wait for|once you/i;

/** The end of a turn at an answer without calls: undefined when the model was told to go on. */
export async function endAtText(message: AssistantMessage, turn: Turn): Promise<TurnStop | undefined> {
  const text = textOf(message);
  if (!announcesWork(text)) return { stop: "end_turn", text };
  const { messages } = turn.context;
  const isNudge = (one: Message | undefined): boolean => one?.role === "user" && one.content === NUDGE;
  if (isNudge(messages.findLast(({ role }) => role !== "assistant"))) {
    return { stop: "stuck", reason: "The model announced work twice and did none of it." };
  }
  const first = messages.findLastIndex((one) => one.role === "user" && one.synthetic !== true) + 1;
  if (messages.slice(first).some(isNudge)) return { stop: "end_turn", text };
  await turn.context.append({ role: "user", content: NUDGE, synthetic: true });
  return undefined;
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
