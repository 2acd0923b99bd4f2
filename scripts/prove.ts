/** Runs the tests behind promises and says of each whether it holds. A promise is shown when all of its tests ran and passed. */

import type { Proof } from "./promises.ts";
import { runTestFile, type FileResult } from "./run-test-file.ts";
import { testFiles } from "./test-files.ts";

/** Like the tests: more at a time than cores makes the slow ones slower. */
const AT_ONCE = 2;

/** Runs each test file once, in the order of the promises; prints a line for each promise and what failed. Whether all hold. */
export async function prove(proofs: readonly Proof[], print: (line: string) => void): Promise<boolean> {
  const results = new Map<string, FileResult>();
  const width = Math.max(...proofs.map(({ id }) => id.length));
  let held = 0;
  for (const { id, tests } of proofs) {
    const files = testFiles(tests);
    const missing = files.filter((file) => !results.has(file));
    const next = missing.values();
    const work = async (): Promise<void> => {
      for (const file of next) results.set(file, await runTestFile(file));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const own = files.flatMap((file) => results.get(file) ?? []);
    const sum = (count: "passed" | "failed" | "skipped" | "seconds"): number =>
      own.reduce((total, result) => total + result[count], 0);
    const isPartial = sum("failed") === 0 && sum("passed") > 0 && sum("skipped") > 0;
    const holds = sum("failed") === 0 && sum("passed") > 0 && !isPartial;
    held += holds ? 1 : 0;
    const counts = `${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`;
    print(`${holds ? "✔" : isPartial ? "◐" : "✖"} ${id.padEnd(width)}  ${counts}, ${sum("seconds").toFixed(1)} s`);
    for (const file of files) {
      for (const failure of results.get(file)?.failures ?? []) print(`    npm test -- ${file}: ${failure}`);
    }
    for (const lack of new Set(own.flatMap(({ lacks }) => lacks))) print(`    skipped: ${lack}`);
    if (isPartial) print("    Some of its tests did not run, so it is shown only in part.");
    if (sum("passed") === 0) print("    Nothing ran, so nothing is shown.");
  }
  print(`${held} of ${proofs.length} promises hold.`);
  return held === proofs.length;
}
