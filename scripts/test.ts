/**
 * Runs the test files (all of them, or those whose path contains an argument) with node's own runner and ends with the
 * line `N passed, N failed`, `, N skipped` where some were. Exit code 1 when one failed or none ran.
 */

import { run } from "node:test";
import { spec } from "node:test/reporters";
import { finished } from "node:stream/promises";
import { testFiles } from "./test-files.ts";

const files = testFiles(process.argv.slice(2));
const counts = { passed: 0, failed: 0, skipped: 0 };

const stream = run({ files, concurrency: 2, timeout: 300_000 });
stream.on("test:pass", ({ details, skip }) => {
  if (details.type === "suite") return;
  counts[skip === undefined || skip === false ? "passed" : "skipped"] += 1;
});
stream.on("test:fail", ({ details }) => {
  if (details.type !== "suite") counts.failed += 1;
});
const report = stream.compose(spec);
report.pipe(process.stdout, { end: false });
await finished(report);

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
