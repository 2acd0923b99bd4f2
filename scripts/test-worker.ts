/**
 * One of the processes that run the test files: takes the next file that no other worker has taken, until none is left. To load
 * the program, the doubles and the validators of GitHub's API takes a second of a core, so a process does it once, not once a file.
 * Arguments: a folder for the claims, then the files in their order.
 */

import { closeSync, openSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { loadTestRunner } from "./test-context.ts";
import { countCpu } from "./test-cpu.ts";
import { nothingLeftOpen, openResources } from "./test-leftovers.ts";

/** For one file, and for a test of it that says nothing else: the longest takes a minute of an idle machine. */
const TIMEOUT_MS = 900_000;

/** For the report of the last file to be read. */
const GRACE_MS = 10_000;

if (process.env["LD_PRELOAD"]?.endsWith("quick-spawn.so") === true) delete process.env["LD_PRELOAD"]; // not for programs of tests

// Compiling, with the types taken out of a thousand files, takes a worker half a second less the second time.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/kimi-tests"));
const { after, describe } = await loadTestRunner();
// What failed a test is hidden behind the failure of its clean-up: of an error, node's runner carries its cause to the report.
// oxlint-disable-next-line eslint/no-extend-native -- only tests run in this process
Object.defineProperty(SuppressedError.prototype, "cause", {
  get(this: SuppressedError) {
    return { failed: this.suppressed as unknown, thenCleanUp: this.error as unknown };
  },
});
const [claims = "", ...files] = process.argv.slice(2);

/** Whether the file is this worker's: the first to create the claim has it. */
function claim(index: number): boolean {
  try {
    closeSync(openSync(join(claims, String(index)), "wx"));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error; // the folder is gone: tests that are not run would look like tests that passed
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
  const end = countCpu(file, process.env["KIMI_TESTS_CPU"]);
  await describe(file, { timeout: TIMEOUT_MS }, async () => {
    const before = openResources();
    await import(resolve(file));
    after(() => nothingLeftOpen(before)); // behind what the file itself does at its end
  });
  end();
  current = undefined;
}
// What a file left open has failed it by now, and would keep this process for ever.
setTimeout(() => process.exit(), GRACE_MS).unref();
