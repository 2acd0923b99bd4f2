/**
 * The policy's reading of command lines against the real bash: what a policy approves is run in a sealed cell, and must start no program,
 * pass no word and write no file that was not judged. `KIMI_FUZZ=<lines>` tries more, `KIMI_SEED=<number>` others.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decideCommand } from "../decide-command.ts";
import { SKIP_SEALED } from "../../doubles/cell.ts";
import { divergences, type Case } from "../differential/held-against.ts";
import { createLines } from "../differential/lines.ts";
import { OPEN, POLICIES } from "../differential/policies.ts";
import { openPlace } from "../differential/run-lines.ts";

/** About 10 ms each, for those that are approved. */
const LINES = Number(process.env["KIMI_FUZZ"] ?? 250);
const SEED = Number(process.env["KIMI_SEED"] ?? 1);
/** Lines of one start of the driver. */
const BATCH = 2000;

function casesOf(lines: readonly string[], workDir: string): Case[] {
  return lines.flatMap((line) => {
    const approves = [OPEN, ...POLICIES].filter(
      (policy) => decideCommand(policy, line, { rung: "none", workDir }).verdict === "approve",
    );
    return approves.length === 0 ? [] : [{ line, policies: approves.filter((policy) => policy !== OPEN) }];
  });
}

test("bash does with an approved line what was judged, and nothing else", { skip: SKIP_SEALED }, async (t) => {
  await using place = await openPlace();
  const next = createLines(SEED);
  const found: string[] = [];
  let approved = 0;
  for (let tried = 0; tried < LINES; tried += BATCH) {
    const lines = Array.from({ length: Math.min(BATCH, LINES - tried) }, next);
    const cases = casesOf(lines, place.workDir);
    const observed = await place.run(cases.map(({ line }) => line));
    approved += cases.length;
    for (const [index, item] of cases.entries()) {
      const seen = observed[index];
      const all = seen === undefined ? ["not run"] : divergences(item, seen, place.workDir);
      if (all.length > 0) found.push(`${JSON.stringify(item.line)}: ${all.join("; ")}`);
    }
  }
  t.diagnostic(`${approved} of ${LINES} lines approved`);
  assert.deepEqual(found, []);
  assert.ok(approved > LINES / 5, `only ${approved} of ${LINES} lines were approved: too wild to show anything`);
});

test(
  "the oracle sees a word, a program, a folder, a variable and a file that was not judged",
  { skip: SKIP_SEALED },
  async () => {
    await using place = await openPlace();
    const done = "git status; evil | x a; echo b > w1; CI=1 ./x; cd src; NODE_ENV=2 TZ=3 git status";
    const [observed] = await place.run([done]);
    assert.ok(observed !== undefined);
    const against = (line: string): string[] => divergences({ line, policies: [] }, observed, place.workDir).toSorted();
    assert.deepEqual(against(done), ["passed TZ=3"]);
    assert.deepEqual(against("git status; x b"), [
      "passed TZ=3",
      'ran ["./x"]',
      'ran ["echo","b"]',
      'ran ["evil"]',
      'ran ["x","a"]',
      "wrote w1",
    ]);
  },
);
