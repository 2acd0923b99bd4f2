/**
 * The programs of the cell, built from the sources once for a process of tests: a worker that node compiles from 100 files at each
 * start would take half a second of a processor for each cell.
 */

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildPrograms } from "../../scripts/build-programs.ts";

const dir = mkdtempSync(join(tmpdir(), "kimi-programs-"));
chmodSync(dir, 0o755); // a separate cell runs them as another user
process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
for (const [name, bytes] of await buildPrograms()) {
  mkdirSync(dirname(join(dir, name)), { recursive: true });
  writeFileSync(join(dir, name), bytes);
}

/** The program of the cell itself; the others lie beside it. */
export const WORKER = join(dir, "cell.js");
