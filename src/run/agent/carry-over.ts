/** Facts that are carried over a compaction word for word, because a summary could blur them. */

import { headTail, oneLine } from "../../base/truncate.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { SessionState } from "../../session/session-state.ts";
import type { TodoStatus } from "../../protocol/wire.ts";
import { inMode } from "../../tools/switch-mode.ts";
import { rolesOf } from "./tool-deps.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import { WHOLE_REMINDER } from "./modes.ts";

const MAX_COMMAND_CHARS = 200;
/** About 3,000 tokens; a longer plan would fill again what the compaction freed. */
const MAX_PLAN_CHARS = 12_000;

/** The marks of `update_todo_list`, so that the model can send the list back unchanged. */
const MARK: Readonly<Record<TodoStatus, string>> = { pending: "[ ]", in_progress: "[-]", done: "[x]" };

export interface CarryOverParts {
  readonly cell: Pick<Cell, "listBackground">;
  /** All modes by name, in a run that was started in one. */
  readonly modes: RunAgent["modes"];
}

/** Markdown for the end of the summary; empty when there is nothing to carry over. */
export async function carryOver(
  { mode, planMode, plan = "", todos }: Pick<SessionState, "mode" | "planMode" | "plan" | "todos">,
  { cell, modes }: CarryOverParts,
): Promise<string> {
  const running = (await cell.listBackground()).filter(({ state }) => state.kind === "running");
  const switched = rolesOf(modes).find(({ name }) => name === mode);
  const accepted = planMode ? "" : plan.trim();
  const note = (dropped: number): string => `[${dropped} characters of the plan left out here]`;
  return [
    switched === undefined ? "" : inMode(switched),
    planMode ? WHOLE_REMINDER : "",
    section("The plan that was accepted:", accepted === "" ? [] : [headTail(accepted, MAX_PLAN_CHARS, note)]),
    section(
      "The todo list as it stands:",
      todos.map(({ status, title }) => `${MARK[status]} ${title}`),
    ),
    section(
      "Commands that run in the background:",
      running.map(({ id, command }) => `- ${id}: ${oneLine(command, MAX_COMMAND_CHARS)}`),
    ),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines].join("\n");
}
