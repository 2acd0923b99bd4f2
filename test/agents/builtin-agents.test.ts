import assert from "node:assert/strict";
import { test } from "node:test";
import { asSubagent, type AgentSpec } from "../../src/agents/agent-spec.ts";
import { builtinAgents, builtinSubagents, defaultAgent } from "../../src/agents/builtin-agents.ts";
import { loadModes } from "../../src/agents/modes.ts";
import { EXPLORE_ROLE, SUBAGENT_ROLE } from "../../src/agents/prompts/roles.ts";
import { SYSTEM_PROMPT } from "../../src/agents/prompts/system.ts";
import { findAgent } from "../../src/agents/registry.ts";
import { buildSystemPrompt } from "../../src/agents/system-prompt.ts";
import { inToolOrder, isReadOnly } from "../../src/agents/tool-lists.ts";
import { TOOLS } from "../../src/tools/registry.ts";
import { refusalOf } from "./workbench.ts";

const DEFAULT =
  "read_file list_files search_files apply_diff write_to_file execute_command background_command new_task update_todo_list attempt_completion mcp__*";

/** Tools, rights and subagents of an agent, in short. */
function facts({ tools, subagents }: AgentSpec): readonly unknown[] {
  return [tools.join(" "), isReadOnly(tools, TOOLS) ? "reads" : "changes", [...subagents.keys()].join(" ")];
}

test("Kimi CLI's agents and subagent types: tools, rights, subagents", () => {
  assert.deepEqual(
    [...builtinAgents(TOOLS)].map(([name, spec]) => [name, ...facts(spec)]),
    [
      ["default", DEFAULT, "changes", "coder explore plan"],
      ["okabe", DEFAULT.replace("update_todo_list", "send_dmail update_todo_list"), "changes", "coder explore plan"],
      [
        "coder",
        "read_file list_files search_files apply_diff write_to_file execute_command background_command update_todo_list attempt_completion mcp__*",
        "changes",
        "",
      ],
      ["explore", "read_file list_files search_files attempt_completion", "reads", ""],
      ["plan", "read_file list_files search_files attempt_completion", "reads", ""],
    ],
  );
});

test("every agent has today's prompt; a subagent is told who asks, and what it is", () => {
  assert.deepEqual(
    [...builtinAgents(TOOLS).values()].map(({ systemPrompt }) => systemPrompt),
    Array.from({ length: 5 }, () => SYSTEM_PROMPT),
  );
  assert.deepEqual(defaultAgent(TOOLS).promptArgs, { ROLE_ADDITIONAL: "" });
  assert.deepEqual(
    [...builtinSubagents(TOOLS).values()].map(({ spec }) => [
      spec.name,
      spec.promptArgs["ROLE_ADDITIONAL"]?.split("\n\n")[0],
    ]),
    ["coder", "explore", "plan"].map((name) => [name, SUBAGENT_ROLE]),
  );
  const explore = builtinSubagents(TOOLS).get("explore")?.spec;
  assert.ok(explore);
  assert.deepEqual(asSubagent(explore, TOOLS), explore);
  const args = { now: "", workDir: "", listing: "", agentsMd: "", os: "", shell: "" };
  const prompt = buildSystemPrompt({ ...args, agent: explore });
  assert.equal(prompt, `${buildSystemPrompt(args)}\n# Role\n${SUBAGENT_ROLE}\n\n${EXPLORE_ROLE}\n`);
  assert.match(prompt, /file:line/);
});

test("tools stand in the order of the registry, those of MCP servers behind them by name, each once", () => {
  assert.deepEqual(inToolOrder(["mcp__b", "skill", "mcp__a", "read_file", "skill"], TOOLS), [
    "read_file",
    "skill",
    "mcp__a",
    "mcp__b",
  ]);
});

test("Kilo's modes: tools, rights, restriction", () => {
  const always = "update_todo_list attempt_completion";
  const read = "read_file list_files search_files";
  const edit = "apply_diff write_to_file";
  const command = "execute_command background_command";
  const launches = "coder explore plan architect code ask debug";
  assert.deepEqual(
    [...loadModes([], TOOLS)].map(([name, spec]) => [name, ...facts(spec), spec.writes]),
    [
      [
        "architect",
        `${read} ${edit} new_task switch_mode ${always} mcp__*`,
        "changes",
        launches,
        { pattern: "\\.md$", description: "Markdown files only" },
      ],
      ["code", `${read} ${edit} ${command} new_task switch_mode ${always} mcp__*`, "changes", launches, undefined],
      ["ask", `${read} new_task switch_mode ${always} mcp__*`, "changes", launches, undefined],
      ["debug", `${read} ${edit} ${command} new_task switch_mode ${always} mcp__*`, "changes", launches, undefined],
      ["orchestrator", `new_task create_subagent switch_mode ${always}`, "reads", launches, undefined],
    ],
  );
});

test("a mode as a subagent keeps its restriction and launches nothing", () => {
  const architect = findAgent("architect", loadModes([], TOOLS));
  const subagent = findAgent("code", loadModes([], TOOLS)).subagents.get("architect");
  assert.deepEqual(subagent, { description: architect.whenToUse, spec: asSubagent(architect, TOOLS) });
  assert.deepEqual(facts(subagent.spec), [
    "read_file list_files search_files apply_diff write_to_file update_todo_list attempt_completion mcp__*",
    "changes",
    "",
  ]);
  assert.deepEqual(subagent.spec.writes, { pattern: "\\.md$", description: "Markdown files only" });
});

test("an unknown agent is refused, naming what there is, the nearest first", async () => {
  assert.equal(findAgent("okabe", builtinAgents(TOOLS)).name, "okabe");
  assert.deepEqual(await refusalOf(() => findAgent("exlpore", builtinAgents(TOOLS))), {
    code: "config.invalid",
    message: 'There is no agent or mode "exlpore".',
    hint: 'Did you mean "explore"? There are: explore, default, okabe, coder, plan.',
  });
  assert.deepEqual(await refusalOf(() => findAgent("", loadModes([], TOOLS))), {
    code: "config.invalid",
    message: 'There is no agent or mode "".',
    hint: "There are: architect, code, ask, debug, orchestrator.",
  });
});
