/** Private folders of runs, and removing what killed processes left: commands, git processes, and these folders. */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { crashAt } from "../../base/crash.ts";
import { member } from "../../base/member.ts";
import { removeTree } from "../../cell/process/remove-tree.ts";
import { mayRun, thisProcess, type ProcessIdentity } from "../../base/process-identity.ts";
import { fileText, jsonFile, namesIn, lstatOrNone } from "../../base/file-text.ts";
import { systemReason } from "../../base/system-error.ts";
import { ownDirOf } from "../../cell/open-bare.ts";
import { killStraysOf } from "../../cell/process/strays.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import type { JournalRecord } from "../../protocol/wire.ts";
import { readJournal } from "../../session/journal.ts";
import { isLocked } from "../../session/lock.ts";
import type { Checkout } from "../../workspace/checkout.ts";
import { fileId } from "../../workspace/change/checkout-files.ts";
import { forgetKept, readKept, type KeptFiles } from "../../workspace/change/kept-files.ts";
import { requireOutside } from "./outside.ts";

const PREFIX = "kimi-runner-";
const KEPT = `${PREFIX}put-`;
/** mkdtemp adds six characters. The cell has a folder of its own with the same name and `-cell`. */
const NAME = /^kimi-runner-[A-Za-z0-9]{6}(?:-cell)?$/;
/** The file that names the process that made the folder. */
const OWNER = "owner.json";
/** A folder without an owner is only kept for this long: the file is written right after the folder is made. */
const UNNAMED_MS = 60_000;

/** Makes the controller's private folder, outside of the workspace. Releases the lock where that fails. Throws `config.invalid`. */
export function makeScratch(root: string, lock?: Disposable): string {
  const dir = resolve(tmpdir());
  const hint = "Set TMPDIR to a folder that exists, is outside the repository, and that you may write to.";
  try {
    requireOutside({ what: "The folder for temporary files", dir, root, hint });
    return makeScratchDir(dir);
  } catch (cause) {
    lock?.[Symbol.dispose]();
    if (cause instanceof RunnerError) throw cause;
    throw configError(`Temporary files cannot be created in ${dir}: ${systemReason(cause)}.`, hint, cause);
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

/** The folder that takes back what a session put into a checkout. */
export function keptDirOf(worktreeDir: string, sessionId: string): string {
  return join(worktreeDir, `${KEPT}${basename(sessionId)}`);
}

/** Removes such a folder when it is not needed any more. Never throws: the next run in the checkout tries again. */
export function dropKept(dir: string): void {
  if (!existsSync(dir)) return;
  try {
    crashAt("checkout.drop.before");
    forgetKept(dir); // before its files, of which an interrupted removal leaves a part
    removeScratchDir(dir);
    crashAt("checkout.drop.after");
  } catch {}
}

/** Removes what killed processes left in a checkout's git directory. Warns of changes that are only half put. */
export function sweepGitDirectory(
  { root, worktreeDir }: Pick<Checkout, "root" | "worktreeDir">,
  now: number,
  warn: (text: string) => void,
): void {
  for (const name of namesIn(worktreeDir)) {
    const dir = join(worktreeDir, name);
    const isOurs = NAME.test(name) || name.startsWith(KEPT);
    if (!isOurs || !isOwn(dir) || isInUse(dir, now)) continue;
    const kept = readKept(dir);
    const isPut = name.startsWith(KEPT);
    if (isPut && kept?.session !== undefined && isLocked(kept.session)) continue; // a process resumes it
    const cure = kept && (isPut ? cureOf(kept) : cureOfHalf(root, kept));
    if (cure === undefined) dropKept(dir);
    else warn(`A process was killed while it changed this checkout. The files that it replaced are in ${dir}. ${cure}`);
  }
}

/** How the changes of a killed session are taken back; undefined where it ended, or took them back before. */
function cureOf({ session }: KeptFiles): string | undefined {
  const { dir, journal } = session ?? {};
  const isKnown = journal !== undefined && fileText(journal) !== undefined;
  if (isKnown && !isPutting(readJournal(journal).records)) return undefined;
  return `\`kimi-runner resume ${dir}\` puts them back and continues.`;
}

/** For a change without a session, only a part of which is in the checkout: git may have finished its work. */
function cureOfHalf(root: string, { session, files }: KeptFiles): string | undefined {
  const same = files.filter(({ path, old }) => fileId(join(root, path)) === old).length;
  if (session !== undefined || same === 0 || same === files.length) return undefined;
  return "Put them back or remove that folder; kept.json there has their paths.";
}

/** Whether changes were being put into the checkout when the newest process of a session stopped. */
export function isPutting(records: readonly JournalRecord[]): boolean {
  const types = records.map(({ event }) => event.type);
  return types.findLast((type) => ENDS_PUT.has(type) || type === "checkout.put") === "checkout.put";
}

/** A resumed session has taken the changes back before it is recorded. */
const ENDS_PUT: ReadonlySet<string> = new Set(["session.end", "session.resume"]);

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
  const stats = lstatOrNone(dir);
  return stats === undefined || (stats.isDirectory() && stats.uid === process.getuid?.());
}

function isInUse(dir: string, now: number): boolean {
  const stats = lstatOrNone(dir) ?? lstatOrNone(ownDirOf(dir));
  const owner = ownerOf(dir);
  if (owner !== undefined) return mayRun(owner);
  return stats === undefined || stats.mtimeMs > now - UNNAMED_MS || namesIn(dir).length > 0;
}

function ownerOf(dir: string): ProcessIdentity | undefined {
  const owner = jsonFile(join(dir, OWNER));
  return member(owner, "pid") === undefined ? undefined : (owner as ProcessIdentity);
}
