/** Changed files: what the write rules say of their paths, however a file system spells them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decideWrite } from "../../src/policy/decide.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";

test("a changed file is judged by every name that some file system reads its path as", async () => {
  const policy = await loadPolicy(
    `version: 1
rules:
  - { id: edit, approve: { write: ["**"] } }
  - { id: kept, reject: { write: [".github/**", "docs/caf\u00e9.md", "Stra\u00dfe.md", "**/.npmrc"] } }
publish: { protected: ["package-lock.json", "Makefile"] }
`,
    { file: "t.yml" },
  );
  const verdictOf = (path: string): string => decideWrite(policy, path, "sealed").verdict;
  const kept = [
    ".GitHub/x.yml",
    ".github\u200c/actions/x.yml",
    ".g\ufeffithub/x.yml",
    ".github./x.yml",
    ".github /x.yml",
    "GITHUB~1/x.yml",
    ".github\\x.yml",
    ".github::$INDEX_ALLOCATION/x.yml",
    "docs/cafe\u0301.md",
    "docs/CAFE\u0301.md",
    "STRASSE.md",
    "\u017ftra\u00dfe.md",
    "a/.npmrc:stream",
    "a/.npmrc.",
  ];
  assert.deepEqual(
    kept.filter((path) => verdictOf(path) !== "reject"),
    [],
  );
  const guarded = ["package-lock.json.", "pac\u212aage-lock.json", "a/MAKEFILE::$DATA", "Make\u200dfile"];
  assert.deepEqual(
    guarded.filter((path) => verdictOf(path) !== "defer"),
    [],
  );
  const fine = [".githubx/x.yml", "docs/cafe.md", "Strase.md", "package-lock.jsonc", "a/npmrc", "a b. c"];
  assert.deepEqual(
    fine.filter((path) => verdictOf(path) !== "approve"),
    [],
  );
});
