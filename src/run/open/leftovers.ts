/** Private folders of runs, and removing what killed processes left: running commands, git processes, and these folders. */

import { lstatSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { crashAt } from "../../base/crash.ts";
import { member } from "../../base/member.ts";
import { removeTree } from "../../cell/process/remove-tree.ts";
import { mayRun, thisProcess, type ProcessIdentity } from "../../base/process-identity.ts";
import { jsonFile, namesIn } from "../../base/file-text.ts";
import { systemReason } from "../../base/system-error.ts";
import { ownDirOf } from "../../cell/open-bare.ts";
import { killStraysOf } from "../../cell/process/strays.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import { requireOutside } from "./outside.ts";

const PREFIX = "kimi-runner-";
/** mkdtemp adds six characters. The cell has a folder of its own with the same name and `-cell`. */
const NAME = /^kimi-runner-[A-Za-z0-9]{6}(?:-cell)?$/;
/** The file that names the process that made the folder. */
const OWNER = "owner.json";
/** A folder without an owner is only kept for this long: the file is written right after the folder is made. */
const UNNAMED_MS = 60_000;

/** Makes the controller's private folder, outside of the workspace. Releases the lock where that fails. Throws `config.invalid`. */
export function makeScratch(root: string, lock?: { readonly release: () => void }): string {
  const dir = resolve(tmpdir());
  const hint = "Set TMPDIR to a folder that exists, is outside the repository, and that you may write to.";
  try {
    requireOutside({ what: "The folder for temporary files", dir, root, hint });
    return makeScratchDir(dir);
  } catch (cause) {
    lock?.release();
    if (cause instanceof RunnerError) throw cause;
    throw configError(`There can be no temporary files in ${dir}: ${systemReason(cause)}.`, hint, cause);
  }
}

/** Makes a private folder in `dir`, with a note of its owner. */
export function makeScratchDir(dir: string): string {
  crashAt("scratch.make.before");
  const made = mkdtempSync(join(dir, PREFIX));
  try {
    writeFileSync(join(made, OWNER), JSON.stringify(thisProcess()), { mode: 0o600 });
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw error;
  }
  crashAt("scratch.make.after");
  return made;
}

/** Ends the processes of a private folder and removes it. Ignores other paths, because the path comes from a file. */
export function clearLeftovers(scratchDir: string): void {
  const isOurs = dirname(scratchDir) === resolve(tmpdir()) && /^kimi-runner-[A-Za-z0-9]{6}$/.test(basename(scratchDir));
  if (!isOurs) return;
  killStraysOf(scratchDir);
  rmSync(ownDirOf(scratchDir), { recursive: true, force: true });
  removeScratchDir(scratchDir);
}

/** Removes a private folder, the note of its owner last, so that an interrupted removal can be recognised. */
export function removeScratchDir(dir: string): void {
  for (const name of namesIn(dir)) if (name !== OWNER) removeTree(join(dir, name));
  removeTree(dir);
}

/** Clears what killed runs of this user left in the folder for temporary files. `now`: ms since the epoch. */
export function sweepLeftovers(now: number): void {
  for (const name of namesIn(resolve(tmpdir()))) {
    const scratchDir = join(resolve(tmpdir()), name.replace(/-cell$/, ""));
    if (!NAME.test(name) || !isOwn(scratchDir) || isInUse(scratchDir, now)) continue;
    try {
      clearLeftovers(scratchDir);
    } catch {
      // Overlays that root mounted may leave empty folders of root. This run need not fail because of them.
    }
  }
}

/** Whether the folder is this user's, or is gone, where only the cell's folder is left. */
function isOwn(dir: string): boolean {
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  return stats === undefined || (stats.isDirectory() && stats.uid === process.getuid?.());
}

function isInUse(dir: string, now: number): boolean {
  const stats = lstatSync(dir, { throwIfNoEntry: false }) ?? lstatSync(ownDirOf(dir), { throwIfNoEntry: false });
  const owner = ownerOf(dir);
  if (owner !== undefined) return mayRun(owner);
  return stats === undefined || stats.mtimeMs > now - UNNAMED_MS || namesIn(dir).length > 0;
}

function ownerOf(dir: string): ProcessIdentity | undefined {
  const owner = jsonFile(join(dir, OWNER));
  return member(owner, "pid") === undefined ? undefined : (owner as ProcessIdentity);
}
