/** Which policy files belong to the repository, and so are read from the trusted commit alone. */

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { committedPolicyPaths, seemsDirect } from "../../../src/run/open/policy-path.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

test("a policy in any work tree of the repository belongs to the repository; one in another clone or elsewhere does not", () => {
  using scratch = createScratch();
  using repository = createRepository({ files: { "ci/policy.yml": "version: 1\n" } });
  const { dir: root } = repository;
  const [tree, clone, outside] = ["tree", "clone", "outside"].map((name) => join(scratch.dir, name)) as [
    string,
    string,
    string,
  ];
  repository.git("worktree", "add", "-q", "--detach", tree);
  repository.git("clone", "-q", root, clone);
  mkdirSync(outside);
  writeFileSync(join(outside, "policy.yml"), "version: 1\n");
  symlinkSync(join(tree, "ci/policy.yml"), join(outside, "link.yml"));
  symlinkSync(join(outside, "policy.yml"), join(tree, "out.yml"));
  const cases: readonly (readonly [string, cwd: string, root: string, found: readonly string[]])[] = [
    ["policy.yml", join(root, "ci"), root, ["ci/policy.yml"]],
    [join(tree, "ci/policy.yml"), root, root, ["ci/policy.yml"]],
    [join(tree, "new/not-there.yml"), root, root, ["new/not-there.yml"]],
    [join(tree, "out.yml"), root, root, ["out.yml"]],
    [join(outside, "link.yml"), root, root, ["ci/policy.yml"]],
    [join(root, "ci/policy.yml"), tree, tree, ["ci/policy.yml"]],
    ["../clone/ci/policy.yml", tree, tree, []],
    ["../outside/policy.yml", tree, tree, []],
    ["../nowhere/policy.yml", tree, tree, []],
  ];
  assert.deepEqual(
    cases.map(([policyPath, cwd, at]) => committedPolicyPaths({ policyPath, cwd, root: at })),
    cases.map(([, , , found]) => found),
  );
});

test("the hint whether a policy wants no copy is read from the folder of the run, also where the process is elsewhere", () => {
  using scratch = createScratch();
  writeFileSync(join(scratch.dir, "own.yml"), "version: 1\nsandbox:\n  isolation: direct\n");
  writeFileSync(join(scratch.dir, "inline.yml"), "version: 1\nsandbox: { isolation: direct }\n");
  writeFileSync(join(scratch.dir, "other.yml"), "version: 1\n# isolation: direct\n");
  assert.equal(seemsDirect(scratch.dir, { policyPath: "own.yml", cwd: scratch.dir }), true);
  assert.equal(seemsDirect(scratch.dir, { policyPath: "inline.yml", cwd: scratch.dir }), true);
  assert.equal(seemsDirect(scratch.dir, { policyPath: "other.yml", cwd: scratch.dir }), false);
  assert.equal(seemsDirect(scratch.dir, { policyPath: "none.yml", cwd: scratch.dir }), false);
});
