/** Messages of the conversation, independent of providers. `llm/` translates them to and from each provider's format. */

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** Reasoning. `signature` and `redacted` are opaque and must go back to the provider unchanged (Anthropic). */
export interface ThinkPart {
  readonly type: "think";
  readonly text: string;
  readonly signature?: string;
  readonly redacted?: string;
}

/** A call as the model wrote it; `arguments` is JSON text that may not parse. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A picture for the model. Its type was read from its bytes. */
export interface ImagePart {
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  /** Base64, without line breaks. */
  readonly data: string;
  /** Its address without secrets, which the model reads before the picture. */
  readonly source?: string;
}

interface UserMessage {
  readonly role: "user";
  readonly content: string;
  /** Shown after the text, in order. Only for models with the feature `image_in`. */
  readonly images?: readonly ImagePart[];
  /** Written by the runner, not by a person: reminders, checkpoint marks. Never sent to a provider. */
  readonly synthetic?: true;
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: readonly (TextPart | ThinkPart)[];
  readonly toolCalls: readonly ToolCall[];
}

export interface ToolMessage {
  readonly role: "tool";
  readonly toolCallId: string;
  readonly content: string;
  readonly isError: boolean;
}

export type Message = UserMessage | AssistantMessage | ToolMessage;

/** The visible text of an assistant message, reasoning left out. */
export function textOf(message: AssistantMessage): string {
  return message.content
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("");
}

/** Calls of one message that are kept; a loop in a model has produced hundreds. The engine runs fewer, and tells the model so. */
export const MAX_KEPT_CALLS = 200;
