/** The last look at a change: which paths and links never leave, in every spelling that some system reads as that path. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { heldFilesOf } from "../../../src/workspace/change/held-files.ts";
import type { TreeEdit } from "../../../src/workspace/changes.ts";

const NOBODY = (): undefined => undefined;

/** Rule that leaves out one added path. */
function ruleOf(path: string, mode = "100644", target?: string): string | undefined {
  const edit: TreeEdit = { path, oldMode: undefined, mode, oldOid: undefined, oid: "1".repeat(40) };
  const linkTargets = new Map(target === undefined ? [] : [[path, target]]);
  return heldFilesOf({ edits: [edit], linkTargets, heldBy: NOBODY, moves: [] })[0]?.rule;
}

const JOINER = "\u200c";

const GITS_OWN = [
  ".git/hooks/pre-commit",
  "sub/.git/config",
  "sub/.git",
  ".GIT/config",
  ".Git/config",
  ".git /config",
  ".git./config",
  ".git . ./config",
  ".git::$INDEX_ALLOCATION/config",
  ".git:stream",
  "git~1/config",
  "GIT~12/config",
  `.g${JOINER}it/config`,
  `.git\u200e/config`,
  "\ufeff.git/config",
  "a\\..\\.git\\config",
  ".git\\config",
  "a//b",
  "a/../b",
  "./a",
];

const PEOPLES = [
  ".github/workflows/ci.yml",
  ".GitHub/Workflows/ci.yml",
  ".github/workflows./ci.yml",
  `.github${JOINER}/workflows/ci.yml`,
  ".github/workflows/a\nb.yml",
  ".github/workflows/\ufffd.yml",
  ".github",
  ".github/workflows",
  ".gitea/workflows/ci.yml",
  ".Forgejo/Workflows./ci.yml",
  ".gitea",
  ".forgejo/workflows",
  "gitea~1/workflows/ci.yml",
  "FORGEJ~2/workflows/ci.yml",
  ".github/kimi-policy.yml",
  ".github/KIMI-POLICY.yml",
  "CODEOWNERS",
  "docs/CodeOwners",
  ".github/CODEOWNERS ",
  ".gitmodules",
  "sub/.GITMODULES",
  ".gitmodules.",
  ".gitmodules:x",
  "gitmod~1",
  "gi7eba~1",
  `.gitmodules${JOINER}`,
  "sub/.gitattributes",
  "gi7d29~1",
];

const FINE = [
  "src/a.ts",
  ".gitignore",
  ".github/ISSUE_TEMPLATE/bug.md",
  ".gitea/issue_template/bug.md",
  "docs/.github-workflows/x.yml",
  "workflows/ci.yml",
  ":memory:",
  "...",
  "git~/x",
  "digit/x",
  "a\nb\u001b[31m",
  "caf\ufffd",
  "x".repeat(255),
];

test("git's own directory is never published, in any spelling", () => {
  assert.deepEqual(
    GITS_OWN.filter((path) => ruleOf(path) !== "builtin:unsafe-path"),
    [],
  );
});

test("only people may change the files that decide what runs and who reviews, in any spelling", () => {
  assert.deepEqual(
    PEOPLES.filter((path) => ruleOf(path) !== "builtin:only-people"),
    [],
  );
});

test("other names are published", () => {
  assert.deepEqual(
    FINE.filter((path) => ruleOf(path) !== undefined),
    [],
  );
});

test("a link must lead to a place in the repository outside of .git", () => {
  const outside = [
    "/etc/passwd",
    "../..",
    "../../x",
    "../.git/config",
    "../.GIT/config",
    `../.g${JOINER}it/config`,
    "deep/../../../x",
    "other-link/../secret", // where other-link leads up, this is outside
    "./.hidden/../../x",
    "C:/Windows",
    "C:x",
    "\\\\server\\share",
    "..\\..\\x",
    "a\0b",
  ];
  const inside = ["a.txt", "..", "../a.txt", "./../a/b", "deep/er/x", "../.gitignore", "..a/b", "."];
  assert.deepEqual(
    [
      outside.filter((target) => ruleOf("dir/link", "120000", target) !== "builtin:unsafe-path"),
      inside.filter((target) => ruleOf("dir/link", "120000", target) !== undefined),
      ruleOf("dir/link", "120000"), // its target is unknown
      ruleOf("module", "160000"),
    ],
    [[], [], "builtin:unsafe-path", "builtin:unsafe-path"],
  );
});
