/** Settings of tools in the cell's home folder. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "../../../base/is-within.ts";
import type { ClientFile } from "../../process/frames.ts";

/** Writes each file where there is none, but never into the workspace. A tool whose folder is not writable does without. */
export function writeClientFiles(files: readonly ClientFile[], root: string, env: NodeJS.ProcessEnv): void {
  for (const { variable, folder, name, text } of files) {
    const dir = (variable === undefined ? undefined : env[variable]) ?? join(env["HOME"] ?? "/", folder);
    if (isWithin(dir, root)) continue;
    try {
      mkdirSync(dir, { recursive: true });
      writeFileSync(join(dir, name), text, { flag: "wx" });
    } catch {
      // It exists, or the folder is the host's own.
    }
  }
}
