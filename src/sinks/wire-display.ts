/** The results of calls for Kimi CLI, with the display blocks that show people what a call did or would do. */

import { member, parseJson } from "../base/member.ts";
import type { Capability } from "../protocol/approval.ts";
import { callsOf, type AssistantMessage, type ToolCall, type ToolMessage } from "../protocol/message.ts";
import type { EventOf, HeldCall, Todo } from "../protocol/wire.ts";
import { message, own, type WireMessage } from "./wire-own.ts";

type DisplayBlock =
  | { readonly type: "brief"; readonly text: string }
  | { readonly type: "diff"; readonly path: string; readonly old_text: string; readonly new_text: string }
  | { readonly type: "todo"; readonly items: readonly Todo[] }
  | { readonly type: "shell"; readonly language: "sh"; readonly command: string };

type CallPlan = Pick<EventOf<"call.judged">, "summary" | "capabilities">;

interface ResultFacts {
  readonly call: ToolCall | undefined;
  readonly judged: CallPlan | undefined;
  /** The todo list that the call wrote, if any. */
  readonly todos: readonly Todo[] | undefined;
  readonly isError: boolean;
  readonly output: string;
}

/**
 * Creates the fold that makes one `ToolResult` for each call: at the end of the call where the result is final then, else with the message
 * that the model reads. Ids of calls may repeat, even in one message, so results are counted.
 */
export function createWireResults() {
  let calls = new Map<string, ToolCall>();
  let judgements = new Map<string, CallPlan>();
  /** By call, the number of results that are printed and whose message has not come yet. */
  let told = new Map<string, number>();
  /** Details of calls that ended and whose result is not printed yet. */
  let ends = new Map<string, { readonly duration_ms: number; readonly blob?: string }>();
  let todos: readonly Todo[] | undefined;

  const result = (callId: string, isError: boolean, output: string): WireMessage => {
    const [call, judged, extras] = [calls.get(callId), judgements.get(callId), ends.get(callId)];
    const display = resultBlocks({ call, judged, todos, isError, output });
    const value = { is_error: isError, output, message: "", display, ...(extras && { extras }) };
    return message("ToolResult", { tool_call_id: callId, return_value: value });
  };
  /** Kimi CLI's name for the action of a call. */
  const action = ({ callId, tool, capabilities }: Pick<HeldCall, "callId" | "tool" | "capabilities">): string =>
    displayedAction(tool, capabilities, calls.get(callId));
  return {
    /** Begins a new message. The calls before it are over. */
    begin: (answer: AssistantMessage): void => {
      calls = new Map(callsOf(answer).map((call) => [call.id, call]));
      [judgements, told, ends, todos] = [new Map(), new Map(), new Map(), undefined];
    },
    judged: (event: EventOf<"call.judged">): WireMessage => {
      const { callId, tool, summary, capabilities, decision } = event;
      judgements.set(callId, event);
      const { verdict, rule, reason = "" } = decision;
      const decided = { summary, capabilities, verdict, rule, reason };
      return own("Verdict", { tool_call_id: callId, tool, action: action(event), ...decided });
    },
    todos: (event: EventOf<"todo.update">): void => {
      todos = event.todos;
    },
    ended: ({ callId, isError, durationMs, blob, result: outcome }: EventOf<"tool.end">): readonly WireMessage[] => {
      ends.set(callId, { duration_ms: durationMs, ...(blob === undefined ? {} : { blob }) });
      if (outcome.completion !== undefined || outcome.mail !== undefined) return [];
      told.set(callId, (told.get(callId) ?? 0) + 1);
      const messages = [result(callId, isError, outcome.text)];
      ends.delete(callId);
      todos = undefined;
      return messages;
    },
    answered: ({ toolCallId, isError, content }: ToolMessage): readonly WireMessage[] => {
      const count = told.get(toolCallId) ?? 0;
      if (count === 0) return [result(toolCallId, isError, content)];
      told.set(toolCallId, count - 1);
      return [];
    },
    action,
  };
}

/** The blocks of a result: a summary, the changes as the model wrote them, the todo list, the command. */
export function resultBlocks({ call, judged, todos, isError, output }: ResultFacts): readonly DisplayBlock[] {
  return [
    ...(judged === undefined ? [] : [{ type: "brief", text: judged.summary } as const]),
    ...(isError || call === undefined || judged === undefined ? [] : editBlocks(call, judged, output)),
    ...(todos === undefined ? [] : [{ type: "todo", items: todos } as const]),
    ...commandBlocks(judged?.capabilities ?? []),
  ];
}

/** The blocks of a held call, from its preview. */
export function heldBlocks({ capabilities, preview }: HeldCall): readonly DisplayBlock[] {
  const write = capabilities.find(({ kind }) => kind === "write");
  const diffs = write?.kind === "write" && preview !== undefined ? hunkBlocks(write.path, preview) : [];
  return [...diffs, ...commandBlocks(capabilities)];
}

/** The name of an action in Kimi CLI's approvals. `read file` and `use …` are ours, because Kimi CLI never asks about them. */
function displayedAction(tool: string, capabilities: readonly Capability[], call: ToolCall | undefined): string {
  const kinds = new Set(capabilities.map(({ kind }) => kind));
  if (kinds.has("exec"))
    return member(parseJson(call?.arguments ?? ""), "run_in_background") === true ? BACKGROUND : "run command";
  if (kinds.has("write")) return "edit file";
  const mcp = capabilities.find(({ kind }) => kind === "mcp");
  if (mcp?.kind === "mcp") return `mcp:${mcp.tool}`;
  if (tool === "background_command") return "stop background task";
  return kinds.has("read") ? "read file" : `use ${tool}`;
}

const BACKGROUND = "run background command";

function commandBlocks(capabilities: readonly Capability[]): readonly DisplayBlock[] {
  return capabilities.flatMap((need) =>
    need.kind === "exec" ? [{ type: "shell", language: "sh", command: need.command } as const] : [],
  );
}

/** The changes of an edit as the model wrote them. The old text of a file that was replaced whole is not recorded. */
function editBlocks(call: ToolCall, { capabilities }: CallPlan, output: string): readonly DisplayBlock[] {
  const write = capabilities.find(({ kind }) => kind === "write");
  if (write?.kind !== "write") return [];
  const isNew = /^(?:Created|Inserted|Appended)\b/.test(output);
  return changesIn(parseJson(call.arguments), { isNew }).map(([old_text, new_text]) => {
    return { type: "diff", path: write.path, old_text, new_text };
  });
}

type Change = readonly [old: string, new: string];

interface Place {
  /** All content is new text. */
  readonly isNew: boolean;
  /** Texts are blocks to search and replace. */
  readonly isDiff?: boolean;
}

/** The changes in arguments, also in lists and objects within them. */
function changesIn(input: unknown, place: Place): readonly Change[] {
  if (typeof input === "string") return place.isDiff === true ? searchBlocks(input) : [];
  if (typeof input !== "object" || input === null) return [];
  const entries = Object.entries(input);
  const named = (pattern: RegExp): string | undefined =>
    entries.find(([name, value]) => pattern.test(name) && typeof value === "string")?.[1];
  const [from, to, content] = [named(OLD_TEXT), named(NEW_TEXT), named(CONTENT)];
  if (from !== undefined && to !== undefined) return [[from, to]];
  if (place.isNew && content !== undefined) return [["", content]];
  return entries.flatMap(([name, value]) =>
    changesIn(value, { ...place, isDiff: place.isDiff === true || /^(?:diff|patch)/i.test(name) }),
  );
}

const OLD_TEXT = /^(?:old|search|find)/i;
const NEW_TEXT = /^(?:new|replace(?!_?all))/i;
const CONTENT = /^(?:content|text$|file_?(?:text|content)$)/i;

const SEARCH_BLOCK =
  /(?<![^\n])<{7} SEARCH>?[^\S\n]*\n(?::start_line:[^\n]*\n)?(?:-{7}[^\S\n]*\n)?((?:(?!={7}[^\S\n]*\n|<{7} SEARCH)[^\n]*\n)*)={7}[^\S\n]*\n((?:(?!>{7} REPLACE|<{7} SEARCH)[^\n]*\n)*)>{7} REPLACE[^\S\n]*(?![^\n])/g;

function searchBlocks(diff: string): readonly Change[] {
  return [...diff.matchAll(SEARCH_BLOCK)].map(([, old = "", by = ""]) => [old, by]);
}

/** One block per hunk of a unified diff. */
function hunkBlocks(path: string, diff: string): readonly DisplayBlock[] {
  const [, ...hunks] = diff.split(/^@@(?=[^\n]*@@)[^\n]*\n/m);
  return hunks.map((hunk) => {
    const lines = hunk.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const side = (mark: "-" | "+"): string =>
      lines
        .map((line, at) => (lines[at + 1]?.startsWith("\\") ? line.replace(/\n$/, "") : line))
        .filter((line) => line.startsWith(" ") || line.startsWith(mark))
        .map((line) => line.slice(1))
        .join("");
    return { type: "diff", path, old_text: side("-"), new_text: side("+") };
  });
}
