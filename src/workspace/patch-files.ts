/** Lists the files of a patch with their added and removed lines, as git counts them. */

import { NOWHERE } from "../base/file-text.ts";
import { parseCounts } from "./changes.ts";
import { createGit } from "./git/git.ts";
import { trustedPath } from "./trusted-path.ts";

export interface PatchedFile {
  readonly path: string;
  /** Lines; undefined for binary content. */
  readonly added: number | undefined;
  readonly removed: number | undefined;
}

/** Reads the patch in `file`. git is found on `pathVar`, outside of the checkout `root`. Throws `git.failed` for what is no patch. */
export async function patchFiles(
  file: string,
  { pathVar, root }: { readonly pathVar: string; readonly root: string },
): Promise<readonly PatchedFile[]> {
  const path = trustedPath(pathVar, root);
  const git = createGit({ cwd: "/", path, env: { GIT_DIR: NOWHERE } }); // no repository's settings apply
  const listed = await git({ args: ["apply", "--numstat", "-z", "--", file] });
  const counts = parseCounts(listed.toString("utf8").split("\0"));
  return counts.map(({ path: name, added, deleted }) => ({ path: name, added, removed: deleted }));
}
