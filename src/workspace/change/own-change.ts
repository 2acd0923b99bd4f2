/**
 * The one account of what a run changed, which patch, publishing, comments, stored sessions and batches read: the difference between the
 * trees that it began and ended with, put on its start commit. What differed before is not in it, unless `publish.include` names it.
 */

import type { FileVersion, HeldFile } from "../../protocol/approval.ts";
import type { EarlierFiles } from "../../protocol/outcome.ts";
import type { TreeEdit } from "../changes.ts";
import { LFS, withoutAsIs } from "../git/filters.ts";
import type { PublishGit } from "../push.ts";
import { carry, type CarryGit } from "./carry.ts";
import { filterHolding } from "./held-files.ts";

export interface OwnChangeRequest {
  readonly git: CarryGit & Pick<PublishGit, "contentChanges" | "filteredFiles">;
  /** The tree of the start commit. */
  readonly head: string;
  /** The trees with which the run began and ended. */
  readonly start: string;
  readonly last: string;
  /** Tree or commit whose attributes count beside those of the run's own trees: the one of the policy. */
  readonly base: string;
  /** Names of the filters whose files are published as the work tree has them. */
  readonly asIs: ReadonlySet<string>;
  /** Whether the change has this path as it is in the work tree, whoever changed it. */
  readonly isIncluded: (path: string) => boolean;
  /**
   * Whether the change has a file that differed at the start as the run left it, where the run's part of it cannot be told apart.
   * Only for changes that stay on this machine.
   */
  readonly takesWhole: boolean;
}

export interface OwnChange {
  /** The start commit's tree with the run's change and nothing else. */
  readonly tree: string;
  readonly isChanged: boolean;
  /** Files that the run changed and that are not in the change. */
  readonly apart: readonly HeldFile[];
  /** What differed at the start, in content, and is not in the change. */
  readonly earlier?: EarlierFiles | undefined;
}

/** The rule of files whose change cannot be told from what was in them when the run began. */
const EARLIER_RULE = "builtin:earlier-step";
/** Paths that a record names; the count has the rest. */
const MAX_NAMED = 50;

/** Throws `git.failed`. */
export async function ownChange(request: OwnChangeRequest): Promise<OwnChange> {
  const { git, head, start, last, base, asIs, isIncluded, takesWhole } = request;
  // What an earlier step made is nothing to publish alone, also where it is included.
  if (start === last) return { tree: head, isChanged: false, apart: [] };
  const { tree: carried, misfits } = await carry({ git, from: start, to: last, onto: head });
  const [all, before] = await Promise.all([git.edits(head, last), git.edits(head, start)]);
  const touched = start === head ? all : await git.edits(start, last);
  const own = new Set(touched.map(({ path }) => path));
  const misfit = new Set(misfits.map(({ path }) => path));
  const filters = await git.filteredFiles({ trees: [base, head, start, last], files: [...all, ...before], before });
  // The work tree has such files in plain text. Files of LFS are judged when they are published.
  const blocked = withoutAsIs(filters, new Set([...asIs, LFS]));
  const isWhole = (path: string): boolean =>
    isIncluded(path) || (own.has(path) && (filters.has(path) || (takesWhole && misfit.has(path))));
  const whole = start === head ? [] : all.filter(({ path }) => isWhole(path));
  let tree = await git.treeWith(carried, whole);
  const left = all.filter(({ path }) => blocked.has(path) && (own.has(path) || isIncluded(path)));
  const taken = new Set([...whole, ...left].map(({ path }) => path));
  if (left.length > 0) {
    const published = (await git.edits(head, tree)).filter(({ path }) => !blocked.has(path));
    tree = await git.treeWith(head, published);
  }
  const apart = [
    ...left.map((edit) => ({
      ...versionOf(edit),
      ...filterHolding(blocked.get(edit.path) ?? []),
      isAnswerable: false,
    })),
    ...misfits.filter(({ path }) => !taken.has(path)).map(apartFile),
  ];
  const differed = (await git.contentChanges(head, start)).filter((path) => !taken.has(path) && !filters.has(path));
  const earlier = differed.length === 0 ? undefined : { count: differed.length, paths: differed.slice(0, MAX_NAMED) };
  return { tree, isChanged: true, apart, earlier };
}

function versionOf({ path, mode, oid }: TreeEdit): FileVersion {
  return { path, mode, oid };
}

function apartFile(edit: TreeEdit): HeldFile {
  const reason =
    "it differed from the commit when the run began, and the run's change to it does not apply to the commit; " +
    "`publish.include` in the policy takes such files whole";
  return { ...versionOf(edit), rule: EARLIER_RULE, reason, isAnswerable: false };
}
