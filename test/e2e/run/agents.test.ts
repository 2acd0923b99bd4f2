/** Agents, modes, subagents, skills, flows, D-Mail and plan mode, as a user runs them: the built program and a real HTTP model. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventsOf } from "../../doubles/cli.ts";
import type { DoubleCall, DoubleReply } from "../../doubles/model-reply.ts";
import type { OutcomeRecord } from "../../../src/protocol/outcome.ts";
import { createScene, FILES, FIX, POLICY, toldPolicy, type Scene } from "../harness.ts";

const call = (name: string, args: object): DoubleCall => ({ name, arguments: args });
const replies = (...calls: readonly DoubleCall[]): DoubleReply => ({ calls });
const done = (result: string): DoubleReply => replies(call("attempt_completion", { result }));
const edit = (from: string, to: string) =>
  call("apply_diff", { path: "src/add.js", diff: `<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE` });
const read = (path: string) => call("read_file", { files: [{ path }] });

const LONG = "The sum is computed in src/add.js:1, where a minus sign stands. ".repeat(4).trim();

interface ChatBody {
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
}

const bodyOf = (scene: Scene, n: number) => scene.server.requests[n]?.json as unknown as ChatBody;
const toolsOf = (scene: Scene, n: number) => (bodyOf(scene, n).tools ?? []).map((tool) => tool.function.name);
const endOf = (scene: Scene): OutcomeRecord => {
  const end = eventsOf(scene.bundle).findLast((event) => event.type === "session.end");
  assert.ok(end?.type === "session.end");
  return end;
};
const lastOf = (scene: Scene, n: number) => bodyOf(scene, n).messages.at(-1)?.content ?? "";

test("a D-Mail restores the conversation and the files", async () => {
  const source = "export const add = (a, b) => a - b;";
  await using scene = await createScene({
    replies: [
      replies(read("src/add.js")),
      replies(edit(source, "export const add = (a, b) => a * b;")),
      replies(call("send_dmail", { checkpoint_id: 2, message: "Multiplying was wrong: add.", restore_files: true })),
      replies(read("src/add.js")),
      replies(edit(source, "export const add = (a, b) => a + b;"), call("execute_command", { command: "node --test" })),
      done("Fixed."),
    ],
  });
  const { code, stderr } = await scene.run(["--agent", "okabe"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(scene.server.violations, []);
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");
  assert.match(lastOf(scene, 0), /CHECKPOINT 1/);
  // The mail came before the edit that was wrong, and of that edit nothing is left.
  const contents = bodyOf(scene, 3).messages.map(({ content }) => content);
  assert.ok(contents.some((text) => text?.includes("Multiplying was wrong: add.")));
  assert.ok(!JSON.stringify(bodyOf(scene, 3)).includes("a * b"));
  assert.match(
    readFileSync(join(scene.bundle, "transcript.md"), "utf8"),
    /D-Mail\*\*: the conversation goes back to checkpoint 2, the files with it/,
  );
});

test("without okabe there is no send_dmail and no checkpoint mark", async () => {
  await using scene = await createScene({ replies: [done("Nothing to do.")] });
  await scene.run();
  assert.ok(!toolsOf(scene, 0).includes("send_dmail"));
  assert.equal(lastOf(scene, 0), "fix the failing test");
});

/** Answers by what the request is about: requests of parallel subagents come in any order. */
const byContent =
  (rules: readonly (readonly [RegExp, DoubleReply])[]) =>
  (request: unknown): DoubleReply => {
    const { messages } = (request as { readonly json: ChatBody }).json;
    const text = messages.at(-1)?.content ?? "";
    return rules.find(([pattern]) => pattern.test(text))?.[1] ?? { text: `no rule for: ${text}` };
  };

test("read-only subagents run side by side; their reports and costs come back, and a short report is asked for again", async () => {
  await using scene = await createScene({
    replies: byContent([
      [
        /fix the failing test/,
        replies(
          call("new_task", { agent: "explore", message: "Where is the sum?" }),
          call("new_task", { agent: "explore", message: "Where are the tests?" }),
        ),
      ],
      [/Where is the sum/, { text: LONG }],
      [/Where are the tests/, { text: "In test." }],
      [/report is too short/, { text: LONG.replace("src/add.js:1", "test/add.test.js:4") }],
      [/reports after/, done("Found it.")],
    ]),
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  assert.deepEqual(scene.server.violations, []);
  const outcome = endOf(scene);
  assert.deepEqual(
    outcome.agents
      ?.map(({ agentId, agent, stop, steps }) => ({ agentId, agent, stop, steps }))
      .toSorted((a, b) => (a.agentId < b.agentId ? -1 : 1)),
    [
      { agentId: "a1", agent: "explore", stop: "end_turn", steps: 1 },
      { agentId: "a2", agent: "explore", stop: "end_turn", steps: 2 },
    ],
  );
  assert.equal(outcome.steps, 5, "steps of subagents count for the run");
  const results = bodyOf(scene, 4)
    .messages.filter(({ role }) => role === "tool")
    .map(({ content }) => content?.split("\n")[0]);
  assert.deepEqual(results, ["a1 (explore) reports after 1 step:", "a2 (explore) reports after 2 steps:"]);
  const explorer = scene.server.requests
    .map(({ json }) => json as unknown as ChatBody)
    .find(({ messages }) => messages.at(-1)?.content === "Where is the sum?");
  assert.deepEqual(
    explorer?.tools?.map((tool) => tool.function.name),
    ["read_file", "list_files", "search_files", "codebase_search", "list_code_definition_names", "attempt_completion"],
  );
});

test("a subagent works under the run's policy, and calls that would be held are refused with a reason", async () => {
  await using scene = await createScene({
    replies: [
      replies(call("new_task", { agent: "coder", message: "Fix src/add.js, then npm install left-pad" })),
      replies(read("src/add.js")),
      replies(edit("export const add = (a, b) => a - b;", "export const add = (a, b) => a + b;")),
      replies(call("execute_command", { command: "npm install left-pad" })),
      { text: LONG },
      done("The coder fixed it."),
    ],
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");
  assert.match(
    lastOf(scene, 4),
    /^Error: rejected by default: .*; a subagent cannot ask\. Report to the main agent what it should do itself\./,
  );
  assert.equal(endOf(scene).outcome, "completed");
});

const AGENT_FILES = {
  ...FILES,
  "agents/lead.yaml": `version: 1
agent:
  extend: default
  name: lead
  system_prompt_path: ./lead.md
  system_prompt_args: { TEAM: the sum team }
  tools: [read_file, new_task, create_subagent, attempt_completion]
`,
  "agents/lead.md": "You lead ${TEAM} in ${KIMI_WORK_DIR}.\n",
};

test("an agent file of the base commit has a prompt and tools, and the model defines a subagent", async () => {
  await using scene = await createScene({
    files: AGENT_FILES,
    replies: [
      replies(
        call("create_subagent", { name: "counter", system_prompt: "You count ${THINGS}.", tools: ["read_file"] }),
      ),
      replies(call("new_task", { agent: "counter", message: "How many functions has src/add.js?" })),
      { text: LONG },
      done("One."),
    ],
  });
  const { code, stderr } = await scene.run(["--agent-file", "agents/lead.yaml"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(toolsOf(scene, 0), ["read_file", "new_task", "create_subagent", "attempt_completion"]);
  const lead = `You lead the sum team in ${scene.repository.dir}.\n`;
  assert.equal(bodyOf(scene, 0).messages[0]?.content, lead + (await toldPolicy(false)));
  assert.equal(bodyOf(scene, 2).messages[0]?.content, `You count \${THINGS}.${await toldPolicy(true)}`);
  assert.deepEqual(toolsOf(scene, 2), ["read_file"]);
  assert.equal(endOf(scene).agents?.[0]?.agent, "counter");
});

test("a subagent that the model defined may go back to its own checkpoints where the main agent may", async () => {
  const files = {
    ...AGENT_FILES,
    "agents/lead.yaml": AGENT_FILES["agents/lead.yaml"].replace("create_subagent,", "create_subagent, send_dmail,"),
  };
  await using scene = await createScene({
    files,
    replies: [
      replies(call("create_subagent", { name: "counter", system_prompt: "You count.", tools: ["send_dmail"] })),
      replies(call("new_task", { agent: "counter", message: "Count." })),
      replies(call("send_dmail", { checkpoint_id: 1, message: "Say one." })),
      { text: LONG },
      done("One."),
    ],
  });
  const { code, stderr } = await scene.run(["--agent-file", "agents/lead.yaml"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(toolsOf(scene, 2), ["send_dmail"]);
  const [, ...heard] = bodyOf(scene, 3).messages.map(({ content }) => content?.split("\n").at(-1));
  assert.deepEqual(heard, ["Count.", "Say one.", "<system>CHECKPOINT 2</system>"]);
});

test("a short report is accepted where no step is left for a longer one", async () => {
  await using scene = await createScene({
    replies: [replies(call("new_task", { agent: "explore", message: "Where is the sum?" })), { text: "In src." }],
  });
  assert.equal((await scene.run(["--max-steps", "2"])).code, 3);
  const end = eventsOf(scene.bundle).find((event) => event.type === "tool.end");
  assert.deepEqual(end?.type === "tool.end" && end.result, {
    text: 'a1 (explore) reports after 1 step:\n\nIn src.\n\n[new_task with resume: "a1" gives it more to do; it knows all of this still]',
  });
});

for (const { name, args, files, message } of [
  {
    name: "an unknown agent",
    args: ["--agent", "okab"],
    message: 'There is no agent or mode "okab". Did you mean "okabe"? There are: okabe, default, coder, explore, plan.',
  },
  {
    name: "an unknown mode",
    args: ["--mode", "coed"],
    message:
      'There is no agent or mode "coed". Did you mean "code"? There are: code, architect, ask, debug, orchestrator.',
  },
  {
    name: "two of them",
    args: ["--mode", "ask", "--agent", "okabe"],
    message:
      "A run has one agent; this one was given agent okabe and mode ask. Give one of agent, agent-file and mode.",
  },
  {
    name: "a broken agent file",
    args: ["--agent-file", "agents/lead.yaml"],
    files: { ...AGENT_FILES, "agents/lead.md": "Hello ${NOBODY}.\n" },
    message: /^agents\/lead\.md:1:7: unknown placeholder \$\{NOBODY\}; known: /,
  },
] as const) {
  test(`${name} stops the run before any model call`, async () => {
    await using scene = await createScene({ replies: [], ...("files" in { files } && files ? { files } : {}) });
    const { code, stderr } = await scene.run(args);
    assert.equal(code, 2);
    const said = stderr.replace(/^error: /, "").trimEnd();
    if (typeof message === "string") assert.equal(said, message);
    else assert.match(said, message);
    assert.equal(scene.server.requests.length, 0);
  });
}

test("a mode limits the files that the model writes, and switch_mode changes the mode", async () => {
  await using scene = await createScene({
    files: {
      ...FILES,
      ".github/kimi-policy.yml": FILES[".github/kimi-policy.yml"].replace('write: ["src/**"]', 'write: ["**"]'),
    },
    replies: [
      replies(call("write_to_file", { path: "src/new.js", content: "x" })),
      replies(call("execute_command", { command: "node --test" })),
      replies(call("write_to_file", { path: "docs/plan.md", content: "# Plan\n" })),
      replies(call("switch_mode", { mode: "code", reason: "the plan stands" })),
      replies(call("write_to_file", { path: "src/new.js", content: "export {};\n" })),
      done("Done."),
    ],
  });
  const { code, stderr } = await scene.run(["--mode", "architect"]);
  assert.equal(code, 0, stderr);
  assert.match(lastOf(scene, 1), /^Error: architect: src\/new\.js may not be written\./);
  assert.match(lastOf(scene, 2), /^Error: architect: execute_command is not part of it\./);
  assert.match(lastOf(scene, 4), /^You are in code mode now\./);
  assert.equal(scene.repository.read("docs/plan.md"), "# Plan\n");
  assert.equal(scene.repository.read("src/new.js"), "export {};\n");
  assert.deepEqual(toolsOf(scene, 0), toolsOf(scene, 5), "the prefix stays the same");
});

const SKILLS = {
  ...FILES,
  ".kimi/skills/release/SKILL.md": "---\ndescription: How a release is made\n---\nTag $0 and write the notes.\n",
  ".kimi/skills/check.md": `---
type: flow
description: Look until it is good
---
\`\`\`mermaid
flowchart TD
  A([BEGIN]) --> B[Look at the code]
  B --> C{Is it good?}
  C -->|yes| D([END])
  C -->|no| B
\`\`\`
`,
};

test("a skill is listed by name and loaded on demand, or expanded by /skill:", async () => {
  await using scene = await createScene({
    files: SKILLS,
    replies: [replies(call("skill", { name: "release", arguments: "v2" })), done("Noted.")],
  });
  await scene.run();
  assert.match(bodyOf(scene, 0).messages[0]?.content ?? "", /^- release: How a release is made$/m);
  assert.equal(lastOf(scene, 1), "Tag v2 and write the notes.");
  await using other = await createScene({ files: SKILLS, replies: [done("Noted.")] });
  await other.cli([
    "run",
    "/skill:release v3",
    "--model",
    "openai/test-model",
    "--bundle",
    other.bundle,
    "--sandbox",
    "none",
  ]);
  assert.equal(lastOf(other, 0), "Tag v3 and write the notes.");
});

test("a skill for people only is not loaded by the model", async () => {
  const manual = "---\nname: deploy\ndescription: Deploys\ndisable-model-invocation: true\n---\nDeploy it.";
  await using scene = await createScene({
    files: { ...SKILLS, ".kimi/skills/deploy/SKILL.md": manual },
    replies: [replies(call("skill", { name: "deploy" })), done("Noted.")],
  });
  await scene.run();
  assert.equal(lastOf(scene, 1), "Error: skill: there is no skill deploy. Accepted: release.");
});

test("a flow with a decision is carried out to its end", async () => {
  await using scene = await createScene({
    files: SKILLS,
    replies: [
      { text: "I looked." },
      { text: "<choice>no</choice>" },
      { text: "I looked again." },
      { text: "<choice>yes</choice>" },
    ],
  });
  const { code, stderr } = await scene.cli([
    "run",
    "/flow:check",
    "--model",
    "openai/test-model",
    "--bundle",
    scene.bundle,
    "--sandbox",
    "none",
  ]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    eventsOf(scene.bundle).flatMap((event) => (event.type === "flow.move" ? [`${event.from}→${event.to}`] : [])),
    ["A→B", "B→C", "C→B", "B→C", "C→D"],
  );
});

for (const [prompt, message] of [
  ["/skil:release", /^"\/skil:release" is not a command\./],
  ["/flow:chek", 'There is no flow "chek". Did you mean "/flow:check"? Flows: check.'],
] as const) {
  test(`${prompt} is refused without a model call`, async () => {
    await using scene = await createScene({ files: SKILLS, replies: [] });
    const { code, stderr } = await scene.cli([
      "run",
      prompt,
      "--model",
      "openai/test-model",
      "--bundle",
      scene.bundle,
      "--sandbox",
      "none",
    ]);
    assert.equal(code, 2);
    const said = stderr.replace(/^error: /, "").trimEnd();
    if (typeof message === "string") assert.equal(said, message);
    else assert.match(said, message);
    assert.equal(scene.server.requests.length, 0);
  });
}

test("/help answers without a model", async () => {
  await using scene = await createScene({ files: SKILLS, replies: [] });
  const { code, stdout } = await scene.cli([
    "run",
    "/help",
    "--model",
    "openai/test-model",
    "--bundle",
    scene.bundle,
    "--sandbox",
    "none",
  ]);
  assert.equal(code, 0);
  assert.match(stdout, /\/flow:check +Look until it is good/);
  assert.equal(scene.server.requests.length, 0);
});

test("/plan: nothing is written until the plan is sent, then it is carried out", async () => {
  await using scene = await createScene({
    replies: [
      replies(read("src/add.js"), call("execute_command", { command: "node --test" })),
      replies(edit("export const add = (a, b) => a - b;", "export const add = (a, b) => a + b;")),
      replies(call("exit_plan_mode", { plan: "Change the sign." })),
      ...FIX.slice(1),
    ],
  });
  const { code, stderr } = await scene.cli([
    "run",
    "/plan fix the failing test",
    "--model",
    "openai/test-model",
    "--bundle",
    scene.bundle,
    "--sandbox",
    "none",
  ]);
  assert.equal(code, 0, stderr);
  assert.match(lastOf(scene, 1), /rejected by builtin:plan-mode: plan mode is on: /);
  assert.match(lastOf(scene, 2), /rejected by builtin:plan-mode/);
  assert.match(lastOf(scene, 3), /^The plan is accepted\./);
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");
  assert.match(readFileSync(join(scene.bundle, "transcript.md"), "utf8"), /### Plan\n\n```\nChange the sign\.\n```/);
});

test("/export writes no file that the bundle uses, such as its lock", async () => {
  for (const name of ["session.lock", "context_1.jsonl", "journal.jsonl"]) {
    await using scene = await createScene({ replies: [] });
    const options = ["--model", "openai/test-model", "--bundle", scene.bundle, "--sandbox", "none"];
    const { code, stderr } = await scene.cli(["run", `/export ${name}`, ...options]);
    assert.equal(code, 2, stderr);
    assert.ok(stderr.includes(`/export cannot write ${name}.`), stderr);
  }
});

test("an agent with enter_plan_mode plans by itself, in both syntaxes: nothing is written until its plan is sent", async () => {
  const agent = `version: 1
agent: { extend: default, name: planner, tools: [EnterPlanMode, read_file, write_to_file, attempt_completion] }
`;
  const write = call("write_to_file", { path: "src/made.js", content: "// made\n" });
  const enter = call("enter_plan_mode", {});
  const calls = [enter, write, enter, call("exit_plan_mode", { plan: "Make a file." }), write];
  const inXml = ({ name, arguments: given }: DoubleCall): DoubleReply => {
    const parameters = Object.entries(given as Readonly<Record<string, string>>).map(
      ([key, value]) => `<${key}>${value}</${key}>`,
    );
    return { text: [`<${name}>`, ...parameters, `</${name}>`].join("\n") };
  };
  for (const syntax of ["native", "xml"]) {
    const made = calls.map((one) => (syntax === "xml" ? inXml(one) : replies(one)));
    await using scene = await createScene({
      files: { ...FILES, "planner.yaml": agent },
      replies: [...made, { text: "Done." }],
    });
    const { code, stderr } = await scene.run(["--agent-file", "planner.yaml", "--tool-syntax", syntax]);
    assert.equal(code, 0, stderr);
    assert.match(lastOf(scene, 1), /Plan mode is on: read and search, then send the plan/);
    assert.match(lastOf(scene, 2), /rejected by builtin:plan-mode/);
    assert.match(lastOf(scene, 3), /enter_plan_mode: plan mode is on already/);
    assert.match(lastOf(scene, 4), /The plan is accepted\./);
    assert.match(lastOf(scene, 5), /Created src\/made\.js/);
    assert.match((await scene.cli(["replay", scene.bundle])).stdout, /identical\n$/);
  }
});

test("the Ralph loop repeats the prompt until the model ends it", async () => {
  await using scene = await createScene({
    replies: [
      { text: "One part is done." },
      { text: "More. <choice>CONTINUE</choice>" },
      { text: "All done. <choice>STOP</choice>" },
    ],
  });
  const { code, stderr } = await scene.run(["--max-ralph-iterations=-1"]);
  assert.equal(code, 0, stderr);
  assert.equal(scene.server.requests.length, 3);
  await using capped = await createScene({
    replies: [{ text: "One." }, { text: "<choice>CONTINUE</choice>" }, { text: "<choice>CONTINUE</choice>" }],
  });
  const end = await capped.run(["--max-ralph-iterations", "1"]);
  assert.equal(end.code, 3);
  assert.equal(endOf(capped).reason, "The flow made 3 moves without an end.");
});

test("a tool of the repository: offered where it is named, judged as a command, run as the base commit has it, replayed", async () => {
  const script = [
    "#!/bin/sh",
    "input=$(cat)",
    'echo "a log" >&2',
    'case "$input" in *fail*) echo "half"; exit 3;; *slow*) sleep 30;; *swap*) echo "# more" >> .kimi/tools/count;; *long*) yes long | head -c 200000;; *) echo "got $input in $(basename "$PWD" | wc -l)";; esac',
  ].join("\n");
  const described = {
    name: "count",
    description: "Counts words.",
    timeout: 5, // a busy machine takes long to start a shell
    parameters: {
      type: "object",
      properties: { word: { type: "string" }, times: { type: "integer" } },
      required: ["word"],
    },
  };
  const policy = POLICY.replace("default: defer", "default: reject").replace(
    'exec: ["sh test',
    'exec: [".kimi/tools/count", "sh test',
  );
  const agent = "version: 1\nagent: { extend: default, name: own, tools: [count, read_file, attempt_completion] }\n";
  const count = (args: object | string) => replies({ name: "count", arguments: args });
  await using scene = await createScene({
    files: {
      ...FILES,
      ".github/kimi-policy.yml": policy,
      "own.yaml": agent,
      ".kimi/tools/count.json": JSON.stringify(described),
    },
    replies: [
      count({ word: "x", times: 2 }),
      count({ times: "two" }),
      count("{"),
      count({ word: "fail" }),
      count({ word: "slow" }),
      count({ word: "long" }),
      count({ word: "swap" }),
      count({ word: "x" }),
      done("Counted."),
    ],
  });
  scene.repository.write(".kimi/tools/count", script, 0o755);
  scene.repository.commit("the tool");
  const { code, stderr } = await scene.run(["--agent-file", "own.yaml"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(toolsOf(scene, 0).toSorted(), ["attempt_completion", "count", "read_file"]);
  assert.equal(lastOf(scene, 1), 'got {"times":2,"word":"x"} in 1');
  assert.match(
    lastOf(scene, 2),
    /^Error: count: the arguments do not fit: \/ must have required property 'word'; \/times must be integer\. Accepted: \{/,
  );
  assert.match(lastOf(scene, 3), /^Error: the arguments of count are not usable JSON/);
  assert.equal(lastOf(scene, 4), "half\na log\n[exit 3]");
  assert.match(lastOf(scene, 5), /\[killed: not finished after 5 s\]/);
  assert.ok(lastOf(scene, 6).length < 60_000, "bounded as every output");
  assert.equal(lastOf(scene, 7), "(no output)");
  assert.match(
    lastOf(scene, 8),
    /^Error: count: \.kimi\/tools\/count is not the file of the base commit, and only that one is run\./,
  );
  assert.match(readFileSync(join(scene.bundle, "transcript.md"), "utf8"), /run \.kimi\/tools\/count/);
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.match(replayed.stdout, /identical/);
});
