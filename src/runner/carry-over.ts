/** What survives a compaction word for word: facts of the session that a summary could blur. */

import type { SessionState } from "../session/session-state.ts";
import type { TodoStatus } from "../protocol/wire.ts";

/** The marks of `update_todo_list`, so that the model can send the list back as it stands. */
const MARK: Readonly<Record<TodoStatus, string>> = { pending: "[ ]", in_progress: "[-]", done: "[x]" };

/** Markdown for the end of the summary; empty when there is nothing to carry over. */
export function carryOver({ todos }: Pick<SessionState, "todos">): string {
  if (todos.length === 0) return "";
  return ["The todo list as it stands:", ...todos.map(({ status, title }) => `${MARK[status]} ${title}`)].join("\n");
}
