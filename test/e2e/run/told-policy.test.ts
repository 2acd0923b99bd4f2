/** What a model reads of the policy: in its prompt, the same in every run, and with each call that does not run. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createScene, FILES, POLICY, type Scene } from "../harness.ts";

interface Sent {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const sent = ({ server }: Scene): readonly Sent[] => server.requests.map(({ json }) => json as unknown as Sent);
const results = ({ messages }: Sent): readonly string[] =>
  messages.filter(({ role }) => role === "tool").map(({ content }) => content);
const policyIn = ({ messages }: Sent): string =>
  /\n# Policy\n([^]*?)(?=\n# Environment\n|$)/.exec(messages[0]?.content ?? "")?.[1] ?? "";

const call = (name: string, args: object) => ({ calls: [{ name, arguments: args }] });
const NEAR = call("execute_command", { command: "sh test/add.sh --verbose" });
const DONE = call("attempt_completion", { result: "Looked." });

test("a rejection names the nearest approved form, and two runs are told the same policy", async () => {
  const files = { ...FILES, ".github/kimi-policy.yml": POLICY.replace("default: defer", "default: reject") };
  const write = call("write_to_file", { path: "other.json", content: "{}" });
  await using scene = await createScene({ files, replies: [NEAR, write, DONE, DONE] });
  assert.equal((await scene.run()).code, 1);
  assert.equal((await scene.cli(["run", "again", "--model", "openai/test-model", "--sandbox", "none"])).code, 0);
  const [first, , third, other] = sent(scene);
  assert.ok(first !== undefined && third !== undefined && other !== undefined);
  assert.deepEqual(results(third), [
    "Error: rejected by default: no rule approves: sh test/add.sh --verbose; `sh test/add.sh` is approved; `sh test/add.sh --verbose` is rejected. This is final. Reach the goal in another allowed way, or say what is missing.",
    "Error: rejected by default: no rule approves: write other.json; writing src/** is approved; writing other.json is rejected. This is final. Reach the goal in another allowed way, or say what is missing.",
  ]);
  assert.match(policyIn(first), /\n- run `sh test\/add\.sh`, `node --test`, `git \{status/);
  assert.match(policyIn(first), /\nAnything else is rejected\.\n/);
  assert.deepEqual([policyIn(third), policyIn(other)], [policyIn(first), policyIn(first)]);
  assert.equal(third.messages[0]?.content, first.messages[0]?.content);
});

test("a held call that a person rejected names the nearest form too, and the session replays", async () => {
  await using scene = await createScene({ replies: [NEAR, DONE] });
  const held = await scene.run();
  assert.equal(held.code, 4);
  const near = "`sh test/add.sh` is approved; `sh test/add.sh --verbose` waits for a person";
  assert.ok(held.stderr.includes(` (default; ${near})`), held.stderr);
  const transcript = readFileSync(join(scene.bundle, "transcript.md"), "utf8");
  assert.ok(
    transcript.includes(`\`default\`: no rule approves: sh test/add.sh --verbose; ${near.replaceAll("`", "\\`")}`),
    transcript,
  );
  const answer = ["resume", scene.bundle, "--reject", "all", "--why", "no flags", "--sandbox", "none"];
  assert.equal((await scene.cli(answer)).code, 0);
  assert.match(
    results(sent(scene)[1] ?? { messages: [] })[0] ?? "",
    /no flags; `sh test\/add\.sh` is approved; `sh test\/add\.sh --verbose` waits for a person\. This is final\./,
  );
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout + replayed.stderr);
});

test("a subagent is told that it cannot ask, and a run that only answers that it writes nothing", async () => {
  const task = call("new_task", { agent: "explore", message: "Where is the fault?" });
  const report = { text: "The sign in src/add.js is wrong. ".repeat(10) };
  await using scene = await createScene({ replies: [task, report, DONE] });
  assert.equal((await scene.run()).code, 0);
  const [main, explore] = sent(scene);
  assert.ok(main !== undefined && explore !== undefined);
  assert.match(policyIn(main), /\nWaits for a person, which stops the run/);
  assert.match(policyIn(explore), /\nRejected for you, since a subagent cannot ask a person:/);
});
