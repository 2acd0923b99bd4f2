/** Leaves out of the snapshots what others change in the checkout during a run, which its overlay shows where the run changed nothing. */

import type { BigIntStats } from "node:fs";
import { exactStats } from "../../base/file-text.ts";
import { bytesBelow, pathText } from "../../base/paths/byte-paths.ts";
import type { WorkspaceOverlay } from "../../protocol/overlay.ts";
import type { Git } from "./git.ts";
import { objectId } from "./object-id.ts";

interface ForeignChangesOptions extends Pick<WorkspaceOverlay, "files" | "changes"> {
  readonly root: string;
  /** Reads trees. */
  readonly git: Git;
  /** The tree that the run began with. */
  readonly startTree: () => string | undefined;
}

/** Names on one command line, which takes 128 kB on every system. */
const NAMES_IN_A_CALL = 30;

/** Builds a filter that takes paths which differ from the last snapshot, and returns those that the run changed. */
export function createForeignChanges({ files, changes, root, git, startTree }: ForeignChangesOptions) {
  /** Those of the paths that existed when the run began. */
  const begunWith = async (paths: readonly string[]): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    const tree = objectId(startTree() ?? "");
    for (let at = 0; at < paths.length; at += NAMES_IN_A_CALL) {
      const names = paths.slice(at, at + NAMES_IN_A_CALL).map(pathText);
      const args = ["ls-tree", "-r", "-z", "--name-only", tree, "--", ...names];
      for (const name of (await git({ args })).toString("utf8").split("\0")) found.add(name);
    }
    return found;
  };
  const kindOf = (path: string): "own" | "foreign" | "gone" => {
    if (statsOf(changes, path) !== "missing") return "own";
    const here = statsOf(files, path);
    const there = statsOf(root, path);
    if (here === "missing" || there === "missing") return here === there ? "gone" : "own";
    // In a folder that the run moved, the files themselves are not listed as changed.
    if (here === "hidden" || there === "hidden") return "own";
    return here.ino === there.ino && here.ctimeNs === there.ctimeNs ? "foreign" : "own";
  };
  return async (changed: readonly string[]): Promise<readonly string[]> => {
    const kinds = changed.map(kindOf);
    // A file that the run made and removed, and a file that others removed from the checkout, look the same in the copy.
    const gone = changed.filter((_, at) => kinds[at] === "gone");
    const begun = gone.length === 0 ? undefined : await begunWith(gone);
    return changed.filter(
      (path, at) => kinds[at] === "own" || (kinds[at] === "gone" && begun?.has(pathText(path)) !== true),
    );
  };
}

/** `hidden`: this process may not read a folder above it. Only a command of the run makes such a folder in the copy. */
function statsOf(root: string, path: string): BigIntStats | "missing" | "hidden" {
  try {
    return exactStats(bytesBelow(root, path)) ?? "missing";
  } catch {
    return "hidden";
  }
}
