/**
 * Snapshots of the workspace, taken while the model thinks. `begin` starts a snapshot after calls that may have changed files.
 * `settle` waits for it at a fixed place, so that the order of the journal does not depend on timing.
 */

import type { HeldFile } from "../../protocol/approval.ts";
import type { Turn } from "../../protocol/turn.ts";

export interface Snapshots {
  readonly begin: () => void;
  /** Records the pending snapshot, if any. Returns the newest tree. Throws `git.failed`. */
  readonly settle: () => Promise<string>;
  /** The files that changed between the last two snapshots and will not be published. Returns them once. */
  readonly heldFiles: () => Promise<readonly HeldFile[]>;
  /** Records that the workspace is at `tree` and the context at this checkpoint. */
  readonly moveTo: (checkpoint: number, tree: string) => Promise<void>;
  /** Whether the newest tree differs from the session's first. */
  readonly hasChanged: () => boolean;
}

/** Creates the snapshots of one agent. The first one is taken in its first turn. */
export function createSnapshots({
  workspace,
  context,
  emit,
  progressed,
}: Pick<Turn, "workspace" | "context" | "emit" | "progressed">): Snapshots {
  let pending: { readonly tree: Promise<string>; readonly checkpoint: number } | undefined;
  let newest = "";
  let before: string | undefined;
  let first = progressed.firstTree;
  const record = async (checkpoint: number, tree: string): Promise<void> => {
    const own = workspace.ownTree?.(tree);
    await emit({ type: "workspace.snapshot", checkpoint, tree, ...(own === undefined ? {} : { own }) });
  };
  return {
    begin: () => {
      const tree = workspace.snapshot();
      tree.catch(() => {}); // `settle` reports a failure; an unhandled one would end the process before that
      pending = { tree, checkpoint: context.checkpoints };
    },
    settle: async () => {
      if (pending === undefined) return newest;
      const { tree, checkpoint } = pending;
      pending = undefined;
      const id = await tree;
      if (id !== newest) {
        await record(checkpoint, id);
        before = newest === "" ? undefined : newest;
      }
      newest = id;
      first ??= id;
      return newest;
    },
    heldFiles: async () => {
      const from = before;
      before = undefined;
      return from === undefined ? [] : await workspace.heldFiles(from, newest);
    },
    moveTo: async (checkpoint, tree) => {
      before = undefined;
      newest = tree;
      await record(checkpoint, tree);
    },
    hasChanged: () => newest !== first,
  };
}
