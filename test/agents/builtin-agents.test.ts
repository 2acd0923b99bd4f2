import assert from "node:assert/strict";
import { test } from "node:test";
import { asSubagent, type AgentSpec } from "../../src/agents/agent-spec.ts";
import { builtinAgents, builtinSubagents, defaultAgent } from "../../src/agents/builtin-agents.ts";
import { loadModes } from "../../src/agents/modes.ts";
import { EXPLORE_ROLE, SUBAGENT_ROLE } from "../../src/agents/prompts/roles.ts";
import { SYSTEM_PROMPT } from "../../src/agents/prompts/system.ts";
import { findAgent } from "../../src/agents/registry.ts";
import { buildSystemPrompt } from "../../src/agents/system-prompt.ts";
import { inToolOrder, TOOL_ORDER } from "../../src/agents/tool-names.ts";
import { builtinTools } from "../../src/tools/builtin.ts";
import { createSeenFiles } from "../../src/tools/define/seen-files.ts";
import type { Cell } from "../../src/protocol/cell.ts";
import { refusalOf } from "./workbench.ts";

const DEFAULT =
  "read_file list_files search_files apply_diff write_to_file execute_command background_command new_task update_todo_list ask_followup_question attempt_completion mcp__*";

/** Tools, rights and subagents of an agent, in short. */
function facts(spec: AgentSpec): readonly unknown[] {
  const { tools, canWrite, canExecute, isReadOnly, subagents } = spec;
  return [tools.join(" "), { canWrite, canExecute, isReadOnly }, [...subagents.keys()].join(" ")];
}

const ALL = { canWrite: true, canExecute: true, isReadOnly: false };
const READ = { canWrite: false, canExecute: false, isReadOnly: true };

test("Kimi CLI's agents and subagent types: tools, rights, subagents", () => {
  assert.deepEqual(
    [...builtinAgents()].map(([name, spec]) => [name, ...facts(spec)]),
    [
      ["default", DEFAULT, ALL, "coder explore plan"],
      ["okabe", DEFAULT.replace("update_todo_list", "send_dmail update_todo_list"), ALL, "coder explore plan"],
      [
        "coder",
        "read_file list_files search_files apply_diff write_to_file execute_command background_command update_todo_list attempt_completion mcp__*",
        ALL,
        "",
      ],
      ["explore", "read_file list_files search_files attempt_completion", READ, ""],
      ["plan", "read_file list_files search_files attempt_completion", READ, ""],
    ],
  );
});

test("every agent has today's prompt; a subagent is told who asks, and what it is", () => {
  assert.deepEqual(
    [...builtinAgents().values()].map(({ systemPrompt }) => systemPrompt),
    Array.from({ length: 5 }, () => SYSTEM_PROMPT),
  );
  assert.deepEqual(defaultAgent().promptArgs, { ROLE_ADDITIONAL: "" });
  assert.deepEqual(
    [...builtinSubagents().values()].map(({ spec }) => [
      spec.name,
      spec.promptArgs["ROLE_ADDITIONAL"]?.split("\n\n")[0],
    ]),
    ["coder", "explore", "plan"].map((name) => [name, SUBAGENT_ROLE]),
  );
  const explore = builtinSubagents().get("explore")?.spec;
  assert.ok(explore);
  assert.deepEqual(asSubagent(explore), explore);
  const args = { now: "", workDir: "", listing: "", agentsMd: "", os: "", shell: "" };
  const prompt = buildSystemPrompt({ ...args, agent: explore });
  assert.equal(prompt, `${buildSystemPrompt(args)}\n# Role\n${SUBAGENT_ROLE}\n\n${EXPLORE_ROLE}\n`);
  assert.match(prompt, /file:line/);
});

test("the names of today's tools are known, in the order of the toolbox", () => {
  const today = builtinTools({ cell: {} as Cell, seen: createSeenFiles() }).map(({ name }) => name);
  assert.deepEqual(inToolOrder(today), today);
  const known: ReadonlySet<string> = new Set(TOOL_ORDER);
  assert.deepEqual(
    today.filter((name) => !known.has(name)),
    [],
  );
  assert.deepEqual(inToolOrder(["mcp__b", "skill", "mcp__a", "read_file", "skill"]), [
    "read_file",
    "skill",
    "mcp__a",
    "mcp__b",
  ]);
});

test("Kilo's modes: tools, rights, restriction", () => {
  const always = "update_todo_list ask_followup_question attempt_completion";
  const read = "read_file list_files search_files";
  const edit = "apply_diff write_to_file";
  const command = "execute_command background_command";
  const launches = "coder explore plan architect code ask debug";
  assert.deepEqual(
    [...loadModes([])].map(([name, spec]) => [name, ...facts(spec), spec.writes]),
    [
      [
        "architect",
        `${read} ${edit} new_task switch_mode ${always} mcp__*`,
        { canWrite: true, canExecute: false, isReadOnly: false },
        launches,
        { pattern: "\\.md$", description: "Markdown files only" },
      ],
      ["code", `${read} ${edit} ${command} new_task switch_mode ${always} mcp__*`, ALL, launches, undefined],
      ["ask", `${read} new_task switch_mode ${always} mcp__*`, { ...READ, isReadOnly: false }, launches, undefined],
      ["debug", `${read} ${edit} ${command} new_task switch_mode ${always} mcp__*`, ALL, launches, undefined],
      ["orchestrator", `new_task create_subagent switch_mode ${always}`, READ, launches, undefined],
    ],
  );
});

test("a mode as a subagent keeps its restriction and launches nothing", () => {
  const architect = findAgent("architect", loadModes([]));
  const subagent = findAgent("code", loadModes([])).subagents.get("architect");
  assert.deepEqual(subagent, { description: architect.whenToUse, spec: asSubagent(architect) });
  assert.deepEqual(facts(subagent.spec), [
    "read_file list_files search_files apply_diff write_to_file update_todo_list ask_followup_question attempt_completion mcp__*",
    { canWrite: true, canExecute: false, isReadOnly: false },
    "",
  ]);
  assert.deepEqual(subagent.spec.writes, { pattern: "\\.md$", description: "Markdown files only" });
});

test("an unknown agent is refused, naming what there is, the nearest first", async () => {
  assert.equal(findAgent("okabe", builtinAgents()).name, "okabe");
  assert.deepEqual(await refusalOf(() => findAgent("exlpore", builtinAgents())), {
    code: "config.invalid",
    message: 'There is no agent or mode "exlpore".',
    hint: 'Did you mean "explore"? There are: explore, default, okabe, coder, plan.',
  });
  assert.deepEqual(await refusalOf(() => findAgent("", loadModes([]))), {
    code: "config.invalid",
    message: 'There is no agent or mode "".',
    hint: "There are: architect, code, ask, debug, orchestrator.",
  });
});
