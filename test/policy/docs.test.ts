import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { PROFILE_NAMES } from "../../src/policy/profiles/profiles.ts";
import { SAMPLE_POLICY } from "./sample-policy.ts";

test("every policy in docs/policy.md loads, and its example is the tested one", async () => {
  const blocks = [...readFileSync("docs/policy.md", "utf8").matchAll(/```yaml\n(version:[^]*?)```/g)].map(
    (match) => match[1]!,
  );
  assert.equal(blocks.length, 4);
  const [example] = await Promise.all(blocks.map((block) => loadPolicy(block, { file: "docs/policy.md" })));
  const sample = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml" });
  assert.equal(example!.digest, sample.digest);
});

test("every section of a policy that docs/policy.md shows alone loads", async () => {
  const blocks = [...readFileSync("docs/policy.md", "utf8").matchAll(/```yaml\n((?:limits|hooks):[^]*?)```/g)];
  const policies = await Promise.all(
    blocks.map(([, block]) => loadPolicy(`version: 1\n${block}`, { file: "docs/policy.md" })),
  );
  assert.deepEqual(
    policies.map(({ verify, hooks }) => [verify.length, hooks.map(({ event }) => event)]),
    [
      [2, []],
      [0, ["PreToolUse", "Stop", "Notification"]],
    ],
  );
});

test("docs/policy.md describes every profile, and no other", () => {
  const text = readFileSync("docs/policy.md", "utf8");
  const described = [...text.matchAll(/^\*\*`([a-z-]+)`\*\*: /gm)].map((match) => match[1]!);
  const listed = [...text.matchAll(/^\| `([a-z-]+)` +\| [^|]+ \| (?:yes|no)[ ,]/gm)].map((match) => match[1]!);
  assert.deepEqual([described.toSorted(), listed.toSorted()], [PROFILE_NAMES, PROFILE_NAMES]);
});
