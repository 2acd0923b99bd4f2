/** Names of properties in other agents' tools, and which unknown properties may be ignored. */

const words = (text: string): readonly string[] => text.split(" ");

/** Other agents' names of our properties. A tool that has one of these names as a property of its own means that property by it. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    path: "file_path filepath file filename file_name target_file relative_path absolute_path dir directory directory_path dir_path folder",
    files: "paths file_paths filenames",
    content: "contents file_text file_content text",
    command: "cmd command_line shell_command",
    cwd: "workdir working_dir working_directory directory",
    regex: "pattern regexp query",
    query: "search_query search_term keywords question",
    file_pattern: "glob include file_glob glob_pattern",
    diff: "diffs",
    line: "line_number",
    search: "find search_text old_string old_str",
    replace: "replacement replace_with new_string new_str",
    old_string: "old_str old_text old search",
    new_string: "new_str new_text new replace",
    edits: "edit",
    instructions: "instruction",
    run_in_background: "background is_background",
    timeout: "timeout_seconds timeout_s timeout_sec",
    agent: "subagent_type subagent_name subagent agent_name mode",
    message: "prompt task",
    mode: "mode_slug",
    name: "skill skill_name",
    id: "task_id bash_id shell_id",
    result: "summary message text",
    todos: "todo_list items",
    question: "query text",
    server_name: "server mcp_server",
    tool_name: "tool name",
    arguments: "args input parameters params tool_input",
    uri: "resource resource_uri url",
    start: "offset",
  }).map(([name, aliases]) => [name, words(aliases)]),
);

/** Properties that decide what a call does, so that they are never ignored: without one the call would mean something else. */
const DECISIVE: ReadonlySet<string> = new Set([
  ...words("path files content command cwd regex file_pattern diff search replace old_string new_string edits").flatMap(
    (name) => [name, ...(ALIASES.get(name) ?? []).filter((alias) => alias !== "text")],
  ),
  ...words(
    "operations code_edit use_regex ignore_case start_line end_line args approve approved approval allow bypass force permission permissions trusted yolo append dry_run insert insert_line line position replace_all occurrence expected_replacements",
  ),
  ...words("env environment env_vars user sudo stdin input shell host container remote encoding condition"),
]);

/** `startLine`, `start-line` and `StartLine` → `start_line`. */
export function foldName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[-\s.]+/g, "_")
    .toLowerCase();
}

/** Whether `name` is another spelling of the property `known`. */
export function isAliasOf(known: string, name: string): boolean {
  const folded = foldName(name);
  return folded === known || ALIASES.get(known)?.includes(folded) === true;
}

/** A name in ASCII. Letters of other alphabets that look like ours may stand for a property of the tool. */
const ORDINARY = /^[\w-]{1,40}$/;

/** Whether an unknown property may be ignored: it does not decide what the call does, or it is empty or false. */
export function isIdle(name: string, value: unknown): boolean {
  if (!ORDINARY.test(name) || name in Object.prototype) return false;
  if (typeof value === "object" && value !== null) return false;
  return !DECISIVE.has(foldName(name)) || value === false || value === "" || value === "false";
}
