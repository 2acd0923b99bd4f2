/** What people are shown before they answer is what runs, and nobody else's words: the request as they found it in the thread. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createHeld, job } from "./answer-scene.ts";
import { ownComments, REPOSITORY } from "./job-scene.ts";

test("a script that is written anew right before it runs is shown with the command that a person approves", async () => {
  const script = "touch src/made-by-the-script\n";
  const { scene, number, digests } = await createHeld([
    {
      calls: [
        { name: "write_to_file", arguments: { path: "src/check.sh", content: script } },
        { name: "execute_command", arguments: { command: "sh src/check.sh" } },
      ],
    },
    { calls: [{ name: "attempt_completion", arguments: { result: "Done." } }] },
  ]);
  await using _ = scene;
  const request = ownComments(scene.github, number).find((body) => body.includes(digests[0] ?? "none")) ?? "";
  const [above = "", beside = ""] = request.split("#### Beside it, unasked");
  assert.match(above, /sh src\/check\.sh/);
  assert.match(beside, /\nBefore 1: `write_to_file`\n\nArguments:\n\n```\n/);
  assert.ok(beside.includes(`"content": ${JSON.stringify(script)}`), beside);
  const end = await scene.command(number, `/kimi approve ${digests[0] ?? ""}`, "alice", job(5001));
  assert.equal(end.outputs["outcome"], "completed", end.log);
  const made = await scene.github.git(REPOSITORY, "ls-tree", "-r", "--name-only", end.outputs["branch"] ?? "");
  assert.match(made, /^src\/made-by-the-script$/m);
});
