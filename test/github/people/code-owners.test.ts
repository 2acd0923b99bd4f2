/** Patterns and owners of CODEOWNERS, by what GitHub's documentation says about them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readCodeOwners } from "../../../src/github/people/code-owners.ts";

/** Pattern → paths it matches, paths it does not. */
const PATTERNS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["*", ["a", "a/b/c.ts", ".github/x"], []],
  ["**", ["a", "a/b"], []],
  ["*.js", ["a.js", "src/a.js", "a.js/b"], ["a.jsx", "a.ts", "js"]],
  ["/build/logs/", ["build/logs/a", "build/logs/a/b"], ["build/logs", "x/build/logs/a", "build/log/a"]],
  ["docs/*", ["docs/a.md"], ["docs/build/a.md", "x/docs/a.md", "docs"]],
  ["apps/", ["apps/a", "x/apps/a/b"], ["apps", "x/apps", "apps2/a"]],
  ["/docs/", ["docs/a", "docs/a/b"], ["x/docs/a"]],
  ["/apps/github", ["apps/github", "apps/github/a"], ["apps/githubx", "apps/a"]],
  ["**/logs", ["logs", "build/logs", "build/logs/a", "a/b/logs/c"], ["build/log"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b", "a/x/b/c"], ["ab", "x/a/b"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "ab"]],
  ["/a/**/*.ts", ["a/x.ts", "a/b/x.ts"], ["a/x.js", "x/a/x.ts"]],
  ["src", ["src", "src/a", "x/src/b"], ["srcs", "asrc"]],
  ["src/a", ["src/a", "src/a/b"], ["x/src/a"]],
  ["/*.md", ["a.md"], ["docs/a.md"]],
  ["/a?c", ["abc", "a-c"], ["ac", "abbc", "a/c"]],
  ["a*c*e", ["abcde", "ace", "axxcxxe"], ["abcd", "a/ce"]],
  ["*.d.ts", ["x.d.ts", "x.d.d.ts"], ["x.ts"]],
  ["Makefile", ["Makefile", "x/Makefile"], ["makefile", "MAKEFILE"]],
  ["/has\\ space/a\\#b", ["has space/a#b"], ["has", "has space"]],
  ["/a\\*b", ["a*b"], ["axb", "a\\*b"]],
  ["/日本?.md", ["日本語.md", "日本𠮷.md"], ["日本.md"]],
  ["/a.b", ["a.b"], ["axb"]],
  ["/(a|b)+", ["(a|b)+"], ["a"]],
];

test("patterns", () => {
  for (const [pattern, yes, no] of PATTERNS) {
    const ownersOf = readCodeOwners(`${pattern} @alice\n`);
    for (const path of yes) assert.deepEqual(ownersOf(path), ["@alice"], `${pattern} matches ${path}`);
    for (const path of no) assert.deepEqual(ownersOf(path), [], `${pattern} does not match ${path}`);
  }
});

test("the last match decides, also one without owners", () => {
  const ownersOf = readCodeOwners(`\uFEFF# everything
*                 @all @acme/core   # the rest
*.js              js@example.com @bob

/apps/            @octo-cat
/apps/github
  /src/ @carol @acme/dev.ops\r
/late#r @dora
`);
  const expected: Readonly<Record<string, readonly string[]>> = {
    README: ["@all", "@acme/core"],
    "src/x.js": ["@carol", "@acme/dev.ops"],
    "x.js": ["js@example.com", "@bob"],
    "apps/x.js": ["@octo-cat"],
    "apps/github/x": [],
    late: [],
    "later/on": ["@all", "@acme/core"],
  };
  for (const [path, owners] of Object.entries(expected)) assert.deepEqual(ownersOf(path), owners, path);
});

test("lines that GitHub calls invalid are ignored", () => {
  for (const line of [
    "!*.js @bob",
    "\\#x @bob",
    "[ab].js @bob",
    "[Section] @bob",
    "*.js bob",
    "*.js @",
    "/ @bob",
    "x\\",
    "# *.js @bob",
  ]) {
    const ownersOf = readCodeOwners(`* @alice\n${line}\n`);
    for (const path of ["a.js", "#x", "x", "[Section]"])
      assert.deepEqual(ownersOf(path), ["@alice"], `${line}: ${path}`);
  }
});

test("paths outside of the repository have no owners", () => {
  const ownersOf = readCodeOwners("* @alice\n/ @alice\n** @alice\n");
  for (const path of [".", "", "..", "../a", "/etc/passwd", "a/../b", "a//b", "./a"])
    assert.deepEqual(ownersOf(path), [], path);
  assert.deepEqual(readCodeOwners(`* @alice\n${"#".repeat(3_000_000)}\n`)("a"), []);
});

test("hostile patterns and paths are matched", () => {
  const stars = `${"*a".repeat(2_000)}b`;
  const folders = `${"**/".repeat(2_000)}b`;
  const ownersOf = readCodeOwners(
    [stars, folders, `/${"a/**/".repeat(1_000)}b`].map((pattern) => `${pattern} @x`).join("\n"),
  );
  // A matcher that tries every split would never come back.
  assert.deepEqual(ownersOf("a".repeat(4_000)), []);
  assert.deepEqual(ownersOf("a/".repeat(2_000).replace(/\/$/, "")), []);
});
