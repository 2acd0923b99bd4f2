/** The user's index: which paths it has, and a copy of it that passes over some of them. It never writes the user's own index. */

import { appendFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { bytePath, nulEnded, pathText } from "../../base/paths/byte-paths.ts";
import { configEnvironment, TRUST_OWNER } from "./git-environment.ts";
import { createGitStream } from "./git-stream.ts";

interface Place {
  readonly root: string;
  /** PATH to find git on, without folders of the checkout. */
  readonly path: string;
}

const CONFIG = [
  TRUST_OWNER,
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.splitIndex", "false"], // a shared part would be written into the user's git directory
] as const;

/** More paths than this are not named to git, whose arguments are limited: it lists the whole index. */
const MAX_NAMED = 200;

/** Those of these paths that git tracks, and what it tracks below them. Paths have one character for each byte. */
export async function trackedAmong({ root, path }: Place, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const named = paths.length > MAX_NAMED ? [] : paths.map(pathText);
  const env = { ...configEnvironment(CONFIG), GIT_LITERAL_PATHSPECS: "1", GIT_OPTIONAL_LOCKS: "0" };
  const pieces: Buffer[] = [];
  const git = createGitStream({ cwd: root, path, env });
  // A name that is not UTF-8 cannot be an argument, so the whole index is listed.
  const isNamed = named.every((one, index) => bytePath(one) === paths[index]);
  const args = ["ls-files", "-z", "--cached", ...(isNamed && named.length > 0 ? ["--", ...named] : [])];
  await git({ args, output: (piece) => void pieces.push(piece) });
  const wanted = new Set(paths);
  const isWanted = (file: string): boolean => {
    for (let end = file.length; end > 0; end = file.lastIndexOf("/", end - 1))
      if (wanted.has(file.slice(0, end))) return true;
    return false;
  };
  const files = Buffer.concat(pieces).toString("latin1").split("\0");
  return [...new Set(files.filter((file) => file !== "" && isWanted(file)))];
}

/**
 * Marks files in a copy of the index with `skip-worktree`, as those outside of a sparse checkout: git neither shows them as changed nor
 * writes or searches them. To be called before a command can write to the copy.
 */
export async function passOver({ root, path }: Place, index: string, files: readonly string[]): Promise<void> {
  if (files.length === 0 || !existsSync(index)) return;
  const env = { ...configEnvironment(CONFIG), GIT_INDEX_FILE: index };
  const git = createGitStream({ cwd: root, path, env });
  await git({ args: ["update-index", "-z", "--skip-worktree", "--stdin"], input: nulEnded(files), output: () => {} });
  // In a sparse checkout, git takes the mark off files that are there.
  appendFileSync(join(dirname(index), "config"), "[sparse]\nexpectFilesOutsideOfPatterns = true\n");
}
