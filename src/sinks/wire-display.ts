/** The display blocks of Kimi CLI, which show people what a call did or would do. */

import { member, parseJson } from "../base/member.ts";
import type { Capability } from "../protocol/approval.ts";
import type { ToolCall } from "../protocol/message.ts";
import type { HeldCall, Todo } from "../protocol/wire.ts";

export type DisplayBlock =
  | { readonly type: "brief"; readonly text: string }
  | { readonly type: "diff"; readonly path: string; readonly old_text: string; readonly new_text: string }
  | { readonly type: "todo"; readonly items: readonly Todo[] }
  | { readonly type: "shell"; readonly language: "sh"; readonly command: string };

/** What is known of a call that was judged. */
export interface CallPlan {
  readonly summary: string;
  readonly capabilities: readonly Capability[];
}

export interface ResultFacts {
  readonly call: ToolCall | undefined;
  readonly judged: CallPlan | undefined;
  /** The todo list that the call wrote, if any. */
  readonly todos: readonly Todo[] | undefined;
  readonly isError: boolean;
  readonly output: string;
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
export function displayedAction(tool: string, capabilities: readonly Capability[], call: ToolCall | undefined): string {
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

/**
 * The changes of an edit as the model wrote them, for every tool that writes a file and by all names of its arguments. The old text of a
 * file that was replaced whole is not recorded; the brief block has its line counts.
 */
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
