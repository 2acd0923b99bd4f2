/** The policies that users copy: they load, their own examples hold by the command users run, and they decide what they say they do. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import type { Capability } from "../../src/protocol/approval.ts";
import { decide } from "../../src/policy/decide.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { analyseCommand } from "../../src/policy/shell/shell.ts";
import { cliHere } from "../doubles/cli-here.ts";

const FILES = globSync("examples/policies/*.yml").map((path) => basename(path));

const read = (path: string): Capability => ({ kind: "read", path });
const write = (path: string): Capability => ({ kind: "write", path });
const exec = (command: string): Capability => ({ kind: "exec", command, cwd: "." });

/** What each is for, as actions and their verdicts. */
const DECIDES: Readonly<Record<string, readonly (readonly [Capability, string])[]>> = {
  "node-library.yml": [
    [write("src/a.ts"), "approve"],
    [exec("npm test"), "approve"],
    [exec("npm test -- --grep dates"), "approve"],
    [exec("npx eslint src --fix"), "approve"],
    [exec("rm src/old.js && mkdir -p src/new"), "approve"],
    [exec("rm package.json"), "defer"],
    [exec("npm run lint > /tmp/lint.txt"), "approve"],
    [exec("npm install left-pad"), "defer"],
    [write("package-lock.json"), "defer"],
    [write(".github/workflows/ci.yml"), "reject"],
    [exec("npm publish"), "reject"],
    [read(".env"), "reject"],
  ],
  "python-package.yml": [
    [write("tests/test_a.py"), "approve"],
    [exec("python -m pytest -q"), "approve"],
    [exec("ruff check --fix"), "approve"],
    [exec("uv run pytest -k parse && mypy src"), "approve"],
    [exec("pip install requests"), "defer"],
    [write("requirements-dev.txt"), "defer"],
    [exec("twine upload dist/a.whl"), "reject"],
  ],
  "go-service.yml": [
    [write("internal/server/server.go"), "approve"],
    [exec("go test ./... -run TestA"), "approve"],
    [write("go.mod"), "defer"],
    [write("migrations/001.sql"), "defer"],
    [exec("go get example.com/x"), "defer"],
    [write(".github/workflows/ci.yml"), "reject"],
  ],
  "docs-only.yml": [
    [write("docs/guide.md"), "approve"],
    [write("pkg/README.md"), "approve"],
    [exec("git log -3"), "approve"],
    [write("docs/AGENTS.md"), "defer"],
    [write("src/a.ts"), "reject"],
    [exec("npm test"), "reject"],
  ],
  "read-only-triage.yml": [
    [read("src/a.ts"), "approve"],
    [exec("git blame src/a.ts"), "approve"],
    [write("README.md"), "reject"],
    [exec("npm test"), "reject"],
  ],
  "strict-two-person.yml": [
    [read("src/a.ts"), "approve"],
    [write("src/a.ts"), "defer"],
    [exec("npm test"), "defer"],
    [exec("git push origin main"), "reject"],
    [write("CODEOWNERS"), "reject"],
  ],
};

test("every example is tested here and listed in examples/README.md", () => {
  const readme = readFileSync("examples/README.md", "utf8");
  assert.deepEqual(FILES.toSorted(), Object.keys(DECIDES).toSorted());
  const workflows = globSync("examples/workflows/*.yml").map((path) => basename(path));
  assert.deepEqual(
    [...FILES, ...workflows].filter((name) => !readme.includes(`[${name}](`)),
    [],
  );
});

test("the policy of README.md approves everyday work, and neither the project's settings nor code from elsewhere", async () => {
  const [, text = ""] = /```yaml\n(version: 1\n[^]*?)```/.exec(readFileSync("README.md", "utf8")) ?? [];
  const policy = await loadPolicy(text, { file: "README.md" });
  const verdicts = (lines: readonly string[]): ReadonlySet<string> =>
    new Set(
      lines.map(
        (line) => decide(policy, [exec(line)], { rung: "sealed", workDir: "/w", analyse: analyseCommand }).verdict,
      ),
    );
  assert.deepEqual(
    verdicts([
      "npm test",
      "npm test -- --grep dates",
      "npm run lint -- --fix",
      "node --test test/a.test.js",
      "npx jest -t dates",
      "npx eslint src --fix",
      "npx tsc --noEmit",
      "pytest -k dates",
      "go test ./... -run TestA",
      "cargo test dates",
      "rm src/old.js",
      "mkdir -p src/new",
      "git log -3 | head",
    ]),
    new Set(["approve"]),
  );
  assert.deepEqual(
    verdicts(["rm package.json", "mkdir -p lib", "npm test --prefix /tmp/x", "npm install x", "node x.js", "git push"]),
    new Set(["defer"]),
  );
});

for (const file of FILES) {
  const path = `examples/policies/${file}`;

  test(`${path}: says what it is for, passes \`policy test\`, and decides that`, async () => {
    const text = readFileSync(path, "utf8");
    assert.match(text, /^# \S.+\.\nversion: 1\n/);
    assert.match(
      (await cliHere(["policy", "test", "--policy", path], { cwd: process.cwd(), env: {} })).stdout,
      /: [4-9] examples passed, 0 failed\npolicy: \S+ as it is now\n$/,
    );
    const policy = await loadPolicy(text, { file: path });
    const options = { rung: "sealed", workDir: "/workspace", analyse: analyseCommand } as const;
    const cases = DECIDES[file] ?? [];
    assert.deepEqual(
      cases.map(([capability]) => [capability, decide(policy, [capability], options).verdict]),
      cases,
    );
  });
}
