import assert from "node:assert/strict";
import { test } from "node:test";
import { builtinSubagents, defaultAgent } from "../../src/agents/builtin-agents.ts";
import { SUBAGENT_ROLE } from "../../src/agents/prompts/roles.ts";
import { SYSTEM_PROMPT } from "../../src/agents/prompts/system.ts";
import { TOOLS } from "../../src/tools/registry.ts";
import { load } from "./workbench.ts";

test("an agent of its own, with Kimi CLI's tool names, in toolbox order", async () => {
  const files = {
    "agents/mine/agent.yaml": `version: 1
agent:
  name: mine
  when_to_use: For mine.
  model: moonshotai/kimi-k2
  system_prompt_path: ../prompts/system.md
  system_prompt_args:
    TONE: dry
  tools:
    - "kimi_cli.tools.todo:SetTodoList"
    - kimi_cli.tools.file:Grep
    - kimi_cli.tools.background:TaskList
    - kimi_cli.tools.background:TaskStop
    - ReadFile
    - attempt_completion
    - kimi_cli.tools.plan.enter:EnterPlanMode
`,
    "agents/prompts/system.md": "Be ${TONE}. It is ${KIMI_NOW}; $${HOME} is text.\n",
  };
  assert.deepEqual(await load(files), {
    name: "mine",
    whenToUse: "For mine.",
    systemPrompt: "Be ${TONE}. It is ${KIMI_NOW}; $${HOME} is text.\n",
    promptArgs: { TONE: "dry" },
    model: "moonshotai/kimi-k2",
    tools: [
      "read_file",
      "search_files",
      "background_command",
      "enter_plan_mode",
      "update_todo_list",
      "attempt_completion",
    ],
    subagents: new Map(),
  });
});

test("what an agent file says of models is kept, and a misspelt provider or key is a mistake with its place", async () => {
  const agent = (models: string): string => `version: 1\nagent:\n  extend: default\n  models:\n    ${models}\n`;
  const spec = await load({ "a.yaml": agent("vllm/qwen3: { window: 40000, vision: true }") });
  assert.deepEqual(spec.models, new Map([["vllm/qwen3", { window: 40_000, sees: true }]]));
  await assert.rejects(load({ "a.yaml": agent("vlm/qwen3: { window: 40000 }") }), {
    message: /a\.yaml:5:5: agent\.models\.vlm\/qwen3: .*did you mean vllm\/qwen3\?/,
  });
  await assert.rejects(load({ "a.yaml": agent("vllm/qwen3: { visoin: true }") }), {
    message: /a\.yaml:5:19: .*unknown key "visoin"; did you mean "vision"\?/,
  });
});

test("extending default gives everything, and Kimi CLI's exclusions of tools that are not here are kept", async () => {
  assert.deepEqual(await load({ "a.yaml": "version: 1\nagent: { extend: default }\n" }), defaultAgent(TOOLS));
  const excluding = `version: 1
agent:
  extend: default
  name: offline
  exclude_tools:
    - "kimi_cli.tools.web:SearchWeb"
    - "kimi_cli.tools.web:FetchURL"
    - "kimi_cli.tools.shell:Shell"
    - background_command
  system_prompt_args: { ROLE_ADDITIONAL: Be brief. }
`;
  const base = defaultAgent(TOOLS);
  assert.deepEqual(await load({ "a.yml": excluding }), {
    ...base,
    name: "offline",
    promptArgs: { ROLE_ADDITIONAL: "Be brief." },
    tools: base.tools.filter(
      (name) => !["fetch_url", "search_web", "execute_command", "background_command"].includes(name),
    ),
  });
});

test("each field comes from the nearest file that has it; arguments are merged; paths are relative to their own file", async () => {
  const files = {
    "a/leaf.yaml": `version: 1
agent:
  extend: ../b/middle.yaml
  system_prompt_args: { TWO: leaf, THREE: leaf }
  allowed_tools: [read_file, apply_diff, execute_command]
`,
    "b/middle.yaml": `version: 1
agent:
  extend: ./base.yaml
  name: middle
  system_prompt_args: { ONE: middle, TWO: middle }
  exclude_tools: [Shell]
`,
    "b/base.yaml": `version: 1
agent:
  extend: default
  name: base
  when_to_use: From the base.
  system_prompt_path: base.md
  tools: [read_file, search_files, apply_diff, execute_command]
  subagents:
    helper: { path: helper.yaml, description: Helps. }
`,
    "b/base.md": "${ONE} ${TWO} ${THREE} ${ROLE_ADDITIONAL}",
    "b/helper.yaml": `version: 1
agent: { extend: base.yaml, name: helper, system_prompt_path: ../x.md, tools: [read_file, new_task] }
`,
    "x.md": "x",
  };
  assert.deepEqual(await load(files), {
    name: "middle",
    whenToUse: "From the base.",
    systemPrompt: "${ONE} ${TWO} ${THREE} ${ROLE_ADDITIONAL}",
    promptArgs: { ROLE_ADDITIONAL: "", ONE: "middle", TWO: "leaf", THREE: "leaf" },
    tools: ["read_file", "apply_diff"],
    excludes: ["search_and_replace", "insert_content", "edit_file", "new_rule"],
    subagents: new Map([
      [
        "helper",
        {
          description: "Helps.",
          spec: {
            name: "helper",
            whenToUse: "From the base.",
            systemPrompt: "x",
            promptArgs: { ROLE_ADDITIONAL: "" },
            tools: ["read_file"],
            subagents: new Map(),
          },
        },
      ],
    ]),
  });
});

test("a subagent may extend the agent that names it; it launches nothing and knows that it is one", async () => {
  const agent = await load({
    "agent.yaml": `version: 1
agent:
  extend: default
  subagents:
    sub: { path: ./sub.yaml, description: Does a part. }
`,
    "sub.yaml": `version: 1
agent:
  extend: ./agent.yaml
  system_prompt_args: { ROLE_ADDITIONAL: Only a part. }
`,
  });
  const base = defaultAgent(TOOLS);
  assert.deepEqual(
    agent.subagents,
    new Map([
      [
        "sub",
        {
          description: "Does a part.",
          spec: {
            ...base,
            promptArgs: { ROLE_ADDITIONAL: `${SUBAGENT_ROLE}\n\nOnly a part.` },
            tools: base.tools.filter((name) => name !== "new_task"),
            subagents: new Map(),
          },
        },
      ],
    ]),
  );
});

test("no subagents: an empty key, as Kimi CLI's own files write it", async () => {
  const { subagents } = await load({ "a.yaml": "version: 1\nagent:\n  extend: default\n  subagents:\n" });
  assert.deepEqual(subagents, new Map());
});

test("Markdown: the body is the prompt, what is left out is the default agent's", async () => {
  const base = defaultAgent(TOOLS);
  assert.deepEqual(
    await load({
      "reviewer.md": "---\nname: reviewer\ndescription: Reviews.\n---\n\nYou review in ${KIMI_WORK_DIR}.\n\n",
    }),
    {
      name: "reviewer",
      whenToUse: "Reviews.",
      systemPrompt: "You review in ${KIMI_WORK_DIR}.\n",
      promptArgs: {},
      tools: base.tools,
      subagents: builtinSubagents(TOOLS),
    },
  );
});

test("Markdown with everything, under Windows line ends", async () => {
  const text = `---
name: reviewer
description: Reviews.
whenToUse: On pull requests.
override: true
mode: append
model: anthropic/claude
tools: [Read, Grep, Bash, Agent]
disallowedTools: [Bash, WebSearch]
subagents: [explore, ../sub/style.md]
---
Find faults.
`;
  const files = {
    "agents/reviewer.md": text.replaceAll("\n", "\r\n"),
    "sub/style.md": "---\nname: style\ndescription: Checks style.\ntools: []\n---\nCheck style.",
  };
  const explore = builtinSubagents(TOOLS).get("explore");
  assert.ok(explore);
  assert.deepEqual(await load(files), {
    name: "reviewer",
    whenToUse: "Reviews. On pull requests.",
    systemPrompt: `${SYSTEM_PROMPT}\n# Role\nFind faults.\n`,
    promptArgs: {},
    model: "anthropic/claude",
    tools: ["read_file", "search_files", "new_task"],
    subagents: new Map([
      ["explore", explore],
      [
        "style",
        {
          description: "Checks style.",
          spec: {
            name: "style",
            whenToUse: "Checks style.",
            systemPrompt: "Check style.\n",
            promptArgs: {},
            tools: [],
            subagents: new Map(),
          },
        },
      ],
    ]),
  });
});

test("a YAML agent extends a Markdown one; the caller's reader may be asynchronous", async () => {
  const { loadAgentFile } = await import("../../src/agents/agent-file.ts");
  const files = new Map([
    ["agents/a.json", '{ "version": 1, "agent": { "extend": "b.md", "name": "a" } }'],
    ["agents/b.md", "---\nname: b\ndescription: B.\ntools: [read_file]\n---\nBody."],
  ]);
  const asked: string[] = [];
  const read = async (path: string): Promise<string | undefined> => {
    asked.push(path);
    return Promise.resolve(files.get(path));
  };
  const { name, whenToUse, systemPrompt, tools } = await loadAgentFile("./agents/a.json", {
    read,
    catalogue: [{ name: "read_file", offeredTo: ["default"] }],
  });
  assert.deepEqual(
    { name, whenToUse, systemPrompt, tools, asked },
    {
      name: "a",
      whenToUse: "B.",
      systemPrompt: "Body.\n",
      tools: ["read_file"],
      asked: ["agents/a.json", "agents/b.md"],
    },
  );
});

test("an empty name, as in Kimi CLI's own files, is that of the file, its folder, or the agent that it extends", async () => {
  const root = 'version: 1\nagent: { name: "", system_prompt_path: ./s.md, tools: [ReadFile] }\n';
  const sub = 'version: 1\nagent: { name: "", extend: ./agent.yaml }\n';
  const files = {
    "kimi/default/agent.yaml": root,
    "kimi/default/s.md": "S",
    "kimi/default/sub.yaml": sub,
    "a/x.yaml": root,
    "a/s.md": "S",
  };
  const names = await Promise.all(
    ["kimi/default/agent.yaml", "kimi/default/sub.yaml", "a/x.yaml"].map(
      async (path) => (await load(files, path)).name,
    ),
  );
  assert.deepEqual(names, ["default", "default", "x"]);
});

test("a stock agent of Kimi CLI loads with a tool of ours for each of its own", async () => {
  const { loadAgentFile } = await import("../../src/agents/agent-file.ts");
  const kimi = [
    "shell:Shell",
    "file:ReadFile",
    "file:ReadMediaFile",
    "web:SearchWeb",
    "web:FetchURL",
    "file:WriteFile",
  ];
  const tools = kimi.map((name) => `    - "kimi_cli.tools.${name}"\n`).join("");
  const agent = await loadAgentFile("agents/agent.yaml", {
    read: (path) =>
      path.endsWith(".yaml") ? `version: 1\nagent:\n  extend: default\n  name: stock\n  tools:\n${tools}` : undefined,
    catalogue: TOOLS,
  });
  assert.deepEqual(agent.tools, ["read_file", "write_to_file", "execute_command", "fetch_url", "search_web"]);
});
