/**
 * Which submodules a run changed. Their files are no part of its patch, and git's own status of them would follow a configuration
 * that the agent can write, so each is looked at with a git directory of the controller's.
 */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { isWithin } from "../base/is-within.ts";
import type { Ground } from "../protocol/ground.ts";
import { parseStatus } from "./changes.ts";
import { createGroundGit } from "./git/ground-git.ts";
import { statsOrNone } from "./git/stats-or-none.ts";
import type { LeftOut } from "./left-out.ts";
import { openRepository } from "./repository.ts";
import { makeTrustedDirectory } from "./trusted-directory.ts";
import { trustedPath } from "./trusted-path.ts";

const STATUS = ["status", "-z", "--branch", "--ignore-submodules=all", "--no-renames"];
const WHY = "it is a submodule; a run that is started in it can change it";
const NOT_THERE = "it is a submodule that is not checked out";

export interface SubmodulesOptions {
  /** The checkout, which is as it was when the run began. */
  readonly root: string;
  /** The run's copy; without one nothing tells the run's changes from those before it. */
  readonly ground: Ground | undefined;
  /** Private folder of the controller. */
  readonly scratchDir: string;
  readonly pathVar: string;
}

/** A submodule whose changed files are all ignored counts as unchanged. */
export async function changedSubmodules(options: SubmodulesOptions): Promise<readonly LeftOut[]> {
  const { root, ground, scratchDir, pathVar } = options;
  const path = trustedPath(pathVar, root);
  const found: LeftOut[] = [];
  if (ground === undefined) return found;
  for (const [index, name] of submodulesOf(root).entries()) {
    const changes = join(ground.changes, name);
    if (statsOrNone(changes) === undefined) continue;
    const repository = await openRepository(join(root, name), pathVar).catch(() => undefined);
    if (repository === undefined || repository.root !== join(root, name)) {
      // The folder is empty in the checkout: a file in it can only be the run's.
      if (holdsFile(changes)) found.push({ path: name, why: NOT_THERE, isOld: false });
      continue;
    }
    const dir = join(scratchDir, `submodule-${index}`);
    const env = { GIT_DIR: makeTrustedDirectory(repository, dir), GIT_WORK_TREE: join(ground.root, name) };
    const git = createGroundGit(ground, { path, env });
    const { changed } = parseStatus(await git({ args: STATUS }));
    const isOwn = (file: Buffer): boolean =>
      statsOrNone(Buffer.concat([Buffer.from(`${changes}/`), file])) !== undefined;
    if (changed.some(isOwn)) found.push({ path: name, why: WHY, isOld: false });
  }
  return found;
}

/** Whether there is more than folders in a folder. One that cannot be looked into may hold a file. */
function holdsFile(dir: string): boolean {
  try {
    return readdirSync(dir, { withFileTypes: true }).some(
      (entry) => !entry.isDirectory() || holdsFile(join(dir, entry.name)),
    );
  } catch {
    return true;
  }
}

/** Folders below the checkout. Anybody may have written the list, which can name the checkout itself and what is above it. */
function submodulesOf(root: string): readonly string[] {
  const file = join(root, ".gitmodules");
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return [];
  const listed = Array.from(readFileSync(file, "utf8").matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm), ([, name = ""]) => name);
  return listed.filter((name) => resolve(root, name) !== root && isWithin(resolve(root, name), root));
}
