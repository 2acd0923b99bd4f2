import assert from "node:assert/strict";
import { test } from "node:test";
import type { Capability, Decision, Verdict } from "../../src/protocol/approval.ts";
import type { Rung } from "../../src/protocol/cell.ts";
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

function decideIn(policy: Policy, capabilities: readonly Capability[], rung: Rung = "sealed"): Decision {
  return decide(policy, capabilities, { rung, workDir: "/work/repo", analyse: analyseCommand });
}

function short(policy: Policy, capability: Capability, rung: Rung = "sealed"): string {
  const { verdict, rule } = decideIn(policy, [capability], rung);
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
    exec("rm -r $'secret/a\\nb'"),
    read("/home/u/.config/gcloud/a\nb"),
    read("/home/u/.ssh/a\nb"),
    read(".env.a\nb"),
    read("/etc/sudoers.d/a\nb"),
  ];
  assert.deepEqual(
    capabilities.map((capability) => short(policy, capability)),
    [...Array.from({ length: 7 }, () => "reject no"), ...Array.from({ length: 4 }, () => "reject builtin:sensitive")],
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

test("commands are judged where they run", () => {
  assert.equal(short(sample, exec("echo x > a.ts", "src")), "approve edit");
  assert.equal(short(sample, exec("echo x > ../a.ts", "src")), "defer default");
  assert.equal(short(sample, exec("echo x > /work/repo/docs/a")), "approve edit");
  assert.equal(short(sample, exec("cd ../docs && echo x > a", "src")), "approve edit");
  assert.equal(short(sample, exec("cd /work/repo/src && ls")), "approve tests");
  assert.equal(short(sample, exec("cd src")), "approve builtin:no-effect");
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
    "env git push",
    "sudo git push",
    "eval ls; git push",
    "git log",
    "git $(echo push)",
  ];
  assert.deepEqual(
    commands.map((command) => short(policy, exec(command))),
    [...commands.slice(0, 7).map(() => "reject push"), "approve all", "reject push"],
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
  const table: readonly (readonly [Capability, Rung, string])[] = [
    [read("src/a"), "none", "approve read"],
    [write("src/a"), "none", "approve edit"],
    [write(".github/workflows/a.yml"), "sealed", "defer protected"],
    [write("packages/a/package-lock.json"), "sealed", "defer protected"],
    [write("AGENTS.md"), "sealed", "defer builtin:agent-files"],
    [write(".npmrc"), "sealed", "defer protected"],
    [write("README.md"), "sealed", "approve edit"],
    [exec("npm ci && node -e 1"), "sealed", "approve commands"],
    [exec("git log -3 && rm -r src/old && mkdir -p src/new"), "separate", "approve edit"],
    [exec("rm package-lock.json"), "none", "defer protected"],
    [exec("npm test"), "separate", "defer default"],
    [exec("npm test"), "none", "defer default"],
    [exec("cat .env"), "sealed", "reject builtin:sensitive"],
    [exec("echo x > .github/a"), "sealed", "defer protected"],
  ];
  assert.deepEqual(
    table.map(([capability, rung]) => short(builtin, capability, rung)),
    table.map(([, , expected]) => expected),
  );
});

test("files with credentials of everyday tools may not be read, however they are named", () => {
  const lines = [
    "cat ~/.cargo/credentials.toml",
    "cat vendor/.cargo/credentials",
    "cat vendor/.cargo/cred*",
    "cat ~/.config/git/credentials",
    "cat home/.gem/credentials",
    "cat ~/.terraform.d/credentials.tfrc.json",
  ];
  assert.deepEqual(
    lines.map((line) => [line, short(builtin, exec(line), "sealed")]),
    lines.map((line) => [line, "reject builtin:sensitive"]),
  );
  assert.equal(short(builtin, exec("cat .cargo/config.toml"), "sealed"), "approve commands");
});

test("a file's own approvals stand under every rung", () => {
  for (const rung of ["sealed", "separate", "none"] as const)
    assert.equal(short(sample, exec("npm test"), rung), "approve tests");
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
  const gate = createApprovalGate({ policy: sample, rung: "sealed", workDir: "/work/repo" });
  assert.deepEqual(await gate.judge([read("a")]), { verdict: "approve", rule: "read" });
  assert.deepEqual(await gate.judge([exec("npm test")]), { verdict: "approve", rule: "tests" });
  assert.deepEqual(await gate.judge([exec("'")]), {
    verdict: "defer",
    rule: "default",
    reason: "not understood: does not parse",
  });
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
