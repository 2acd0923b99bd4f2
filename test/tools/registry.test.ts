/** The registry: what is in it, that nothing in it is offered to no agent, and that the names agent files may use are unambiguous. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { builtinAgents } from "../../src/agents/builtin-agents.ts";
import { loadModes } from "../../src/agents/modes.ts";
import { toolsOffered } from "../../src/agents/tool-lists.ts";
import { TOOLS } from "../../src/tools/registry.ts";
import { toolDeps } from "../doubles/tool-deps.ts";

const tools = TOOLS.map((tool) => tool.make(toolDeps()));

test("the built-in tools and their parameters, in the order the model sees them", () => {
  assert.deepEqual(
    tools.map(({ name, parameters }) => [
      name,
      Object.keys(parameters["properties"] as object).join(" "),
      ((parameters["required"] ?? []) as readonly string[]).join(" "),
    ]),
    [
      ["read_file", "files", "files"],
      ["list_files", "path recursive", "path"],
      ["search_files", "regex path file_pattern", "regex"],
      ["apply_diff", "path diff", "path diff"],
      ["write_to_file", "path content", "path content"],
      ["execute_command", "command cwd timeout run_in_background", "command"],
      ["background_command", "action id wait", "action"],
      ["new_task", "agent message", "agent message"],
      ["create_subagent", "name description system_prompt tools", "name system_prompt"],
      ["switch_mode", "mode reason", "mode reason"],
      ["enter_plan_mode", "", ""],
      ["exit_plan_mode", "plan", "plan"],
      ["skill", "name arguments", "name"],
      ["send_dmail", "checkpoint_id message restore_files", "checkpoint_id message"],
      ["update_todo_list", "todos", "todos"],
      ["ask_followup_question", "question follow_up", "question"],
      ["attempt_completion", "result", "result"],
    ],
  );
});

test("every tool is offered by a built-in agent, a mode or every run, or says that agent files list it", () => {
  const specs = [...builtinAgents(TOOLS).values(), ...loadModes([], TOOLS).values()];
  const offered = new Set([
    ...specs.flatMap((spec) => spec.tools),
    ...toolsOffered(["everyone", "agent files"], TOOLS),
  ]);
  assert.deepEqual(
    TOOLS.map(({ name }) => name).filter((name) => !offered.has(name)),
    [],
  );
});

test("no two tools answer to one name", () => {
  const names = TOOLS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  assert.deepEqual(names, [...new Set(names)]);
});
