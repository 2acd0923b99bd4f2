/**
 * The files of HEAD, as they are committed: their paths, and the texts of those that `init` reads. The work tree is not looked at,
 * links are not followed, and large files are left out, because the checkout may be a stranger's.
 */

import { isUtf8 } from "node:buffer";
import { describeError, gitError } from "../protocol/error.ts";
import { findCheckout, withoutCommit } from "../workspace/checkout.ts";
import { objectsIn } from "../workspace/git/cat-file.ts";
import { configEnvironment, TRUST_OWNER } from "../workspace/git/git-environment.ts";
import { createGit } from "../workspace/git/git.ts";
import { parseTree } from "../workspace/read-stored.ts";
import { trustedPath } from "../workspace/trusted-path.ts";

/** A file of 1 MB is fifty times the largest workflow or manifest that was seen. */
const MAX_BYTES = 1_000_000;
const MAX_FILES = 2_000;
/** All texts together, which are in memory three times while they are read. */
const MAX_TOTAL_BYTES = 15_000_000;

export interface HeadTree {
  readonly root: string;
  /** The branch that is checked out; undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** Paths of the regular files, sorted. */
  readonly paths: readonly string[];
  /** Path → text. */
  readonly texts: ReadonlyMap<string, string>;
  /** Paths that were asked for and not read, with the reason. */
  readonly unread: ReadonlyMap<string, string>;
}

/** Reads the paths, and the texts that `pick` names. Throws `workspace.not_a_repository` and `git.failed`. */
export async function readHeadTree(
  cwd: string,
  pathVar: string,
  pick: (paths: readonly string[]) => readonly string[],
): Promise<HeadTree> {
  const { root, branch } = findCheckout(cwd);
  const env = configEnvironment([TRUST_OWNER]);
  const git = createGit({ cwd: root, path: trustedPath(pathVar, root), env });
  const listed = await git({ args: ["ls-tree", "-r", "-z", "-l", "--full-tree", "HEAD"] }).catch((error: unknown) => {
    throw /Not a valid object name/.test(describeError(error)) ? withoutCommit(root) : error;
  });
  const entries = new Map(parseTree(listed).map((entry) => [entry.path, entry]));
  const paths = [...entries.values()].filter(({ mode }) => mode.startsWith("100")).map(({ path }) => path);
  const unread = new Map<string, string>();
  let total = 0;
  const asked = pick(paths).slice(0, MAX_FILES);
  const wanted = asked.flatMap((path) => {
    const entry = entries.get(path);
    if (entry === undefined) return [];
    const bytes = entry.bytes ?? 0;
    if (bytes <= MAX_BYTES && total + bytes <= MAX_TOTAL_BYTES) {
      total += bytes;
      return [entry];
    }
    unread.set(path, bytes > MAX_BYTES ? `larger than ${MAX_BYTES / 1e6} MB` : "too much to read in all");
    return [];
  });
  const texts = new Map<string, string>();
  if (wanted.length > 0) {
    const input = Buffer.from(`${wanted.map(({ id }) => id).join("\n")}\n`);
    const objects = objectsIn(await git({ args: ["cat-file", "--batch"], input }));
    for (const [index, { path }] of wanted.entries()) {
      const content = objects[index]?.content;
      if (content === undefined)
        throw gitError(`${path} of HEAD is not in this clone.`, "Fetch it: git fetch --refetch.");
      if (isUtf8(content) && !content.includes(0)) texts.set(path, content.toString("utf8").replaceAll("\r\n", "\n"));
      else unread.set(path, "not text");
    }
  }
  return { root, branch, paths: paths.toSorted(), texts, unread };
}
