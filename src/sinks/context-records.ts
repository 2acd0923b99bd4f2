/** The lines of Kimi CLI's context file, as a fold over the events that change the context. Pure; the file is another's. */

import type { ImagePart, Message, ThinkPart } from "../protocol/message.ts";
import type { JournalRecord, WireEvent } from "../protocol/wire.ts";

/** Lines that an event adds, without newlines: `_system_prompt`, `_checkpoint`, `_usage`, else a chat message. */
export function addedLines(event: WireEvent): readonly string[] {
  switch (event.type) {
    case "context.system":
      return [JSON.stringify({ role: "_system_prompt", content: event.text })];
    case "context.append":
      return event.messages.map((message) => JSON.stringify(messageRecord(message)));
    case "context.usage":
      return [JSON.stringify({ role: "_usage", token_count: event.tokens })];
    case "context.checkpoint":
      return [JSON.stringify({ role: "_checkpoint", id: event.id })];
    default:
      return [];
  }
}

/** What an event leaves of the lines so far; undefined when it takes nothing away. */
export function remainingLines(lines: readonly string[], event: WireEvent): readonly string[] | undefined {
  switch (event.type) {
    case "context.revert": {
      const end = lines.findIndex((line) => isCheckpoint(line, event.to));
      return end === -1 ? lines : lines.slice(0, end);
    }
    case "context.prune": {
      const pruned = new Set(event.positions);
      let position = -1;
      return lines.map((line) => {
        const record = JSON.parse(line) as { readonly role: string };
        if (record.role.startsWith("_")) return line;
        position += 1;
        return pruned.has(position) ? JSON.stringify({ ...record, content: event.text }) : line;
      });
    }
    case "context.clear":
      return [];
    default:
      return undefined;
  }
}

/** The context as it stands at the end of a journal, each line with its newline. */
export function renderContext(records: readonly JournalRecord[]): string {
  let lines: string[] = [];
  /** What stood before a compaction that is under way; one that a process did not bring to its end did not happen. */
  let kept: string[] | undefined;
  for (const { event } of records) {
    if (event.type === "compaction.begin") kept = [...lines];
    else if (event.type === "compaction.end") kept = undefined;
    else if (event.type === "session.resume" && kept !== undefined) {
      lines = kept;
      kept = undefined;
    }
    const remaining = remainingLines(lines, event);
    if (remaining === undefined) lines.push(...addedLines(event));
    else lines = [...remaining];
  }
  return lines.map((line) => `${line}\n`).join("");
}

function messageRecord(message: Message): object {
  switch (message.role) {
    case "user": {
      const { content, images = [] } = message;
      if (images.length === 0) return { role: "user", content };
      return { role: "user", content: [{ type: "text", text: content }, ...images.map(imageRecord)] };
    }
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
    case "assistant":
      return {
        role: "assistant",
        content: message.content.map((part) =>
          part.type === "text" ? { type: "text", text: part.text } : thinkRecord(part),
        ),
        ...(message.toolCalls.length > 0 && {
          tool_calls: message.toolCalls.map((call) => ({
            type: "function",
            id: call.id,
            function: { name: call.name, arguments: call.arguments },
          })),
        }),
      };
  }
}

/** Kimi CLI keeps a provider's signature, and reasoning that nobody may read, in one field. */
function thinkRecord({ text, signature, redacted }: ThinkPart): object {
  const encrypted = signature ?? redacted;
  return { type: "think", think: text, ...(encrypted === undefined ? {} : { encrypted }) };
}

function imageRecord({ mediaType, data }: ImagePart): object {
  return { type: "image_url", image_url: { url: `data:${mediaType};base64,${data}` } };
}

function isCheckpoint(line: string, id: number): boolean {
  const record = JSON.parse(line) as { readonly role?: string; readonly id?: number };
  return record.role === "_checkpoint" && record.id === id;
}
