/** One test file in a process of its own, and what became of it. */

import { run } from "node:test";
import { oneLine } from "../src/base/truncate.ts";

export interface FileResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  /** Name and reason of each failure. */
  readonly failures: readonly string[];
  /** What those that were skipped lack. */
  readonly lacks: readonly string[];
}

/** Enough to know which it is; the test's own run tells all. */
const MAX_FAILURE_CHARS = 300;

/** Runs it. A file that cannot be loaded is a failure; one without tests passes nothing. */
export async function runTestFile(file: string): Promise<FileResult> {
  const started = performance.now();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const lacks = new Set<string>();
  const stream = run({ files: [file], timeout: 300_000 });
  stream.on("test:pass", ({ name, details, skip }) => {
    // node reports a file without tests as a test that passed, under the file's name.
    if (details.type === "suite" || name.endsWith(file)) return;
    const isSkipped = skip !== undefined && skip !== false;
    counts[isSkipped ? "skipped" : "passed"] += 1;
    if (typeof skip === "string") lacks.add(skip);
  });
  stream.on("test:fail", ({ name, details }) => {
    if (details.type === "suite") return;
    counts.failed += 1;
    const { cause } = details.error;
    const reason = cause instanceof Error ? cause.message : details.error.message;
    failures.push(oneLine(`${name}: ${reason}`, MAX_FAILURE_CHARS));
  });
  await stream.resume().toArray();
  return { ...counts, seconds: (performance.now() - started) / 1000, failures, lacks: [...lacks] };
}
