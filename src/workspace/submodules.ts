/**
 * Finds the submodules that a run changed. Their files are not part of its patch. git's own status of a submodule would follow a
 * configuration that the agent can write, so each is examined with a git directory of the controller.
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
  /** The checkout as it was when the run began. */
  readonly root: string;
  /** The run's private copy. Without one, changes of the run cannot be told from earlier ones, and none are found. */
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
      // The folder is empty in the checkout, so a file in it is from the run.
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

/** Whether a folder contains anything but folders. A folder that cannot be read counts as one that does. */
function holdsFile(dir: string): boolean {
  try {
    return readdirSync(dir, { withFileTypes: true }).some(
      (entry) => !entry.isDirectory() || holdsFile(join(dir, entry.name)),
    );
  } catch {
    return true;
  }
}

/** Paths in `.gitmodules`, which is foreign text. Paths of the checkout itself or outside of it are left out. */
function submodulesOf(root: string): readonly string[] {
  const file = join(root, ".gitmodules");
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return [];
  const listed = Array.from(
    readFileSync(file, "utf8").matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S.*)$/gm),
    ([, name = ""]) => name,
  );
  return listed.filter((name) => resolve(root, name) !== root && isWithin(resolve(root, name), root));
}
