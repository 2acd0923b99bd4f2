/**
 * One request of a job fails: nothing is lost and nothing doubled, and a person reads why. The suite runs a sample of the cases,
 * `KIMI_TESTS=full` and `node scripts/faults.ts --all` run all of them.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { IS_FULL } from "../../doubles/size.ts";
import { allCases, nameOf, runCase, sampleOf } from "./fault-cases.ts";

/** Another one gives another sample. A case takes 1.5 seconds of a processor; the script takes samples of any size. */
const SEED = Number(process.env["KIMI_FAULTS_SEED"] ?? 1);
const SAMPLE = 10;

test("one request of a job fails", { timeout: IS_FULL ? 7_200_000 : 600_000 }, async (t) => {
  const all = await allCases();
  for (const one of IS_FULL ? all : sampleOf(all, SAMPLE, SEED)) {
    await t.test(nameOf(one), async () => {
      const { differences, log } = await runCase(one);
      assert.deepEqual(differences, [], log);
    });
  }
});
