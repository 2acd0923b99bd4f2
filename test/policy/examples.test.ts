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
const label = (name: string): Capability => ({ kind: "github", action: "label", name });
const exec = (command: string): Capability => ({ kind: "exec", command, cwd: "." });

/** What each is for, as actions and their verdicts. */
const DECIDES: Readonly<Record<string, readonly (readonly [Capability, string])[]>> = {
  "node-library.yml": [
    [write("src/a.ts"), "approve"],
    [exec("npm test -- --grep dates && npx eslint src --fix > /tmp/lint.txt"), "approve"],
    [exec("rm src/old.js package.json"), "approve"], // what it changes is judged when it is published
    [exec("npm install left-pad"), "approve"],
    [exec("echo x > package.json"), "defer"],
    [write("package-lock.json"), "defer"],
    [write(".github/workflows/ci.yml"), "reject"],
    [exec("npm publish"), "reject"],
    [read(".env"), "reject"],
  ],
  "python-package.yml": [
    [write("tests/test_a.py"), "approve"],
    [exec("uv run pytest -k parse && mypy src"), "approve"],
    [exec("pip install requests && python -c 'import requests'"), "approve"],
    [write("requirements-dev.txt"), "defer"],
    [exec("twine upload dist/a.whl"), "reject"],
  ],
  "go-service.yml": [
    [write("internal/server/server.go"), "approve"],
    [exec("go test ./... -run TestA"), "approve"],
    [exec("go get example.com/x"), "approve"],
    [write("go.mod"), "defer"],
    [write("migrations/001.sql"), "defer"],
    [exec("migrate -path migrations -database $URL down 1"), "defer"],
    [write(".github/workflows/ci.yml"), "reject"],
  ],
  "rust-crate.yml": [
    [write("crates/a/src/lib.rs"), "approve"],
    [exec("RUSTFLAGS=-Awarnings cargo +nightly test 2>&1 | tail -20"), "approve"],
    [write("crates/a/Cargo.toml"), "defer"],
    [exec("cargo +stable publish"), "reject"],
  ],
  "java-service.yml": [
    [write("api/src/main/java/A.java"), "approve"],
    [exec("./gradlew test --tests ATest"), "approve"],
    [write("api/build.gradle.kts"), "defer"],
    [exec("./mvnw -B -DskipTests deploy"), "reject"],
  ],
  "cpp-project.yml": [
    [write("src/a.cpp"), "approve"],
    [exec("cmake -B build -G Ninja && cmake --build build -j && ctest --test-dir build"), "approve"],
    [write("src/CMakeLists.txt"), "defer"],
    [exec("sudo make install"), "reject"],
  ],
  "ruby-app.yml": [
    [write("app/models/user.rb"), "approve"],
    [exec("bundle exec rspec spec/models/user_spec.rb:12"), "approve"],
    [read("config/master.key"), "reject"],
    [exec("cat config/master.key"), "reject"],
    [exec("RAILS_ENV=production bin/rails db:drop"), "defer"],
    [exec("gem push a.gem"), "reject"],
  ],
  "php-app.yml": [
    [write("app/Http/A.php"), "approve"],
    [exec("vendor/bin/phpunit --filter A; php -r 'echo 1;'"), "approve"],
    [exec("php artisan migrate:fresh --seed"), "defer"],
    [write("composer.json"), "defer"],
  ],
  "docs-only.yml": [
    [write("docs/guide.md"), "approve"],
    [write("pkg/README.md"), "approve"],
    [exec("npm test"), "approve"],
    [exec("mkdocs gh-deploy"), "defer"],
    [write("docs/AGENTS.md"), "defer"],
    [write("src/a.ts"), "reject"],
    [exec("git push"), "reject"],
  ],
  "read-only-triage.yml": [
    [read("src/a.ts"), "approve"],
    [exec("git blame src/a.ts"), "approve"],
    [write("README.md"), "reject"],
    [exec("git push"), "reject"],
  ],
  "issue-triage.yml": [
    [exec("git log --stat -5"), "approve"],
    [write("README.md"), "reject"],
    [exec("npm test"), "reject"],
    [label("bug"), "approve"],
    [label("duplicate"), "approve"],
    [label("security"), "reject"],
    [{ kind: "github", action: "close" }, "reject"],
  ],
  "security-updates.yml": [
    [exec("npm audit --json > /tmp/audit.json"), "approve"],
    [write("package-lock.json"), "approve"],
    [exec("npm --tag next publish"), "reject"],
    [exec("cd a && git push"), "reject"],
    [write(".github/dependabot.yml"), "reject"],
  ],
  "strict-two-person.yml": [
    [read("src/a.ts"), "approve"],
    [write("src/a.ts"), "defer"],
    [exec("rg -n x src | head"), "approve"],
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

for (const file of FILES) {
  const path = `examples/policies/${file}`;

  test(`${path}: says what it is for, passes \`policy test\`, and decides that`, async () => {
    const text = readFileSync(path, "utf8");
    assert.match(text, /^# \S.+\.\nversion: 2\n/);
    assert.match(
      (await cliHere(["policy", "test", "--policy", path], { cwd: process.cwd(), env: {} })).stdout,
      /: [3-9] examples passed, 0 failed\npolicy: \S+ as it is now\n$/,
    );
    const policy = await loadPolicy(text, { file: path });
    const options = { level: "sealed", workDir: "/workspace", analyse: analyseCommand } as const;
    const cases = DECIDES[file] ?? [];
    assert.deepEqual(
      cases.map(([capability]) => [capability, decide(policy, [capability], options).verdict]),
      cases,
    );
  });
}
