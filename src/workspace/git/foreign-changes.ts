/**
 * Changes of the checkout by others while a run works on its copy: an overlay shows them through where the run changed nothing. They
 * are not the run's, so its snapshots leave them out.
 */

import type { BigIntStats } from "node:fs";
import type { Ground } from "../../protocol/ground.ts";
import { statsOrNone } from "./stats-or-none.ts";

interface ForeignChangesOptions {
  readonly ground: Pick<Ground, "files" | "changes">;
  readonly root: string;
  /** Those of the paths that the run began with. */
  readonly begunWith: (paths: readonly Buffer[]) => Promise<ReadonlySet<string>>;
}

/** Of paths that differ from the last snapshot, those that the run changed. */
export function createForeignChanges({ ground: { files, changes }, root, begunWith }: ForeignChangesOptions) {
  const kindOf = (path: Buffer): "own" | "foreign" | "gone" => {
    if (statsOf(changes, path) !== "missing") return "own";
    const here = statsOf(files, path);
    const there = statsOf(root, path);
    if (here === "missing" || there === "missing") return here === there ? "gone" : "own";
    // A folder that the run moved here has files without a change of their own.
    if (here === "hidden" || there === "hidden") return "own";
    return here.ino === there.ino && here.ctimeNs === there.ctimeNs ? "foreign" : "own";
  };
  return async (changed: readonly Buffer[]): Promise<readonly Buffer[]> => {
    const kinds = changed.map(kindOf);
    // The run removed what it made itself, and others removed what was in the checkout: neither leaves a trace in the copy.
    const gone = changed.filter((_, at) => kinds[at] === "gone");
    const begun = gone.length === 0 ? undefined : await begunWith(gone);
    return changed.filter(
      (path, at) => kinds[at] === "own" || (kinds[at] === "gone" && begun?.has(path.toString("utf8")) !== true),
    );
  };
}

/** `hidden`: a folder above it is closed to this process, which only a command of the run does in the copy. */
function statsOf(root: string, path: Buffer): BigIntStats | "missing" | "hidden" {
  try {
    return statsOrNone(Buffer.concat([Buffer.from(`${root}/`), path])) ?? "missing";
  } catch {
    return "hidden";
  }
}
