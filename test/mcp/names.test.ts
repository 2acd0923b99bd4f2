import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import type { ServerConfig } from "../../src/mcp/config.ts";
import { callNames } from "../../src/mcp/gateway.ts";
import { createToolWatch, enabledTools } from "../../src/mcp/server-tools.ts";

const tools = (...names: readonly string[]) =>
  names.map((name) => {
    const [server = "", tool = ""] = name.split(/:(.*)/s);
    return { server, tool };
  });

test("names consist of server and tool, with the characters that providers accept", () => {
  assert.deepEqual(callNames(tools("docs:find", "git.hub:repos/list", "a-b:c_d")), [
    "mcp__docs__find",
    "mcp__git_hub__repos_list",
    "mcp__a-b__c_d",
  ]);
});

test("names that are too long or equal get a hash, independent of their order", () => {
  const long = "x".repeat(80);
  const list = tools("a:b.c", "a:b/c", "a:b", `a:${long}1`, `a:${long}2`, "a__b:c", "a:b__c");
  const names = callNames(list);
  assert.deepEqual(
    names.map((name) => name.replace(/_[0-9a-f]{8}$/, "_#")),
    [
      "mcp__a__b_c_#",
      "mcp__a__b_c_#",
      "mcp__a__b",
      `mcp__a__${"x".repeat(47)}_#`,
      `mcp__a__${"x".repeat(47)}_#`,
      "mcp__a__b__c_#",
      "mcp__a__b__c_#",
    ],
  );
  assert.equal(new Set(names).size, list.length);
  assert.ok(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name)));
  assert.deepEqual(callNames(list.toReversed()), names.toReversed());
});

test("a tool that is described in thousands of levels is left out, also where it changes to that", () => {
  const config: ServerConfig = {
    kind: "stdio",
    name: "d",
    command: ["node"],
    cwd: ".",
    env: {},
    startupTimeoutMs: 1,
    toolTimeoutMs: 1,
    disabledTools: [],
  };
  const tool = (name: string, levels: number): ListedTool => ({
    name,
    inputSchema: {
      type: "object",
      properties: { a: { default: JSON.parse("[".repeat(levels) + "]".repeat(levels)) } },
    },
  });
  const listed = { tools: [tool("plain", 50), tool("deep", 50_000)], unusable: [] };
  const { tools, unusable } = enabledTools(listed, config);
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["plain"],
  );
  assert.deepEqual(unusable, ['"deep" (described in more than 100 levels)']);
  const watch = createToolWatch(tools, config);
  assert.deepEqual(watch.compare(listed.tools), []);
  assert.equal(watch.compare([tool("plain", 50_000)]).length, 1);
  assert.throws(() => watch.check("plain", undefined), /no longer describes this tool/);
});
