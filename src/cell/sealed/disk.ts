/** What kind of file system a folder is on. */

import { readFileSync, realpathSync, statfsSync } from "node:fs";
import { isWithin } from "../../base/is-within.ts";

/** Magic numbers of file systems in memory: tmpfs and ramfs. */
const IN_MEMORY: ReadonlySet<number> = new Set([0x0102_1994, 0x8584_58f6]);

/** Whether files of a folder take memory, and whether programs among them may run. */
export function diskOf(folder: string): { readonly isInMemory: boolean; readonly isRunnable: boolean } {
  const isRunnable = !mountOptions(realpathSync(folder)).includes("noexec");
  return { isInMemory: IN_MEMORY.has(statfsSync(folder).type), isRunnable };
}

/** Options of the mount that a folder is on: the last of those with the longest path. */
function mountOptions(folder: string): readonly string[] {
  let longest = "";
  let found = "";
  for (const line of readFileSync("/proc/self/mountinfo", "utf8").split("\n")) {
    const [, , , , at, options = ""] = line.split(" ");
    if (at === undefined) continue;
    // The kernel writes spaces and the like in octal digits.
    const path = at.replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
    if (path.length < longest.length || !isWithin(folder, path)) continue;
    longest = path;
    found = options;
  }
  return found.split(",");
}
