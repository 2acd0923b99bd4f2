/** A key that the model writes into a file: the run says that the file is held and for which line; only the patch shows the key. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createScene } from "../harness.ts";

test("a key of a known shape holds its file, and stands in the patch alone", async () => {
  const key = `ghp_${"z9Y8x7W6v5U4t3S2r1Q0".repeat(2)}`;
  await using scene = await createScene({
    replies: [
      {
        calls: [
          { name: "write_to_file", arguments: { path: "src/client.js", content: `// Client\nconst t = "${key}";\n` } },
        ],
      },
      { calls: [{ name: "read_file", arguments: { files: [{ path: "src/add.js" }] } }] },
      { text: "Done." },
    ],
  });
  const end = await scene.run();
  assert.match(end.stderr, /held: src\/client\.js \(builtin:key\)/, end.stderr);
  const { bundle } = scene;
  const [patch, ...views] = ["changes.patch", "transcript.md", "report.html", "journal.jsonl", "outcome.json"].map(
    (name) => readFileSync(join(bundle, name), "utf8"),
  );
  assert.ok(patch?.includes(key));
  assert.deepEqual(
    views.map((text) => text.includes(key)),
    [false, false, false, false],
  );
  const told = String(scene.server.requests[2]?.body);
  assert.match(told, /src\/client\.js.*builtin:key, line 2 has what looks like a secret \(GitHub token\)/);
  const verified = await scene.cli(["verify", bundle]);
  assert.equal(verified.code, 0, verified.stderr + verified.stdout);
});
