/** Names of tools as people write them in agent files: ours, Kimi CLI's `module:Class`, and Kimi Code's. */

import { isMcpPattern } from "./mcp-tools.ts";
import { unknownName } from "./yaml-file.ts";

/** Kimi's names, and what they are here. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["Shell", "execute_command"],
  ["Bash", "execute_command"],
  ["ReadFile", "read_file"],
  ["Read", "read_file"],
  ["WriteFile", "write_to_file"],
  ["Write", "write_to_file"],
  ["StrReplaceFile", "apply_diff"],
  ["PatchFile", "apply_diff"],
  ["Edit", "apply_diff"],
  ["Glob", "list_files"],
  ["Grep", "search_files"],
  ["SetTodoList", "update_todo_list"],
  ["TodoList", "update_todo_list"],
  ["Task", "new_task"],
  ["Agent", "new_task"],
  ["CreateSubagent", "create_subagent"],
  ["SendDMail", "send_dmail"],
  ["AskUserQuestion", "ask_followup_question"],
  ["EnterPlanMode", "enter_plan_mode"],
  ["ExitPlanMode", "exit_plan_mode"],
  ["TaskList", "background_command"],
  ["TaskOutput", "background_command"],
  ["TaskStop", "background_command"],
  ["Skill", "skill"],
]);

/** Kimi's tools that there is nothing for, and why. */
const MISSING: ReadonlyMap<string, string> = new Map([
  ["SearchWeb", "the model has no network"],
  ["WebSearch", "the model has no network"],
  ["FetchURL", "the model has no network"],
  ["ReadMediaFile", "only text files are read"],
  ["Think", "the model reasons without a tool"],
]);

/** Kimi CLI has moved its classes between modules over time, so that only the class is looked at. */
const KIMI_MODULE = /^kimi_cli\.tools\.[\w.]+:(\w+)$/;

export type NamedTool =
  | { readonly kind: "tool"; readonly name: string }
  /** A tool of Kimi's that is never offered here. */
  | { readonly kind: "missing"; readonly mistake: string }
  | { readonly kind: "unknown"; readonly mistake: string };

/** The tool that `written` means, one of `known`, or what is wrong with the name. */
export function toolNamed(written: string, known: readonly string[]): NamedTool {
  if (known.includes(written) || isMcpPattern(written)) return { kind: "tool", name: written };
  const short = KIMI_MODULE.exec(written)?.[1] ?? written;
  const why = MISSING.get(short);
  if (why !== undefined) {
    return { kind: "missing", mistake: `no counterpart to "${written}": ${why}; accepted: ${known.join(", ")}` };
  }
  const name = ALIASES.get(short);
  if (name !== undefined && known.includes(name)) return { kind: "tool", name };
  return { kind: "unknown", mistake: unknownName("tool", written, known) };
}
