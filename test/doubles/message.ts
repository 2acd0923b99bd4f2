/** Messages of the model, for tests. */

import type { AssistantMessage, Block, ToolCall } from "../../src/protocol/message.ts";

/** What the model said, and then called. */
export function said(spoken: string | readonly Block[], ...calls: readonly ToolCall[]): AssistantMessage {
  const blocks: readonly Block[] = typeof spoken === "string" ? [{ type: "text", text: spoken }] : spoken;
  return { role: "assistant", blocks: [...blocks, ...calls.map((call) => ({ type: "call", ...call }) as const)] };
}
