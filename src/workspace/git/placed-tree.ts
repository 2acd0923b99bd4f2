/**
 * Makes the snapshot of a few changed places without the index of the whole repository, which takes git half a second with 200,000
 * files. A private index has only the files of these places, and `git fast-import` puts them into the last tree.
 */

import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Git } from "./git.ts";
import { objectId } from "./object-id.ts";

interface PlacedTreeOptions {
  /** Uses the index of the whole repository, and takes paths literally. */
  readonly git: Git;
  /** Uses the private index, `PRIVATE_INDEX` in `gitDir`. */
  readonly small: Git;
  readonly gitDir: string;
  /** Whether files of the whole index may be hidden, which those of a private index are not. */
  readonly hasHidden: () => boolean;
  /** Size of the whole index from which on a private one is faster. */
  readonly largeBytes?: number | undefined;
}

interface PlacedChange {
  /** Paths where the work tree differs from the private index. */
  readonly changed: readonly Buffer[];
  /** Returns the tree with the present content of the private index at these places. */
  readonly end: () => Promise<string>;
}

export const PRIVATE_INDEX = "places-index";
/** An index of about 40,000 files. With fewer, git is as fast with the whole index. */
const LARGE_BYTES = 4_000_000;
const RESET = ["reset", "-q", "--pathspec-from-file=-", "--pathspec-file-nul"];
/** Paths with a slash at the end are folders with repositories of their own. */
const DIFFERENT = ["ls-files", "-z", "--modified", "--others", "--exclude-standard"];
/** fast-import needs a commit, and sets a reference of this git directory to it. */
const HEAD = "commit refs/places\ncommitter places <places> 0 +0000\ndata 0\n";

export function createPlacedTree({ git, small, gitDir, hasHidden, largeBytes = LARGE_BYTES }: PlacedTreeOptions) {
  /** Places that the whole index has not seen. */
  const behind = new Set<string>();
  let isLarge: boolean | undefined;
  const reset = async (into: Git, tree: string, places: Iterable<string>): Promise<void> =>
    void (await into({ args: [...RESET, objectId(tree)], input: Buffer.from([...places].join("\0")) }));
  const end = async (tree: string, places: readonly string[]): Promise<string> => {
    for (const place of places) behind.add(place);
    const entries = (await small({ args: ["ls-files", "--stage", "-z"] })).toString("latin1");
    const gone = places.map((place) => `D ${quoted(Buffer.from(place).toString("latin1"))}\n`);
    const there = [...entries.matchAll(ENTRY)].map(([, mode, id, path = ""]) => `M ${mode} ${id} ${quoted(path)}\n`);
    const lines = [HEAD, `M 040000 ${objectId(tree)} ""\n`, ...gone, ...there, 'ls ""\n'];
    const input = Buffer.from(lines.join(""), "latin1");
    const said = (await small({ args: ["fast-import", "--quiet", "--force"], input })).toString("latin1");
    const made = /^040000 tree ([0-9a-f]{40,64})\t/.exec(said)?.[1];
    // fast-import does not know the empty tree. The private index is empty then as well.
    return made ?? (await small({ args: ["write-tree"] })).toString("utf8").trim();
  };
  const isUseful = (): boolean => (isLarge ??= indexBytes(gitDir) >= largeBytes) && !hasHidden();
  /** Updates the whole index at the places that only the private index has seen. */
  const catchUp = async (tree: string): Promise<void> => {
    if (behind.size === 0) return;
    await reset(git, tree, behind);
    behind.clear();
  };
  return {
    /** Compares these places of the tree with the work tree. Undefined where the whole index, then up to date, is as fast or sees more. */
    async begin(tree: string, places: readonly string[] | undefined): Promise<PlacedChange | undefined> {
      if (places === undefined || !isUseful()) {
        await catchUp(tree);
        return undefined;
      }
      rmSync(join(gitDir, PRIVATE_INDEX), { force: true });
      await reset(small, tree, places);
      // Not `git status`, which would also compare with the whole commit.
      const listed = (await small({ args: [...DIFFERENT, "--", ...places] })).toString("latin1").split("\0");
      const paths = listed.filter((path) => path !== "" && !path.endsWith("/"));
      return { changed: paths.map((path) => Buffer.from(path, "latin1")), end: async () => await end(tree, places) };
    },
    catchUp,
  };
}

const ENTRY = /(\d{6}) ([0-9a-f]{40,64}) 0\t([^\0]+)\0/g;

/** Quotes a path in Latin-1 (one character per byte) for fast-import. */
function quoted(path: string): string {
  const escaped = path.replaceAll(/[\0-\x1f"\\\x7f-\xff]/g, (char) => {
    return `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`;
  });
  return `"${escaped}"`;
}

/** Size of the whole index, which may consist of two files. */
function indexBytes(gitDir: string): number {
  const parts = readdirSync(gitDir).filter((name) => name === "index" || name.startsWith("sharedindex."));
  return parts.reduce((bytes, name) => bytes + statSync(join(gitDir, name)).size, 0);
}
