/**
 * Finds what git's status does not report: files marked as unchanged or to be skipped, files outside of a sparse checkout, and commits
 * of other repositories. The private git directory has `core.sparseCheckout` without patterns: git 2.36 and later then skip a file only
 * while it is missing, and write each file of a tree.
 */

import { constants, copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { exactStats } from "../../base/file-text.ts";
import { bytePath, bytesBelow, foldersAbove, nulEnded, pathText } from "../../base/paths/byte-paths.ts";
import type { GitStream } from "./git-stream.ts";
import type { Git } from "./git.ts";

interface UnseenPathsOptions {
  readonly gitDir: string;
  /** The workspace's folder as this process sees it. */
  readonly files: string;
  readonly git: Git;
  /** Creates a git for the checkout as it was when the run began, with further variables. */
  readonly begun: (env?: Readonly<Record<string, string>>) => GitStream;
  readonly warn: (text: string) => void;
}

/** One line for each file takes git 50 ms with 200,000 files. The setting shows the marks as they are in the index. */
const LIST = ["-c", "core.sparseCheckout=false", "ls-files", "-v", "--stage", "-z"];
/** In a split index git would keep the old marks of entries that do not change otherwise. */
const ONE_FILE = ["-c", "core.splitIndex=false"];
const UNMARK = [...ONE_FILE, "update-index", "-z", "--no-assume-unchanged", "--force-write-index", "--stdin"];
const ADD = ["update-index", "-z", "--add", "--replace", "--verbose", "--index-info"];
const SKIP = ["update-index", "-z", "--skip-worktree", "--stdin"];
/** A copy of the index with the marks of the hidden files. */
const START_INDEX = "start-index";
const OLDEST_GIT = [2, 36] as const;

export function createUnseenPaths({ gitDir, files, git, begun, warn }: UnseenPathsOptions) {
  let gitlinks: readonly string[] = [];
  let unchanged: readonly string[] = [];
  let hidden = 0;
  /** Path → whether it replaces a hidden file whose content is missing. */
  const judged = new Map<string, boolean>();

  const list = async (index: string, take: (entry: Entry) => void): Promise<void> =>
    await begun({ GIT_INDEX_FILE: join(gitDir, index) })({ args: LIST, output: createReader(take) });

  const requireNewGit = async (): Promise<void> => {
    const version = (await git({ args: ["version"] })).toString("utf8").trim();
    const [major = 0, minor = 0] = (/^git version (\d{1,4}\.\d{1,4})/.exec(version)?.[1] ?? "").split(".").map(Number);
    const [oldMajor, oldMinor] = OLDEST_GIT;
    if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return;
    const which = `files that are outside of the sparse checkout, or marked with skip-worktree (${hidden} here)`;
    warn(`${version} does not see changes of ${which}: they are left out. Install git ${OLDEST_GIT.join(".")}.`);
  };

  /** The entries that were hidden when the run began at these paths, above and below them. */
  const hiddenAt = async (names: readonly string[]) => {
    const wanted = new Set(names);
    const above = new Set(names.flatMap(foldersAbove));
    const found: { readonly at: string; readonly entry: Entry }[] = [];
    await list(START_INDEX, (entry) => {
      if (entry.tag !== "S") return;
      const at = [entry.path, ...foldersAbove(entry.path)].filter((path) => wanted.has(path));
      const below = above.has(entry.path) ? names.filter((name) => name.startsWith(`${entry.path}/`)) : [];
      for (const one of [...at, ...below]) found.push({ at: one, entry });
    });
    return found;
  };

  /** Gives the index its first entries back at gone paths that were hidden when the run began. Returns these paths (in Latin-1). */
  const putBack = async (gone: readonly string[]): Promise<ReadonlySet<string>> => {
    if (hidden === 0 || gone.length === 0) return new Set();
    const found = (await hiddenAt(gone)).filter(({ entry }) => exactStats(bytesBelow(files, entry.path)) === undefined);
    const entries = [...new Set(found.map(({ entry }) => entry))];
    if (entries.length === 0) return new Set();
    await git({ args: ADD, input: nulEnded(entries.map(({ mode, id, path }) => `${mode} ${id} 0\t${path}`)) });
    await git({ args: SKIP, input: nulEnded(entries.map(({ path }) => path)) });
    return new Set(found.map(({ at }) => at));
  };

  const missingOf = async (entries: readonly Entry[]): Promise<ReadonlySet<string>> => {
    const ids = entries.filter(({ mode }) => mode !== GITLINK).map(({ id }) => id);
    if (ids.length === 0) return new Set();
    const args = ["cat-file", "--batch-check"];
    const said = (await git({ args, input: ids.map((id) => `${id}\n`).join("") })).toString("utf8");
    return new Set(Array.from(said.matchAll(/^([0-9a-f]+) missing$/gm), ([, id = ""]) => id));
  };

  return {
    /** Lists the index before the first snapshot. Returns whether files have marks, which `reveal` removes. */
    find: async (): Promise<boolean> => {
      const found = { gitlinks: [] as string[], unchanged: [] as string[], hidden: 0 };
      await list("index", ({ tag, mode, path }) => {
        if (mode === GITLINK) found.gitlinks.push(pathText(path));
        if (tag === "S" || tag === "s") found.hidden += 1;
        if (tag === "h" || tag === "s") found.unchanged.push(path);
      });
      ({ gitlinks, unchanged, hidden } = found);
      return hidden + unchanged.length > 0;
    },
    /** Removes the marks, except those of files that are missing in the checkout as well: these files are hidden, not deleted. */
    reveal: async (): Promise<void> => {
      if (hidden > 0) await requireNewGit();
      // In the checkout, not in a copy of it: a file that the run deleted there has not been hidden.
      await begun()({ args: UNMARK, input: nulEnded(unchanged), output: () => {} });
      copyFileSync(join(gitDir, "index"), join(gitDir, START_INDEX), constants.COPYFILE_FICLONE);
    },
    /** Paths at which the index has a commit of another repository, with or without an entry in `.gitmodules`. */
    gitlinks: () => gitlinks,
    /** Those of these paths whose files were hidden when the run began. */
    hiddenAmong: async (paths: readonly string[]): Promise<ReadonlySet<string>> => {
      if (hidden === 0 || paths.length === 0) return new Set();
      const names = new Map(paths.map((path) => [bytePath(path), path]));
      const found = await hiddenAt([...names.keys()]);
      return new Set(found.flatMap(({ at, entry }) => (at === entry.path ? (names.get(at) ?? []) : [])));
    },
    putBack,
    /** Those of changed paths (in Latin-1) that replace hidden files whose contents a partial clone does not have. */
    replacing: async (names: readonly string[]): Promise<ReadonlySet<string>> => {
      if (hidden === 0) return new Set();
      const others = names.filter((name) => !judged.has(name));
      const found = others.length === 0 ? [] : await hiddenAt(others);
      const missing = await missingOf(found.map(({ entry }) => entry));
      for (const name of others) judged.set(name, false);
      for (const { at, entry } of found) if (missing.has(entry.id)) judged.set(at, true);
      return new Set(names.filter((name) => judged.get(name)));
    },
    /** Removes from the workspace what replaces such files, because git cannot write the files themselves. */
    removeReplacing: async (): Promise<void> => {
      const paths = [...judged].flatMap(([path, isReplacing]) => (isReplacing ? [path] : []));
      const found = paths.length === 0 ? [] : await hiddenAt(paths);
      for (const { at, entry } of found)
        for (const path of [at, entry.path]) rmSync(bytesBelow(files, path), { recursive: true, force: true });
      await putBack(paths);
    },
  };
}

interface Entry {
  /** `H` for an entry without marks. */
  readonly tag: string;
  readonly mode: string;
  readonly id: string;
  /** In Latin-1, one character per byte. */
  readonly path: string;
}

const GITLINK = "160000";
const ENTRY = /^(.) (\d{6}) ([0-9a-f]+) \d\t(.+)$/s;
const PLAIN = "H".charCodeAt(0);
/** The place in a line of the digit of the mode that tells a gitlink. */
const MODE_AT = 3;
const GITLINK_DIGIT = "6".charCodeAt(0);

/** Reads the list in pieces, and looks only at two bytes of most lines: there may be a million. */
function createReader(take: (entry: Entry) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let at = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, at)) {
      if (bytes[at] !== PLAIN || bytes[at + MODE_AT] === GITLINK_DIGIT) {
        const [, tag = "", mode = "", id = "", path = ""] = ENTRY.exec(bytes.toString("latin1", at, end)) ?? [];
        take({ tag, mode, id, path });
      }
      at = end + 1;
    }
    rest = bytes.subarray(at);
  };
}
