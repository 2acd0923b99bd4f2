/**
 * What one rule rejects cannot be had by another tool: each way to write a file, to read one, to reach a host and to publish, by
 * every tool that the model has, planned on a real workspace and judged under the sample policy. None is approved.
 */

import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createGate } from "../../src/policy/gate.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import type { Capability, Decision } from "../../src/protocol/approval.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { openWorkbench, type Workbench } from "../tools/workbench.ts";
import { SAMPLE_POLICY, TOOLS_POLICY } from "./sample-policy.ts";

/** What `ci-files` rejects to write, and what nobody may read. */
const CI = ".github/workflows/ci.yml";
const FILES = { [CI]: "on: push\n", ".env": "KEY=1\n", "src/a.ts": "one\n", "src/x.patch": "\n", "docs/b.md": "b\n" };
/** A pull request may bring links along; they say `src`, and lead elsewhere. */
const LINKS = {
  "src/ci": "../.github/workflows",
  "src/ci.ts": `../${CI}`,
  "src/env.ts": "../.env",
  "src/git": "../.git",
  "src/out": "/var/tmp",
  "docs/chain": "../src/ci",
};

type Call = readonly [tool: string, input: Record<string, unknown>];
const command = (text: string): Call => ["execute_command", { command: text }];
const background = (text: string): Call => ["execute_command", { command: text, run_in_background: true }];

const WRITES: readonly Call[] = [
  ["write_to_file", { path: CI, content: "x" }],
  ["write_to_file", { path: ".github/workflows/new.yml", content: "x" }],
  ["write_to_file", { path: `./src/../${CI}`, content: "x" }],
  ["write_to_file", { path: "src/ci/new.yml", content: "x" }],
  ["write_to_file", { path: "src/ci.ts", content: "x" }],
  ["write_to_file", { path: "docs/chain/new.yml", content: "x" }],
  ["apply_diff", { path: CI, diff: "<<<<<<< SEARCH\non: push\n=======\non: x\n>>>>>>> REPLACE\n" }],
  ["apply_diff", { path: "src/ci/ci.yml", diff: "<<<<<<< SEARCH\non: push\n=======\non: x\n>>>>>>> REPLACE\n" }],
  background(`echo x > ${CI}`),
  background("echo x > src/ci/ci.yml"),
  ...[
    `echo x > ${CI}`,
    `echo x >> ${CI}`,
    `echo x >| ${CI}`,
    `echo x | tee ${CI}`,
    `echo x | tee -a src/log ${CI}`,
    `cat > ${CI} <<E\nx\nE`,
    `cp src/a.ts ${CI}`,
    `cp -r src .github/workflows`,
    `mv src/a.ts ${CI}`,
    `mv src/a.ts .github/workflows/`,
    `install -m 644 src/a.ts ${CI}`,
    `ln -sf ../../src/a.ts ${CI}`,
    `sed -i s/push/x/ ${CI}`,
    `sed s/push/x/ ${CI} -i`,
    `perl -pi -e s/push/x/ ${CI}`,
    `awk '{print > "${CI}"}' src/a.ts`,
    `patch -p1 < src/x.patch`,
    `git apply src/x.patch`,
    `git checkout HEAD~1 -- ${CI}`,
    `git checkout HEAD -- .`,
    `git restore ${CI}`,
    `git mv src/a.ts ${CI}`,
    `git rm ${CI}`,
    `rm ${CI}`,
    `rm -rf .github`,
    `touch ${CI}`,
    `truncate -s 0 ${CI}`,
    `dd if=src/a.ts of=${CI}`,
    `rsync src/a.ts ${CI}`,
    `tar xf src/x.tar`,
    `find .github -name ci.yml -delete`,
    `find src -name a.ts -exec cp {} ${CI} \\;`,
    `xargs -I{} cp src/a.ts {} <<< ${CI}`,
    `cd .github && echo x > workflows/ci.yml`,
    `(cd .github/workflows; cp ../../src/a.ts ci.yml)`,
    `sh -c 'echo x > ${CI}'`,
    `bash <<< 'echo x > ${CI}'`,
    `env -C .github cp ../src/a.ts workflows/ci.yml`,
    `python3 -c "open('${CI}','w')"`,
    `node -e "require('fs').writeFileSync('${CI}','')"`,
    `f=${CI}; echo x > $f`,
    `echo x > .github/*/ci.yml`,
    `echo x > .github/workflow{s,}/ci.yml`,
    `echo x > "$(echo ${CI})"`,
    `npm test > ${CI}`,
    `git diff --output=${CI}`,
    `rg x src > ${CI}`,
    "echo x > src/ci/ci.yml",
    "echo x > src/ci/new.yml",
    "echo x > src/ci.ts",
    "echo x > docs/chain/ci.yml",
    "cp src/a.ts src/ci",
    "cp src/a.ts src/ci/ci.yml",
    "cd src/ci && echo x > ci.yml",
    "npm test | tee src/ci.ts",
    "sed -i s/push/x/ src/ci.ts",
    "mkdir -p docs/chain/x",
    "echo x > src/git/config",
    "echo x > src/out/x",
  ].map(command),
];

const READS: readonly Call[] = [
  ["read_file", { files: [{ path: ".env" }] }],
  ["read_file", { files: [{ path: "src/a.ts" }, { path: "src/env.ts" }] }],
  ["search_files", { path: ".env", regex: "KEY" }],
  ["search_files", { path: "src/env.ts", regex: "KEY" }],
  background("cat .env"),
  ...[
    "cat .env",
    "cat ./src/../.env",
    "cat .e*",
    "cat < .env",
    "head -1 .env",
    "rg KEY .env",
    "grep KEY src/a.ts .env",
    "sed -n 1p .env",
    "awk 1 .env",
    "cp .env src/b",
    "mv .env src/b",
    "source .env",
    ". ./.env",
    "git show HEAD:.env",
    "git diff -- .env",
    "git grep KEY -- .env",
    "git diff --no-index /dev/null .env",
    "find . -name a -o -newer .env",
    "cat src/env.ts",
    "cat < src/env.ts",
    "cd src && cat env.ts",
    "rg KEY src/env.ts",
    "git diff --no-index /dev/null src/env.ts",
    "cat /proc/self/environ",
  ].map(command),
];

const REACHES: readonly Call[] = [
  ...[
    "curl https://example.com",
    "wget https://example.com",
    "nc example.com 80",
    "echo x > /dev/tcp/example.com/80",
    "ssh example.com",
    "npm publish",
    "git push",
    "git push origin HEAD:main",
    "git fetch origin",
    "git clone https://example.com/x",
    "git -c alias.x='!curl x' x",
    "gh pr create",
    "gh api repos",
    "python3 -m http.server",
    "docker push x",
  ].map(command),
  background("curl https://example.com"),
];

async function openScene(): Promise<Workbench> {
  const bench = await openWorkbench(FILES);
  for (const [path, target] of Object.entries(LINKS)) symlinkSync(target, join(bench.repository.dir, path));
  await bench.see("src/a.ts");
  await bench.call("read_file", { files: [{ path: CI }] });
  return bench;
}

/** What becomes of a call, as the engine does it: a plan that throws ran nothing. */
async function verdictOf(bench: Workbench, policy: string, [tool, input]: Call): Promise<string> {
  const follow = async (path: string): Promise<string> => (await bench.cell.resolve(path)).path;
  const loaded = await loadPolicy(policy, { file: "p.yml" });
  const gate = createGate({ policy: loaded, rung: "sealed", workDir: bench.repository.dir, follow });
  try {
    const { verdict, rule } = await gate.judge((await bench.plan(tool, input)).capabilities);
    return `${verdict} ${rule}`;
  } catch (error) {
    if (!(error instanceof RunnerError)) throw error;
    return `refused ${error.code}`;
  }
}

for (const [name, policy] of Object.entries({ sample: SAMPLE_POLICY, tools: TOOLS_POLICY })) {
  test(`${WRITES.length + READS.length + REACHES.length} ways around a rejection, ${name} policy: none is approved`, async () => {
    await using bench = await openScene();
    const approved: string[] = [];
    for (const call of [...WRITES, ...READS, ...REACHES]) {
      const verdict = await verdictOf(bench, policy, call);
      if (!/^(?:reject|defer) |^refused workspace\./.test(verdict))
        approved.push(`${JSON.stringify(call)}: ${verdict}`);
    }
    assert.deepEqual(approved, []);
  });
}

test("links: the rule about the place that they lead to decides, and says so", async () => {
  await using bench = await openScene();
  const found = new Map<string, string>();
  for (const text of [
    "echo x > src/ci/ci.yml",
    "cd src/ci && echo x > ci.yml",
    "echo x > docs/chain/ci.yml",
    "cat src/env.ts",
    "cat < src/env.ts",
    "echo x > src/git/config",
    "echo x > src/out/x",
    "echo x > src/new/file",
    "cat src/ci.ts",
    "npm test",
  ])
    found.set(text, await verdictOf(bench, SAMPLE_POLICY, command(text)));
  assert.deepEqual(Object.fromEntries(found), {
    "echo x > src/ci/ci.yml": "reject ci-files",
    "cd src/ci && echo x > ci.yml": "reject ci-files",
    "echo x > docs/chain/ci.yml": "reject ci-files",
    "cat src/env.ts": "reject builtin:sensitive",
    "cat < src/env.ts": "reject builtin:sensitive",
    "echo x > src/git/config": "defer builtin:outside",
    "echo x > src/out/x": "defer builtin:outside",
    "echo x > src/new/file": "approve edit",
    "cat src/ci.ts": "approve tests",
    "npm test": "approve tests",
  });
});

test("a tool of an MCP server is what no rule names: held, whatever it says that it does", async () => {
  const gate = createGate({
    policy: await loadPolicy(SAMPLE_POLICY, { file: "p.yml" }),
    rung: "sealed",
    workDir: "/w",
  });
  const decisions = await Promise.all(
    ["write_file", "read_file", "fetch", "create_pull_request"].map(async (tool): Promise<Decision> => {
      const capability: Capability = { kind: "mcp", server: "files", tool };
      return gate.judge([capability]);
    }),
  );
  assert.deepEqual(
    decisions.map(({ verdict, rule }) => `${verdict} ${rule}`),
    Array(4).fill("defer default"),
  );
});
