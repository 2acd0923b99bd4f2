/**
 * One of the processes that run the test files: takes the next file that no other worker has taken, until none is left. To load
 * the program, the doubles and the validators of GitHub's API takes a second of a core, so a process does it once, not once a file.
 * Arguments: a folder for the claims, then the files in their order.
 */

import { closeSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe } from "node:test";

/** For one file, and for a test of it that says nothing else: the longest takes a minute of an idle machine. */
const TIMEOUT_MS = 900_000;

const [claims = "", ...files] = process.argv.slice(2);

/** Whether the file is this worker's: the first to create the claim has it. */
function claim(index: number): boolean {
  try {
    closeSync(openSync(join(claims, String(index)), "wx"));
    return true;
  } catch {
    return false;
  }
}

/** The file that is being run: the one to name where the process is ended by it. */
let current: string | undefined;
process.on("exit", () => {
  if (current !== undefined) process.stderr.write(`The process ended in ${current}.\n`);
});

for (const [index, file] of files.entries()) {
  if (!claim(index)) continue;
  current = file;
  await describe(file, { timeout: TIMEOUT_MS }, async () => void (await import(resolve(file))));
  current = undefined;
}
