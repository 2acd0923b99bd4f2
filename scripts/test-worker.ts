/**
 * One of the processes that run the test files: takes the next file that no other worker has taken, until none is left. To load
 * the program, the doubles and the validators of GitHub's API takes a second of a core, so a process does it once, not once a file.
 * Arguments: a folder for the claims, how many processes may end before the files do, then the files in their order.
 */

import { closeSync, openSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { loadTestRunner } from "./test-context.ts";
import { countCpu } from "./test-cpu.ts";
import { nothingLeftOpen, openResources } from "./test-leftovers.ts";

/** For one file, and for a test of it that says nothing else: the longest takes a minute of an idle machine. */
const TIMEOUT_MS = 900_000;

/**
 * A process with more memory gives up its place after a file. To start a program, the system copies the table of all memory that a
 * process has: 1 ms of a core at 150 MB, 4 ms at 600 MB, and the suite starts tens of thousands.
 */
const MAX_RESIDENT_BYTES = 320_000_000;

/** For the report of the last file to be read. */
const GRACE_MS = 10_000;

delete process.env["GLIBC_TUNABLES"]; // see `test.ts`

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
const [claims = "", spare = "", ...files] = process.argv.slice(2);

/** Whether this process has it, a file or a place: the first to create the claim has it. */
function claim(name: string): boolean {
  try {
    closeSync(openSync(join(claims, name), "wx"));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error; // the folder is gone: tests that are not run would look like tests that passed
  }
}

/** Whether a spare process is left that takes this one's place. */
const mayEnd = (): boolean => Array.from({ length: Number(spare) }, (_, index) => `spare-${index}`).some(claim);

/** The file that is being run: the one to name where the process is ended by it. */
let current: string | undefined;
process.on("exit", () => {
  if (current !== undefined) process.stderr.write(`The process ended in ${current}.\n`);
});

for (const [index, file] of files.entries()) {
  if (!claim(`file-${index}`)) continue;
  current = file;
  const end = countCpu(file, process.env["KIMI_TESTS_CPU"]);
  await describe(file, { timeout: TIMEOUT_MS }, async () => {
    const before = openResources();
    await import(resolve(file));
    after(() => nothingLeftOpen(before)); // behind what the file itself does at its end
  });
  end();
  current = undefined;
  if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES && mayEnd()) break;
}
// What a file left open has failed it by now, and would keep this process for ever.
setTimeout(() => process.exit(), GRACE_MS).unref();
