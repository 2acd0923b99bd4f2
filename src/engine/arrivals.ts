/** Messages for the model before a step: from the driving process, about background work, about limits and about states. */

import { wordsOf, type Arrival, type Message } from "../protocol/message.ts";
import type { Turn } from "../protocol/turn.ts";
import type { PressedLimit } from "../protocol/wire.ts";

/** Appends what arrived since the last step as user messages. */
export async function receive(turn: Turn, step: number): Promise<void> {
  const { inbox, emit, hooks, budget, context, agentId } = turn;
  const messages: Message[] = [];
  for (const arrival of await inbox.take()) {
    const { kind, text } = arrival;
    if (kind === "steer") await emit({ type: "steer.input", text });
    else {
      await emit({ type: "notification", text });
      const fields = { message: text, notification_type: "notice", body: text };
      await hooks.tell({ event: "Notification", target: "", also: ["notice"], fields });
    }
    messages.push(arrivalMessage(arrival));
  }
  const state = turn.reminder(step);
  if (state !== undefined && !isSaid(reminder(state), turn)) messages.push(reminder(state));
  for (const limit of budget.pressed(agentId)) {
    await emit({ type: "limit.pressed", limit });
    messages.push(reminder(`${budget.left(limit)} left. ${ADVICE[limit]}`));
  }
  if (messages.length > 0) await context.append(...messages);
}

/** The message that the model reads for an arrival. */
export function arrivalMessage({ kind, text }: Arrival): Message {
  return kind === "steer" ? { role: "user", content: text } : reminder(text);
}

/** Whether the message is already there, appended by a process that ended before its step. */
function isSaid(arrived: Message, { context: { messages } }: Turn): boolean {
  const said = messages.slice(messages.findLastIndex(({ role }) => role !== "user") + 1);
  return said.some((message) => wordsOf(message) === wordsOf(arrived));
}

const CLOSE = "Bring what you have to a good end: finish, check it, and say what is missing.";
const ADVICE: Readonly<Record<PressedLimit, string>> = {
  steps: CLOSE,
  minutes: CLOSE,
  cost: `${CLOSE} Avoid reading more than you need.`,
  tokens: `${CLOSE} Avoid reading more than you need.`,
};

export function reminder(text: string): Message {
  return { role: "user", content: `<system-reminder>\n${text}\n</system-reminder>`, synthetic: true };
}
