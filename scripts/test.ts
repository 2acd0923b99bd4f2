/**
 * Runs the test files (all of them, or those whose path contains an argument; with `--fast` only those that start no program) with
 * node's own runner and ends with the line `N passed, N failed`, `, N skipped` where some were. With `--cost` it prints the seconds of
 * a processor for each folder before. Exit code 1 when one failed or none ran.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { finished } from "node:stream/promises";
import { costByFolder } from "./test-cpu.ts";
import { countPass, isFailure, noCounts } from "./test-counts.ts";
import { moveTemporaryFolderToMemory } from "./test-memory.ts";
import { fastTestFiles, longestFirst, testFiles } from "./test-files.ts";
import { quickenSpawn } from "./test-spawn.ts";

moveTemporaryFolderToMemory();
const args = process.argv.slice(2);
const parts = args.filter((arg) => !arg.startsWith("--"));
const isFast = args.includes("--fast");
const files = longestFirst(isFast ? fastTestFiles(parts) : testFiles(parts));
/** Two more than cores: many tests wait for a process or a clock. Those that do not compile the program once a core. */
const workers = Math.max(1, Math.min(files.length, availableParallelism() + (isFast ? 0 : 2)));
const counts = noCounts();

const worker = join(import.meta.dirname, "test-worker.ts");
const claims = mkdtempSync(join(tmpdir(), "kimi-tests-"));
const cost = args.includes("--cost") ? join(claims, "cost") : undefined;
if (cost !== undefined) process.env["KIMI_TESTS_CPU"] = cost;
if (!isFast) quickenSpawn(claims);
const stream = run({
  files: Array.from({ length: workers }, () => worker),
  concurrency: workers,
  argv: [claims, ...files],
});
stream.on("test:pass", (data) => {
  // node reports a process without tests, which came too late for a file, as a test that passed.
  if (data.name !== worker) countPass(counts, data);
});
stream.on("test:fail", (data) => {
  if (isFailure(data)) counts.failed += 1;
});
const report = stream.compose(spec);
report.pipe(process.stdout, { end: false });
await finished(report);
if (cost !== undefined) console.log(costByFolder(cost));
rmSync(claims, { recursive: true, force: true });

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
