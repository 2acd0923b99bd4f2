/** Reads the start commit of the user's checkout and files of the trusted commit, by one git process, before the agent exists. */

import { hash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { damaged, findCheckout, withoutCommit, type Checkout } from "./checkout.ts";
import type { ReadObjects } from "./git/open-reader.ts";
import { missingCommit, withObjects } from "./object-reader.ts";
import { badLink, findInTree, findNamed, readFolders, type ReadFoldersOptions } from "./trusted-files.ts";
import type { RunnerError } from "../protocol/error.ts";

export interface Repository extends Checkout {
  /** 40 hex digits, or 64 in a SHA-256 repository. */
  readonly headCommit: string;
  readonly headTree: string;
}

export interface Head extends Pick<Repository, "headCommit" | "headTree"> {
  readonly trustedCommit: string;
  /** Path → UTF-8 text of the requested paths that are files in the commit, then of the text files of the folders. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths of the files of the commit with one of the `named` names, sorted. */
  readonly found: readonly string[];
}

/** Opens the repository around `dir`. Throws `workspace.not_a_repository`. */
export async function openRepository(dir: string, pathVar: string): Promise<Repository> {
  const checkout = findCheckout(dir);
  const { headCommit, headTree } = await readHead(checkout, { pathVar, paths: [] });
  return { ...checkout, headCommit, headTree };
}

export interface ReadHeadOptions {
  readonly pathVar: string;
  /** A git directory of ours to read from, in place of the work tree's. */
  readonly ownGitDir?: string | undefined;
  /** A reader of that directory that is open. */
  readonly read?: ReadObjects | undefined;
  /** Files to read, of the trusted commit. */
  readonly paths: readonly string[];
  /** Folders of the trusted commit whose text files are read, under the bounds of `readFolders`. */
  readonly folders?: readonly string[];
  /** Which files of the folders are read; all when left out. */
  readonly pick?: (path: string) => boolean;
  /** Text files of the trusted commit, from its root on, which are read as far as the bounds of `readFolders` allow. */
  readonly offered?: Pick<ReadFoldersOptions, "isFile" | "isFolder">;
  /** Names of files that are looked for in all folders of the trusted commit. */
  readonly named?: readonly string[];
  /** The trusted commit, 40 or 64 hex digits; the checked-out one when left out. */
  readonly trusted?: string | undefined;
  /** Called for each requested file or folder that is a link of no use; without it such a link is an error. */
  readonly onBadLink?: (path: string, error: RunnerError) => void;
}

/**
 * Reads the start commit, and files of the trusted one. Throws `workspace.not_a_repository` when there is no commit,
 * `git.failed` when the trusted commit is not in the repository, and `config.invalid` for a link that cannot be followed.
 */
export async function readHead({ root }: Pick<Checkout, "root">, options: ReadHeadOptions): Promise<Head> {
  const { pathVar, ownGitDir, paths, folders = [], pick = () => true, named = [], offered, trusted = "HEAD" } = options;
  const throwIt = (_path: string, error: RunnerError): never => {
    throw error;
  };
  const { onBadLink = throwIt } = options;
  const names = ["HEAD^{commit}", "HEAD^{tree}", `${trusted}^{commit}`, `${trusted}^{tree}`];
  return withObjects({ root, pathVar, ownGitDir, read: options.read }, async (read) => {
    const [commit, tree, base, top] = await read(names);
    if (commit === undefined || tree === undefined) throw withoutCommit(root);
    if (ownGitDir === undefined) requireWholeIndex(findCheckout(root).worktreeDir, commit.id.length / 2);
    if (base === undefined) throw missingCommit(trusted);
    const find = findInTree(read, top);
    const ids: (readonly [path: string, id: string])[] = [];
    for (const path of paths) {
      const found = await find(path);
      if (typeof found === "string") onBadLink(path, badLink(path, base.id, found));
      else if (found !== undefined) ids.push([path, found.id]);
    }
    const objects = await read(ids.map(([, id]) => id));
    const files = ids.flatMap(([path], index) => {
      const object = objects[index];
      return object?.type === "blob" ? [[path, object.content.toString("utf8")] as const] : [];
    });
    const within = { commit: base.id, find, onBadLink };
    const more = await readFolders(read, { ...within, folders, isFile: pick });
    const offers = await readFolders(read, { ...within, folders: offered && ["."], ...offered, isOffer: true });
    return {
      headCommit: commit.id,
      headTree: tree.id,
      trustedCommit: base.id,
      files: new Map([...offers, ...files, ...more]),
      found: named.length === 0 ? [] : await findNamed(read, top, new Set(named)),
    };
  });
}

/** The checksum takes 1 ms per MB. A larger index is left to git, which complains only at the first snapshot. */
const MAX_SUMMED_BYTES = 4_000_000;

/** Refuses an index that does not begin with git's signature and end with its checksum, or with the zeros that a setting of git writes. */
function requireWholeIndex(worktreeDir: string, sumBytes: number): void {
  const file = join(worktreeDir, "index");
  if (!existsSync(file) || statSync(file).size > MAX_SUMMED_BYTES) return;
  const bytes = readFileSync(file);
  const sum = bytes.subarray(-sumBytes);
  const summed = hash(sumBytes === 20 ? "sha1" : "sha256", bytes.subarray(0, -sumBytes), "buffer");
  const isWhole = sum.equals(summed) || sum.every((byte) => byte === 0);
  if (isWhole && bytes.subarray(0, 4).equals(Buffer.from("DIRC"))) return;
  throw damaged(worktreeDir, "its index is cut off or overwritten", `Make it anew: rm ${file} && git reset`);
}
