/**
 * What a test file costs, in seconds of a processor: unlike seconds of a clock, they say the same on a busy machine. On Linux,
 * `KIMI_TESTS_CPU=<file> npm test` appends a line for each test file: its worker, the programs it started, and its path.
 */

import { appendFileSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second. */
const TICKS = 100;

/** Begins to count for a file; the returned function writes its line. */
export function countCpu(file: string, output: string | undefined): () => void {
  if (output === undefined) return () => {};
  const before = used();
  return () => {
    const after = used();
    const [worker, programs] = [after.worker - before.worker, after.programs - before.programs];
    appendFileSync(output, `${worker.toFixed(2)} ${programs.toFixed(2)} ${file}\n`);
  };
}

/** User and system time of this process, and of its children that ended, with theirs. */
function used(): { readonly worker: number; readonly programs: number } {
  const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.split(" ").slice(11, 15).map(Number);
  return { worker: (user + system) / TICKS, programs: (childUser + childSystem) / TICKS };
}
