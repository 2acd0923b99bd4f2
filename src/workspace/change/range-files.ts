/** The files that a branch changed since it left its base, as GitHub lists them for a pull request. Renames are not looked for. */

import { parseChanges, type FileChange } from "../changes.ts";
import type { Git } from "../git/git.ts";
import { objectId } from "../git/object-id.ts";

interface RangeFile extends FileChange {
  /** Unified diff without its header; undefined for a binary file, and for those beyond the limits. */
  readonly patch: string | undefined;
}

/** Lines of a file whose patch is read, and of all of them: about 100,000 characters are shown to a model. */
const MAX_FILE_LINES = 2_000;
const MAX_LINES = 10_000;
/** Files whose patches are read: their paths are arguments, of which the system takes some megabytes. */
const MAX_PATCHES = 500;

/** Throws `git.failed`, also where the two have no ancestor in common. */
export async function filesBetween(git: Git, base: string, head: string): Promise<readonly RangeFile[]> {
  const found = (await git({ args: ["merge-base", objectId(base), objectId(head)] })).toString("utf8").trim();
  const options = ["-r", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-abbrev"];
  const range = [...options, objectId(found), objectId(head)];
  const files = parseChanges(await git({ args: ["diff-tree", "-z", "--raw", "--numstat", ...range] }));
  let left = MAX_LINES;
  const shown = files.flatMap(({ path, added = 0, deleted = 0 }) => {
    const lines = added + deleted;
    if (lines === 0 || lines > Math.min(MAX_FILE_LINES, left)) return [];
    left -= lines;
    return [path];
  });
  const paths = shown.slice(0, MAX_PATCHES);
  if (paths.length === 0) return files.map((file) => ({ ...file, patch: undefined }));
  const literal = paths.map((path) => `:(top,literal)${path}`);
  const text = (await git({ args: ["diff-tree", "-p", ...range, "--", ...literal] })).toString("utf8");
  // The files come in the order of their paths, each behind a line that no line of a patch begins like.
  const parts = text.split(/^diff --git .*\n/m).slice(1);
  const patches = new Map(
    parts.map((part, at) => [paths[at], part.slice(Math.max(0, part.search(/^@@ /m))).trimEnd()]),
  );
  return files.map((file) => ({ ...file, patch: patches.get(file.path) }));
}
