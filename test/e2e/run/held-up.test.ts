/** A model that fills the workspace with what holds git up, or what no server takes: the run ends on its own, with the reason. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import { createScene, FILES } from "../harness.ts";

const ALL = {
  ...FILES,
  ".github/kimi-policy.yml": "version: 1\ndefault: approve\nsandbox: { minimum: none, unsealed: patterns }\n",
};
const running = (command: string): readonly DoubleReply[] => [
  { calls: [{ name: "execute_command", arguments: { command } }] },
  { text: "done" },
];

test("a pipe that git would read fails the run, with the file to delete and a whole journal", async () => {
  await using scene = await createScene({ replies: running("mkfifo .gitignore; touch new.txt"), files: ALL });
  let hung: NodeJS.Timeout | undefined;
  const end = await scene.run([], { onStart: (child) => (hung = setTimeout(() => child.kill("SIGKILL"), 30_000)) });
  clearTimeout(hung);
  const { outcome, reason } = outcomeOf(scene.bundle);
  assert.deepEqual(
    { code: end.code, outcome, reason },
    {
      code: 1,
      outcome: "failed",
      reason:
        'The patch could not be written: git status waits for a pipe or device where it expects a file: ".gitignore". Delete it.',
    },
  );
  assert.equal(eventsOf(scene.bundle).at(-1)?.type, "session.end");
});

test("a huge sparse file and an unread pipe are reported and left out; the rest is in the patch", async () => {
  const command = "truncate -s 3G giant.bin; mkfifo pipe; rm src/add.js; mkfifo src/add.js; echo x > new.txt";
  await using scene = await createScene({ replies: running(command), files: ALL });
  const end = await scene.run();
  assert.equal(end.code, 0, end.stderr);
  const { outcome, filesChanged, reason, leftOut } = outcomeOf(scene.bundle);
  assert.deepEqual(
    { outcome, filesChanged, reason, leftOut },
    {
      outcome: "completed",
      filesChanged: 1,
      reason:
        "The model finished. Not in the patch: giant.bin (3221225472 bytes are more than GitHub takes (104857600)), " +
        "src/add.js (git cannot store it).",
      leftOut: ["giant.bin", "src/add.js"],
    },
  );
  const warnings = eventsOf(scene.bundle).flatMap((event) => (event.type === "warning" ? [event.text] : []));
  assert.deepEqual(warnings, [
    "giant.bin is left out of the snapshots: 3221225472 bytes are more than GitHub takes (104857600).",
    "src/add.js is left out of the snapshots: git cannot store it.",
  ]);
});
