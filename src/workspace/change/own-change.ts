/**
 * The one account of what a run changed: the difference between the tree that it began with and the one that it ended with, put on the
 * tree of its start commit. Patch, publishing, comments, counts, stored sessions and batches read this. What differed from the commit
 * when the run began is in none of them, unless `publish.include` names it.
 */

import type { HeldFile } from "../../protocol/approval.ts";
import type { EarlierFiles } from "../../protocol/outcome.ts";
import type { TreeEdit } from "../changes.ts";
import type { PublishGit } from "../push.ts";
import { carry, type CarryGit } from "./carry.ts";

export interface OwnChangeRequest {
  readonly git: CarryGit & Pick<PublishGit, "contentChanges">;
  /** The tree of the start commit. */
  readonly head: string;
  /** The trees with which the run began and ended. */
  readonly start: string;
  readonly last: string;
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
  /** Whether the run changed a file at all. */
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

/** Where the run began with its commit as it is, the change is the difference to the last tree. Throws `git.failed`. */
export async function ownChange(request: OwnChangeRequest): Promise<OwnChange> {
  const { git, head, start, last, isIncluded, takesWhole } = request;
  const { tree: carried, misfits } = await carry({ git, from: start, to: last, onto: head });
  const isChanged = start !== last;
  if (start === head) return { tree: carried, isChanged, apart: [] };
  const whole = new Set(takesWhole ? misfits.map(({ path }) => path) : []);
  const included = (await git.edits(head, last)).filter(({ path }) => whole.has(path) || isIncluded(path));
  const tree = included.length === 0 ? carried : await git.treeWith(carried, included);
  const taken = new Set(included.map(({ path }) => path));
  const apart = misfits.filter(({ path }) => !taken.has(path)).map(apartFile);
  const earlier = (await git.contentChanges(head, start)).filter((path) => !taken.has(path));
  return { tree, isChanged, apart, ...(earlier.length === 0 ? {} : { earlier: named(earlier) }) };
}

function apartFile({ path, mode, oid }: TreeEdit): HeldFile {
  const reason =
    "it differed from the commit when the run began, and the run's change of it does not fit on the commit; " +
    "`publish.include` in the policy takes such files whole";
  return { path, mode, oid, rule: EARLIER_RULE, reason, isAnswerable: false };
}

function named(paths: readonly string[]): EarlierFiles {
  return { count: paths.length, paths: paths.slice(0, MAX_NAMED) };
}
