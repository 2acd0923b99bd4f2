/** A conversation from elsewhere that a run begins with: what it asks of the model. */

import { configError } from "../../protocol/error.ts";
import type { Message } from "../../protocol/message.ts";
import type { ChatModel } from "../../protocol/model.ts";

/** Throws `config.invalid` when the conversation alone is larger than the model's window. */
export function requireRoom(
  messages: readonly Message[],
  { name, window, estimate }: Pick<ChatModel, "name" | "window" | "estimate">,
): void {
  if (messages.length === 0) return;
  const tokens = estimate({ system: "", tools: [], messages, cacheKey: "" });
  if (tokens < window) return;
  throw configError(
    `The imported conversation does not fit the model: about ${tokens} tokens, and the window of ${name} has ${window}.`,
    "Import a shorter one, or choose a model with a larger window (kimi-runner models).",
  );
}

/** How many pictures the model would be shown of it. */
export function imagesIn(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + (message.role === "user" ? (message.images ?? []).length : 0), 0);
}
