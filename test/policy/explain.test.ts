import assert from "node:assert/strict";
import { test } from "node:test";
import { BUILTIN_POLICY, BUILTIN_POLICY_NAME } from "../../src/policy/file/builtin-policy.ts";
import { explainCommand, explainLine, showPolicy } from "../../src/policy/explain.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { SAMPLE_POLICY } from "./sample-policy.ts";

const sample = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml" });

test("an explanation names the verdict and rule of every part", () => {
  assert.deepEqual(explainCommand(sample, "git log -5 > notes.md; eval x", { rung: "sealed", cwd: "docs" }), {
    command: "git log -5 > notes.md; eval x",
    verdict: "defer",
    rule: "default",
    reason: "not understood: eval cannot be judged by its words",
    parts: [
      { write: "docs/notes.md", verdict: "approve", rule: "edit" },
      { argv: ["git", "log", "-5"], verdict: "approve", rule: "tests" },
      { argv: ["eval", "x"], verdict: "defer", rule: "default", reason: "no rule approves: eval x" },
    ],
    notUnderstood: "eval cannot be judged by its words",
  });
});

test("explain - answers one line of JSON per line, errors included", () => {
  const answer = (line: string): unknown => JSON.parse(explainLine(sample, line, { rung: "sealed" }));
  assert.deepEqual(answer('"npm test"'), {
    command: "npm test",
    verdict: "approve",
    rule: "tests",
    parts: [{ argv: ["npm", "test"], verdict: "approve", rule: "tests" }],
  });
  for (const line of ["npm test", "", "{}", '["a"]', "null"]) {
    assert.match((answer(line) as { error: string }).error, /^not a JSON string: /);
  }
  assert.ok(!explainLine(sample, '"a\\nb"', { rung: "sealed" }).includes("\n"));
});

test("show prints the file in full, loadable again", async () => {
  const builtin = await loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME });
  const shown = showPolicy(builtin);
  assert.ok(shown.startsWith(`# built-in policy\n# digest ${builtin.digest}\n`));
  assert.ok(shown.endsWith(BUILTIN_POLICY));
  assert.equal((await loadPolicy(shown, { file: "again" })).digest, builtin.digest);
});
