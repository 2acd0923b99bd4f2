/**
 * What a test file costs, in seconds of a processor: unlike seconds of a clock, they say nearly the same on a busy machine. On Linux,
 * `KIMI_TESTS_CPU=<file> npm test` appends a line for each test file: its worker, the programs it started, and its path.
 * `npm run suite:cost` runs the suite and prints their sums for each folder.
 */

import { appendFileSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

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

/** A line for each folder of tests, the dearest first, and one for all: seconds of the worker, of programs, and of both. */
export function costByFolder(output: string): string {
  const files = readFileSync(output, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" "));
  const folders = Object.groupBy(files, ([, , file = ""]) => dirname(file));
  const rows = Object.entries(folders).map(([folder, lines = []]) => {
    const sum = (column: number): number => lines.reduce((total, line) => total + Number(line[column]), 0);
    return { folder, worker: sum(0), programs: sum(1) };
  });
  const all = { folder: "all", worker: 0, programs: 0 };
  for (const { worker, programs } of rows) [all.worker, all.programs] = [all.worker + worker, all.programs + programs];
  const ordered = rows.toSorted((one, other) => other.worker + other.programs - one.worker - one.programs);
  const lineOf = ({ folder, worker, programs }: (typeof rows)[number]): string =>
    [worker, programs, worker + programs].map((seconds) => seconds.toFixed(1).padStart(8)).join("") + `  ${folder}`;
  return ["  worker programs    both", ...[...ordered, all].map(lineOf)].join("\n");
}
