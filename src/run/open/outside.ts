/** Real paths, and the check that the controller's own folders are not in the workspace, where the model can write. */

import { realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { isWithin } from "../../base/paths/is-within.ts";
import { configError } from "../../protocol/error.ts";

export interface OutsideOptions {
  /** The folder in words, at the beginning of a sentence. */
  readonly what: string;
  /** Absolute path. It need not exist yet. */
  readonly dir: string;
  /** Real path of the workspace. */
  readonly root: string;
  readonly hint: string;
}

/** Throws `config.invalid` when `dir` is in the workspace, directly or through links. */
export function requireOutside({ what, dir, root, hint }: OutsideOptions): void {
  if (!isWithin(realPath(dir), root)) return;
  throw configError(`${what} is in the workspace, where the model can write: ${dir}.`, hint);
}

/** The real path of a file or folder. Where it does not exist, the real path of the part that exists, with the rest behind it. */
export function realPath(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    return dir === dirname(dir) ? dir : join(realPath(dirname(dir)), basename(dir));
  }
}

/** `.`, `packages`, `packages/a` for a run started in packages/a. */
export function foldersDownTo(root: string, cwd: string): readonly string[] {
  const parts = relative(root, realpathSync(cwd))
    .split("/")
    .filter((part) => part !== "" && part !== "..");
  return [".", ...parts.map((_, index) => parts.slice(0, index + 1).join("/"))];
}
