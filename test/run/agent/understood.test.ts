/** Tools that are understood and not offered: who may call them, and that the rules about their group hold for each of them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentSpec } from "../../../src/agents/agent-spec.ts";
import { builtinAgents } from "../../../src/agents/builtin-agents.ts";
import { loadModes } from "../../../src/agents/modes.ts";
import { isReadOnly } from "../../../src/agents/tool-lists.ts";
import { toolSpecs } from "../../../src/engine/state/request.ts";
import { RunnerError } from "../../../src/protocol/error.ts";
import { createSeenFiles } from "../../../src/tools/define/seen-files.ts";
import { TOOLS } from "../../../src/tools/registry.ts";
import { NO_GATEWAY } from "../../../src/run/open/mcp-reach.ts";
import { unmatchedHooks } from "../../../src/run/agent/hooks.ts";
import { toolsOf } from "../../../src/run/agent/toolbox.ts";
import type { HookName } from "../../../src/protocol/hooks.ts";
import { load } from "../../agents/workbench.ts";
import { openWorkbench } from "../../tools/workbench.ts";
import { toolDeps } from "../../doubles/tool-deps.ts";

const GROUP = TOOLS.filter(({ group }) => group === "edit").map(({ name }) => name);
const NAMES = [...GROUP, "Edit", "MultiEdit", "StrReplaceFile", "search_replace", "Write", "WriteFile"];

/** A call that each of these names can plan. */
const callOf = (name: string, path: string): readonly [string, object] => {
  if (name === "insert_content") return [name, { path, line: 0, content: "x\n" }];
  if (name === "search_and_replace") return [name, { path, search: "a", replace: "b" }];
  if (name === "new_rule" || name.startsWith("Write")) return [name, { path, content: "x" }];
  return [name, { path, old_string: "a", new_string: "b" }];
};

const modes = loadModes([], TOOLS);
const agents = builtinAgents(TOOLS);
const extending = (more: string) => load({ "a.yaml": `version: 1\nagent:\n  extend: default\n${more}` });

interface Asked {
  readonly spec: AgentSpec;
  readonly name: string;
  readonly path?: string;
}

/** The paths that the call would write, or the first words of its refusal. */
async function asked({ spec, name, path = "f.txt" }: Asked, deps: ReturnType<typeof toolDeps>): Promise<string> {
  const tools = toolsOf({
    deps,
    mcp: { tools: [], gateway: NO_GATEWAY },
    custom: [],
    offered: spec.tools,
    spec: () => spec,
  });
  const [called, args] = callOf(name, path);
  const tool = tools.get(called);
  if (tool === undefined) return "unknown";
  try {
    const input = tool.repair?.({ ...args }).input ?? args;
    const { capabilities } = await tool.plan(input, new AbortController().signal);
    return capabilities.map((need) => (need.kind === "write" ? `write ${need.path}` : need.kind)).join();
  } catch (error) {
    assert.ok(error instanceof RunnerError && error.code === "tool.input", String(error));
    return error.message;
  }
}

test("an agent that has all tools that a group offers may call the others of the group; a different agent is told what it has", async () => {
  await using bench = await openWorkbench({ "f.txt": "a\n", "f.md": "a\n" });
  const seen = createSeenFiles();
  const deps = toolDeps({ cell: bench.cell, seen });
  for (const path of ["f.txt", "f.md"]) {
    const { digest } = await bench.cell.readFile(path, { maxBytes: 100 });
    seen.noteRead(path, digest, { first: 1, last: 1, total: 1 });
  }
  const agent = (name: string) => agents.get(name) ?? modes.get(name) ?? assert.fail(name);
  const ROWS: readonly (readonly [name: string, spec: AgentSpec, path: string, said: string | RegExp])[] = [
    ["default", agent("default"), "f.txt", "write f.txt"],
    ["code", agent("code"), "f.txt", "write f.txt"],
    ["debug", agent("debug"), "f.txt", "write f.txt"],
    ["architect, Markdown", agent("architect"), "f.md", "write f.md"],
    ["architect, other", agent("architect"), "f.txt", "architect: f.txt may not be written."],
    ["ask", agent("ask"), "f.txt", /^(?:ask: \w+ is not part of it\.|unknown)$/],
    ["orchestrator", agent("orchestrator"), "f.txt", /^(?:orchestrator: \w+ is not part of it\.|unknown)$/],
    ["explore", agent("explore"), "f.txt", /^(?:explore: \w+ is not part of it\.|unknown)$/],
    [
      "an agent that only changes files",
      await extending("  tools: [read_file, apply_diff]\n"),
      "f.txt",
      /not part|unknown/,
    ],
    [
      "an agent that may not edit so",
      await extending(`  exclude_tools: [${GROUP.join(", ")}, write_to_file]\n`),
      "f.txt",
      /not part|unknown/,
    ],
    [
      "an agent with a list",
      await extending("  allowed_tools: [read_file, apply_diff, write_to_file]\n"),
      "f.txt",
      /not part|write f/,
    ],
  ];
  for (const [name, spec, path, said] of ROWS) {
    for (const tool of NAMES) {
      const answer = await asked({ spec, name: tool, path }, deps);
      const isListed = name === "an agent with a list" && tool.startsWith("Write");
      if (typeof said === "string") assert.equal(answer, said, `${name}: ${tool}`);
      else if (isListed) assert.equal(answer, "write f.txt", `${name}: ${tool}`);
      else assert.match(answer, said, `${name}: ${tool}`);
    }
  }
  const listed = await extending("  allowed_tools: [read_file, apply_diff, write_to_file]\n");
  assert.match(await asked({ spec: listed, name: "Edit" }, deps), /^default: edit_file is not part of it/);
});

test("a tool that an agent names is offered; an agent with one writing tool is not read-only, and does not get the others", async () => {
  const spec = await extending("  tools: [read_file, insert_content]\n");
  const tools = toolsOf({
    custom: [],
    deps: toolDeps(),
    mcp: { tools: [], gateway: NO_GATEWAY },
    offered: spec.tools,
    spec: () => spec,
  });
  assert.deepEqual(
    toolSpecs(tools).map(({ name }) => name),
    ["read_file", "insert_content"],
  );
  assert.equal(isReadOnly(spec.tools, TOOLS), false);
  for (const name of ["edit_file", "search_and_replace", "new_rule"]) {
    assert.equal(await asked({ spec, name }, toolDeps()), `default: ${name} is not part of it.`);
  }
});

test("a hook for the tools of a group also gets calls of the tools that are understood in their place", () => {
  const spec = agents.get("default") ?? assert.fail();
  const tools = toolsOf({
    custom: [],
    deps: toolDeps(),
    mcp: { tools: [], gateway: NO_GATEWAY },
    offered: spec.tools,
    spec: () => spec,
  });
  const meant = (name: string) => tools.get(name)?.meantBy ?? [];
  const writes = ["write_to_file", "WriteFile", "apply_diff", "StrReplaceFile", "Edit"];
  for (const [name, known] of Object.entries({
    search_and_replace: ["search_and_replace", ...writes],
    Edit: ["edit_file", ...writes],
    Shell: ["execute_command", "Shell", "Bash"],
    write_to_file: ["write_to_file", "WriteFile", "create_file"],
    read_file: ["read_file", "ReadFile"],
  })) {
    assert.deepEqual(
      known.filter((one) => !meant(name).includes(one)),
      [],
      name,
    );
  }
  assert.ok(!meant("read_file").includes("WriteFile"));
});

/** `SendDMail`, `Skill`, `TaskList` and others were unknown as calls, though agent files named the tools so. */
test("every name that an agent file may use is one that a call may use, with the arguments of Kimi CLI", async () => {
  const names = TOOLS.flatMap(({ aliases = [] }) => aliases);
  const files = { "a.yaml": `version: 1\nagent:\n  extend: default\n  name: all\n  tools: [${names.join(", ")}]\n` };
  const spec = await load(files);
  const tools = toolsOf({
    custom: [],
    deps: toolDeps(),
    mcp: { tools: [], gateway: NO_GATEWAY },
    offered: spec.tools,
    spec: () => spec,
  });
  assert.deepEqual(
    names.filter((name) => tools.get(name) === undefined),
    [],
  );
  const asked = { question: "A?", header: "a", options: [{ label: "x", description: "" }], multi_select: false };
  const calls: readonly (readonly [string, object, object])[] = [
    ["TaskList", { active_only: true, limit: 5 }, { action: "list" }],
    ["TaskOutput", { task_id: "b1", block: true, timeout: 5 }, { action: "output", id: "b1", wait: 5 }],
    ["TaskOutput", { task_id: "b1", block: false, timeout: 5 }, { action: "output", id: "b1" }],
    ["TaskStop", { task_id: "b1", reason: "done" }, { action: "stop", id: "b1" }],
    ["AskUserQuestion", { questions: [asked, { question: "B?" }] }, { question: "A?\nB?", follow_up: ["x"] }],
    ["Skill", { skill: "tidy", args: "now" }, { name: "tidy", arguments: "now" }],
    ["SendDMail", { message: "m", checkpoint_id: 1 }, { message: "m", checkpoint_id: 1 }],
  ];
  assert.deepEqual(
    calls.map(([name, given]) => tools.get(name)?.repair?.({ ...given }).input),
    calls.map(([, , meant]) => meant),
  );
});

test("a matcher of a hook that fits no name is told", async () => {
  const hook = (event: HookName, matcher?: string) => ({
    event,
    command: "x",
    timeoutS: 1,
    fail: "closed" as const,
    matcher,
  });
  const warnings = await unmatchedHooks(
    [
      hook("PreToolUse"),
      hook("PreToolUse", "^(WriteFile|StrReplaceFile)$"),
      hook("PreToolUse", "Shell"),
      hook("PostToolUse", "^mcp__docs__"),
      hook("PreToolUse", "^WriteFiles$"),
      hook("SessionStart", "start-up"),
      hook("SubagentStart", "coder"),
    ],
    [{ name: "mcp__docs__find" }],
  );
  assert.deepEqual(warnings, [
    'The hook PreToolUse with the matcher "^WriteFiles$" never runs: no tool of the run has a name that it fits. Did you mean WriteFile?',
    'The hook SessionStart with the matcher "start-up" never runs: it fits none of startup, resume. Did you mean startup?',
  ]);
});
