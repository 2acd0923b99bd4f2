/**
 * A repository brings a link along, from where the policy lets a run write to where it does not. The file tools followed it and
 * were rejected; a redirection in a command was approved by what it said.
 */

import assert from "node:assert/strict";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createScene, FILES } from "../harness.ts";

const POLICY = FILES[".github/kimi-policy.yml"].replace(
  "sandbox:",
  "  - { id: ci, reject: { write: ['.github/**'] }, reason: workflows are for people }\nsandbox:",
);
const command = (text: string): { readonly name: string; readonly arguments: object } => ({
  name: "execute_command",
  arguments: { command: text },
});

test("a command that writes through a link is judged by the file that it reaches", async () => {
  const calls = [command("echo 'on: push' > src/ci/pwned.yml"), command("node --test > src/own.log")];
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": POLICY },
    replies: [{ calls }, { text: "Done." }],
  });
  const { dir, commit } = scene.repository;
  symlinkSync("../.github", join(dir, "src/ci"));
  commit("a link");
  const end = await scene.run();
  const told = JSON.stringify(scene.server.requests.at(-1)?.json ?? end.stderr);
  assert.match(told, /rejected by ci: workflows are for people/);
  assert.ok(!existsSync(join(dir, ".github/pwned.yml")));
  assert.ok(existsSync(join(dir, "src/own.log")), "what leads nowhere else runs");
});
