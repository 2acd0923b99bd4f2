/** What stands for a secret in the model's eyes is never written in the secret's place. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openWorkbench } from "../workbench.ts";

const REFUSED = {
  code: "tool.input",
  message:
    "The new content holds [redacted:JWT], which stands for text that is not shown; writing it would destroy that text.",
};

/** A fixture with a token was shown redacted, and a model that replaced the file wrote the mark over the token. */
test("a mark is not written over what it stands for; around it, and where it stands already, edits go on", async () => {
  const files = { "fixture.ts": 'const token = "eyJ.secret";\nconst a = 1;\n', "doc.md": "It says [redacted:JWT].\n" };
  await using bench = await openWorkbench(files);
  await bench.see("fixture.ts", "doc.md");
  const masked = 'const token = "[redacted:JWT]";\nconst a = 2;\n';
  await assert.rejects(bench.call("write_to_file", { path: "fixture.ts", content: masked }), REFUSED);
  await assert.rejects(bench.call("write_to_file", { path: "new.ts", content: masked }), REFUSED);
  const diff = "<<<<<<< SEARCH\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> REPLACE";
  assert.equal(
    (await bench.call("apply_diff", { path: "fixture.ts", diff })).text,
    "Applied the block to fixture.ts (+1 −1).",
  );
  assert.equal(bench.repository.read("fixture.ts"), 'const token = "eyJ.secret";\nconst a = 2;\n');
  const more = "It says [redacted:JWT]. More.\n";
  await bench.call("write_to_file", { path: "doc.md", content: more });
  assert.equal(bench.repository.read("doc.md"), more);
});
