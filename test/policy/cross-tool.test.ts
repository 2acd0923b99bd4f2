/**
 * What one rule rejects cannot be had by another tool: each way to write a file, to read one, to reach a host and to publish, by
 * every tool that the model has, planned on a real workspace and judged under the sample policy. None is approved.
 */

import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createApprovalGate } from "../../src/policy/approval-gate.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import type { Capability, Decision } from "../../src/protocol/approval.ts";
import type { Rung } from "../../src/protocol/cell.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { openWorkbench, type Workbench } from "../tools/workbench.ts";
import { CI, command, FILES, LINKS, REACHES, READS, WRITES, type Call } from "./detours.ts";
import { SAMPLE_POLICY, TOOLS_POLICY } from "./sample-policy.ts";

async function openScene(): Promise<Workbench> {
  const bench = await openWorkbench(FILES);
  for (const [path, target] of Object.entries(LINKS)) symlinkSync(target, join(bench.repository.dir, path));
  await bench.see("src/a.ts");
  await bench.call("read_file", { files: [{ path: CI }] });
  return bench;
}

/** What becomes of a call, as the engine does it: a plan that throws ran nothing. */
async function verdictOf(
  bench: Workbench,
  policy: string,
  [tool, input]: Call,
  rung: Rung = "sealed",
): Promise<string> {
  const follow = async (path: string): Promise<string> => (await bench.cell.resolve(path)).path;
  const loaded = await loadPolicy(policy, { file: "p.yml" });
  const gate = createApprovalGate({ policy: loaded, rung, workDir: bench.repository.dir, follow });
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

test("a path that leads out of the workspace through a link, or up from one, waits for a person", async () => {
  await using bench = await openScene();
  const lines = [
    "cat src/out/x",
    "cat < src/out/x",
    "cat .git/config",
    "cat src/ci/../../.env.example",
    "cd src/ci && cat ../a",
  ];
  const found = async (rung: Rung): Promise<string[]> =>
    await Promise.all(lines.map(async (text) => await verdictOf(bench, SAMPLE_POLICY, command(text), rung)));
  // A sealed cell shows nothing outside that may not be read, and a copy of the git directory.
  const outside = "defer builtin:outside";
  assert.deepEqual(await found("none"), [outside, outside, outside, outside, outside]);
  assert.deepEqual(await found("sealed"), ["approve tests", "approve read", "approve tests", outside, outside]);
});

test("what a rule keeps from being read is not to be had by a command that names it", async () => {
  await using bench = await openScene();
  const kept = SAMPLE_POLICY.replace(
    "  - { id: install",
    '  - { id: kept, reject: { read: ["docs/**"] } }\n  - { id: install',
  );
  const found = new Map<string, string>();
  for (const text of [
    "cat docs/b.md",
    "cat ./src/../docs/b.md",
    "cd docs && cat b.md",
    `cat ${bench.repository.dir}/docs/b.md`,
    "rg x docs",
    "git show HEAD:docs/b.md",
    "git diff -- docs/b.md",
    "cat src/b.md",
    "rg x src",
    "echo docs/b.md",
  ])
    found.set(text, await verdictOf(bench, kept, command(text)));
  assert.deepEqual(Object.fromEntries(found), {
    "cat docs/b.md": "reject kept",
    "cat ./src/../docs/b.md": "reject kept",
    "cd docs && cat b.md": "reject kept",
    [`cat ${bench.repository.dir}/docs/b.md`]: "reject kept",
    "rg x docs": "reject kept",
    "git show HEAD:docs/b.md": "reject kept",
    "git diff -- docs/b.md": "reject kept",
    "cat src/b.md": "reject kept",
    "rg x src": "approve tests",
    "echo docs/b.md": "approve tests",
  });
});

test("a tool of an MCP server is what no rule names: held, whatever it says that it does", async () => {
  const gate = createApprovalGate({
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
