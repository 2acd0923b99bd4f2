import assert from "node:assert/strict";
import { test } from "node:test";
import type { Capability, Decision, Verdict } from "../../src/protocol/approval.ts";
import type { SandboxLevel } from "../../src/protocol/cell.ts";
import { BUILTIN_POLICY, BUILTIN_POLICY_NAME } from "../../src/policy/file/builtin-policy.ts";
import { decide, decideWrite } from "../../src/policy/decide.ts";
import { createApprovalGate } from "../../src/policy/approval-gate.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { analyseCommand } from "../../src/policy/shell/shell.ts";
import { SAMPLE_POLICY } from "./sample-policy.ts";

const sample = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml" });
const builtin = await loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME });

const read = (path: string): Capability => ({ kind: "read", path });
const write = (path: string): Capability => ({ kind: "write", path });
const exec = (command: string, cwd = "."): Capability => ({ kind: "exec", command, cwd });

function decideIn(policy: Policy, capabilities: readonly Capability[], level: SandboxLevel = "sealed"): Decision {
  return decide(policy, capabilities, { level, workDir: "/work/repo", analyse: analyseCommand });
}

function short(policy: Policy, capability: Capability, level: SandboxLevel = "sealed"): string {
  const { verdict, rule } = decideIn(policy, [capability], level);
  return `${verdict} ${rule}`;
}

const withRules = (rules: string, head = "default: defer"): Promise<Policy> =>
  loadPolicy(`version: 1\n${head}\nrules:\n${rules}`, { file: "t.yml" });

test("files: a line break in a name keeps no rule from it", async () => {
  const rules = `  - { id: no, reject: { read: ["secret/**", "**/*.key", "one/*/two"], write: ["secret/**"] } }`;
  const policy = await withRules(rules, "default: approve");
  const capabilities = [
    read("secret/a\nb"),
    read("a\nb/c.key"),
    read("a\rb.key"),
    read("one/\n/two"),
    write("secret/a\u2028b"),
    exec("cat $'secret/a\\nb'"),
    read("/home/u/.config/gcloud/a\nb"),
    read("/home/u/.ssh/a\nb"),
    read(".env.a\nb"),
    read("/etc/sudoers.d/a\nb"),
  ];
  assert.deepEqual(
    capabilities.map((capability) => short(policy, capability)),
    [...Array.from({ length: 6 }, () => "reject no"), ...Array.from({ length: 4 }, () => "reject builtin:sensitive")],
  );
});

test("files: rules, default and fixed rules", () => {
  assert.deepEqual(
    [
      read("."),
      read("src/.hidden/a"),
      read("/etc/hostname"),
      read(".env"),
      read("app/.env.local"),
      read(".env.example"),
      read("keys/id_rsa.pub"),
      write("src/a.ts"),
      write("src/deep/.x/a.ts"),
      write("/work/repo/src/a.ts"),
      write("package.json"),
      write(".github/workflows/ci.yml"),
      write(".github/kimi-policy.yml"),
      write(".git/config"),
      write("src/vendor/.git/hooks/x"),
      write("src/.gitignore"),
      write("src/CODEOWNERS"),
      write("/tmp/x"),
      write("/etc/x"),
    ].map((capability) => short(sample, capability)),
    [
      "approve read",
      "approve read",
      "defer default",
      "reject builtin:sensitive",
      "reject builtin:sensitive",
      "approve read",
      "approve read",
      "approve edit",
      "approve edit",
      "approve edit",
      "defer default",
      "reject ci-files",
      "defer builtin:policy-file",
      "reject builtin:git-dir",
      "reject builtin:git-dir",
      "approve edit",
      "defer builtin:protected",
      "approve builtin:scratch",
      "defer default",
    ],
  );
  assert.equal(short(sample, write("/tmp/x"), "none"), "defer default");
});

test("the strictest verdict wins over all capabilities, and nothing to judge is approved", () => {
  assert.deepEqual(decideIn(sample, []), { verdict: "approve", rule: "builtin:no-effect" });
  assert.deepEqual(decideIn(sample, [read("a"), write("src/a")]).verdict, "approve");
  assert.deepEqual(decideIn(sample, [read("a"), write("x"), write("src/a")]), {
    verdict: "defer",
    rule: "default",
    reason: "no rule approves: write x",
  });
  assert.deepEqual(decideIn(sample, [write("x"), write(".github/workflows/a.yml"), read("a")]), {
    verdict: "reject",
    rule: "ci-files",
    reason: "workflow files are for people",
  });
  assert.deepEqual(decideIn(sample, [exec("foo; npm install x")]), {
    verdict: "defer",
    rule: "install",
    also: ["default"],
    reason: "adds a dependency",
  });
});

test("a redirection to a path that a rule rejects or defers is refused before it runs; other paths are judged when published", () => {
  const table: Readonly<Record<string, string>> = {
    "echo x > a.ts": "approve tests",
    "echo x > ../package.json": "approve tests",
    "echo x > ../.github/workflows/ci.yml": "reject ci-files",
    "cd ../.github && echo x >> workflows/ci.yml": "reject ci-files",
    "echo x | tee -a ../package-lock.json": "defer builtin:protected",
    "echo x > /work/repo/.github/kimi-policy.yml": "defer builtin:policy-file",
    "bash -c 'echo x > ../AGENTS.md'": "defer builtin:agent-files",
    "echo x > ../.git/config": "reject builtin:git-dir",
    "echo x > /etc/x": "approve tests",
    "echo x > $F": "approve tests",
    "cd /work/repo/src && ls": "approve tests",
    "cd src": "approve builtin:no-effect",
  };
  const found = Object.keys(table).map((line) => [line, short(sample, exec(line, "src"))]);
  assert.deepEqual(Object.fromEntries(found), table);
});

test("rejections and deferrals catch what may turn out to be meant", async () => {
  const policy = await withRules(`  - { id: all, approve: { exec: ["git **", "echo **"] } }
  - { id: push, reject: { exec: ["git push **"] } }
`);
  const commands = [
    "git push",
    "/usr/bin/git push -f",
    "git $X",
    'git "$X" origin',
    "git p{us,ul}h",
    "$GIT push",
    '"$DIR/git" push',
    "git -C sub -c user.name=x push",
    "git --git-dir=.git push",
    "env git push",
    "sudo -n git push",
    "ssh host 'cd x && git push'",
    "echo origin | xargs git push",
    "find . -exec git push {} ;",
    "bash -c 'ls; git push'",
    'bash -c "cd $X && git push"',
    "sh <<'E'\ngit push\nE",
    "bash <<< 'git push'",
    "sh <<E\ngit push\nE",
    "rtk git push",
    "git -c alias.p=push p",
    'env -S "git push"',
    "eval ls; git push",
    "g() { git push; }; g",
    "echo $(git push)",
    "git $(echo push)",
    "git push # \u0007",
  ];
  const others = [
    "git log",
    "git log --grep push",
    "git commit -m push",
    "git stash push",
    "echo git push",
    "git -C push log",
  ];
  assert.deepEqual(
    [...commands, ...others].map((command) => [command, short(policy, exec(command))]),
    [
      ...commands.map((command) => [command, "reject push"]),
      ...others.map((command) => [command, command === "git -C push log" ? "reject push" : "approve all"]),
    ],
  );
});

test("a star in a pattern is one word that is written out", async () => {
  const policy = await withRules(
    `  - { id: some, approve: { exec: ["npm run *", "git log *", "ls -*", "echo **"] } }\n`,
  );
  const approved = ["npm run a", "git log HEAD", "ls -a", "echo $x", "echo {a,b}"];
  const held = ["npm run $X", 'npm run "$X"', "npm run {a,b}", "git log *", "git log $(ls)", "ls -$X", "npm run ~"];
  const lines = [...approved, ...held];
  assert.deepEqual(
    lines.filter((line) => short(policy, exec(line)) === "approve some"),
    approved,
  );
});

test("`any` approves what is not understood, in a sealed cell only", async () => {
  const policy = await withRules("  - { id: all, approve: { exec: [any], write: ['**'] } }\n");
  for (const command of ["ls", "eval $X", "x=1; curl $x | sh", "node -e 1"]) {
    assert.equal(short(policy, exec(command), "sealed"), "approve all");
    assert.equal(short(policy, exec(command), "separate"), "defer default");
    assert.equal(short(policy, exec(command), "none"), "defer default");
  }
  assert.equal(short(policy, exec("eval $X > .git/config")), "reject builtin:git-dir");
  const never = await withRules("  - { id: no-shell, reject: { exec: [any] } }\n", "default: approve");
  assert.equal(short(never, exec("eval $X"), "none"), "reject no-shell");
  assert.equal(short(never, exec("ls"), "none"), "reject no-shell");
});

test("the built-in policy: work in the sealed cell, ask for what outlives it", () => {
  const table: readonly (readonly [Capability, SandboxLevel, string])[] = [
    [read("src/a"), "none", "approve read"],
    [write("src/a"), "none", "approve edit"],
    [write(".github/workflows/a.yml"), "sealed", "defer protected"],
    [write("packages/a/package-lock.json"), "sealed", "defer protected"],
    [write("a/mix.lock"), "sealed", "defer protected"],
    [write("AGENTS.md"), "sealed", "defer builtin:agent-files"],
    [write(".npmrc"), "sealed", "defer protected"],
    [write("README.md"), "sealed", "approve edit"],
    [exec("npm ci && node -e 1"), "sealed", "approve commands"],
    [exec("git status && git diff"), "separate", "approve look"],
    [exec("git status -v"), "separate", "defer default"],
    [exec("npm test"), "separate", "defer default"],
    [exec("npm test"), "none", "defer default"],
    [exec("cat .env"), "sealed", "reject builtin:sensitive"],
    [exec("echo x > .github/a"), "sealed", "defer protected"],
  ];
  assert.deepEqual(
    table.map(([capability, level]) => short(builtin, capability, level)),
    table.map(([, , expected]) => expected),
  );
});

test("a command that plainly names a file that may not be read is refused; the cell hides it from the others", async () => {
  const policy = await withRules(
    "  - { id: all, approve: { read: ['**'], exec: [any] } }\n  - { id: keys, defer: { read: ['keys/**'] }, reason: keys of customers }\n",
    "sandbox: { show: [shown/**, keys/public] }",
  );
  const table: Readonly<Record<string, string>> = {
    "cat ~/.cargo/credentials.toml": "approve all",
    "cat vendor/.cargo/credentials": "reject builtin:sensitive",
    "git diff --no-index a home/.gem/credentials": "reject builtin:sensitive",
    "head < .env": "approve all",
    "curl --data @x --cacert=.env.local localhost": "reject builtin:sensitive",
    "cd app && cat ./.env": "reject builtin:sensitive",
    "git show HEAD:keys/a": "reject keys",
    "wc -l keys/a src/a": "reject keys",
    "rg x keys/a": "reject keys",
    "rg keys/a src": "approve all",
    "sed -n /keys.a/p src/a; jq .env x.json; grep -e x .env": "reject builtin:sensitive",
    "jq .env x.json; awk '/keys/ {print}' src/a": "approve all",
    "cp .env.example .env": "approve all",
    "cp keys/a src/b": "reject keys",
    "ls keys/a; test -f .env; echo .env; rm keys/a; git add .env": "approve all",
    "cat k*/a $X": "approve all",
    "cat shown/.env keys/public": "approve all",
  };
  const found = Object.keys(table).map((line) => [line, short(policy, exec(line))]);
  assert.deepEqual(Object.fromEntries(found), table);
  const rejecting = await withRules("  - { id: keys, reject: { read: ['keys/**'] } }\n");
  assert.deepEqual(
    [policy, rejecting].map((one) => decideIn(one, [exec("cat keys/a")]).reason),
    [
      "keys of customers; commands do not see it, and read_file asks a person",
      "it may not be read; neither commands nor read_file see it",
    ],
  );
});

test("in a weaker cell lines are approved word for word; with `unsealed: patterns` the file's own patterns approve plain lines", async () => {
  const rules = `  - { id: tests, approve: { exec: ["npm test", "npm run {lint,build}", "npm install x", "echo **", git-read, any], write: ["src/**"] } }
  - { id: install, defer: { exec: ["npm install **"] } }
`;
  const [exact, patterns] = await Promise.all([
    withRules(rules),
    withRules(rules, "sandbox: { minimum: none, unsealed: patterns }"),
  ]);
  const table: Readonly<Record<string, readonly [exact: string, patterns: string]>> = {
    "npm test": ["approve tests", "approve tests"],
    " npm test && npm test": ["approve tests", "approve tests"],
    "npm  test": ["defer default", "approve tests"],
    "npm test; npm test": ["defer default", "approve tests"],
    "npm run lint": ["defer default", "approve tests"],
    "timeout 9 npm run lint | echo x": ["defer default", "approve tests"],
    "npm test > src/log": ["defer default", "approve tests"],
    "npm test > log": ["defer default", "defer default"],
    "npm test > $F": ["defer default", "defer default"],
    "echo $X": ["defer default", "defer default"],
    "CI=1 npm test": ["defer default", "defer default"],
    "(npm test)": ["defer default", "defer default"],
    "git status": ["defer default", "defer default"],
    "npm test && node x.js": ["defer default", "defer default"],
    "npm install": ["defer install", "defer install"],
    "npm test && npm install": ["defer install", "defer install"],
    "npm test && npm install x": ["defer install", "defer install"],
    "echo x > .git/config": ["reject builtin:git-dir", "reject builtin:git-dir"],
  };
  for (const level of ["separate", "none"] as const) {
    const found = Object.keys(table).map((line) => [
      line,
      [short(exact, exec(line), level), short(patterns, exec(line), level)],
    ]);
    assert.deepEqual(Object.fromEntries(found), table);
  }
  const open = await withRules("  - { id: no, reject: { exec: [curl] } }\n", "default: approve");
  assert.deepEqual(
    ["npm x; eval y", "npm x | $Y", "npm x", "curl"].map((line) => short(open, exec(line), "none")),
    ["defer builtin:not-understood", "reject no", "approve default", "reject no"],
  );
  assert.deepEqual(
    ["a", "/etc/a"].map((path) => short(open, write(path), "none")),
    ["approve default", "defer builtin:outside"],
  );
});

/** A small generator, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test("order never matters, and the verdict is the strictest of the rules that match", async () => {
  const next = random(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  const globs = ["**", "src/**", "src/*.ts", "docs/**", "*.md", "{src,docs}/a.ts"];
  const paths = ["src/a.ts", "docs/a.ts", "README.md", "src/x/b.ts", "other"];
  const severity: Record<Verdict, number> = { approve: 0, defer: 1, reject: 2 };
  for (let round = 0; round < 60; round += 1) {
    const rules = Array.from({ length: 1 + Math.floor(next() * 6) }, (_, index) => ({
      id: `r${index}`,
      verdict: pick(["approve", "defer", "reject"] as const),
      glob: pick(globs),
    }));
    const lines = rules.map(({ id, verdict, glob }) => `  - { id: ${id}, ${verdict}: { write: ["${glob}"] } }\n`);
    const fallback = pick(["approve", "defer", "reject"] as const);
    const [policy, reversed] = await Promise.all(
      [lines, lines.toReversed()].map((ordered) => withRules(ordered.join(""), `default: ${fallback}`)),
    );
    for (const path of paths) {
      const decision = decideIn(policy!, [write(path)]);
      assert.deepEqual(decideIn(reversed!, [write(path)]), decision);
      const matching = policy!.rules.filter((rule) => rule.write?.(path) === true).map(({ verdict }) => verdict);
      const strictest = matching.toSorted((a, b) => severity[b] - severity[a])[0] ?? fallback;
      assert.equal(decision.verdict, strictest, `${path} under\n${lines.join("")}`);
    }
    const together = decideIn(policy!, paths.map(write)).verdict;
    const single = paths.map((path) => severity[decideIn(policy!, [write(path)]).verdict]);
    assert.equal(severity[together], Math.max(...single));
  }
});

test("the gate judges like decide and never throws", async () => {
  const gate = createApprovalGate({ policy: sample, level: "sealed", workDir: "/work/repo" });
  assert.deepEqual(await gate.judge([read("a")]), { verdict: "approve", rule: "read" });
  assert.deepEqual(await gate.judge([exec("npm test")]), { verdict: "approve", rule: "tests" });
  assert.deepEqual(await gate.judge([exec("eval")]), {
    verdict: "defer",
    rule: "default",
    reason: "not understood: eval runs text, or changes what later words mean",
  });
  // A line that is not read may be what a rule names.
  assert.equal((await gate.judge([exec("'")])).rule, "install");
  assert.equal((await gate.judge([exec("(".repeat(20_000))])).verdict, "defer");
});

test("under every policy a person decides about files that steer agents, unless the policy says otherwise", async () => {
  const open = await loadPolicy("version: 1\ndefault: approve\n", { file: "p.yml" });
  const allowed = await loadPolicy("version: 1\ndefault: approve\npublish: { agent_files: allow }\n", {
    file: "p.yml",
  });
  const steering = [
    "AGENTS.md",
    "packages/a/AGENTS.md",
    "CLAUDE.md",
    ".mcp.json",
    ".kimi/skills/a/SKILL.md",
    ".kilocodemodes",
    ".kilocoderules",
    ".kilocoderules-code",
    ".roorules",
    ".roo/rules/a.md",
    "web/.claude/settings.json",
    ".cursor/rules/a.mdc",
    ".github/copilot-instructions.md",
    ".github/agents/a.md",
    ".agents",
  ];
  const others = ["src/claude.ts", "src/.kimirc", ".github/dependabot.yml", "mcp.json"];
  const ruleOf = (policy: Policy, path: string): string => {
    const { verdict, rule } = decideWrite(policy, path, "sealed");
    return `${path}: ${verdict} ${rule}`;
  };
  assert.deepEqual(
    [...steering, "docs/CLAUDE.MD"].map((path) => ruleOf(open, path)),
    [...steering, "docs/CLAUDE.MD"].map((path) => `${path}: defer builtin:agent-files`),
  );
  assert.deepEqual(
    steering.map((path) => short(open, write(path), "none")),
    steering.map(() => "defer builtin:agent-files"),
  );
  assert.deepEqual(
    [...steering.map((path) => ruleOf(allowed, path)), ...others.map((path) => ruleOf(open, path))],
    [...steering, ...others].map((path) => `${path}: approve default`),
  );
});
