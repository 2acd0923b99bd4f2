/**
 * Runs jobs of which one request to GitHub fails, and prints for each case `ok` or what does not hold: `node scripts/faults.ts --all`,
 * or `node scripts/faults.ts approve/401 fix/lost-reply/7 …` for those whose name begins with one of the parts. `--log` prints what
 * the program printed, too. Exit code 1 when something does not hold.
 */

import { parseArgs } from "node:util";
import { allCases, nameOf, runCase, sampleOf } from "../test/e2e/faults/fault-cases.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean" },
    log: { type: "boolean" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const cases = await allCases();
const named = cases.filter(
  (one) => values.all === true || positionals.some((part) => `${nameOf(one)}/`.startsWith(`${part}/`)),
);
const wanted = values.sample === undefined ? named : sampleOf(cases, Number(values.sample), Number(values.seed));
if (wanted.length === 0) throw new Error(`No case is named. There are: ${cases.map(nameOf).join(" ")}`);

const WIDTH = 28;
let differing = 0;
for (const one of wanted) {
  const { differences, log } = await runCase(one).catch((error: unknown) => ({
    differences: [`harness: ${error instanceof Error ? error.stack : String(error)}`],
    log: "",
  }));
  if (differences.length > 0) differing += 1;
  const lines = values.log === true ? [...differences, log] : differences;
  console.log(`${nameOf(one).padEnd(WIDTH)}${differences.length === 0 ? "ok" : lines.join(`\n${" ".repeat(WIDTH)}`)}`);
}
console.log(`${wanted.length - differing} of ${wanted.length} cases are as they should be.`);
process.exit(differing === 0 ? 0 : 1);
