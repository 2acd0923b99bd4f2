/** One test file in a process of its own, and what became of it. */

import { run } from "node:test";
import { oneLine } from "../src/base/truncate.ts";
import { countPass, isFailure, noCounts, type Counts } from "./test-counts.ts";

export interface FileResult extends Readonly<Counts> {
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
  const counts = noCounts();
  const failures: string[] = [];
  const lacks = new Set<string>();
  const stream = run({ files: [file], timeout: 300_000 });
  stream.on("test:pass", (data) => {
    // node reports a file without tests as a test that passed, under the file's name.
    if (data.name.endsWith(file)) return;
    countPass(counts, data);
    if (typeof data.skip === "string") lacks.add(data.skip);
  });
  stream.on("test:fail", (data) => {
    if (!isFailure(data)) return;
    counts.failed += 1;
    const { name, details } = data;
    const { cause } = details.error;
    const reason = cause instanceof Error ? cause.message : details.error.message;
    failures.push(oneLine(`${name}: ${reason}`, MAX_FAILURE_CHARS));
  });
  await stream.resume().toArray();
  return { ...counts, seconds: (performance.now() - started) / 1000, failures, lacks: [...lacks] };
}
