/** Commands that change files: which paths they name, and what the write rules say of those. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decideCommand } from "./decide-command.ts";
import { decideWrite } from "../../src/policy/decide.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { analyseCommand } from "../../src/policy/shell/shell.ts";

/** Written paths, a tree with `/**`. */
function written(command: string, cwd = "."): string[] {
  return analyseCommand(command, { cwd, workDir: "/work/repo" }).parts.flatMap((part) => {
    if (part.kind !== "write") return [];
    return [part.isTree === true ? `${part.path}/**` : part.path];
  });
}

test("the paths that a command names", () => {
  const table: Readonly<Record<string, readonly string[]>> = {
    "mkdir -p -m 755 a/b c": ["a/b", "c"],
    "touch -d yesterday a": ["a"],
    "rm -f a ../b": ["a", "/work/b"],
    "rm -rf a": ["a/**"],
    "rm a -r": ["a/**"],
    "/bin/rm a": ["a"],
    "rm $X a*": [],
    "rm -f -- -x": ["-x"],
    "cp x/a b": ["b", "b/a"],
    "cp -a x y b": ["b/**", "b/x/**", "b/y/**"],
    "cp -t d a b": ["d", "d/a", "d/b"],
    "cp --target-directory=d a": ["d", "d/a"],
    "cp --target-directory=$'d\\ne' a b": ["d\ne", "d\ne/a", "d\ne/b"],
    "cp -t$'d\\ne' a b": ["d\ne", "d\ne/a", "d\ne/b"],
    'cp "$X" b': ["b"],
    "mv a b": ["a/**", "b/**", "b/a/**"],
    "mv -t d a": ["a/**", "d/**", "d/a/**"],
    "ln -s ../x b": ["b", "b/x"],
    "chmod -R +x a": ["a/**"],
    "sed -i s/a/b/ f g": ["f", "g"],
    "sed -n -i -e p -e 1d f": ["f"],
    "sed s/a/b/ f": [],
    "git rm -r a": ["a/**"],
    "git mv a b": ["a/**", "b/**", "b/a/**"],
    "git restore -s HEAD a": ["a/**"],
    "git checkout HEAD -- a b": ["a/**", "b/**"],
    "git mv a b -f": ["a/**", "b/**", "b/a/**"],
    "git --no-pager rm a": ["a/**"],
    "git -C c -c x=y rm a": ["c/a/**"],
    "git restore --theirs a": ["a/**"],
    "git add a": [],
    "tee -- a": ["a"],
    "tee -p - a": ["-", "a"],
    "rm -- -": ["-"],
    "sed --i p a": ["a"],
    "sed -i --exp=p a b": ["a", "b"],
    "sed -i --e p a": ["a"],
    "find a b -H -delete": ["a/**", "b/**"],
    "find -delete": ["./**"],
    "find . -fprint a -fprintf b c -fls d": ["a", "b", "d"],
    "find . -name x -exec rm {} +": [],
    "env CI=1 timeout 5 rm a": ["a"],
    "echo a | xargs rm b": ["b"],
  };
  assert.deepEqual(Object.fromEntries(Object.keys(table).map((command) => [command, written(command)])), table);
  assert.deepEqual(written("cd src && rm a && mv b ../c", "docs"), [
    "docs/src/a",
    "docs/src/b/**",
    "docs/c/**",
    "docs/c/b/**",
  ]);
});

test("of a tree an approval must cover all, and a stricter rule may name something in it", async () => {
  const policy = await loadPolicy(
    `version: 1
rules:
  - { id: commands, approve: { exec: [files, git-write] } }
  - { id: edit, approve: { write: ["src/**", "docs/*", "docs/*/*", "*.md", "{a,b}/**", "deep/**/*.ts"] } }
  - { id: laws, reject: { write: ["src/legal/**", "src/*/secret.txt", "**/LICENSE", "{x,src/y/z}/**"] } }
publish: { protected: [CODEOWNERS, src/guarded/keep.txt] }
`,
    { file: "t.yml" },
  );
  const table: Readonly<Record<string, string>> = {
    "rm src/a.ts": "approve commands",
    "rm -r src/lib/a/b": "approve commands",
    "rm docs/a.md": "approve commands",
    "rm docs/a/b.md": "approve commands",
    "rm -r docs/a": "defer default",
    "rm -r a/x": "approve commands",
    "rm deep/x/a.ts": "approve commands",
    "rm -r deep/x": "defer default",
    "rm -r src/y/z/a": "reject laws",
    "rm -r src/y": "reject laws",
    "rm -r a": "approve commands",
    "rm -r src": "reject laws",
    "git restore .": "reject laws",
    "rm src/LICENSE": "reject laws",
    "rm src/CODEOWNERS": "defer builtin:protected",
  };
  const decide = (command: string): string => {
    const { verdict, rule } = decideCommand(policy, command, { rung: "none" });
    return `${verdict} ${rule}`;
  };
  assert.deepEqual(Object.fromEntries(Object.keys(table).map((command) => [command, decide(command)])), table);

  const plain = await loadPolicy(
    `version: 1
rules:
  - { id: commands, approve: { exec: [files, git-write] } }
  - { id: edit, approve: { write: ["src/**", "docs/*", "docs/*/*", "deep/**/*.ts", "all/**/*"] } }
  - { id: laws, reject: { write: ["src/legal/**", "src/*/secret.txt", "**/LICENSE"] } }
publish: { protected: [CODEOWNERS, src/guarded/keep.txt] }
`,
    { file: "t.yml" },
  );
  const trees: Readonly<Record<string, string>> = {
    "rm -r src/lib/a": "approve commands",
    "rm -r src/lib": "reject laws",
    "rm -r src/legal/x": "reject laws",
    "rm -r src": "reject laws",
    "rm -r docs/a": "defer default",
    "rm -r deep/x": "defer default",
    "rm -r all/x": "approve commands",
    "mv src/a/b src/c/d": "approve commands",
    "mv src/a.ts docs/": "reject laws",
    "cp src/a.ts src/guarded/keep.txt": "defer builtin:protected",
    "git restore .": "reject laws",
    "cp -r src/a/b .github": "defer builtin:policy-file",
  };
  const decidePlain = (command: string): string => {
    const { verdict, rule } = decideCommand(plain, command, { rung: "none" });
    return `${verdict} ${rule}`;
  };
  assert.deepEqual(Object.fromEntries(Object.keys(trees).map((command) => [command, decidePlain(command)])), trees);
});

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
