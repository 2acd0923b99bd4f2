/**
 * `context.jsonl`: what the model saw, in Kimi CLI's own format, so that its tools can read it. A view; resume never
 * reads it. A revert, a clear or a pruning first moves the file to the next free number, as Kimi does, and then writes it anew.
 */

import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Message } from "../protocol/message.ts";
import type { Sink } from "../protocol/wire.ts";

/** Kimi's records: `_system_prompt`, `_checkpoint`, `_usage`, else a chat message. */
function messageRecord(message: Message): object {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.content };
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
    case "assistant":
      return {
        role: "assistant",
        content: message.content.map((part) =>
          part.type === "text" ? { type: "text", text: part.text } : { type: "think", think: part.text },
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

/** Appends to `path`; continues an existing file when a session goes on. */
export function createContextFile(path: string): Sink {
  const append = (...records: readonly object[]): void =>
    appendFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""), { mode: 0o600 });

  return {
    name: "context.jsonl",
    write: ({ event }) => {
      switch (event.type) {
        case "context.system":
          return append({ role: "_system_prompt", content: event.text });
        case "context.append":
          return append(...event.messages.map(messageRecord));
        case "context.usage":
          return append({ role: "_usage", token_count: event.tokens });
        case "context.checkpoint":
          return append({ role: "_checkpoint", id: event.id });
        case "context.revert": {
          const lines = rotate(path);
          const end = lines.findIndex((line) => isCheckpoint(line, event.to));
          writeFileSync(
            path,
            lines
              .slice(0, end === -1 ? lines.length : end)
              .map((line) => `${line}\n`)
              .join(""),
          );
          return undefined;
        }
        case "context.prune": {
          const pruned = new Set(event.positions);
          let position = -1;
          const lines = rotate(path).map((line) => {
            const record = JSON.parse(line) as { readonly role: string };
            if (record.role.startsWith("_")) return line;
            position += 1;
            return pruned.has(position) ? JSON.stringify({ ...record, content: event.text }) : line;
          });
          writeFileSync(path, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
          return undefined;
        }
        case "context.clear":
          rotate(path);
          return undefined;
        default:
          return undefined;
      }
    },
  };
}

/** Moves `name.jsonl` to `name_N.jsonl`, N the smallest number above all taken; returns the old lines. */
function rotate(path: string): string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  let number = 1;
  const numbered = (): string => path.replace(/(\.[^./]*)?$/, `_${number}$1`);
  while (existsSync(numbered())) number += 1;
  renameSync(path, numbered());
  return lines;
}

function isCheckpoint(line: string, id: number): boolean {
  const record = JSON.parse(line) as { readonly role?: string; readonly id?: number };
  return record.role === "_checkpoint" && record.id === id;
}
