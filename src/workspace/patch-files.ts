/** The files of a patch with the number of their lines, as git counts them. */

import { createGit } from "./git/git.ts";

export interface PatchedFile {
  readonly path: string;
  /** Lines; undefined for binary content. */
  readonly added?: number;
  readonly removed?: number;
}

/** Reads the patch in `file`. `path`: PATH to find git on. Throws `git.failed` for what is no patch. */
export async function patchFiles(file: string, path: string): Promise<readonly PatchedFile[]> {
  const git = createGit({ cwd: "/", path, env: { GIT_DIR: "/nonexistent" } }); // no repository has a say in it
  const listed = await git({ args: ["apply", "--numstat", "-z", "--", file] });
  return Array.from(
    listed.toString("utf8").matchAll(/(\d+|-)\t(\d+|-)\t([^\0]+)\0/g),
    ([, added, removed, name = ""]) => ({
      path: name,
      ...(added === "-" ? {} : { added: Number(added), removed: Number(removed) }),
    }),
  );
}
