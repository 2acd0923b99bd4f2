/** Names that Windows or macOS read as git's own, as git's tests of verify_path and is_ntfs_dotgit list them, and names that they do not. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { foldedPath, isGitsOwn } from "../../../src/base/paths/git-names.ts";

/** What the file systems leave off at the end of a name. */
const ENDS = [
  "",
  " ",
  ".",
  "  ",
  ". ",
  " .",
  "..",
  "   ",
  ".  ",
  " . ",
  "  .",
  ":x",
  "::$DATA",
  " . ::$INDEX_ALLOCATION",
];
/** HFS+ ignores them anywhere in a name. */
const IGNORED = Array.from(
  "\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u206a\u206b\u206c\u206d\u206e\u206f\ufeff",
);
const within = (name: string): readonly string[] =>
  IGNORED.flatMap((char) => [`${char}${name}`, `${name.slice(0, 2)}${char}${name.slice(2)}`, `${name}${char}`]);
const ended = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => ENDS.map((end) => name + end));

const GIT = [...ended(".git", ".GIT", ".giT", "git~1", "GIT~1", "git~2"), ...within(".git"), ...within(".gIt")];
const MODULES = [
  ...ended(".gitmodules", ".Gitmodules", ".gitmoduleS", "GITMOD~1", "gitmod~2", "gitmod~3", "GITMOD~4"),
  "GI7EBA~1",
  "gi7eba~9",
  "GI7EB~10",
  "GI7EB~11",
  "GI7EB~99",
  "GI7E~100",
  "GI7E~101",
  "GI7E~999",
  "GI7E~123",
  "GI7~1234",
  "GI~12534",
  "G~912534",
  "~1000000",
  "~9999999",
  "gitmod~4 . :$DATA",
  ...within(".gitmodules"),
];
const ATTRIBUTES = [
  ...ended(".gitattributes", "GITATT~1", "gitatt~4"),
  "GI7D29~1",
  "gi7d29~9",
  "GI7D2~10",
  "GI7D~100",
  ...within(".gitattributes"),
];

test("each name is folded to the file that some system takes it for", () => {
  for (const [long, names] of [
    [".git", GIT],
    [".gitmodules", MODULES],
    [".gitattributes", ATTRIBUTES],
  ] as const) {
    const wrong = names.filter((name) => foldedPath(name) !== long || foldedPath(`A/${name}/b`) !== `a/${long}/b`);
    assert.deepEqual(wrong, [], long);
  }
});

test("git's own directory is seen at every place of a path, with either separator", () => {
  for (const name of GIT) {
    for (const path of [name, `${name}/hooks/x`, `a/${name}`, `a\\${name}\\config`, `a/b\\${name}`]) {
      assert.ok(isGitsOwn(path), JSON.stringify(path));
    }
  }
  for (const path of ["", "/a", "a/", "a//b", "./a", "a/../b", "a\\..\\b", "."]) assert.ok(isGitsOwn(path), path);
});

test("names that only look like these are not changed", () => {
  const fine = [
    " .git",
    "..git",
    "git",
    ".gitx",
    ".git x",
    ".gitfoo",
    ".git​x",
    "git~",
    "git~x",
    "gix~1",
    "xgit~1",
    ".gitmodules x",
    ".gitmodules .x",
    " .gitmodules",
    "..gitmodules",
    "gitmodules",
    ".gitmodule",
    ".gitmodules,",
    "gi7eba~",
    "gi7eba~0",
    "gi7eba~~1",
    "gi7eba~x",
    "gx7eba~1",
    "gi7ebx~1",
    "gi7eb~1",
    "gi7eb~01",
    "gi7eb~1x",
    "~1",
    "~100000",
    "~10000000",
    "~0000001",
    ".gitignore",
    "a~1",
    "progra~1",
  ];
  const guarded = new Set([".git", ".gitmodules", ".gitattributes", ".github"]);
  for (const name of fine) assert.ok(!guarded.has(foldedPath(name)) && !isGitsOwn(name), JSON.stringify(name));
});
