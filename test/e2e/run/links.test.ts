/** The history of a repository brings a link along, from where the policy lets a run read and write to where it does not. */

import assert from "node:assert/strict";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createScene, FILES } from "../harness.ts";

const command = (text: string): { readonly name: string; readonly arguments: object } => ({
  name: "execute_command",
  arguments: { command: text },
});

/** The history holds links; a command of the same message brings one back. The file tool had been judged by the old path. */
test("a file tool acts on the judged path, even after a command of the same message made it a link", async () => {
  const policy = FILES[".github/kimi-policy.yml"].replace(
    "sandbox:",
    "  - { id: git, approve: { exec: ['git restore **'] } }\n  - { id: keys, reject: { read: ['keys/**'], write: ['keys/**'] } }\nsandbox:",
  );
  const batch = (commandText: string, name: string, input: object) => ({
    calls: [command(commandText), { name, arguments: input }],
  });
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": policy, "keys/k": "THE-CONTENT\n" },
    replies: [
      batch("git restore -s HEAD~1 src/was", "read_file", { files: [{ path: "src/was" }] }),
      batch("git restore -s HEAD~1 src/wasd", "write_to_file", { path: "src/wasd/planted.txt", content: "x" }),
      { calls: [{ name: "search_files", arguments: { regex: "THE.CONTENT" } }] },
      { text: "Done." },
    ],
  });
  const { dir, commit, git } = scene.repository;
  symlinkSync("../keys/k", join(dir, "src/was"));
  symlinkSync("../keys", join(dir, "src/wasd"));
  commit("links");
  git("rm", "-q", "src/was", "src/wasd");
  commit("no links");
  await scene.run();
  const told = JSON.stringify(scene.server.requests.at(-1)?.json);
  const found = {
    refused: told.match(/changed since it was judged: it leads to keys\/\w+(?:\.txt)? now/g),
    leftOut: told.match(/\[\d results? left out: in files that the policy keeps from you\]/g),
    content: told.includes("THE-CONTENT"),
    planted: existsSync(join(dir, "keys/planted.txt")),
  };
  assert.deepEqual(found, {
    refused: ["keys/k", "keys/planted.txt"].map((path) => `changed since it was judged: it leads to ${path} now`),
    leftOut: ["[1 result left out: in files that the policy keeps from you]"],
    content: false,
    planted: false,
  });
});
