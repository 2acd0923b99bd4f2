/** What a run has changed so far, by the recorded start of its session. */

import type { OwnChange } from "../../workspace/change/own-change.ts";
import type { Workbench } from "../open/workbench.ts";

export type ChangeAccount = ReturnType<typeof createChangeAccount>;

interface AccountOptions {
  readonly bench: Workbench;
  /** The files with which the session began, as a tree. For a new session it is the first snapshot. */
  readonly start?: string | undefined;
  /** The change stays in this checkout: nothing of it is published. */
  readonly isLocal: boolean;
}

/** Both functions reject with `git.failed`. */
export function createChangeAccount({ bench, start, isLocal }: AccountOptions) {
  const { repository, policy, trustedCommit: base } = bench;
  const { headTree: head } = repository;
  const begunWith = async (): Promise<string> => start ?? (await bench.git()).startTree() ?? head;
  /** The change of the session up to a snapshot. */
  const upTo = async (last: string): Promise<OwnChange> => {
    const { objects: git } = await bench.git();
    const { ownChange } = await import("../../workspace/change/own-change.ts"); // with git
    const { asIs, isIncluded } = policy;
    const start = await begunWith();
    return await ownChange({ git, head, start, last, base, asIs, isIncluded, takesWhole: isLocal });
  };
  return {
    begunWith,
    upTo,
    /** The start commit's tree with that change; undefined where it is the snapshot, because the session began with its commit as it is. */
    treeAt: async (last: string): Promise<string | undefined> =>
      (await begunWith()) === head ? undefined : (await upTo(last)).tree,
  };
}
