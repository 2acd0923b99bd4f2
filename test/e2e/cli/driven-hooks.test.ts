/** Hooks that run while a driving process cancels their turn, or while the process dies: real commands, and the built program. */

import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventsOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FILES, POLICY, type Scene } from "../harness.ts";

/** Of the second prompt alone, until somebody says that it is enough. */
const SLOW = `{ event: UserPromptSubmit, timeout: 5, command: "if grep -q second && [ ! -e .git/enough ]; then sleep 9; fi" }`;
const slowScene = (replies: readonly DoubleReply[], hook = SLOW): Promise<Scene> =>
  createScene({ replies, files: { ...FILES, ".github/kimi-policy.yml": `${POLICY}hooks:\n  - ${hook}\n` } });

/** `onLine` also hears which prompt is being carried out. */
const driven = (scene: Scene, onLine: (line: string, child: ChildProcess, prompt: string) => void) => {
  let prompt = "";
  return scene.cli(
    [
      "run",
      "first",
      "--input",
      "stream-json",
      "--output",
      "stream-json",
      "--model",
      "openai/test-model",
      "--bundle",
      scene.bundle,
      "--sandbox",
      "none",
    ],
    {
      isDriven: true,
      onLine: (line, child) => {
        prompt = /"TurnBegin","payload":\{"user_input":"(.*?)"/.exec(line)?.[1] ?? prompt;
        onLine(line, child, prompt);
      },
    },
  );
};
const send = (child: ChildProcess, ...lines: readonly object[]): void =>
  void child.stdin?.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

const stopsOf = ({ bundle }: Scene): readonly string[] =>
  eventsOf(bundle).flatMap((event) => (event.type === "turn.end" ? [event.stop] : []));
const said = (scene: Scene, n: number): readonly unknown[] => {
  const body = scene.server.requests[n]?.json as { readonly messages: readonly { readonly content: unknown }[] };
  return body.messages.slice(1).map(({ content }) => content);
};

test("a cancel ends the hook that its turn waits for; the next prompt follows", async () => {
  await using scene = await slowScene([{ text: "First." }, { text: "Third." }]);
  const { code, stderr } = await driven(scene, (line, child, prompt) => {
    if (line.includes('"First."')) send(child, { type: "prompt", text: "second" });
    if (line.includes('"HookTriggered"') && prompt === "second")
      send(child, { type: "cancel" }, { type: "prompt", text: "third" });
    if (line.includes('"Third."')) child.stdin?.end();
  });
  assert.equal(code, 0, stderr);
  assert.deepEqual(stopsOf(scene), ["end_turn", "interrupted", "end_turn"]);
  assert.deepEqual(said(scene, 1), ["first", "First.", "third"]);
});

test("a cancel ends the hook of a subagent's call as well", async () => {
  const slow = `{ event: PreToolUse, matcher: "^read_file$", timeout: 5, command: "sleep 9" }`;
  await using scene = await slowScene(
    [
      { calls: [{ name: "new_task", arguments: { agent: "explore", message: "Where?" } }] },
      { calls: [{ name: "read_file", arguments: { files: [{ path: "src/add.js" }] } }] },
      { text: "Second." },
    ],
    slow,
  );
  const { code, stderr } = await driven(scene, (line, child) => {
    if (line.includes('"HookTriggered"')) send(child, { type: "cancel" }, { type: "prompt", text: "second" });
    if (line.includes('"Second."')) child.stdin?.end();
  });
  assert.equal(code, 0, stderr);
  assert.deepEqual(stopsOf(scene), ["interrupted", "end_turn"]);
  const ends = eventsOf(scene.bundle).filter(({ type }) => type === "hook.end");
  assert.deepEqual(ends, [], "it came to no end of its own");
});

test("a prompt whose hook was running when the process died is carried out by the next", async () => {
  await using scene = await slowScene([{ text: "First." }, { text: "Second." }]);
  await driven(scene, (line, child, prompt) => {
    if (line.includes('"First."')) send(child, { type: "prompt", text: "second" });
    if (line.includes('"HookTriggered"') && prompt === "second") child.kill("SIGKILL");
  });
  writeFileSync(join(scene.repository.dir, ".git/enough"), "");
  const { code, stderr } = await scene.cli(["resume", scene.bundle, "--sandbox", "none"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(said(scene, 1), ["first", "First.", "second"]);
  assert.deepEqual(stopsOf(scene), ["end_turn", "end_turn"]);
  assert.equal(scene.server.requests.length, 2);
  assert.equal((await scene.cli(["replay", scene.bundle])).code, 0);
});
