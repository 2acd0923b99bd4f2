/** Compaction in the built program: a provider that refuses a request as too large, and a window that fills up. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import type { ModelServer } from "../../doubles/model-server.ts";
import { createScene, FILES, FIX } from "../harness.ts";

const read = (path: string): DoubleReply => ({ calls: [{ name: "read_file", arguments: { files: [{ path }] } }] });
const OVERFLOW: DoubleReply = {
  status: 400,
  body: JSON.stringify({
    error: {
      message: "This model's maximum context length is 128000 tokens.",
      type: "invalid_request_error",
      code: "context_length_exceeded",
    },
  }),
};
const SUMMARY: DoubleReply = { text: "<current_focus>\nThe sign in src/add.js.\n</current_focus>" };
/** Of a model whose window is not known, 128,000 tokens are assumed; three quarters of it are full. */
const FULL = { prompt_tokens: 100_000, completion_tokens: 20, total_tokens: 100_020 };
const BIG = { ...FILES, "src/big.txt": `${"long ".repeat(15)}\n`.repeat(300) };

interface Body {
  readonly tools?: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}
const bodies = ({ requests }: ModelServer): readonly Body[] => requests.map(({ json }) => json as unknown as Body);

for (const provider of ["openai", "anthropic"] as const) {
  test(`${provider}: a request that is too large is made smaller, and the run completes`, async () => {
    await using scene = await createScene({
      provider,
      files: BIG,
      replies: [read("src/big.txt"), read("package.json"), ...FIX.slice(0, 1), OVERFLOW, SUMMARY, ...FIX.slice(1)],
    });
    const { code, stderr } = await scene.run();
    assert.equal(code, 0, stderr);
    assert.deepEqual(scene.server.violations, []);
    assert.match(stderr, /≡ The conversation of [\d,]+ tokens is compacted \(overflow\)\./);
    assert.match(stderr, /≡ 0 old outputs removed, 2 messages condensed, [\d,]+ tokens/);
    assert.equal(outcomeOf(scene.bundle)["outcome"], "completed");
    assert.equal(outcomeOf(scene.bundle)["steps"], 6, "the summary counts");
    const { requests } = scene.server;
    const [refused, summary, again] = [requests[3], requests[4], requests[5]];
    assert.equal("tools" in (bodies(scene.server)[4] ?? {}), false);
    assert.ok(summary?.body.includes("long long long"));
    assert.ok(refused !== undefined && again !== undefined && again.body.length < refused.body.length - 20_000);
    assert.ok(again.body.includes("The sign in src/add.js."));
    assert.ok(again.body.includes("fix the failing test"));
  });
}

test("a full window is compacted; the run is deferred, and resumed from the compacted conversation", async () => {
  const todos = { calls: [{ name: "update_todo_list", arguments: { todos: "[x] look\n[-] fix the sign" } }] };
  const install = { calls: [{ name: "execute_command", arguments: { command: "npm install left-pad" } }] };
  await using scene = await createScene({
    files: BIG,
    replies: [read("src/big.txt"), todos, { ...read("src/add.js"), usage: FULL }, SUMMARY, install, ...FIX.slice(1)],
  });
  const first = await scene.run();
  assert.equal(first.code, 4, first.stderr);
  assert.equal(outcomeOf(scene.bundle)["outcome"], "deferred");
  const [, , before, summary, after] = scene.server.requests;
  assert.ok(before !== undefined && summary !== undefined && after !== undefined);
  assert.ok(after.body.length < before.body.length - 15_000, "the next request is shorter");
  const [, , told] = bodies(scene.server)[4]?.messages ?? [];
  assert.match(told?.content ?? "", /^\[Earlier messages were compacted/);
  assert.match(told?.content ?? "", /The todo list as it stands:\n\[x\] look\n\[-\] fix the sign$/);

  const second = await scene.cli([
    "resume",
    scene.bundle,
    "--reject",
    "all",
    "--why",
    "use what is there",
    "--sandbox",
    "none",
  ]);
  assert.equal(second.code, 0, second.stderr);
  assert.deepEqual(scene.server.violations, []);
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");
  const [stopped, resumed] = [bodies(scene.server)[4], bodies(scene.server)[5]];
  assert.deepEqual(resumed?.messages.slice(0, stopped?.messages.length), stopped?.messages);

  const { steps, usage } = outcomeOf(scene.bundle) as { steps: number; usage: Record<string, number> };
  assert.equal(steps, 7, "the summary counts");
  assert.equal((usage["input"] ?? 0) + (usage["cacheRead"] ?? 0), 100_000 + 6 * 100, "the summary's call is charged");
  assert.deepEqual(
    eventsOf(scene.bundle).flatMap((event) => (event.type === "compaction.end" ? [event.condensed] : [])),
    [2],
  );
  const transcript = readFileSync(join(scene.bundle, "transcript.md"), "utf8");
  assert.match(transcript, /<details><summary>Summary<\/summary>/);
  assert.equal(transcript.match(/^(?:### Task|<details><summary>Task, )/gm)?.length, 1, "the task is shown once");
  assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);
});

test("an agent file chooses another kind of compaction, for the agent and its subagents; it is recorded and replays", async () => {
  const lean = (name: string): string =>
    `---\nname: ${name}\ndescription: Looks.\nmode: append\ncompaction: drop-oldest\n---\n\nLook.\n`;
  const lead =
    "version: 1\nagent:\n  extend: default\n  name: lead\n  compaction: drop-oldest\n  subagents: { lean: { path: ./lean.md, description: Looks. } }\n";
  const report = "The sign in src/add.js is wrong. ".repeat(8);
  const long = [read("src/big.txt"), read("package.json"), { ...read("src/add.js"), usage: FULL }];
  await using scene = await createScene({
    files: { ...BIG, "agents/lead.yaml": lead, "agents/lean.md": lean("lean") },
    replies: [
      { calls: [{ name: "new_task", arguments: { agent: "lean", message: "Where is it?" } }] },
      ...long,
      { text: report },
      ...long,
      { text: "Found it." },
    ],
  });
  const { code, stderr } = await scene.run(["--agent-file", "agents/lead.yaml"]);
  assert.equal(code, 0, stderr);
  assert.ok(
    bodies(scene.server).every(({ tools }) => tools !== undefined),
    "no summary was asked for",
  );
  const dropped = eventsOf(scene.bundle).flatMap((outer) => {
    const event = outer.type === "subagent.event" ? outer.event : outer;
    return event.type === "compaction.end" ? [event.condensed] : [];
  });
  assert.equal(dropped.length, 2);
  assert.match((await scene.cli(["replay", scene.bundle])).stdout, /identical/);
});
