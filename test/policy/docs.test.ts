import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { patternProblem } from "../../src/policy/exec-pattern.ts";
import { showPolicy } from "../../src/policy/explain.ts";
import { BUILTIN_POLICY } from "../../src/policy/file/builtin-policy.ts";
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

test("each fixed rule stands in `policy show` and in the docs, and each mark of the console in its table", async () => {
  const sources = globSync("src/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const rules = new Set(
    sources.flatMap((text) => Array.from(text.matchAll(/"(builtin:[a-z-]+)"/g), ([, rule]) => rule)),
  );
  assert.ok(rules.size > 20);
  const shown = showPolicy(await loadPolicy(BUILTIN_POLICY, { file: "built-in" }));
  const docs = ["docs/policy.md", "docs/publishing.md"].map((file) => readFileSync(file, "utf8")).join("");
  const lacking = [...rules].filter((rule) => !shown.includes(`#   ${rule} `) || !docs.includes(`\`${rule}\``));
  assert.deepEqual(lacking, []);
  const meanings = readFileSync("src/run-model/meanings.ts", "utf8");
  const marks = new Set(Array.from(meanings.matchAll(/\bnote\(\s*"(.)"/gu), ([, mark]) => mark));
  assert.ok(marks.size > 15);
  const table = readFileSync("docs/command-line.md", "utf8");
  assert.deepEqual(
    [...marks].filter((mark) => !table.includes(`| \`${mark}\`  |`)),
    [],
  );
});
