/** What people ask of coding agents, under the policies that this project ships: what is approved, and which requests wait for a person. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { decide } from "../../src/policy/decide.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { analyseCommand } from "../../src/policy/shell/shell.ts";
import type { Capability, Verdict } from "../../src/protocol/approval.ts";
import { REQUESTS } from "./requests.ts";

const OPTIONS = { level: "sealed", workDir: "/work", analyse: analyseCommand } as const;

function capability(step: string): Capability {
  const kind = step.startsWith("r ") ? "read" : step.startsWith("w ") ? "write" : "exec";
  return kind === "exec" ? { kind, command: step, cwd: "." } : { kind, path: step.slice(2) };
}

/** The share of commands that are approved, and the requests in which something waits for a person. */
function judgeAll(policy: Policy): { readonly approved: number; readonly waiting: readonly string[] } {
  const verdicts: Verdict[] = [];
  const waiting = REQUESTS.filter(({ steps }) => {
    const decided = steps.map((step) => ({
      isCommand: !/^[rw] /.test(step),
      verdict: decide(policy, [capability(step)], OPTIONS).verdict,
    }));
    verdicts.push(...decided.flatMap(({ isCommand, verdict }) => (isCommand ? [verdict] : [])));
    return decided.some(({ verdict }) => verdict === "defer");
  });
  const approved = verdicts.filter((verdict) => verdict === "approve").length / verdicts.length;
  return { approved: Math.round(approved * 1000) / 10, waiting: waiting.map(({ task }) => task) };
}

test("the README's policy approves everyday work; what leaves the repository waits for a person", async () => {
  assert.equal(REQUESTS.length, 60);
  const [, text = ""] = /```yaml\n(version: 2\n[^]*?)```/.exec(readFileSync("README.md", "utf8")) ?? [];
  const { approved, waiting } = judgeAll(await loadPolicy(text, { file: "README.md" }));
  assert.deepEqual(waiting, [
    "publish the next minor",
    "deploy the preview",
    "release to the index",
    "the image is large",
    "publish the crate",
  ]);
  assert.ok(approved >= 92, `${approved} %`);
  assert.ok(waiting.length <= REQUESTS.length * 0.12);
});

test("every example but the strict one and that of a triage approves everyday commands", async () => {
  const shares = await Promise.all(
    globSync("examples/policies/*.yml").map(async (file) => {
      const { approved } = judgeAll(await loadPolicy(readFileSync(file, "utf8"), { file }));
      return [basename(file), approved >= 92] as const;
    }),
  );
  assert.deepEqual(
    shares.filter(([, isMost]) => !isMost),
    [
      ["issue-triage.yml", false],
      ["strict-two-person.yml", false],
    ],
  );
});
