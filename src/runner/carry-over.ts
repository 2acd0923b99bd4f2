/** What survives a compaction word for word: facts of the session that a summary could blur. */

import { oneLine } from "../base/truncate.ts";
import type { Cell } from "../protocol/cell.ts";
import type { SessionState } from "../session/session-state.ts";
import type { TodoStatus } from "../protocol/wire.ts";

const MAX_COMMAND_CHARS = 200;

/** The marks of `update_todo_list`, so that the model can send the list back as it stands. */
const MARK: Readonly<Record<TodoStatus, string>> = { pending: "[ ]", in_progress: "[-]", done: "[x]" };

/** Markdown for the end of the summary; empty when there is nothing to carry over. */
export async function carryOver(
  { todos }: Pick<SessionState, "todos">,
  cell: Pick<Cell, "listBackground">,
): Promise<string> {
  const running = (await cell.listBackground()).filter(({ state }) => state.kind === "running");
  return [
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
