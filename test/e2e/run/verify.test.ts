/** `limits.verify` in the built program: what a model claims is checked before the run counts as completed. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import type { ModelServer } from "../../doubles/model-server.ts";
import { createScene, FILES, FIX, POLICY } from "../harness.ts";
import { createJobScene, ownComments, REPOSITORY } from "../job/job-scene.ts";

/** The files of a repository whose policy checks this; a YAML list. */
const checking = (verify: string): Readonly<Record<string, string>> => ({
  ...FILES,
  ".github/kimi-policy.yml": `${POLICY}limits: { verify: ${verify} }\n`,
});
/** Passes when src/word says `good`, and prints it otherwise. */
const IS_GOOD = `'grep -qx good src/word || { cat src/word; exit 3; }'`;

const write = (word: string): DoubleReply => ({
  calls: [{ name: "write_to_file", arguments: { path: "src/word", content: `${word}\n` } }],
});
const done: DoubleReply = { calls: [{ name: "attempt_completion", arguments: { result: "It is good now." } }] };
const claim: DoubleReply = { text: "It is good now." };

/** The newest message of each request, as text. */
const newest = ({ requests }: ModelServer): readonly string[] =>
  requests.map(({ json }) => {
    const { messages } = json as unknown as { readonly messages: readonly { readonly content: string }[] };
    return messages.at(-1)?.content ?? "";
  });
const failed = (output: string) => ({
  command: "grep -qx good src/word || { cat src/word; exit 3; }",
  passed: false,
  end: "exit 3",
  output,
});
const passed = (command: string) => ({ command, passed: true, end: "exit 0", output: "" });

test("a check that fails twice and then passes: the model reads why, and the run is completed", async () => {
  await using scene = await createScene({
    files: checking(`[${IS_GOOD}, "echo checked"]`),
    replies: [write("bad"), done, write("worse"), claim, write("good"), done],
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  assert.deepEqual(scene.server.violations, []);
  const good = passed(failed("").command);
  const echo = passed("echo checked");
  const { outcome, verification } = outcomeOf(scene.bundle);
  assert.deepEqual(
    { outcome, verification },
    { outcome: "completed", verification: { rounds: 3, passed: true, results: [good, echo] } },
  );
  assert.deepEqual(
    eventsOf(scene.bundle).flatMap((event) => (event.type === "verify.end" ? [event] : [])),
    [
      { type: "verify.end", round: 1, passed: false, results: [failed("bad\n"), echo] },
      { type: "verify.end", round: 2, passed: false, results: [failed("worse\n"), echo] },
      { type: "verify.end", round: 3, passed: true, results: [good, echo] },
    ],
  );
  const told = newest(scene.server);
  assert.match(
    told[2] ?? "",
    /^The work is not accepted yet: .*There are 2 more checks\.\n\n\$ grep .*\nbad\n\[exit 3\]$/,
  );
  assert.match(told[4] ?? "", /There is one more check\.\n\n\$ grep .*\nworse\n\[exit 3\]$/);
  assert.match(stderr, /⚑ check 1: grep .*; echo checked\n.*✗ check 1 failed: grep -qx good .* \(exit 3\)\n/);
  assert.match(stderr, /✓ check 3 passed\n/);
  const transcript = readFileSync(join(scene.bundle, "transcript.md"), "utf8");
  assert.match(
    transcript,
    /### Verification 2\n\n✗ `grep [^\n]* — exit 3\n\n```\nworse\n```\n\n✓ `echo checked` — exit 0\n/,
  );
  assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);
});

test("the same failure twice ends the run as stuck, and keeps the work", async () => {
  await using scene = await createScene({
    files: checking(`[${IS_GOOD}]`),
    replies: [write("bad"), done, claim],
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 1);
  assert.match(stderr, /■ stuck: Verification failed twice in the same way: grep .* \(exit 3\)\.\n/);
  const { outcome, verification, filesChanged } = outcomeOf(scene.bundle);
  assert.deepEqual(
    { outcome, verification, filesChanged },
    { outcome: "stuck", verification: { rounds: 2, passed: false, results: [failed("bad\n")] }, filesChanged: 1 },
  );
  assert.match(readFileSync(join(scene.bundle, "changes.patch"), "utf8"), /^\+bad$/m);
});

/** Its reporter prints how long each test took: two runs never print the same. */
test("the same failure of a test runner is recognised when it comes again", async () => {
  await using scene = await createScene({
    files: checking(`["node --test"]`),
    replies: [write("bad"), done, claim],
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 1);
  assert.match(stderr, /■ stuck: Verification failed twice in the same way: node --test \(exit 1\)\.\n/);
});

test("three different failures end the run as stuck", async () => {
  await using scene = await createScene({
    files: checking(`[${IS_GOOD}]`),
    replies: [write("bad"), done, write("worse"), claim, write("worst"), done],
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 1);
  assert.match(stderr, /■ stuck: Verification still fails after round 3: grep .* \(exit 3\)\.\n/);
  assert.equal(scene.server.requests.length, 6);
});

test("a run that changed nothing is not checked", async () => {
  await using scene = await createScene({ files: checking(`["exit 1"]`), replies: [claim] });
  const { code, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  assert.equal(outcomeOf(scene.bundle)["outcome"], "no_change");
  assert.equal("verification" in outcomeOf(scene.bundle), false);
  assert.deepEqual(
    eventsOf(scene.bundle).filter(({ type }) => type.startsWith("verify")),
    [],
  );
});

test("a check that hangs ends with its timeout, and the later checks run; of a long output both ends are kept", async () => {
  const line = "x".repeat(99);
  const long = `echo first; for i in {1..2000}; do echo ${line}; done; echo last; exit 1`;
  await using scene = await createScene({
    files: checking(`[{ command: "echo begun; sleep 30", timeout: 1 }, "true", "${long}"]`),
    replies: [write("bad"), done, claim],
  });
  const { code } = await scene.run();
  assert.equal(code, 1);
  const { results, ...verification } = outcomeOf(scene.bundle)["verification"] as {
    readonly results: readonly { readonly output: string }[];
  };
  assert.deepEqual(verification, { rounds: 2, passed: false });
  const output = results[2]?.output ?? "";
  assert.deepEqual(results, [
    { command: "echo begun; sleep 30", passed: false, end: "not finished after 1 s", output: "begun\n" },
    passed("true"),
    { command: long, passed: false, end: "exit 1", output },
  ]);
  assert.ok(output.length > 15_000 && output.length <= 20_000, `${output.length}`);
  assert.match(output, /^first\n[^]*\n\[\d+ (bytes|characters) left out here\]\n[^]*\nlast\n$/);
});

test("a run that is stopped during a check is interrupted, not failed", async () => {
  await using scene = await createScene({ files: checking(`["sleep 30"]`), replies: [write("bad"), done] });
  let stopped = false;
  const { code, stderr } = await scene.run([], {
    onStderr: (text, child) => {
      if (!text.includes("⚑ check 1") || stopped) return;
      stopped = true;
      child.kill("SIGINT");
    },
  });
  assert.equal(code, 130, stderr);
  assert.match(stderr, /■ interrupted: Stopped by SIGINT\.\n/);
  assert.equal(outcomeOf(scene.bundle)["filesChanged"], 1);
});

test("in a job the comment and the summary have the results of the checks", async () => {
  await using scene = await createJobScene({ files: checking(`["node --test"]`) });
  const { number } = scene.github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const end = await scene.command(number, "/kimi fix", "alice", { inputs: { sandbox: "none" } });
  assert.equal(end.code, 0, end.log);
  assert.equal(end.outputs["outcome"], "completed");
  const [comment = ""] = ownComments(scene.github, number);
  for (const text of [comment, end.summary]) assert.match(text, /^1 file \+1 −1 · `node --test` passed · /m);
});

test("a job that only answers is not checked, even when a command wrote a file", async () => {
  const files = {
    ...checking(`["exit 1"]`),
    "test/writes.test.js": `import { writeFileSync } from "node:fs";\nwriteFileSync("src/trace", "x");\n`,
  };
  const runs: DoubleReply = { calls: [{ name: "execute_command", arguments: { command: "node --test" } }] };
  await using scene = await createJobScene({ files, replies: [runs, ...FIX.slice(2)] });
  const { number } = scene.github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const end = await scene.command(number, "/kimi ask does it pass?", "alice", { inputs: { sandbox: "none" } });
  assert.equal(end.code, 0, end.log);
  assert.doesNotMatch(end.log, /⚑ check/);
  assert.match(end.log, /✗ run node --test(?: \([\d.]+ s\))?: /);
});
