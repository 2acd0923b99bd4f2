/**
 * Snapshots of a few places without the index of the whole repository. With 200,000 files git takes half a second to read it three
 * times. A private index has the files of these places alone, and `git fast-import` puts them into the last tree, of which it reads
 * only the folders on the way.
 */

import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Git } from "./git.ts";
import { objectId } from "./object-id.ts";

interface PlacedTreeOptions {
  /** With the index of the whole repository; takes paths literally. */
  readonly git: Git;
  /** The same with the private index, `PRIVATE_INDEX` in `gitDir`. */
  readonly small: Git;
  readonly gitDir: string;
  /** Of the whole index: from here on it is worth a private one. */
  readonly largeBytes?: number | undefined;
}

export interface PlacedTree {
  /** Whether it is quicker here, and finds what the whole index finds. */
  readonly isUseful: () => Promise<boolean>;
  /** The private index becomes what a tree has at these places. */
  readonly begin: (tree: string, places: readonly string[]) => Promise<PlacedChange>;
  /** Brings the whole index to the newest tree, which it does not know of. */
  readonly catchUp: (tree: string) => Promise<void>;
}

interface PlacedChange {
  /** Paths that differ now from the private index. */
  readonly changed: readonly Buffer[];
  /** The tree with what the private index has by then. */
  readonly end: () => Promise<string>;
}

export const PRIVATE_INDEX = "places-index";
/** An index of about 40,000 files. With fewer, git is as quick with all of them. */
const LARGE_BYTES = 4_000_000;
const RESET = ["reset", "-q", "--pathspec-from-file=-", "--pathspec-file-nul"];
/** Folders at the end of the list are repositories of their own. */
const DIFFERENT = ["ls-files", "-z", "--modified", "--others", "--exclude-standard"];
/** fast-import wants a commit, and moves a reference of this directory to it. */
const HEAD = "commit refs/places\ncommitter places <places> 0 +0000\ndata 0\n";

export function createPlacedTree({ git, small, gitDir, largeBytes = LARGE_BYTES }: PlacedTreeOptions): PlacedTree {
  /** Places that the whole index has not seen. */
  const behind = new Set<string>();
  let useful: Promise<boolean> | undefined;
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
    // An empty tree is missing for it. Then the private index is empty as well.
    return made ?? (await small({ args: ["write-tree"] })).toString("utf8").trim();
  };
  return {
    isUseful: async () =>
      await (useful ??= indexBytes(gitDir) >= largeBytes ? hasNoMarks(git) : Promise.resolve(false)),
    async begin(tree, places) {
      rmSync(join(gitDir, PRIVATE_INDEX), { force: true });
      await reset(small, tree, places);
      // `git status` compares with the whole commit as well.
      const listed = (await small({ args: [...DIFFERENT, "--", ...places] })).toString("latin1").split("\0");
      const paths = listed.filter((path) => path !== "" && !path.endsWith("/"));
      return { changed: paths.map((path) => Buffer.from(path, "latin1")), end: async () => await end(tree, places) };
    },
    async catchUp(tree) {
      if (behind.size === 0) return;
      await reset(git, tree, behind);
      behind.clear();
    },
  };
}

const ENTRY = /(\d{6}) ([0-9a-f]{40,64}) 0\t([^\0]+)\0/g;

/** A path, one character a byte, as fast-import reads it. */
function quoted(path: string): string {
  const escaped = path.replaceAll(/[\0-\x1f"\\\x7f-\xff]/g, (char) => {
    return `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`;
  });
  return `"${escaped}"`;
}

/** An index may be in two files. */
function indexBytes(gitDir: string): number {
  const parts = readdirSync(gitDir).filter((name) => name === "index" || name.startsWith("sharedindex."));
  return parts.reduce((bytes, name) => bytes + statSync(join(gitDir, name)).size, 0);
}

/** Files that are marked as unchanged or as left out of a sparse checkout are not looked at. A private index has no such marks. */
async function hasNoMarks(git: Git): Promise<boolean> {
  const listed = (await git({ args: ["ls-files", "-v", "-z"] })).toString("latin1");
  return !/(?:^|\0)[a-zS] /.test(listed);
}
