/**
 * Changes of the checkout by others while a run works on its copy: an overlay shows them through where the run changed nothing. They
 * are not the run's, so its snapshots leave them out.
 */

import type { BigIntStats } from "node:fs";
import type { Ground } from "../../protocol/ground.ts";
import { statsOrNone } from "./stats-or-none.ts";

/** Whether a path that differs from the last snapshot was changed in the checkout and not by the run. */
export function foreignTo({ files, changes }: Pick<Ground, "files" | "changes">, root: string) {
  return (path: Buffer): boolean => {
    if (statsOf(changes, path) !== "missing") return false;
    const here = statsOf(files, path);
    const there = statsOf(root, path);
    if (here === "missing" || there === "missing") return here === there;
    // A folder that the run moved here has files without a change of their own.
    return here !== "hidden" && there !== "hidden" && here.ino === there.ino && here.ctimeNs === there.ctimeNs;
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
