/** `kimi-runner init` on real repositories: what it writes, what the policy decides, and what a second run and a hostile checkout change. */

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { explain } from "../../src/policy/explain.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { cliHere } from "../doubles/cli-here.ts";
import { runGit, tokenSetting } from "../doubles/git-client.ts";
import { startGitHub } from "../doubles/github/server.ts";
import { createRepository, type TemporaryRepository } from "../doubles/repository.ts";

const POLICY = ".github/kimi-policy.yml";
const WORKFLOW = ".github/workflows/kimi.yml";
const FILES = {
  "package.json": JSON.stringify({
    scripts: { test: "node --test", lint: "eslint .", ship: "npm publish", start: "nodemon x" },
  }),
  "package-lock.json": "{}",
  ".github/workflows/ci.yml":
    "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm ci\n      - run: npm test\n      - run: npm run lint\n",
};

function init(repository: TemporaryRepository, ...flags: readonly string[]) {
  return cliHere(["init", "--no-try", ...flags], { cwd: repository.dir, env: {} });
}

test("a policy and a workflow that fit; the same bytes again; a person's change stays", async () => {
  using repository = createRepository({ files: FILES });
  const first = await init(repository);
  assert.equal(first.code, 0, first.stderr);
  const text = repository.read(POLICY);
  const written = parse(text) as { limits: { verify: readonly string[] }; sandbox: object };
  assert.deepEqual(
    [written.limits.verify, written.sandbox],
    [["npm test", "npm run lint"], { setup: { run: ["npm ci"], network: ["npm"] } }],
  );
  assert.match(text, /- npm test # ci\.yml:7\n/);
  const policy = await loadPolicy(text, { file: POLICY });
  const verdict = (command: string): string => {
    const answer = explain(policy, { subject: "command", text: command }, { level: "sealed" });
    return typeof answer === "string" ? answer : answer.verdict;
  };
  const decided: Readonly<Record<string, string>> = {
    "npm test": "approve",
    "node x.js | head": "approve",
    "npm run ship": "defer",
    "pnpm ship": "defer",
    "node --run ship": "defer",
    "npm --prefix a run ship": "defer",
    "npm publish --tag next": "defer",
    "npm exec -- lerna publish": "defer",
    "turbo run publish": "defer",
    "git push": "defer",
    "docker build .": "reject",
    "yarn start": "reject",
    "npm start": "reject",
  };
  assert.deepEqual(Object.fromEntries(Object.keys(decided).map((command) => [command, verdict(command)])), decided);
  assert.equal(repository.read(WORKFLOW).includes("KIMI_API_KEY"), true);

  repository.write("package.json", FILES["package.json"].replace("ship", "release"));
  repository.commit("rename");
  const second = await init(repository);
  assert.match(
    second.stdout,
    /^wrote \.github\/kimi-policy\.yml again[^]*^-.*npm run ship[^]*kimi\.yml is as it would be written\n/m,
  );

  const own = repository.read(POLICY).replace("steps: 100", "steps: 5");
  repository.write(POLICY, own);
  const third = await init(repository);
  assert.match(third.stdout, /kimi-policy\.yml was changed by people[^]*^-  steps: 5\n\+  steps: 100\n/m);
  assert.equal(repository.read(POLICY), own);
});

test("--dry-run writes nothing; --schedule and --review add their workflows; --strict lists commands", async () => {
  using repository = createRepository({ files: FILES });
  const { stdout } = await init(repository, "--dry-run", "--schedule", "--review", "--strict");
  const paths = Array.from(stdout.matchAll(/^# (\.github\/\S+)$/gm), ([, path]) => path);
  assert.deepEqual(paths, [
    POLICY,
    WORKFLOW,
    ".github/workflows/kimi-nightly.yml",
    ".github/workflows/kimi-review.yml",
  ]);
  assert.match(stdout, /exec:\n +- npm test \*\* # ci\.yml:7\n +- npm run lint \*\* # ci\.yml:8\n +- git-read/);
  assert.equal(existsSync(join(repository.dir, POLICY)), false);
  repository.write(".gitignore", ".venv/\n");
  repository.write(
    ".github/workflows/ci.yml",
    FILES[".github/workflows/ci.yml"].replace("npm ci", "pip install x").replace("npm test", "pytest"),
  );
  repository.commit("python");
  const python = await init(repository, "--dry-run", "--strict");
  assert.match(python.stdout, /exec:\n +- \.venv\/bin\/pytest \*\* [^]*verify:\n +- \.venv\/bin\/pytest # ci\.yml:7\n/);
});

test("a hostile checkout: what is not committed, links, large files and names that look like YAML change nothing", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "kimi-init-"));
  try {
    using repository = createRepository({
      files: {
        "package.json": `{"scripts":{"test":"node --test","a: b\\n# x":"git push","\\u0001ship}":"npm publish"}}`,
        Makefile: "x".repeat(1_000_001),
        ".github/workflows/ci.yml":
          "on: push\njobs:\n  a:\n    steps:\n      - run: TOKEN=ghp_0123456789abcdefghij0123456789abcdef npm test\n      - run: npm test $(curl https://x.example)\n",
      },
    });
    repository.write("go.mod", "module uncommitted\n");
    const dry = await init(repository, "--dry-run");
    assert.equal(dry.code, 0, dry.stderr);
    assert.deepEqual([/ghp_/.test(dry.stdout + dry.stderr), /go\.mod/.test(dry.stdout)], [false, false]);
    assert.match(dry.stderr, /^ {2}test {7}npm test \(package\.json:1\)$/m);
    assert.match(dry.stderr, /not decided: Makefile: it was not read: larger than 1 MB/);
    const found = await init(repository, "--json");
    assert.equal(found.code, 2);
    assert.match(found.stderr, /`--json` prints what was found, and writes nothing\. Add --dry-run\./);
    symlinkSync(elsewhere, join(repository.dir, ".github/linked"));
    rmSync(join(repository.dir, ".github"), { recursive: true });
    symlinkSync(elsewhere, join(repository.dir, ".github"));
    const end = await init(repository);
    assert.deepEqual([end.code, existsSync(join(elsewhere, "kimi-policy.yml"))], [1, false]);
    assert.match(end.stderr, /\.github is a symbolic link; nothing was written/);
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});

test("the trial runs the policy's examples, the test in the cell and the doctor; what fails is shown", async () => {
  const ci = (script: string) => `on: push\njobs:\n  a:\n    steps: [{ run: bash test.sh }]\n# ${script}\n`;
  using repository = createRepository({
    files: { "test.sh": "echo from the test; exit 3\n", ".github/workflows/ci.yml": ci("") },
  });
  const { code, stdout } = await cliHere(["init"], { cwd: repository.dir, env: {} });
  assert.equal(code, 0);
  assert.match(
    stdout,
    /kimi-policy\.yml: it loads, but has no examples|kimi-policy\.yml: \d+ examples? passed, 0 failed/,
  );
  const isSealed = !/was not tried: this machine has no sealed sandbox/.test(stdout);
  if (isSealed)
    assert.match(stdout, /✗ bash test\.sh does not pass in the cell \(exit code 3\)[^]*^ {4}from the test$/m);
  assert.match(stdout, /^✓ checkout/m);
  assert.match(stdout, /What is left for a person:\n {2}- add the secret KIMI_API_KEY/);
});

test("--pull-request pushes exactly the files that were made, on the default branch, and opens it", async () => {
  await using github = await startGitHub();
  github.addToken("token", { scopes: { contents: "write", pull_requests: "write", workflows: "write" } });
  await github.addRepository({ name: "octo/demo", files: FILES });
  const place = mkdtempSync(join(tmpdir(), "kimi-init-"));
  const dir = join(place, "clone");
  try {
    const url = github.cloneUrl("octo", "demo");
    assert.equal((await runGit(place, "clone", "-q", url, dir)).code, 0);
    const setting = tokenSetting(url, "token");
    const settings = [setting, "user.name=Octo", "user.email=octo@example.invalid"];
    for (const one of settings)
      await runGit(dir, "config", one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1));
    writeFileSync(join(dir, "stray.txt"), "not committed");
    const env = {
      GH_TOKEN: "token",
      GITHUB_API_URL: github.url,
      GITHUB_SERVER_URL: github.serverUrl,
      GITHUB_REPOSITORY: "octo/demo",
    };
    const end = await cliHere(["init", "--pull-request"], { cwd: dir, env });
    assert.equal(end.code, 0, end.stderr);
    assert.match(end.stdout, /\/octo\/demo\/pull\/\d+$/m);
    assert.equal(existsSync(join(dir, POLICY)), false);
    await runGit(dir, "fetch", "-q", "origin", "kimi-runner-init");
    const { out } = await runGit(dir, "diff", "--name-only", "HEAD", "FETCH_HEAD");
    assert.deepEqual(out.split("\n"), [POLICY, WORKFLOW]);
    assert.deepEqual(github.violations, []);

    await runGit(dir, "commit", "-q", "--allow-empty", "-m", "only here");
    const refused = await cliHere(["init", "--pull-request"], { cwd: dir, env });
    assert.deepEqual([refused.code, /HEAD is not in origin\/\S+/.test(refused.stderr)], [2, true]);
  } finally {
    rmSync(place, { recursive: true });
  }
});
