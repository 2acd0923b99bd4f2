/** What a run begins with besides its prompt: an imported conversation and pictures, and whether the models can take them. */

import { configError } from "../../protocol/error.ts";
import type { ImagePart, Message } from "../../protocol/message.ts";
import type { ChatModel } from "../../protocol/model.ts";
import type { TaskPictures } from "./request.ts";

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

/** How many pictures of a conversation the model would be shown. */
export function imagesIn(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + (message.role === "user" ? (message.images ?? []).length : 0), 0);
}

interface ShownPictures {
  readonly images: readonly ImagePart[];
  /** Tells the model about pictures that it cannot see. */
  readonly note?: string;
  readonly warnings: readonly string[];
}

/** The pictures for the first message. The policy may say whether a model takes images, so the models must be known. */
export async function shownPictures(
  pictures: TaskPictures | undefined,
  models: readonly (Pick<ChatModel, "features"> | undefined)[],
): Promise<ShownPictures> {
  if (pictures === undefined) return { images: [], warnings: [] };
  const { count, fetched } = pictures;
  if (models.every((model) => model === undefined || model.features.has("image_in"))) return fetched;
  const note =
    count === 1
      ? "One picture in what was written is not shown to you: this model takes no images."
      : `${count} pictures in what was written are not shown to you: this model takes no images.`;
  return { images: [], note, warnings: [] };
}
