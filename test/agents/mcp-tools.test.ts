import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentSpec } from "../../src/agents/agent-spec.ts";
import { builtinAgents, findAgent } from "../../src/agents/builtin-agents.ts";
import { withMcpTools, type McpNames } from "../../src/agents/mcp-tools.ts";
import { loadModes } from "../../src/agents/modes.ts";
import { isReadOnly } from "../../src/agents/tool-lists.ts";
import { TOOLS } from "../../src/tools/registry.ts";
import { load, refusalOf } from "./workbench.ts";

const KNOWN: McpNames = {
  tools: ["mcp__docs__find", "mcp__docs__read", "mcp__git__log"],
  absent: ["mcp__off__"],
  servers: [
    { name: "docs", prefix: "mcp__docs__", hasResources: true },
    { name: "git", prefix: "mcp__git__", hasResources: false },
  ],
  isOnDemand: false,
};

/** What an agent file's agent has of MCP once the servers are loaded. */
async function mcpOf(fields: string, known = KNOWN): Promise<readonly string[]> {
  const text = `version: 1\nagent:\n  extend: default\n  name: mine\n${fields}`;
  return withMcpTools(await load({ "a.yaml": text }), known).tools.filter((name) => name.includes("mcp__"));
}

test("the default agent and coder have every tool, explore and plan none; without servers nothing is left of the pattern", () => {
  const agent = withMcpTools(findAgent("default", builtinAgents(TOOLS)), KNOWN);
  const mcp = (tools: readonly string[]) => tools.filter((name) => name.startsWith("mcp__"));
  assert.deepEqual(mcp(agent.tools), KNOWN.tools);
  assert.deepEqual(
    [...agent.subagents].map(([name, { spec }]) => [name, mcp(spec.tools).length, isReadOnly(spec.tools, TOOLS)]),
    [
      ["coder", 3, false],
      ["explore", 0, true],
      ["plan", 0, true],
    ],
  );
  const modes = loadModes([], TOOLS);
  const rights = (known: McpNames) =>
    [...modes.values()]
      .map((mode) => withMcpTools(mode, known))
      .map(({ tools }) => [mcp(tools).length, isReadOnly(tools, TOOLS)]);
  assert.deepEqual(rights(KNOWN), [
    [3, false],
    [3, false],
    [3, false],
    [3, false],
    [0, true],
    [0, true],
  ]);
  assert.deepEqual(rights({ ...KNOWN, tools: [], absent: [], servers: [] }), [
    [0, false],
    [0, false],
    [0, true],
    [0, false],
    [0, true],
    [0, true],
  ]);
});

test("agent files name tools and servers; what is allowed and excluded meets patterns either way", async () => {
  assert.deepEqual(await mcpOf(""), KNOWN.tools);
  assert.deepEqual(await mcpOf("  tools: [read_file, mcp__git__log, mcp__docs__*]\n"), KNOWN.tools);
  assert.deepEqual(await mcpOf("  tools: [read_file, mcp__docs__read]\n"), ["mcp__docs__read"]);
  assert.deepEqual(await mcpOf("  tools: [read_file]\n"), []);
  assert.deepEqual(await mcpOf('  exclude_tools: ["mcp__*"]\n'), []);
  assert.deepEqual(await mcpOf("  exclude_tools: [mcp__docs__find]\n"), ["mcp__docs__read", "mcp__git__log"]);
  assert.deepEqual(await mcpOf('  tools: [mcp__docs__read]\n  exclude_tools: ["mcp__docs__*"]\n'), []);
  assert.deepEqual(await mcpOf('  allowed_tools: [read_file, "mcp__docs__*"]\n'), [
    "mcp__docs__find",
    "mcp__docs__read",
  ]);
  assert.deepEqual(await mcpOf('  tools: [mcp__git__log]\n  allowed_tools: [read_file, "mcp__*"]\n'), [
    "mcp__git__log",
  ]);
  assert.deepEqual(await mcpOf("  allowed_tools: [read_file]\n"), []);
});

test("tools that there are not are refused, but for servers that the run does without", async () => {
  assert.deepEqual(await mcpOf('  tools: [mcp__off__x, "mcp__off__*", mcp__git__log]\n'), ["mcp__git__log"]);
  assert.deepEqual(await refusalOf(() => mcpOf("  tools: [mcp__docs__fnd]\n")), {
    code: "config.invalid",
    message: "The agent mine names a tool that no MCP server of the base commit has: mcp__docs__fnd.",
    hint: 'Did you mean "mcp__docs__find"? There are: mcp__docs__find, mcp__docs__read, mcp__git__log.',
  });
  assert.deepEqual(
    await refusalOf(() => mcpOf('  tools: ["mcp__docs__*"]\n', { ...KNOWN, tools: [], absent: [], servers: [] })),
    {
      code: "config.invalid",
      message: "The agent mine names a tool that no MCP server of the base commit has: mcp__docs__*.",
      hint: "There are none; name servers in .kimi/mcp.json or .mcp.json.",
    },
  );
  const excluded = await refusalOf(() => mcpOf("  exclude_tools: [mcp__docs__reed]\n"));
  assert.match(excluded.hint ?? "", /^Did you mean "mcp__docs__read"\?/);
  assert.match((await refusalOf(() => mcpOf("  tools: [mcp__docs]\n"))).message, /unknown tool "mcp__docs"/);
});

test("one tool for all, and resources, for agents that have whole servers", async () => {
  const more = (spec: AgentSpec) => [
    spec.tools.filter((name) => name === "use_mcp_tool" || name === "access_mcp_resource"),
    spec.mcpServers,
  ];
  const agent = (fields: string) =>
    load({ "a.yaml": `version: 1\nagent:\n  extend: default\n  name: mine\n${fields}` });
  const wide = { ...KNOWN, isOnDemand: true };
  const standard = findAgent("default", builtinAgents(TOOLS));
  assert.deepEqual(more(withMcpTools(standard, KNOWN)), [["access_mcp_resource"], ["docs", "git"]]);
  assert.deepEqual(more(withMcpTools(standard, wide)), [
    ["use_mcp_tool", "access_mcp_resource"],
    ["docs", "git"],
  ]);
  const one = await agent("  tools: [read_file, mcp__docs__find]");
  assert.deepEqual(more(withMcpTools(one, wide)), [["use_mcp_tool"], []]);
  const without = await agent("  exclude_tools: [mcp__docs__read]");
  assert.deepEqual(more(withMcpTools(without, wide)), [["use_mcp_tool"], ["git"]]);
  const explore = standard.subagents.get("explore")!.spec;
  assert.deepEqual(more(withMcpTools(explore, wide)), [[], []]);
});
