/** The lines of Kimi CLI's context file, as a fold over the events that change the context. Pure: `context-file.ts` writes the file. */

import { callsOf, isSilent, sealOf, type Block, type Message } from "../protocol/message.ts";
import { reads } from "../protocol/readers.ts";
import type { EventOf, JournalRecord, WireEvent } from "../protocol/wire.ts";

/** What an event does to the lines of the file. Lines have no newlines. */
type Edit =
  /** `_system_prompt`, `_checkpoint`, `_usage`, else a chat message. */
  | { readonly kind: "add"; readonly lines: readonly string[] }
  | { readonly kind: "rewrite"; readonly from: (lines: readonly string[]) => readonly string[] };

/** Undefined for an event that changes no line by itself. */
export function editOf(event: WireEvent): Edit | undefined {
  if (!reads("context.jsonl", event)) return undefined;
  switch (event.type) {
    case "context.system":
      return adding({ role: "_system_prompt", content: event.text });
    case "context.append":
      return adding(...event.messages.map(messageRecord));
    case "context.usage":
      return adding({ role: "_usage", token_count: event.tokens });
    case "context.checkpoint":
      return adding({ role: "_checkpoint", id: event.id });
    case "context.revert":
      return { kind: "rewrite", from: (lines) => beforeCheckpoint(lines, event.to) };
    case "context.prune":
      return { kind: "rewrite", from: (lines) => withContent(lines, event.positions, () => event.text) };
    case "context.strip":
      return { kind: "rewrite", from: (lines) => stripped(lines, event) };
    case "context.clear":
      return { kind: "rewrite", from: () => [] };
    case "compaction.begin":
    case "compaction.end":
    case "session.resume":
    case "session.end":
      return undefined;
  }
}

function adding(...records: readonly object[]): Edit {
  return { kind: "add", lines: records.map((record) => JSON.stringify(record)) };
}

function beforeCheckpoint(lines: readonly string[], id: number): readonly string[] {
  const end = lines.findIndex((line) => {
    const record = JSON.parse(line) as { readonly role?: string; readonly id?: number };
    return record.role === "_checkpoint" && record.id === id;
  });
  return end === -1 ? lines : lines.slice(0, end);
}

/** Leaves out the parts of a message that the provider refused. */
function stripped(lines: readonly string[], { positions, part }: EventOf<"context.strip">): readonly string[] {
  const refused = part === "pictures" ? "image_url" : "think";
  return withContent(lines, positions, (content) =>
    Array.isArray(content) ? content.filter((one: { readonly type?: unknown }) => one.type !== refused) : content,
  );
}

function withContent(
  lines: readonly string[],
  positions: readonly number[],
  change: (content: unknown) => unknown,
): readonly string[] {
  const changed = new Set(positions);
  let position = -1;
  return lines.map((line) => {
    const record = JSON.parse(line) as { readonly role: string; readonly content?: unknown };
    if (record.role.startsWith("_")) return line;
    position += 1;
    return changed.has(position) ? JSON.stringify({ ...record, content: change(record.content) }) : line;
  });
}

/** The context at the end of a journal as lines. Every call has a result, as Kimi CLI and providers demand. */
export function renderContext(records: readonly JournalRecord[]): string {
  const lines = contextLines(records);
  const last = records.findLast(({ event: { type } }) => type === "session.end" || type === "session.resume");
  return linesText([...lines, ...missingResults(lines, last?.event)]);
}

/** The lines of a journal as they are, perhaps with calls at their end whose results are still to come. */
export function contextLines(records: readonly JournalRecord[]): readonly string[] {
  let lines: string[] = [];
  /** The lines before a compaction under way. A compaction that a process did not finish did not happen. */
  let kept: string[] | undefined;
  for (const { event } of records) {
    if (event.type === "compaction.begin") kept = [...lines];
    else if (event.type === "compaction.end") kept = undefined;
    else if (event.type === "session.resume" && kept !== undefined) {
      lines = kept;
      kept = undefined;
    }
    const edit = editOf(event);
    if (edit?.kind === "add") lines.push(...edit.lines);
    if (edit?.kind === "rewrite") lines = [...edit.from(lines)];
  }
  return lines;
}

/** The line of the newest message, if it has calls without results, and how many lines are before it. */
export function openCalls(
  lines: readonly string[],
): { readonly at: number; readonly ids: readonly string[] } | undefined {
  const at = lines.findLastIndex((line) => line.startsWith(`{"role":"assistant"`));
  if (at === -1) return undefined;
  const { tool_calls: calls = [] } = JSON.parse(lines[at] ?? "") as {
    readonly tool_calls?: readonly { readonly id: string }[];
  };
  const ids = calls.map(({ id }) => id);
  for (const line of lines.slice(at + 1)) {
    const { role, tool_call_id: id } = JSON.parse(line) as { readonly role: string; readonly tool_call_id?: string };
    if (role === "tool" && id !== undefined && ids.includes(id)) ids.splice(ids.indexOf(id), 1);
  }
  return ids.length === 0 ? undefined : { at, ids };
}

/** Lines for the calls at the end that have no result. `last`: the newest end or resume of the session. */
export function missingResults(lines: readonly string[], last: WireEvent | undefined): readonly string[] {
  const isHeld = last?.type === "session.end" && last.outcome === "deferred";
  const content = isHeld
    ? "Error: not run: a person must first approve or reject the calls of this message."
    : "Error: no result of this call was recorded.";
  return (openCalls(lines)?.ids ?? []).map((id) => JSON.stringify({ role: "tool", tool_call_id: id, content }));
}

export function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function messageRecord(message: Message): object {
  switch (message.role) {
    case "user":
      return { role: "user", content: contentOf(message) };
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: contentOf(message) };
    case "assistant": {
      const calls = callsOf(message);
      return {
        role: "assistant",
        content: message.blocks.flatMap(spokenRecord),
        ...(calls.length > 0 && {
          tool_calls: calls.map((call) => ({
            type: "function",
            id: call.id,
            function: { name: call.name, arguments: call.arguments },
          })),
        }),
      };
    }
  }
}

/** The text, or a list of parts where there are pictures. */
function contentOf({ content, images = [] }: Exclude<Message, { role: "assistant" }>): string | readonly object[] {
  if (images.length === 0) return content;
  const urls = images.map(({ mediaType, data }) => ({ url: `data:${mediaType};base64,${data}` }));
  return [{ type: "text", text: content }, ...urls.map((url) => ({ type: "image_url", image_url: url }))];
}

/** Kimi CLI has one field for a provider's signature and for encrypted reasoning. */
function spokenRecord(block: Block): readonly object[] {
  if (block.type === "text") return [{ type: "text", text: block.text }];
  if (block.type !== "think" || isSilent(block)) return [];
  const encrypted = sealOf(block);
  return [{ type: "think", think: block.text, ...(encrypted === undefined ? {} : { encrypted }) }];
}
