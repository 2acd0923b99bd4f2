/**
 * `npm run proof` runs the tests behind every promise of SECURITY.md, and `npm run proof -- <id>...` those of some promises. A
 * promise holds when all of its tests ran and passed. Exit code 1 when one does not hold or is shown only in part, 2 for an unknown id.
 */

import { readFileSync } from "node:fs";
import { readProofs, type Proof } from "./promises.ts";
import { runTestFile, type FileResult } from "./run-test-file.ts";
import { testFiles } from "./test-files.ts";

// All that the tests can generate, not a sample of it.
process.env["KIMI_TESTS"] = "full";

/** Test files at a time. More of them than cores makes the slow ones slower. */
const AT_ONCE = 2;

const all = readProofs(readFileSync("SECURITY.md", "utf8"));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !all.some((proof) => proof.id === id));
if (unknown.length > 0) {
  console.error(`SECURITY.md has no promise ${unknown.join(", ")}. It has: ${all.map(({ id }) => id).join(", ")}.`);
  process.exitCode = 2;
} else {
  const proofs = wanted.length === 0 ? all : all.filter(({ id }) => wanted.includes(id));
  process.exitCode = (await prove(proofs)) ? 0 : 1;
}

/** Runs each test file once, and prints a line for each promise and what failed. Returns whether all promises hold. */
async function prove(proofs: readonly Proof[]): Promise<boolean> {
  const results = new Map<string, FileResult>();
  const width = Math.max(...proofs.map(({ id }) => id.length));
  let held = 0;
  for (const { id, tests } of proofs) {
    const files = testFiles(tests);
    const next = files.filter((file) => !results.has(file)).values();
    const work = async (): Promise<void> => {
      for (const file of next) results.set(file, await runTestFile(file));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const own = files.flatMap((file) => results.get(file) ?? []);
    const sum = (count: "passed" | "failed" | "skipped" | "seconds"): number =>
      own.reduce((total, result) => total + result[count], 0);
    const isShown = sum("failed") === 0 && sum("passed") > 0;
    const isPartial = isShown && sum("skipped") > 0;
    if (isShown && !isPartial) held += 1;
    const counts = `${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`;
    const mark = isPartial ? "◐" : isShown ? "✔" : "✖";
    console.log(`${mark} ${id.padEnd(width)}  ${counts}, ${sum("seconds").toFixed(1)} s`);
    for (const file of files) {
      for (const failure of results.get(file)?.failures ?? []) console.log(`    npm test -- ${file}: ${failure}`);
    }
    for (const lack of new Set(own.flatMap(({ lacks }) => lacks))) console.log(`    skipped: ${lack}`);
    if (isPartial) console.log("    Some of its tests did not run, so it is shown only in part.");
    if (sum("passed") === 0) console.log("    Nothing ran, so nothing is shown.");
  }
  console.log(`${held} of ${proofs.length} promises hold.`);
  return held === proofs.length;
}
