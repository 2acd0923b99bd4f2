/** The registry: what is in it, that nothing in it is offered to no agent, and that the names agent files may use are unambiguous. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { builtinAgents } from "../../src/agents/builtin-agents.ts";
import { loadModes } from "../../src/agents/modes.ts";
import { toolsOffered } from "../../src/agents/tool-lists.ts";
import { TOOLS } from "../../src/tools/registry.ts";
import { toolDeps } from "../doubles/tool-deps.ts";

const tools = TOOLS.map((tool) => tool.make(toolDeps()));

test("the built-in tools, their parameters and who is offered them, in the order the model sees them", () => {
  assert.deepEqual(
    tools.map(({ name, parameters }, index) => [
      name,
      Object.keys(parameters["properties"] as object).join(" "),
      ((parameters["required"] ?? []) as readonly string[]).join(" "),
      TOOLS[index]?.offeredTo.join(", "),
    ]),
    [
      ["read_file", "files", "files", "default, read"],
      ["list_files", "path recursive", "path", "default, read"],
      ["search_files", "regex path file_pattern ignore_case context", "regex", "default, read"],
      ["codebase_search", "query path", "query", "default, read"],
      ["list_code_definition_names", "path", "path", "default, read"],
      ["apply_diff", "path diff", "path diff", "default, edit"],
      ["write_to_file", "path content", "path content", "default, edit"],
      ["search_and_replace", "path operations", "path operations", "agent files"],
      ["insert_content", "path line content", "path line content", "agent files"],
      ["edit_file", "path old_string new_string replace_all", "path old_string new_string", "agent files"],
      ["new_rule", "path content", "path content", "agent files"],
      ["execute_command", "command cwd timeout run_in_background", "command", "default, command"],
      ["background_command", "action id wait", "action", "default, command"],
      ["browser_action", "action url element coordinate text size", "action", "default, browser"],
      ["new_task", "agent message", "agent message", "default, every mode"],
      ["create_subagent", "name description system_prompt tools", "name system_prompt", "orchestrator"],
      ["switch_mode", "mode reason", "mode reason", "every mode"],
      ["enter_plan_mode", "", "", "agent files"],
      ["exit_plan_mode", "plan", "plan", "everyone"],
      ["skill", "name arguments", "name", "everyone"],
      ["fetch_instructions", "task", "task", "agent files"],
      ["think", "thought", "thought", "agent files"],
      ["condense", "message", "message", "agent files"],
      ["report_bug", "title description", "title description", "agent files"],
      ["send_dmail", "checkpoint_id message restore_files", "checkpoint_id message", "okabe"],
      ["update_todo_list", "todos", "todos", "default, every mode"],
      ["ask_followup_question", "question follow_up", "question", "agent files"],
      ["attempt_completion", "result", "result", "default, every mode, explore, plan"],
      ["fetch_url", "url start", "url", "default, every mode, explore, plan"],
      ["search_web", "query limit", "query", "default, every mode, explore, plan"],
      ["use_mcp_tool", "server_name tool_name arguments", "server_name tool_name", "mcp servers"],
      ["access_mcp_resource", "server_name uri start", "server_name", "mcp servers"],
      ["add_labels", "labels number", "labels", "everyone"],
      ["assign", "assignees number", "assignees", "everyone"],
      ["create_issue", "title body labels", "title body", "everyone"],
      ["comment", "body number", "body", "everyone"],
      ["close_issue", "reason number", "reason", "everyone"],
      ["search_issues", "query", "query", "everyone"],
      [
        "report_finding",
        "path quote line severity title evidence replacement",
        "path quote severity title evidence",
        "review",
      ],
    ],
  );
});

test("every parameter is described, those of a list's entries too", () => {
  const undescribed = (schema: Readonly<Record<string, unknown>>, at: string): readonly string[] =>
    Object.entries((schema["properties"] ?? {}) as Record<string, Record<string, unknown>>).flatMap(
      ([name, member]) => [
        ...(typeof member["description"] === "string" ? [] : [`${at}.${name}`]),
        ...undescribed((member["items"] ?? {}) as Record<string, unknown>, `${at}.${name}`),
      ],
    );
  assert.deepEqual(
    tools.flatMap(({ name, parameters }) => undescribed(parameters, name)),
    [],
  );
});

test("every tool is offered by a built-in agent, a mode or every run, or says that agent files list it or servers bring it", () => {
  const specs = [...builtinAgents(TOOLS).values(), ...loadModes([], TOOLS).values()];
  const offered = new Set([
    ...specs.flatMap((spec) => spec.tools),
    ...toolsOffered(["everyone", "agent files", "mcp servers"], TOOLS),
  ]);
  assert.deepEqual(
    TOOLS.map(({ name }) => name).filter((name) => !offered.has(name)),
    [],
  );
});

test("the tools that change the rules for later calls", () => {
  assert.deepEqual(
    tools.flatMap(({ name, isSwitch }) => (isSwitch === true ? [name] : [])),
    ["switch_mode", "enter_plan_mode", "exit_plan_mode"],
  );
});

test("no two tools answer to one name", () => {
  const names = TOOLS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  assert.deepEqual(names, [...new Set(names)]);
  const called = TOOLS.flatMap(({ name, calledAs = [] }) => [name, ...calledAs]);
  assert.deepEqual(called, [...new Set(called)]);
});

test("what the tools cost that agent files name, in bytes of a request", () => {
  const size = ({ name, description, parameters }: (typeof tools)[number]): number =>
    Buffer.byteLength(JSON.stringify({ name, description, parameters }));
  const named = tools.filter((_, index) => TOOLS[index]?.group === "edit");
  assert.deepEqual(Object.fromEntries(named.map((tool) => [tool.name, size(tool)])), {
    search_and_replace: 538,
    insert_content: 327,
    edit_file: 435,
    new_rule: 325,
  });
});
