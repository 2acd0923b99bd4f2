/** The change of a run apart from what the checkout had before: files with changes that were not committed then are not the run's. */

import type { TrustedGit } from "../../workspace/trusted-git.ts";

export interface OwnChangeOptions {
  readonly git: Pick<TrustedGit, "objects" | "startTree">;
  readonly headTree: string;
  /** The workspace at the end. */
  readonly last: string;
  /** Files that earlier processes of the session changed; undefined where nothing says which. */
  readonly changedBefore?: ReadonlySet<string> | undefined;
}

/** The tree of the start commit with the run's changes. A file that both changed is in it as the run left it. */
export async function ownChange({ git, headTree, last, changedBefore }: OwnChangeOptions): Promise<string> {
  const { objects } = git;
  const start = git.startTree() ?? headTree;
  if (start === headTree || changedBefore === undefined) return last;
  const own = new Set((await objects.edits(start, last)).map(({ path }) => path));
  const edits = await objects.edits(headTree, last);
  const isOwn = ({ path }: { readonly path: string }): boolean => own.has(path) || changedBefore.has(path);
  const ownEdits = edits.filter(isOwn);
  if (ownEdits.length === 0) return headTree;
  return ownEdits.length === edits.length ? last : await objects.treeWith(headTree, ownEdits);
}
