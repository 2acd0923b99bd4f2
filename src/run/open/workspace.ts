/** Snapshots for the engine, by trusted git. */

import { heldFilesOf } from "../../workspace/change/held-files.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { HeldBy } from "../../protocol/approval.ts";
import type { Workspace } from "../../protocol/turn.ts";
import type { TrustedGit } from "../../workspace/trusted-git.ts";

/** What is recorded besides the trees. */
interface Recorded {
  /** Gets the first snapshot. */
  readonly begun: (git: TrustedGit, tree: string) => Promise<void>;
  /** Returns the start commit's tree with the session's change up to a snapshot; undefined where that is the snapshot. */
  readonly ownTreeAt: ((tree: string) => Promise<string | undefined>) | undefined;
  readonly isFrozen: () => boolean;
  /** Called when git has written files, before commands see them. */
  readonly restored: () => Promise<void>;
}

export function createWorkspace(
  git: () => Promise<TrustedGit>,
  cell: Pick<Cell, "activity" | "killAll">,
  heldBy: HeldBy,
  { begun, ownTreeAt, isFrozen, restored }: Recorded,
): Workspace {
  let hasBegun = false;
  const own = new Map<string, string | undefined>();
  const account = async (tree: string): Promise<void> => {
    if (!own.has(tree)) own.set(tree, await ownTreeAt?.(tree));
  };
  return {
    snapshot: async () => {
      const opened = await git();
      const tree = await opened.snapshot();
      if (!hasBegun) await begun(opened, tree);
      hasBegun = true;
      await account(tree);
      return tree;
    },
    watch: async (by) => {
      const { snapshot, objects } = await git();
      const { commands, servers, started } = await cell.activity();
      const before = await snapshot();
      return async () => {
        const after = await snapshot();
        if (after === before || commands || (servers && by !== "mcp")) return [];
        // Another agent's command may have begun meanwhile. A new worker, after one that died, counts from zero.
        const more = (await cell.activity()).started - started;
        if (more < 0 || more > 1) return [];
        return (await objects.edits(before, after)).map(({ path, mode, oid }) => ({ path, mode, oid }));
      };
    },
    heldFiles: async (from, to) => {
      const { keysBrought } = await import("../../workspace/change/key-lines.ts");
      const { objects } = await git();
      const edits = await objects.edits(from, to);
      return heldFilesOf({ edits, moves: [], keys: await keysBrought(objects, edits), heldBy });
    },
    restore: async (tree) => {
      await cell.killAll(); // git writes with the controller's rights, so no process may replace a folder meanwhile
      await (await git()).restore(tree);
      await restored();
      await account(tree);
    },
    ownTree: (tree) => own.get(tree),
    isFrozen,
  };
}
