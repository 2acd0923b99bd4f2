/** The files that a branch changed since it left its base, as GitHub lists them for a pull request. Renames are not looked for. */

import { diffsIn } from "../../base/diffs-in.ts";
import { parseChanges, type FileChange } from "../changes.ts";
import type { Git } from "../git/git.ts";
import { mergeBase } from "../git/merge-base.ts";
import { objectId } from "../git/object-id.ts";
import { diffsByPath } from "../git/patch-headers.ts";

interface RangeFile extends FileChange {
  /** Unified diff without its header; undefined for a binary file, and for those beyond the limits. */
  readonly patch: string | undefined;
}

/** Lines of a file whose patch is read, and of all of them: some megabytes, of which a model is shown 100,000 characters. */
const MAX_FILE_LINES = 20_000;
const MAX_LINES = 60_000;
/** Files whose patches are read: their paths are arguments, of which the system takes some megabytes. */
const MAX_PATCHES = 500;

interface RangeOptions {
  readonly base: string;
  readonly head: string;
  /** The files whose patches are read; all when left out. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Throws `git.failed`, also where the two have no ancestor in common. */
export async function filesBetween(git: Git, { base, head, only }: RangeOptions): Promise<readonly RangeFile[]> {
  const found = await mergeBase(git, base, head);
  const options = ["-r", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-abbrev"];
  const range = [...options, objectId(found), objectId(head)];
  const files = parseChanges(await git({ args: ["diff-tree", "-z", "--raw", "--numstat", ...range] }));
  let left = MAX_LINES;
  const sized = files.flatMap(({ path, added = 0, deleted = 0 }) =>
    added + deleted > 0 && only?.has(path) !== false ? [{ path, lines: added + deleted }] : [],
  );
  const chosen = new Set<string>();
  for (const { path, lines } of sized.toSorted((a, b) => a.lines - b.lines).slice(0, MAX_PATCHES)) {
    left -= lines;
    if (left < 0 || lines > MAX_FILE_LINES) break;
    chosen.add(path);
  }
  const paths = files.flatMap(({ path }) => (chosen.has(path) ? [path] : []));
  if (paths.length === 0) return files.map((file) => ({ ...file, patch: undefined }));
  const literal = paths.map((path) => `:(top,literal)${path}`);
  const text = (await git({ args: ["diff-tree", "-p", ...range, "--", ...literal] })).toString("utf8");
  const patches = new Map(Array.from(diffsByPath(text), ([path, diff]) => [path, hunksOf(diff)]));
  return files.map((file) => ({ ...file, patch: patches.get(file.path) }));
}

/** The hunks of a file. One that becomes a link has two diffs. */
function hunksOf(diff: string): string {
  const hunks = diffsIn(diff).map((one) => one.slice(one.search(/(?<=\n)@@ /)).trimEnd());
  return hunks.join("\n");
}
