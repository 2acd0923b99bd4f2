/** Snapshots for the engine: trusted git, asked only when the cell's fingerprint says that something changed. */

import type { Cell } from "../../protocol/cell.ts";
import type { HeldBy } from "../../protocol/approval.ts";
import type { Workspace } from "../../protocol/turn.ts";
import type { TrustedGit } from "../../workspace/trusted-git.ts";

/** Above this many files walking them costs more than git's own index. */
const MAX_FINGERPRINT_ENTRIES = 2000;

/** The fingerprint is a hint from inside the cell; the final snapshot of a run never relies on it. */
export function createWorkspace(
  git: () => Promise<Pick<TrustedGit, "snapshot" | "restore" | "objects">>,
  cell: Pick<Cell, "activity" | "fingerprint" | "killAll">,
  heldBy: HeldBy,
): Workspace {
  let isLarge = false;
  let last: { readonly fingerprint: string; readonly tree: string } | undefined;
  return {
    snapshot: async () => {
      const fingerprint = isLarge ? undefined : await cell.fingerprint(MAX_FINGERPRINT_ENTRIES).catch(() => undefined);
      isLarge = fingerprint === undefined;
      if (fingerprint !== undefined && fingerprint === last?.fingerprint) return last.tree;
      const tree = await (await git()).snapshot();
      last = fingerprint === undefined ? undefined : { fingerprint, tree };
      return tree;
    },
    watch: async (by) => {
      // The fingerprint comes from inside the cell, so an approval never rests on it.
      const { snapshot, objects } = await git();
      const { commands, servers, started } = await cell.activity();
      const before = await snapshot();
      return async () => {
        const after = await snapshot();
        if (after === before || commands || (servers && by !== "mcp")) return [];
        // Another agent's command may have begun meanwhile; a worker that took the place of one that died counts anew.
        const more = (await cell.activity()).started - started;
        if (more < 0 || more > 1) return [];
        return (await objects.edits(before, after)).map(({ path, mode, oid }) => ({ path, mode, oid }));
      };
    },
    heldFiles: async (from, to) => {
      const { heldFilesOf } = await import("../../workspace/change/held-files.ts"); // with git, which is loaded by then
      return heldFilesOf({ edits: await (await git()).objects.edits(from, to), moves: [], heldBy });
    },
    restore: async (tree) => {
      await cell.killAll(); // git writes through the controller's rights: no process may move a folder away under it
      await (await git()).restore(tree);
      last = undefined;
    },
  };
}
