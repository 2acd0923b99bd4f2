/** What a compaction keeps, the record that the model condenses, and the resulting conversation. Pure. */

import { headAndTail } from "../../base/truncate.ts";
import { counted } from "../../base/words.ts";
import { callsOf, textOf, wordsOf, type Message } from "../../protocol/message.ts";
import type { ChatModel, ChatRequest } from "../../protocol/model.ts";
import { SHORTER_INSTRUCTION, SUMMARY_INSTRUCTION, SUMMARY_MARK, SUMMARY_SYSTEM } from "./compaction-prompt.ts";
import { estimateMessages } from "./context-size.ts";
import { isCheckpointMark } from "../state/mailbox.ts";

/** Number of newest user and assistant messages that stay unchanged, with the results after them. Kimi's number. */
const KEPT_MESSAGES = 2;
/** Tokens that are kept of the beginning and the end of a long task. Such a task is an event or a log with a request around it. */
const TASK_HEAD_TOKENS = 2_000;
const TASK_TAIL_TOKENS = 20_000;
/** The task's largest share of a small window. */
const MAX_TASK_SHARE = 0.25;
/** A shortened task with its note is a little longer than the limit. Up to this factor, it is not shortened again. */
const TASK_SLACK = 1.1;

export interface Division {
  /** The user's task, which stays: the first message of a person, or the first user message when that one is in `tail`. */
  readonly task: Message;
  /** Later messages of people, which stay as far as there is room, the newest first. */
  readonly asked: readonly Message[];
  /** The messages to condense, which may begin with an earlier summary. */
  readonly earlier: readonly Message[];
  /** The newest messages, which stay. The first one is a user or assistant message, so that no result loses its call. */
  readonly tail: readonly Message[];
}

/** Divides a conversation; undefined when there is nothing to condense. Checkpoint marks are removed: their ids start anew. */
export function divide(all: readonly Message[], model: Pick<ChatModel, "estimate" | "window">): Division | undefined {
  const messages = all.filter((message) => !isCheckpointMark(message));
  const spoken = messages.flatMap((message, at) => (isSpoken(message) ? [at] : []));
  const start = spoken.at(-KEPT_MESSAGES) ?? 0;
  const first = messages.findIndex((message) => message.role === "user" && message.synthetic !== true);
  // Imported messages come before the task. If the task is among the newest messages, the first imported message is used instead.
  const taskAt = first !== -1 && first < start ? first : messages.findIndex(({ role }) => role === "user");
  const task = messages[taskAt];
  if (task === undefined || taskAt >= start) return undefined;
  const before = messages.slice(0, start).toSpliced(taskAt, 1);
  const asked = lastAsked(before, task, model);
  const earlier = before.filter((message) => !asked.includes(message));
  return earlier.every(isSummary) ? undefined : { task, asked, earlier, tail: messages.slice(start) };
}

/** The newest messages of people, oldest first. Messages that a loop or a flow repeated are kept once. */
function lastAsked(messages: readonly Message[], task: Message, model: CompactedOptions["model"]): readonly Message[] {
  const said = new Set([wordsOf(task)]);
  const kept: Message[] = [];
  let room = Math.min(TASK_TAIL_TOKENS, model.window * MAX_TASK_SHARE);
  for (const message of messages.toReversed()) {
    if (message.role !== "user" || message.synthetic === true || isSummary(message) || said.has(message.content))
      continue;
    room -= estimateMessages(model, [message]);
    if (room < 0 && kept.length > 0) break;
    kept.unshift(message);
    said.add(message.content);
  }
  return kept;
}

/** Whether a person or the model wrote the message, not the runner or a tool. */
function isSpoken(message: Message): boolean {
  return message.role === "assistant" || (message.role === "user" && message.synthetic !== true);
}

function isSummary(message: Message): boolean {
  return message.role === "user" && message.content.startsWith(SUMMARY_MARK);
}

/** Shares of the record that are tried in this order while the request does not fit or its answer is cut off. */
export const SUMMARY_SHARES: readonly number[] = [1, 0.7, 0.5, 0.35];

export interface SummaryRequestOptions {
  /** Share of the record's characters: an earlier summary and as many of the newest messages as fit. */
  readonly share: number;
  /** What the summary should preserve above all. */
  readonly focus?: string | undefined;
  /** The previous summary was cut off. */
  readonly isShorter?: boolean | undefined;
  readonly cacheKey: string;
}

/** The request for a summary of `earlier`. */
export function summaryRequest(
  earlier: readonly Message[],
  { share, focus, isShorter, cacheKey }: SummaryRequestOptions,
): ChatRequest {
  const wish = focus === undefined ? "" : `\n\nAbove all preserve: ${focus}`;
  const again = isShorter === true ? `\n\n${SHORTER_INSTRUCTION}` : "";
  const content = `${recordOf(earlier, share)}\n\n${SUMMARY_INSTRUCTION}${wish}${again}`;
  return { system: SUMMARY_SYSTEM, tools: [], messages: [{ role: "user", content }], cacheKey };
}

/** The messages as a text that the model reads as data, shortened to a share of its characters. */
export function recordOf(messages: readonly Message[], share: number): string {
  const sections = messages.map(
    (message, at) => `## ${at + 1}. ${titleOf(message)}\n\n${bodyOf(message).trim() || "(nothing)"}`,
  );
  const shown = shorten(sections, { share, pinned: messages.findLastIndex(isSummary) + 1 });
  return `# Record\n\n${shown.join("\n\n")}`;
}

function titleOf(message: Message): string {
  if (message.role !== "tool") return message.role;
  return message.isError ? "tool result (error)" : "tool result";
}

/** The text of a message without reasoning, whose results are in the text and the calls. */
function bodyOf(message: Message): string {
  if (message.role !== "assistant") return message.content;
  const calls = callsOf(message).map((call) => `Call: ${call.name} ${call.arguments}`);
  return [textOf(message), ...calls].filter((text) => text !== "").join("\n\n");
}

/** Keeps the first `pinned` sections and as many of the newest as fit. */
function shorten(
  sections: readonly string[],
  { share, pinned }: { readonly share: number; readonly pinned: number },
): readonly string[] {
  if (share >= 1) return sections;
  const room = Math.floor(sections.reduce((sum, { length }) => sum + length, 0) * share);
  const first = sections.slice(0, pinned);
  let used = first.reduce((sum, { length }) => sum + length, 0);
  let start = sections.length;
  while (start > pinned && used + (sections[start - 1]?.length ?? 0) <= room) {
    start -= 1;
    used += sections[start]?.length ?? 0;
  }
  const newest = sections.slice(start);
  if (newest.length > 0) return [...first, leftOut(start - pinned), ...newest];
  const chars = Math.max(0, room - used);
  const last = sections.slice(-1).map((text) => headAndTail(text, { head: chars / 3, tail: (chars * 2) / 3 }));
  return [...first, leftOut(sections.length - pinned - 1), ...last];
}

function leftOut(count: number): string {
  return `[${counted(count, "message")} left out here]`;
}

export interface CompactedOptions extends Division {
  readonly summary: string;
  /** Text that follows the summary word for word; may be empty. */
  readonly carryOver: string;
  readonly model: Pick<ChatModel, "estimate" | "window">;
}

/** The conversation after a compaction: the task and later requests, the summary, and the newest messages. */
export function compacted({ task, asked, tail, summary, carryOver, model }: CompactedOptions): readonly Message[] {
  const content = [SUMMARY_MARK, summary.trim(), carryOver.trim()].filter((text) => text !== "").join("\n\n");
  const words = [task, ...asked].map((message) => boundTask(message, model));
  return [...words, { role: "user", content }, ...tail];
}

function boundTask(task: Message, model: CompactedOptions["model"]): Message {
  if (task.role !== "user") return task;
  const most = Math.min(TASK_HEAD_TOKENS + TASK_TAIL_TOKENS, model.window * MAX_TASK_SHARE);
  const { images: _images, ...words } = task; // pictures stay and do not count
  const tokens = estimateMessages(model, [words]);
  if (tokens <= most * TASK_SLACK) return task;
  const chars = (task.content.length * most) / tokens;
  const head = (chars * TASK_HEAD_TOKENS) / (TASK_HEAD_TOKENS + TASK_TAIL_TOKENS);
  const note = (dropped: number): string => `[${dropped} characters of the task left out here to save room]`;
  return { ...task, content: headAndTail(task.content, { head, tail: chars - head, note }) };
}
