/**
 * Kills runs of the scenarios of `test/e2e/crash` at random points and times, resumes them, and compares outcome, patch, requests and
 * ledger with those of runs without a kill: `node scripts/random-kills.ts`. `--kills n` kills n times (300), `--seed n` at other
 * moments. Prints every difference with the kill that it follows. Exit code 1 when there is one.
 */

import { parseArgs } from "node:util";

process.env["KIMI_TESTS"] = "full"; // the built program, not the sources
const { createRandom } = await import("../test/doubles/random.ts");
const { createKillProof } = await import("../test/e2e/crash/prove-kills.ts");

const { values } = parseArgs({ options: { kills: { type: "string", default: "300" }, seed: { type: "string" } } });
const wanted = Number(values.kills);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
console.log(`seed ${seed}`);

using proof = await createKillProof();
const random = createRandom(seed);
let [killed, runs, differing] = [0, 0, 0];
while (killed < wanted) {
  runs += 1;
  killed += await proof.prove([proof.randomCase(random)]).catch((error: unknown) => {
    differing += 1;
    console.log(error instanceof Error ? error.message : String(error));
    return 1;
  });
  if (runs % 25 === 0) console.log(`${killed} kills`);
}
console.log(`${killed} kills in ${runs} runs; ${differing} runs differ.`);
process.exitCode = differing === 0 ? 0 : 1;
