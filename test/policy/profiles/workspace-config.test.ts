/**
 * Which profiles run code of the workspace: configuration of every kind is planted, each with a program that leaves a mark, and
 * the approved forms run with the tools of this machine. The column of docs/policy-commands.md says what was found.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { cellEnvironment } from "../../../src/cell/process/environment.ts";
import { loadPolicy } from "../../../src/policy/file/load.ts";
import { PROFILE_NAMES } from "../../../src/policy/profiles/profiles.ts";
import { sized } from "../../doubles/size.ts";
import { explainCommand } from "../decide-command.ts";
import { missing } from "../../doubles/missing.ts";

/** Forms of each profile that its table accepts; those of a tool that is missing are left out. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  list: ["ls -la", "cat package.json", "jq . package.json", "node --version", "npm --version", "go version", "python3 --version", "pip --version", "git --version", "make --version", "java --version", "file evil/mark", "tree", "date", "diff package.json Makefile"], // prettier-ignore
  search: ["rg mark", "find . -name '*.toml'", "sed -n 1p Makefile", "awk '{print}' Makefile", "grep -rn mark ."],
  files: ["mkdir -p made", "touch made/a", "cp Makefile made/b", "mv made/b made/c", "chmod +x made/a", "sed -i s/a/b/ made/c", "rm -rf made"], // prettier-ignore
  "git-read": ["git status", "git diff", "git log -p -1", "git show HEAD", "git blame Makefile", "git grep mark", "git ls-files", "cd vendor/bare && git status", "cd vendor/bare && git log", "cd vendor/bare && git diff", "cd vendor/nested && git status", "cd vendor/nested && git log -p", "cd vendor/nested && git branch"], // prettier-ignore
  "git-write": ["git add -A", "git commit -m x", "git stash", "git stash pop", "git checkout -b y", "git rm -q --cached gone.txt", "cd vendor/bare && git add -A", "cd vendor/nested && git add b.txt", "cd vendor/nested && git commit -qm x"], // prettier-ignore
  test: ["npm test", "node --test", "python3 -m pytest -q", "go test ./...", "make test"],
  "npm-run": ["npm run build", "npm run lint"],
  "npm-install": ["npm install --offline --no-audit --no-fund"],
  node: ["node evil/run.js"],
  lint: ["npx eslint .", "node_modules/.bin/prettier --check ."],
  tsc: ["tsc --noEmit -p .", "npx tsc --noEmit"],
  python: ["python3 -m json.tool package.json", "python3 evil/run.py"],
  pytest: ["python3 -m pytest -q"],
  "pip-install": ["pip install --no-index --no-deps -e ."],
  go: ["go vet ./...", "go build ./...", "go test ./...", "go list -m"],
  cargo: ["cargo check --offline", "cargo tree"],
  make: ["make", "make -n"],
};

/** Profiles that are tried each time: those that run no code, and some that do in milliseconds. The others take half a minute. */
const QUICK = new Set(["list", "search", "files", "git-read", "git-write", "node", "lint", "tsc", "make"]);

/** Versions that were approved once: each starts what is planted, where the tool is there. */
const CARELESS: Readonly<Record<string, readonly string[]>> = {
  "cargo --version": ["rust-toolchain"],
  "rustc --version": ["rust-toolchain"],
  "mvn --version": ["jvm.config"],
  "yarn --version": ["yarnrc"],
};

interface Place {
  readonly dir: string;
  readonly sprung: () => readonly string[];
  readonly [Symbol.dispose]: () => void;
}

/** A workspace in which every configuration file starts `evil/mark <name>`. */
function plant(): Place {
  const base = mkdtempSync(join(tmpdir(), "kimi-config-"));
  const [dir, marks] = [join(base, "work"), join(base, "marks")];
  mkdirSync(marks, { recursive: true });
  const mark = join(dir, "evil/mark");
  const write = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
    chmodSync(join(dir, path), mode);
  };
  const program = (path: string, name: string): void => write(path, `#!/bin/sh\n${mark} ${name}\nexit 1\n`, 0o755);
  write("evil/mark", `#!/bin/sh\n: > ${marks}/"$1"\n`, 0o755);
  const javaScript = (name: string): string =>
    `require("child_process").execFileSync(${JSON.stringify(mark)}, ["${name}"]);\n`;
  const python = (name: string): string => `import subprocess\nsubprocess.call([${JSON.stringify(mark)}, "${name}"])\n`;
  write("evil/run.js", javaScript("node"));
  write("evil/run.py", python("python"));
  write("evil/yarn.js", javaScript("yarnrc"));
  write("evil/hook.js", javaScript("npmrc"));
  program("evil/toolchain/bin/cargo", "rust-toolchain");
  program("evil/toolchain/bin/rustc", "rust-toolchain");
  program("evil/wrapper", "cargo-config");
  for (const tool of ["tsc", "eslint", "prettier"]) program(`node_modules/.bin/${tool}`, "node_modules");
  const script = (name: string): string => `${mark} ${name}`;
  const scripts = { test: script("package.json"), build: script("package.json"), prelint: script("package.json"), lint: "true", preinstall: script("package.json") }; // prettier-ignore
  write("package.json", JSON.stringify({ name: "x", version: "1.0.0", scripts }));
  write(".npmrc", "node-options=--require ./evil/hook.js\n");
  write(".yarnrc", 'yarn-path "./evil/yarn.js"\n');
  write(".yarnrc.yml", "yarnPath: ./evil/yarn.js\n");
  write("rust-toolchain.toml", `[toolchain]\npath = "${dir}/evil/toolchain"\n`);
  write(".cargo/config.toml", `[build]\nrustc-wrapper = "${dir}/evil/wrapper"\n`);
  write("Cargo.toml", '[package]\nname = "x"\nversion = "1.0.0"\nedition = "2021"\n');
  write("src/lib.rs", "");
  write("build.rs", "fn main() {}\n");
  write(".mvn/jvm.config", `-Xlog:gc*:file=${marks}/jvm.config\n`);
  write("go.mod", "module example.com/x\n\ngo 1.21\n");
  write("go.work", "go 1.21\n\nuse .\n");
  write("x.go", "package x\n");
  write("x_test.go", `package x\n\nimport (\n\t"os/exec"\n\t"testing"\n)\n\nfunc TestX(t *testing.T) { exec.Command("${mark}", "go-test").Run() }\n`); // prettier-ignore
  write("tsconfig.json", '{ "extends": "./evil/base.json", "files": ["a.ts"] }\n');
  write("evil/base.json", `{ "compilerOptions": { "plugins": [{ "name": "../evil/hook.js" }] } }\n`);
  write("a.ts", "export {};\n");
  write("conftest.py", python("conftest"));
  write("pyproject.toml", '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["evil"]\n[project]\nname = "x"\nversion = "1"\n'); // prettier-ignore
  write("evil/backend.py", python("pyproject"));
  write("setup.cfg", "[tool:pytest]\naddopts = -p evil.run\n");
  write("json.py", python("json.py"));
  write("a.test.js", javaScript("node-test"));
  write("Makefile", `X := $(shell ${mark} makefile)\nall test:\n\ttrue\n`);
  write(".gitattributes", "* filter=evil diff=evil\n");
  write("gone.txt", "x\n");
  const git = (at: string, ...args: readonly string[]): void => {
    const identity = ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "init.defaultBranch=main"];
    const { status, stderr } = spawnSync("git", [...identity, ...args], { cwd: join(dir, at), encoding: "utf8" });
    assert.equal(status, 0, stderr);
  };
  git(".", "init", "-q");
  git(".", "add", "-A", "-f");
  git(".", "commit", "-qm", "one");
  // A committed folder can look like a bare repository, with every program that a configuration names.
  for (const path of ["objects/info/x", "refs/heads/x"]) write(`vendor/bare/${path}`, "");
  write("vendor/bare/HEAD", "ref: refs/heads/main\n");
  write("vendor/bare/config", `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ..\nfsmonitor = ${mark} bare\nhooksPath = ../../evil/hooks\n[diff]\nexternal = ${mark} bare\n`); // prettier-ignore
  write("vendor/nested/b.txt", "x\n");
  git("vendor/nested", "init", "-q");
  git("vendor/nested", "add", "-A");
  git("vendor/nested", "commit", "-qm", "two");
  write("vendor/nested/b.txt", "y\n");
  program("evil/hooks/pre-commit", "hook");
  git("vendor/nested", "config", "core.fsmonitor", `${mark} fsmonitor`);
  git("vendor/nested", "config", "core.hooksPath", `${dir}/evil/hooks`);
  git("vendor/nested", "config", "core.pager", `${mark} pager`);
  git("vendor/nested", "config", "core.editor", `${mark} editor`);
  return {
    dir,
    sprung: () => {
      const names = spawnSync("ls", [marks], { encoding: "utf8" }).stdout.split("\n").filter(Boolean);
      for (const name of names) rmSync(join(marks, name));
      return names;
    },
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

const systemPath = process.env["PATH"] ?? "/usr/bin:/bin";
const home = process.env["HOME"] ?? "/root";
const isThere = (line: string): boolean => {
  const name = line.split("&&").at(-1)?.trim().split(" ")[0] ?? "";
  return name === "tsc" || missing(name).length === 0;
};

function run(dir: string, line: string): void {
  // The compiler of this repository stands for one on the search path.
  const path = `${systemPath}:${join(import.meta.dirname, "../../../node_modules/.bin")}`;
  const extra = { GOTOOLCHAIN: "local", GOPROXY: "off" };
  const env = cellEnvironment({ path, home, tmpDir: tmpdir(), extra });
  spawnSync("bash", ["--noprofile", "--norc", "-c", line], {
    cwd: dir,
    env,
    encoding: "utf8",
    input: "",
    timeout: 60_000,
  });
}

test("the docs say which profiles run code of the workspace, as their forms do here", async (t) => {
  assert.deepEqual(Object.keys(FORMS).toSorted(), PROFILE_NAMES);
  const text = readFileSync("docs/policy-commands.md", "utf8");
  const tried = Object.entries(FORMS).filter(([name]) => sized(0, 1) === 1 || QUICK.has(name));
  for (const [name, forms] of tried) {
    const policy = await loadPolicy(`version: 1\nrules: [{ id: it, approve: { exec: [${name}], write: ["**"] } }]\n`, {
      file: "p.yml",
    });
    using place = plant();
    const found = new Set<string>();
    for (const line of forms) {
      const { verdict, reason } = explainCommand(policy, line, { rung: "sealed" });
      assert.equal(`${line}: ${verdict} ${reason}`, `${line}: approve undefined`);
      if (!isThere(line)) {
        t.diagnostic(`${name}: left out, no such tool: ${line}`);
        continue;
      }
      run(place.dir, line);
      for (const mark of place.sprung()) found.add(mark);
    }
    t.diagnostic(`${name}: ${[...found].join(", ") || "nothing"}`);
    const column = new RegExp(`^\\| \`${name}\` .*\\| (yes|no)[^|]*\\|$`, "m").exec(text)?.[1];
    assert.deepEqual([name, column], [name, found.size > 0 ? "yes" : "no"]);
  }
});

test("versions of tools that start what the workspace configures are not approved", async () => {
  const policy = await loadPolicy("version: 1\nrules: [{ id: it, approve: { exec: [list] } }]\n", { file: "p.yml" });
  using place = plant();
  for (const [line, marks] of Object.entries(CARELESS)) {
    assert.equal(explainCommand(policy, line, { rung: "sealed" }).verdict, "defer");
    if (!isThere(line) || (marks.includes("rust-toolchain") && !isThere("rustup"))) continue;
    run(place.dir, line);
    assert.deepEqual([line, place.sprung()], [line, marks]);
  }
});
