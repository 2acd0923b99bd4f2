/** What a killed process left outside its bundle: commands in a cell without walls, its git, and its private folder. */

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { ownDirOf } from "../../cell/open-bare.ts";
import { killStraysOf } from "../../cell/process/strays.ts";

/** How the name of a private folder begins; six characters follow. */
export const SCRATCH_PREFIX = "kimi-runner-";

/** Ends those processes and removes the folder. Touches nothing but what this program makes: the path comes from a file. */
export function clearLeftovers(scratchDir: string): void {
  const isOurs = dirname(scratchDir) === resolve(tmpdir()) && /^kimi-runner-[A-Za-z0-9]{6}$/.test(basename(scratchDir));
  if (!isOurs) return;
  killStraysOf(scratchDir);
  for (const dir of [scratchDir, ownDirOf(scratchDir)]) rmSync(dir, { recursive: true, force: true });
}
