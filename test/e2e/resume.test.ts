/** Going on with a stopped session: an answer is used once, and only where nothing changed. */

import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { DoubleReply } from "../doubles/model-reply.ts";
import type { CliEnd } from "../doubles/cli.ts";
import { createScene, FILES, FIX, POLICY } from "./harness.ts";

const ALL = ["--approve", "all", "--sandbox", "none"];
const command = (text: string): DoubleReply => ({ calls: [{ name: "execute_command", arguments: { command: text } }] });

/** Both processes once read the same approval as unused, ran the command twice and left a journal of two minds. */
test("two resumes at the same time: one goes on, the other is refused, and the action runs once", async () => {
  await using scene = await createScene({
    replies: [command("echo ran >> src/count.txt; touch src/up; sleep 1"), { text: "ok" }],
    files: FILES,
  });
  await scene.run();
  let other: Promise<CliEnd> | undefined;
  const first = await scene.cli(["resume", scene.bundle, ...ALL], {
    onStderr: (text) => {
      if (text.includes("✓ run echo")) other ??= scene.cli(["resume", scene.bundle, ...ALL]);
    },
  });
  const second = await other;
  assert.equal(first.code, 0, first.stderr);
  assert.equal(second?.code, 2);
  assert.match(second?.stderr ?? "", /^error: Another process goes on with this session: \d+\. Wait for it; if it is /);
  assert.equal(scene.repository.read("src/count.txt"), "ran\n");
  assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);
  assert.ok(!readdirSync(scene.bundle).includes("resume.lock"));
});

test("a lock that was left behind is said, with the file to delete", async () => {
  await using scene = await createScene({ replies: [command("npm install left-pad")] });
  await scene.run();
  const lock = join(scene.bundle, "resume.lock");
  writeFileSync(lock, "4711");
  const { code, stderr } = await scene.cli(["resume", scene.bundle, ...ALL]);
  assert.deepEqual(
    [code, stderr],
    [2, `error: Another process goes on with this session: 4711. Wait for it; if it is gone, delete ${lock}.\n`],
  );
});

test("a held edit is carried out after the answer: the resumed session knows what was read", async () => {
  const policy = POLICY.replace('write: ["src/**"]', 'write: ["other/**"]');
  await using scene = await createScene({ replies: FIX, files: { ...FILES, ".github/kimi-policy.yml": policy } });
  await scene.run();
  const { code, stderr } = await scene.cli(["resume", scene.bundle, ...ALL]);
  assert.equal(code, 0, stderr);
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");
  assert.deepEqual(scene.server.violations, []);
});

test("of two held actions both are answered, or none is", async () => {
  const two = { calls: ["a", "b"].map((name) => command(`npm install ${name}`).calls![0]!) };
  await using scene = await createScene({ replies: [two, { text: "ok" }] });
  const { stderr } = await scene.run();
  const [a = "", b = ""] = [...stderr.matchAll(/--approve ([0-9a-f]{12})/g)].map(([, digest]) => digest);
  const answer = async (...args: readonly string[]) => {
    const end = await scene.cli(["resume", scene.bundle, ...args, "--sandbox", "none"]);
    return [end.code, /^error: (.+?) Held: /.exec(end.stderr)?.[1]];
  };
  assert.deepEqual(await answer("--approve", a), [2, "Every held action needs an answer."]);
  assert.deepEqual(await answer("--approve", a, "--reject", a), [2, `${a} is answered twice.`]);
  assert.deepEqual(await answer("--approve", a.slice(0, 7), "--reject", b), [
    2,
    `No single held action has the digest ${a.slice(0, 7)}.`,
  ]);
  assert.deepEqual(await answer("--reject", a, "--reject", b, "--why", "not these"), [0, undefined]);
  assert.equal(scene.server.requests.length, 2);
});
