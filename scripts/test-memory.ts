/**
 * The tests make and remove tens of thousands of small files, which a disk's file system takes a tenth of the whole time for. Where
 * this process may mount, their temporary folder is in memory, in a mount namespace that ends with the run.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Names the folder for the process that was started again. */
const NAME = "KIMI_TESTS_TEMPORARY";

const MOUNT = `mount -t tmpfs -o mode=1777 kimi-tests "$0"`;

/** Starts this program again with its temporary folder in memory, and does not return; returns where that cannot be done. */
export function moveTemporaryFolderToMemory(): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || process.env[NAME] !== undefined) return;
  const dir = mkdtempSync(join(tmpdir(), "kimi-tests-"));
  if (spawnSync("unshare", ["--mount", "sh", "-c", MOUNT, dir]).status !== 0) return rmdirSync(dir);
  const again = ["--mount", "sh", "-c", `${MOUNT} && exec "$@"`, dir, process.execPath, ...process.argv.slice(1)];
  const { status } = spawnSync("unshare", again, {
    stdio: "inherit",
    env: { ...process.env, [NAME]: dir, TMPDIR: dir },
  });
  rmdirSync(dir); // empty for this process, which does not see the mount
  process.exit(status ?? 1);
}
