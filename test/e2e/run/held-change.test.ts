/** Files that no rule approves, on a person's machine: the patch holds them, the end names them, an answer needs no model. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createScene, FILES } from "../harness.ts";
import { SPREAD, strict, WAITING } from "../spreading.ts";

const POLICY = ".github/kimi-policy.yml";

test("a local run names the held files; an answer puts them in or takes them out, without a model", async () => {
  await using scene = await createScene({ replies: SPREAD, files: { ...FILES, [POLICY]: strict("reject") } });
  const { repository, bundle, server } = scene;
  const end = await scene.run();
  assert.equal(end.code, 0, end.stderr);
  const there = (): readonly string[] => WAITING.filter((path) => existsSync(join(repository.dir, path)));
  const outcome = () =>
    JSON.parse(readFileSync(join(bundle, "outcome.json"), "utf8")) as { readonly heldFiles: object[] };
  assert.deepEqual(
    outcome().heldFiles.map((file) => Object.keys(file)),
    [
      ["path", "mode", "oid", "rule", "reason", "isAnswerable"],
      ["path", "mode", "oid", "rule", "reason", "isAnswerable"],
      ["path", "mode", "oid", "rule", "reason", "isAnswerable"],
      ["path", "mode", "oid", "rule", "reason", "isAnswerable"],
    ],
  );
  for (const path of WAITING) assert.match(end.stderr, new RegExp(`held: ${path} \\(default\\)`));
  assert.match(end.stderr, /left out: \.github\/workflows\/ci\.yml \(builtin:only-people\)/);
  const [, digest = ""] = /answer: .+ resume \S+ --approve ([0-9a-f]{12})/.exec(end.stderr) ?? [];
  assert.deepEqual([there(), digest.length], [WAITING, 12], end.stderr);
  assert.match(readFileSync(join(bundle, "changes.patch"), "utf8"), /deploy\.sh/);

  const bare = await scene.cli(["resume", bundle]);
  assert.match(bare.stderr, new RegExp(`Held: ${digest} \\(publish `));
  const rejected = await scene.cli(["resume", bundle, "--reject", digest]);
  assert.equal(rejected.code, 0, rejected.stderr);
  assert.deepEqual([there(), outcome().heldFiles.length], [["package.json"], 1], rejected.stderr);
  assert.equal(repository.read("package.json"), FILES["package.json"]);
  const twice = await scene.cli(["resume", bundle, "--approve", digest]);
  assert.equal(twice.code, 2, twice.stderr);
  assert.equal(server.requests.length, 4);
});

test("an approval brings the files back; where they no longer fit, nothing is changed and nothing is recorded", async () => {
  await using scene = await createScene({ replies: SPREAD, files: { ...FILES, [POLICY]: strict("defer") } });
  const { repository, bundle } = scene;
  const end = await scene.run();
  const [, digest = ""] = /--approve ([0-9a-f]{12})/.exec(end.stderr) ?? [];
  repository.git("stash", "-q", "--include-untracked");
  repository.write("package.json", "changed by a person\n");
  const refused = await scene.cli(["resume", bundle, "--approve", digest]);
  assert.deepEqual([refused.code, repository.git("status", "--short")], [2, " M package.json"], refused.stderr);
  assert.match(refused.stderr, /no longer fits/);
  repository.git("checkout", "-q", "package.json");
  repository.write("notes.md", "x\n");
  repository.commit("the head moved on");
  const approved = await scene.cli(["resume", bundle, "--approve", digest]);
  assert.equal(approved.code, 0, approved.stderr);
  assert.deepEqual(
    WAITING.map((path) => existsSync(join(repository.dir, path))),
    [true, true, true],
  );
  assert.ok(!existsSync(join(repository.dir, ".github/workflows/ci.yml")));
});
