/**
 * The controller's own git directory: a few small files and the user's objects, borrowed through `alternates`. Nothing
 * is cloned, so that a repository of any size opens in milliseconds; the cell sees those objects read-only. The
 * configuration is written here and read from nowhere else.
 */

import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Repository } from "./repository.ts";

/** What of a repository the directory is made of. */
type Opened = Pick<Repository, "gitDir" | "worktreeDir" | "objectsDir" | "headCommit">;

/** Makes the directory under `scratchDir` and returns its path. To be called before the agent runs. */
export function makeTrustedDirectory(repository: Opened, scratchDir: string): string {
  const dir = join(scratchDir, "trusted-git");
  for (const folder of ["info", "objects/info", "objects/pack", "refs"])
    mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(dir, "HEAD"), `${repository.headCommit}\n`);
  writeFileSync(join(dir, "config"), configOf(repository));
  writeFileSync(join(dir, "objects/info/alternates"), `${repository.objectsDir}\n`);
  for (const name of ["shallow", "info/exclude", "info/sparse-checkout"])
    copyIfThere(join(repository.gitDir, name), join(dir, name));
  for (const name of readdirSync(repository.worktreeDir).filter((entry) => entry.startsWith("sharedindex."))) {
    copyIfThere(join(repository.worktreeDir, name), join(dir, name));
  }
  copyIndex(join(repository.worktreeDir, "index"), join(dir, "index"));
  return dir;
}

/**
 * The user's index knows which files are unchanged, which spares reading all of them. git takes entries that are as young
 * as the index for doubtful and reads those; a copy with a later time would hide such a change, so the time is kept, and
 * rounded down because a file's time holds more digits than can be set.
 */
function copyIndex(from: string, to: string): void {
  if (!existsSync(from)) return;
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const { mtimeMs } = statSync(from);
  const seconds = Math.floor(mtimeMs) / 1000;
  utimesSync(to, seconds, seconds);
}

function copyIfThere(from: string, to: string): void {
  if (existsSync(from)) copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

/** What of the user's configuration says how files look on this disk; it starts nothing. */
const TAKEN = ["filemode", "symlinks", "sparsecheckout", "sparsecheckoutcone"];

function configOf({ gitDir, headCommit }: Opened): string {
  const file = join(gitDir, "config");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const taken = TAKEN.flatMap((name) => {
    const value = new RegExp(`^\\s*${name}\\s*=\\s*(true|false)\\s*$`, "im").exec(text)?.[1];
    return value === undefined ? [] : [`${name} = ${value}`];
  });
  const isSha256 = headCommit.length === 64;
  const lines = [
    "[core]",
    `repositoryformatversion = ${isSha256 ? 1 : 0}`,
    "bare = false",
    ...taken,
    // Nothing of these may come from elsewhere, whatever a later git takes for a default.
    "hooksPath = /dev/null",
    "fsmonitor = false",
    "untrackedCache = false",
    "splitIndex = false",
    // Byte for byte: what is in the work tree is what is in the snapshot.
    "autocrlf = false",
    "safecrlf = false",
    "attributesFile = /dev/null",
    "excludesFile = /dev/null",
    "logAllRefUpdates = false",
    ...(isSha256 ? ["[extensions]", "objectformat = sha256"] : []),
    "[submodule]",
    "recurse = false",
    "[protocol]",
    "allow = never",
    "[gc]",
    "auto = 0",
    "[maintenance]",
    "auto = false",
  ];
  return `${lines.join("\n")}\n`;
}
