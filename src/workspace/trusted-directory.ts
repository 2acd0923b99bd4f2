/**
 * The controller's own git directory: a few small files, and the user's objects through `alternates`, so a repository of any size opens
 * in milliseconds. Its configuration is written here only.
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
import { fileText } from "../base/file-text.ts";
import { quotedLines } from "../base/paths/quoted-lines.ts";
import type { Repository } from "./repository.ts";

/** The parts of a repository that the directory is made of. */
type Opened = Pick<Repository, "gitDir" | "worktreeDir" | "objectsDir" | "headCommit">;

/** Credentials that `google-github-actions/auth` leaves in the workspace. They are not a change of the run. */
const CREDENTIALS = "gha-creds-*.json";

/** Attributes of the directory. They take precedence over those of every tree. */
export const ATTRIBUTES = "info/attributes";
/** Whether a difference is shown as text depends on the content. The tree that is judged could hide its own files by `-diff`. */
export const SHOW_ALL = "* !diff\n";

interface DirectoryOptions {
  readonly moreObjects?: string | undefined;
  /** In a sparse checkout git shows changes of all files, and writes all, or those that `git sparse-checkout` chose (the default). */
  readonly files?: "all" | "chosen";
}

/** Makes the directory under `scratchDir` before the agent runs, and returns its path. */
export function makeTrustedDirectory(
  repository: Opened,
  scratchDir: string,
  { moreObjects, files = "chosen" }: DirectoryOptions = {},
): string {
  const dir = join(scratchDir, "trusted-git");
  for (const folder of ["info", "objects/info", "objects/pack", "refs"])
    mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(dir, "HEAD"), `${repository.headCommit}\n`);
  writeFileSync(join(dir, "config"), configOf(repository, files));
  writeFileSync(
    join(dir, "objects/info/alternates"),
    quotedLines([repository.objectsDir, ...(moreObjects === undefined ? [] : [moreObjects])]),
  );
  copyIfThere(join(repository.gitDir, "shallow"), join(dir, "shallow"));
  if (files === "chosen") copyIfThere(join(repository.worktreeDir, SPARSE), join(dir, SPARSE));
  const exclude = join(repository.gitDir, "info/exclude");
  const excluded = existsSync(exclude) ? readFileSync(exclude, "latin1") : "";
  writeFileSync(join(dir, ATTRIBUTES), SHOW_ALL);
  writeFileSync(join(dir, "info/exclude"), `${excluded}\n${CREDENTIALS}\n`, "latin1");
  for (const name of readdirSync(repository.worktreeDir).filter((entry) => entry.startsWith("sharedindex."))) {
    copyIfThere(join(repository.worktreeDir, name), join(dir, name));
  }
  copyIndex(join(repository.worktreeDir, "index"), join(dir, "index"));
  return dir;
}

/**
 * Copies the user's index, which knows which files are unchanged. git reads files again that are as new as the index, so the copy has
 * its time too, rounded down to the precision that can be set.
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

/** Settings that are copied from the user's configuration: they describe the file system. None of them starts a program. */
const COPIED_SETTINGS = ["filemode", "symlinks"];
const SPARSE_SETTINGS = ["sparsecheckout", "sparsecheckoutcone"];
const SPARSE = "info/sparse-checkout";

function configOf({ gitDir, worktreeDir, headCommit }: Opened, files: "all" | "chosen"): string {
  // The settings of one work tree come first, as they do for git.
  const text = [join(worktreeDir, "config.worktree"), join(gitDir, "config")]
    .map((file) => fileText(file) ?? "")
    .join("\n");
  const copied = [...COPIED_SETTINGS, ...(files === "chosen" ? SPARSE_SETTINGS : [])].flatMap((name) => {
    const value = new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*(true|false)[ \\t]*$`, "im").exec(text)?.[1];
    return value === undefined ? [] : [`${name} = ${value}`];
  });
  const isSha256 = headCommit.length === 64;
  const lines = [
    "[core]",
    `repositoryformatversion = ${isSha256 ? 1 : 0}`,
    "bare = false",
    ...copied,
    // Without patterns this only makes git look at files that it would otherwise skip; see `git/unseen-paths.ts`.
    ...(files === "all" ? ["sparseCheckout = true"] : []),
    // Set here, so that they do not depend on the defaults of a later git.
    "hooksPath = /dev/null",
    "fsmonitor = false",
    // A command can set the modification time of a file back, but not its change time: git compares both.
    "trustctime = true",
    "checkStat = default",
    // With this and the split index, git does not read unchanged folders and writes only changed entries of its index.
    "untrackedCache = true",
    // The directory is deleted with the process. Waiting for the disk took a third of a snapshot of a large repository.
    "fsync = none",
    "splitIndex = true",
    // A snapshot must have the same bytes as the work tree.
    "autocrlf = false",
    "safecrlf = false",
    "attributesFile = /dev/null",
    "excludesFile = /dev/null",
    "logAllRefUpdates = false",
    ...(isSha256 ? ["[extensions]", "objectformat = sha256"] : []),
    "[status]",
    "showUntrackedFiles = all", // as the snapshots ask; the untracked cache is for one way of asking
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
