/**
 * Branches and files that are named as options, shell words or other references: the change arrives on the branch of exactly that
 * name, by a push and by the API, and nothing else moves.
 */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { deliverBranch } from "../../../src/publish/branch/branch.ts";
import type { BranchRequest } from "../../../src/publish/branch/branch-state.ts";
import { BRANCH_NAMES, CANARY_FILE, FILE_NAMES } from "../../doubles/hostile-names.ts";
import { branchParts, openBench, REPO, type Bench } from "../workbench.ts";

/** What a shell or git's command line could take for something else goes by the push, what an address could, by the API. */
const SHELL = BRANCH_NAMES.findIndex((name) => name.startsWith("%"));
const BRANCHES = { git: BRANCH_NAMES.slice(0, SHELL), verified: BRANCH_NAMES.slice(SHELL) };

const IDENTITY = { name: "bot", email: "bot@example.invalid" };

function requestOf({ request }: Bench, more: Pick<BranchRequest, "branch" | "way" | "mayCreate">): BranchRequest {
  return { ...branchParts(request), message: "m\n", identity: IDENTITY, ...more };
}

/** Every reference of the server, by name, with the tree it points to. */
async function refsOf({ hub }: Bench): Promise<Record<string, string>> {
  const listed = await hub.git(REPO, "for-each-ref", "--format=%(refname)%00%(tree)");
  return Object.fromEntries(listed.split("\n").map((line) => line.split("\0") as [string, string]));
}

for (const way of ["git", "verified"] as const) {
  const names = BRANCHES[way];
  test(`${names.length} branches of pull requests, ${way}`, async () => {
    await using bench = await openBench();
    const { hub, request } = bench;
    for (const name of names) await hub.git(REPO, "update-ref", `refs/heads/${name}`, request.run.base);
    const { "refs/heads/main": base, ...others } = await refsOf(bench);
    assert.deepEqual(others, Object.fromEntries(names.map((name) => [`refs/heads/${name}`, base])));
    for (const branch of names) {
      const result = await deliverBranch(requestOf(bench, { branch, way, mayCreate: false }));
      assert.equal(result.kind, "updated", `${branch}: ${JSON.stringify(result)}`);
    }
    const moved = Object.fromEntries(names.map((name) => [`refs/heads/${name}`, request.run.tree]));
    assert.deepEqual(await refsOf(bench), { ...moved, "refs/heads/main": base });
    for (const dir of [bench.dir, join(bench.dir, "app"), process.cwd()])
      assert.ok(!existsSync(join(dir, CANARY_FILE)));
    assert.deepEqual(hub.violations, []);
  });

  test(`${FILE_NAMES.length} files, ${way}: the commit holds the tree that was recorded`, async () => {
    const edits = Object.fromEntries(FILE_NAMES.map((name, index) => [name, `content ${index}\n`]));
    await using bench = await openBench({ edits });
    const result = await deliverBranch(requestOf(bench, { branch: "kimi/names", way, mayCreate: true }));
    assert.equal(result.kind, "created", JSON.stringify(result));
    assert.equal((await refsOf(bench))["refs/heads/kimi/names"], bench.request.run.tree);
    const listed = (await bench.hub.git(REPO, "ls-tree", "-r", "-z", "--name-only", "kimi/names")).split("\0");
    assert.deepEqual(new Set(listed.filter(Boolean)), new Set([...FILE_NAMES, "a.txt"]));
    assert.ok(!existsSync(join(bench.dir, "app", CANARY_FILE)));
    assert.deepEqual(bench.hub.violations, []);
  });
}
