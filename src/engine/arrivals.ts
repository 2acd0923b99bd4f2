/** What the model is told between its steps: words of a driving process, ends of background work, limits, states. */

import type { Message } from "../protocol/message.ts";
import type { Turn } from "../protocol/turn.ts";
import type { PressedLimit } from "../protocol/wire.ts";

/** Appends what arrived since the last step, as messages of the user. */
export async function receive(turn: Turn, step: number): Promise<void> {
  const { inbox, emit, hooks, budget, context } = turn;
  const messages: Message[] = [];
  for (const { kind, text } of await inbox.take()) {
    if (kind === "steer") {
      await emit({ type: "steer.input", text });
      messages.push({ role: "user", content: text });
      continue;
    }
    await emit({ type: "notification", text });
    await hooks.tell({ event: "Notification", target: "", fields: { message: text } });
    messages.push(reminder(text));
  }
  const state = turn.reminder(step);
  if (state !== undefined) messages.push(reminder(state));
  for (const limit of budget.pressed()) {
    await emit({ type: "limit.pressed", limit });
    messages.push(reminder(`${budget.left(limit)} left. ${ADVICE[limit]}`));
  }
  if (messages.length > 0) await context.append(...messages);
}

const CLOSE = "Bring what you have to a good end: finish, check it, and say what is missing.";
const ADVICE: Readonly<Record<PressedLimit, string>> = {
  steps: CLOSE,
  minutes: CLOSE,
  cost: `${CLOSE} Avoid reading more than you need.`,
  tokens: `${CLOSE} Avoid reading more than you need.`,
};

/** A message that no person wrote. */
function reminder(text: string): Message {
  return { role: "user", content: `<system-reminder>\n${text}\n</system-reminder>`, synthetic: true };
}
