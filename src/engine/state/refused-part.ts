/** Takes out of the conversation what the provider refuses of it: otherwise every later request would be refused too, also after a resume. */

import { counted } from "../../base/words.ts";
import { hasPart, type Message, type PromptPart } from "../../protocol/message.ts";
import type { Turn } from "../../protocol/turn.ts";

/** Takes the part out. Returns false when no message has it, so that the request cannot be mended. */
export async function leaveOut(part: PromptPart, { context, emit, model }: Turn): Promise<boolean> {
  const positions = positionsOf(part, context.messages);
  if (positions.length === 0) return false;
  await context.strip(part, positions);
  const words = part === "pictures" ? "the pictures" : "the earlier reasoning";
  const text = `${model.name} refused ${words} in ${counted(positions.length, "message")}; the run goes on without them.`;
  await emit({ type: "warning", text: part === "pictures" ? text : text.replace("without them", "without it") });
  return true;
}

/** Pictures that came after the newest answer are the refused ones, because those before it were taken; else all of them. */
function positionsOf(part: PromptPart, messages: readonly Message[]): readonly number[] {
  const all = messages.flatMap((message, at) => (hasPart(part, message) ? [at] : []));
  const newest = messages.findLastIndex(({ role }) => role === "assistant");
  const fresh = all.filter((at) => at > newest);
  return fresh.length > 0 ? fresh : all;
}
