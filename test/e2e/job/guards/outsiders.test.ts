/** People without write permission: a run that the policy lets them start only reads, and keeps the limits of the policy of the base. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { DoubleReply } from "../../../doubles/model-reply.ts";
import { FILES, NO_BWRAP } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene, type JobSceneOptions } from "../job-scene.ts";

const skip = { skip: NO_BWRAP };
const policy = (more: string, rules = "") => `version: 1
default: approve
rules:
  - { id: all, approve: { read: ["**"], write: ["**"], exec: [any] } }
${rules}
limits: { denials: 50 }
models: { "openai/test-model": { price: { input: 10, output: 1 } } }
${more}
`;
const READ = "outsiders: { access: read, cost_usd: 1, cost_usd_per_person: 1, cost_usd_per_day: 2 }";
const ANSWER = { text: "It adds." };

async function sceneOf(text: string, replies: JobSceneOptions["replies"] = () => ANSWER): Promise<JobScene> {
  const scene = await createJobScene({ files: { ...FILES, ".github/kimi-policy.yml": text }, replies });
  scene.github.addUser("eve");
  scene.github.addIssue(REPOSITORY, { title: "Old", body: "b", user: "alice", labels: ["bug"] });
  return scene;
}

function issueBy({ github }: JobScene, user: string): number {
  return github.addIssue(REPOSITORY, { title: "t", body: "b", user }).number;
}

const call = (name: string, input: object): NonNullable<DoubleReply["calls"]>[number] => ({ name, arguments: input });

test(
  "an outsider's question is answered; nothing is written, run, held or pushed, whatever the policy approves",
  skip,
  async () => {
    const tries = [
      call("write_to_file", { path: "src/evil.js", content: "x" }),
      call("write_to_file", { path: "/tmp/evil", content: "x" }),
      call("execute_command", { command: "node --test" }),
      call("execute_command", { command: "echo x > src/add.js" }),
      call("execute_command", { command: "cat /proc/self/environ" }),
      call("execute_command", { command: "git push origin HEAD:main" }),
      call("add_labels", { labels: ["bug"], number: 1 }),
      call("add_labels", { labels: ["admin"] }),
      call("close_issue", { reason: "completed" }),
    ];
    const fine = [call("execute_command", { command: "git log -1" }), call("add_labels", { labels: ["bug"] })];
    const rules = `  - { id: gh, approve: { github: ["label:bug"] } }\n  - { id: ask, defer: { github: [close] } }`;
    const sandbox = `sandbox: { network: [example.com], services: ["localhost:5432"], isolation: direct }`;
    await using scene = await sceneOf(policy(`${READ}\n${sandbox}`, rules), [
      ...tries.map((one) => ({ calls: [one] })),
      { calls: fine },
      ANSWER,
    ]);
    const { github, model } = scene;
    const number = issueBy(scene, "mallory");
    const end = await scene.command(number, "/kimi ask what does add do?", "mallory");
    assert.equal(end.outputs["outcome"], "no_change", end.log);
    // Whatever a command of git or a search might run, the kernel lets it write nothing and reach nothing.
    const journal = readFileSync(join(end.outputs["bundle"] ?? "", "journal.jsonl"), "utf8");
    const opened = journal.split("\n").find((line) => line.includes('"type":"cell.open"')) ?? "";
    assert.match(opened, /"detail":"EROFS","held":true,"name":"workspace"/);
    assert.ok(!opened.includes("example.com") && !opened.includes("5432"), opened);
    for (const [at, tried] of tries.entries()) {
      const { messages } = (model.requests[at + 1]?.json ?? { messages: [] }) as unknown as {
        readonly messages: readonly { content: string }[];
      };
      assert.match(
        messages.at(-1)?.content ?? "",
        /builtin:outsider|builtin:sensitive|leads out of the workspace|src\/add\.js: Read-only file system/,
        JSON.stringify(tried),
      );
    }
    assert.deepEqual(
      github.thread(REPOSITORY, number).labels.map(({ name }) => name),
      ["bug"],
    );
    assert.deepEqual(
      github.thread(REPOSITORY, 1).labels.map(({ name }) => name),
      ["bug"],
    );
    assert.match(ownComments(github, number).join("\n"), /It adds\./);
    assert.equal(github.repository(REPOSITORY).threads.length, 2);
    assert.doesNotMatch(await github.git(REPOSITORY, "for-each-ref"), /refs\/heads\/kimi/);
  },
);

test(
  "only questions, only in a sealed cell, only where the base says so; a prompt of the workflow is asked as a question",
  skip,
  async () => {
    await using scene = await sceneOf(policy(READ));
    const { github, model } = scene;
    const number = issueBy(scene, "mallory");
    for (const words of [
      "fix",
      "/skill:x",
      "fix /skill:x",
      "ask /skill:x",
      "approve all",
      "resume",
      "cancel",
      "status",
      "help",
    ]) {
      const end = await scene.command(number, `/kimi ${words}`, "mallory");
      assert.deepEqual([end.code, end.outputs["outcome"]], [0, "skipped"], `${words} ${end.log}`);
    }
    const weak = await scene.command(number, "/kimi ask x", "mallory", { inputs: { sandbox: "none" } });
    assert.equal(weak.outputs["outcome"], "skipped", weak.log);
    assert.deepEqual([model.requests.length, ownComments(github, number)], [0, []]);
    const opened = { event: "issues", number, action: "opened" } as const;
    const triage = await scene.run(opened, { inputs: { prompt: "Say what this is about." } });
    assert.equal(triage.outputs["outcome"], "no_change", triage.log);
    assert.match(
      JSON.stringify(model.requests[0]?.json),
      /Answer the question below.*Who asked adds: Say what this is about\./,
    );

    await using closed = await sceneOf(policy(""));
    const branch = {
      branch: "mine",
      from: "main",
      files: { ".github/kimi-policy.yml": policy(READ) },
      user: "mallory",
    };
    await closed.github.addCommit(REPOSITORY, branch);
    const pull = await closed.github.addPull(REPOSITORY, { head: "mine", title: "Let me in", user: "mallory" });
    const asked = await closed.command(pull.number, "/kimi review", "mallory");
    assert.deepEqual([asked.outputs["outcome"], closed.model.requests.length], ["skipped", 0], asked.log);
  },
);

/** The server describes its tools from the workspace, and the hook is a script of it. */
test("an outsider's pull request runs no code by itself: no MCP server and no hook", skip, async () => {
  const server = readFileSync("test/doubles/mcp-server.ts", "utf8");
  const mcpServers = { d: { command: "/opt/kimi/node", args: ["server.mts"] } };
  const files = {
    ...FILES,
    "hook.sh": "exit 0\n",
    "server.mts": server,
    ".kimi/mcp.json": JSON.stringify({ mcpServers }),
    ".github/kimi-policy.yml": policy(`${READ}\nhooks: [{ event: UserPromptSubmit, command: sh hook.sh }]`),
  };
  await using scene = await createJobScene({ files, replies: () => ANSWER });
  const { github, model } = scene;
  const evil = { "hook.sh": "echo PWNED; exit 2\n", "server.mts": server.replace("Says it again.", "PWNED") };
  await github.addCommit(REPOSITORY, { branch: "mine", from: "main", files: evil, user: "mallory" });
  const pull = await github.addPull(REPOSITORY, { head: "mine", title: "t", user: "mallory" });
  const end = await scene.command(pull.number, "/kimi ask what is it?", "mallory");
  assert.equal(end.outputs["outcome"], "no_change", end.log);
  assert.match(end.log, /The policy's hooks are not run: they could run code of a person without write permission\./);
  assert.doesNotMatch(end.log, /MCP/);
  assert.equal(model.requests.length, 1);
  const tools = model.requests.map(({ json }) => (json as { readonly tools?: unknown }).tools);
  assert.doesNotMatch(JSON.stringify(tools), /PWNED|mcp__/);
});

test(
  "one person's day and everybody's day have their limits, told quietly; people with permission are not held by them",
  skip,
  async () => {
    const dear = { ...ANSWER, usage: { prompt_tokens: 110_000, completion_tokens: 10, total_tokens: 110_010 } };
    await using scene = await sceneOf(policy(READ), () => dear);
    const ask = async (user: string) => await scene.command(issueBy(scene, user), "/kimi ask what does it do?", user);
    const ends = [];
    for (const user of ["mallory", "mallory", "eve", "trudy", "alice"]) {
      scene.github.addUser(user);
      ends.push(await ask(user));
    }
    assert.deepEqual(
      ends.map(({ code, outputs }) => [code, outputs["outcome"]]),
      [
        [0, "no_change"],
        [0, "skipped"],
        [0, "no_change"],
        [0, "skipped"],
        [0, "no_change"],
      ],
      ends.map(({ log }) => log).join("\n"),
    );
    assert.match(ends[1]?.summary ?? "", /The limit of \$1\.00 for one person without write permission is used up/);
    assert.match(ends[3]?.summary ?? "", /The limit of \$2\.00 for people without write permission is used up/);
  },
);
