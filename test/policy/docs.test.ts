import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { patternProblem } from "../../src/policy/exec-pattern.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { PROFILE_NAMES, profilePatterns } from "../../src/policy/profiles.ts";
import { SAMPLE_POLICY } from "./sample-policy.ts";

test("every policy in docs/policy.md loads, and its example is the tested one", async () => {
  const blocks = [...readFileSync("docs/policy.md", "utf8").matchAll(/```yaml\n(version:[^]*?)```/g)].map(
    (match) => match[1]!,
  );
  assert.equal(blocks.length, 5);
  const [, example] = await Promise.all(blocks.map((block) => loadPolicy(block, { file: "docs/policy.md" })));
  const sample = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml" });
  assert.equal(example!.digest, sample.digest);
});

test("every section of a policy that docs/hooks.md shows alone loads", async () => {
  const blocks = [...readFileSync("docs/hooks.md", "utf8").matchAll(/```yaml\n((?:limits|hooks):[^]*?)```/g)];
  const policies = await Promise.all(
    blocks.map(([, block]) => loadPolicy(`version: 1\n${block}`, { file: "docs/hooks.md" })),
  );
  assert.deepEqual(
    policies.map(({ verify, hooks }) => [verify.length, hooks.map(({ event }) => event)]),
    [
      [2, []],
      [0, ["PreToolUse", "Stop", "Notification"]],
    ],
  );
});

test("docs/policy-commands.md is short, and has every profile and no other", () => {
  const text = readFileSync("docs/policy-commands.md", "utf8");
  const [, table = ""] = text.split("\n## Profiles\n");
  assert.deepEqual(
    [...table.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name = ""]) => name),
    PROFILE_NAMES,
  );
  assert.ok(text.split("\n").length <= 81);
});

test("patterns of profiles are patterns that a rule may have", () => {
  const patterns = PROFILE_NAMES.flatMap(profilePatterns);
  assert.deepEqual(
    patterns.filter((pattern) => patternProblem(pattern) !== undefined),
    [],
  );
});
