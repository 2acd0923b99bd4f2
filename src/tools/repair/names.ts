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
    file_pattern: "glob include file_glob glob_pattern include_pattern",
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
    ignore_case: "_i i case_insensitive insensitive",
    context: "_c c context_lines",
    before_context: "_b b lines_before context_before",
    after_context: "_a a lines_after context_after",
    line_numbers: "_n n line_number show_line_numbers",
    head_limit: "limit max_results max_matches total_max_matches",
    type: "file_type include_type",
    output_mode: "output",
    invert_match: "_v v invert",
    whole_word: "_w w word_regexp match_whole_word",
    fixed_strings: "_f literal fixed_string",
    include_ignored: "no_ignore include_ignored_files",
  }).map(([name, aliases]) => [name, words(aliases)]),
);

/** What models tell people about a call. It is no part of the call. */
const REMARKS: ReadonlySet<string> = new Set(
  words(
    "description explanation reason reasoning rationale justification thought thoughts thinking purpose goal intent comment note notes summary title label caption tool_summary task_progress requires_approval security_risk safe_to_auto_run",
  ),
);

/** Flags whose `false` says something: without them the call would do the opposite. */
const SAYS_BY_FALSE =
  /^(?:case_sensitive|match_case|overwrite|create|recursive|wait|blocking)|regex|^(?:allow|follow|respect|use)_/;

/** Flags that ask for what our tools do anyway. */
const SO_ANYWAY =
  /^(?:create_(?:directories|dirs|parents|parent_dirs)|make_dirs|mkdirs?|case_sensitive|match_case|(?:is|use)_regex|respect_gitignore|recursive|wait|blocking)$/;

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

/** Whether an unknown property may be ignored: only what surely changes nothing, such as a remark, or a flag that is not set. */
export function isIdle(name: string, value: unknown, properties: Readonly<Record<string, unknown>>): boolean {
  if (!ORDINARY.test(name) || name in Object.prototype) return false;
  if (typeof value === "object" && value !== null) return false;
  const folded = foldName(name);
  if (REMARKS.has(folded) || value === "") return true;
  if (value === true || value === "true") {
    const writesWhole = Object.hasOwn(properties, "content") && !Object.hasOwn(properties, "line");
    return SO_ANYWAY.test(folded) || (folded === "overwrite" && writesWhole);
  }
  return (value === false || value === "false") && !SAYS_BY_FALSE.test(folded);
}
