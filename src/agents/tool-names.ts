/** Names of the tools, in the order the model sees them, and the groups that modes speak of. The tools themselves are not known here. */

/** Part of the prompt prefix that providers cache: a new tool goes where it changes least. */
export const TOOL_ORDER = [
  "read_file",
  "list_files",
  "search_files",
  "apply_diff",
  "write_to_file",
  "execute_command",
  "background_command",
  "new_task",
  "create_subagent",
  "switch_mode",
  "enter_plan_mode",
  "exit_plan_mode",
  "skill",
  "send_dmail",
  "update_todo_list",
  "ask_followup_question",
  "attempt_completion",
] as const;

type ToolName = (typeof TOOL_ORDER)[number];

/** Every tool of every MCP server; `mcp-tools.ts` puts names in its place. */
const ALL_MCP = "mcp__*";

/** What an agent is offered that says nothing else. */
export const DEFAULT_TOOLS: readonly (ToolName | typeof ALL_MCP)[] = [
  "read_file",
  "list_files",
  "search_files",
  "apply_diff",
  "write_to_file",
  "execute_command",
  "background_command",
  "new_task",
  "update_todo_list",
  "ask_followup_question",
  "attempt_completion",
  ALL_MCP,
];

/** Tools by Kilo's groups. */
export const TOOL_GROUPS = {
  read: ["read_file", "list_files", "search_files"],
  edit: ["apply_diff", "write_to_file"],
  command: ["execute_command", "background_command"],
  mcp: [ALL_MCP],
} as const satisfies Readonly<Record<string, readonly (ToolName | typeof ALL_MCP)[]>>;

export type ToolGroup = keyof typeof TOOL_GROUPS;

/** What every mode is offered, whatever its groups. */
export const MODE_TOOLS: readonly ToolName[] = [
  "new_task",
  "switch_mode",
  "update_todo_list",
  "ask_followup_question",
  "attempt_completion",
];

/** The names once each, in the order of `TOOL_ORDER`; others behind, by name. */
export function inToolOrder(names: readonly string[]): readonly string[] {
  const rank = (name: string): number => {
    const index = TOOL_ORDER.findIndex((known) => known === name);
    return index === -1 ? TOOL_ORDER.length : index;
  };
  return [...new Set(names)].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
