/** Folders that are the controller's own must not lie in the workspace, where the model can write. */

import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { RunnerError } from "../../protocol/error.ts";

export interface OutsideOptions {
  /** What the folder is for, at the beginning of a sentence. */
  readonly what: string;
  /** Absolute; need not exist yet. */
  readonly dir: string;
  /** Real path of the workspace. */
  readonly root: string;
  readonly hint: string;
}

/** Throws `config.invalid` when `dir` is in the workspace, by whatever links. */
export function requireOutside({ what, dir, root, hint }: OutsideOptions): void {
  if (!isWithin(root, realPath(dir))) return;
  throw new RunnerError({
    code: "config.invalid",
    message: `${what} is in the workspace, where the model can write: ${dir}.`,
    hint,
  });
}

/** Whether `path` is `root` or lies below it. Both are absolute and without links. */
export function isWithin(root: string, path: string): boolean {
  return `${path}/`.startsWith(root === "/" ? root : `${root}/`);
}

/** The real path of a file or folder, or of the part of it that exists with the rest behind it. */
export function realPath(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    return dir === dirname(dir) ? dir : join(realPath(dirname(dir)), basename(dir));
  }
}
