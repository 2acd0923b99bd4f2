import assert from "node:assert/strict";
import { test } from "node:test";
import { asSubagent, type AgentSpec } from "../../src/agents/agent-spec.ts";
import { builtinAgents, builtinSubagents, defaultAgent, findAgent } from "../../src/agents/builtin-agents.ts";
import { loadModes } from "../../src/agents/modes.ts";
import { EXPLORE_ROLE, SUBAGENT_ROLE } from "../../src/agents/prompts/roles.ts";
import { SYSTEM_PROMPT } from "../../src/agents/prompts/system.ts";
import { buildSystemPrompt, PLACEHOLDERS, type PromptValues } from "../../src/agents/system-prompt.ts";
import { inToolOrder, isReadOnly } from "../../src/agents/tool-lists.ts";
import { CATALOGUE, refusalOf } from "./workbench.ts";

/** Tools, rights and subagents of an agent, in short. */
function facts({ tools, subagents }: AgentSpec): readonly unknown[] {
  return [tools.join(" "), isReadOnly(tools, CATALOGUE) ? "reads" : "changes", [...subagents.keys()].join(" ")];
}

test("Kimi CLI's agents and subagent types: tools, rights, subagents", () => {
  assert.deepEqual(
    [...builtinAgents(CATALOGUE)].map(([name, spec]) => [name, ...facts(spec)]),
    [
      [
        "default",
        "read_file apply_diff execute_command new_task attempt_completion mcp__*",
        "changes",
        "coder explore plan",
      ],
      [
        "okabe",
        "read_file apply_diff execute_command new_task send_dmail attempt_completion mcp__*",
        "changes",
        "coder explore plan",
      ],
      ["coder", "read_file apply_diff execute_command attempt_completion mcp__*", "changes", ""],
      ["explore", "read_file search_code attempt_completion", "reads", ""],
      ["plan", "read_file search_code attempt_completion", "reads", ""],
    ],
  );
});

test("every agent has today's prompt; a subagent is told who asks, and what it is", () => {
  assert.deepEqual(
    [...builtinAgents(CATALOGUE).values()].map(({ systemPrompt }) => systemPrompt),
    Array.from({ length: 5 }, () => SYSTEM_PROMPT),
  );
  assert.deepEqual(defaultAgent(CATALOGUE).promptArgs, { ROLE_ADDITIONAL: "" });
  assert.deepEqual(
    [...builtinSubagents(CATALOGUE).values()].map(({ spec }) => [
      spec.name,
      spec.promptArgs["ROLE_ADDITIONAL"]?.split("\n\n")[0],
    ]),
    ["coder", "explore", "plan"].map((name) => [name, SUBAGENT_ROLE]),
  );
  const explore = builtinSubagents(CATALOGUE).get("explore")?.spec;
  assert.ok(explore);
  const values = Object.fromEntries(PLACEHOLDERS.map((name) => [name, ""])) as PromptValues;
  const prompt = buildSystemPrompt(explore, values);
  assert.equal(prompt, `${SYSTEM_PROMPT}\n# Role\n${SUBAGENT_ROLE}\n\n${EXPLORE_ROLE}\n`);
  assert.match(prompt, /file:line/);
});

test("tools stand in the order of the registry, those of MCP servers behind them by name, each once", () => {
  assert.deepEqual(inToolOrder(["mcp__b", "skill", "mcp__a", "read_file", "skill"], CATALOGUE), [
    "read_file",
    "skill",
    "mcp__a",
    "mcp__b",
  ]);
});

test("Kilo's modes: tools, rights, restriction", () => {
  const read = "read_file search_code";
  const launches = "coder explore plan architect code ask debug";
  assert.deepEqual(
    [...loadModes([], CATALOGUE)].map(([name, spec]) => [name, ...facts(spec), spec.writes]),
    [
      [
        "architect",
        `${read} apply_diff new_task switch_mode attempt_completion mcp__*`,
        "changes",
        launches,
        { pattern: "\\.md$", description: "Markdown files only" },
      ],
      [
        "code",
        `${read} apply_diff execute_command new_task switch_mode attempt_completion mcp__*`,
        "changes",
        launches,
        undefined,
      ],
      ["ask", `${read} new_task switch_mode attempt_completion mcp__*`, "changes", launches, undefined],
      [
        "debug",
        `${read} apply_diff execute_command new_task switch_mode attempt_completion mcp__*`,
        "changes",
        launches,
        undefined,
      ],
      ["orchestrator", "new_task create_subagent switch_mode attempt_completion", "reads", launches, undefined],
      ["review", "read_file search_code new_task switch_mode attempt_completion", "reads", launches, undefined],
    ],
  );
});

test("a mode as a subagent keeps its restriction and launches nothing", () => {
  const modes = loadModes([], CATALOGUE);
  const architect = findAgent("architect", modes);
  const subagent = findAgent("code", modes).subagents.get("architect");
  assert.deepEqual(subagent, { description: architect.whenToUse, spec: asSubagent(architect, CATALOGUE) });
  assert.deepEqual(facts(subagent.spec), ["read_file search_code apply_diff attempt_completion mcp__*", "changes", ""]);
  assert.deepEqual(subagent.spec.writes, { pattern: "\\.md$", description: "Markdown files only" });
});

test("an unknown agent is refused, naming what there is, the nearest first", async () => {
  assert.equal(findAgent("okabe", builtinAgents(CATALOGUE)).name, "okabe");
  assert.deepEqual(await refusalOf(() => findAgent("exlpore", builtinAgents(CATALOGUE))), {
    code: "config.invalid",
    message: 'There is no agent or mode "exlpore".',
    hint: 'Did you mean "explore"? There are: explore, default, okabe, coder, plan.',
  });
  assert.deepEqual(await refusalOf(() => findAgent("", loadModes([], CATALOGUE))), {
    code: "config.invalid",
    message: 'There is no agent or mode "".',
    hint: "There are: architect, code, ask, debug, orchestrator, review.",
  });
});
