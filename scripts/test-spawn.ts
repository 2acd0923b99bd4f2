/**
 * Test workers hold hundreds of megabytes and start tens of thousands of programs: `quick-spawn.S` spares the suite a fifth of its
 * processor time.
 */

import { spawnSync } from "node:child_process";
import { join } from "node:path";

const SOURCE = join(import.meta.dirname, "quick-spawn.S");

/** Makes the workers load that library, which `cc` builds into `dir`; without a C compiler the tests are slower. */
export function quickenSpawn(dir: string): void {
  if (process.platform !== "linux" || process.arch !== "x64" || process.env["LD_PRELOAD"] !== undefined) return;
  const library = join(dir, "quick-spawn.so");
  const { status } = spawnSync("cc", ["-shared", "-o", library, SOURCE], { stdio: "ignore" });
  if (status === 0) process.env["LD_PRELOAD"] = library;
}
