/** Restores the copy of the workspace for a resumed session: the files of the checkout, with the changes of the session. */

import { existsSync, readFileSync } from "node:fs";
import { RunnerError } from "../protocol/error.ts";
import type { Bundle } from "../session/bundle.ts";
import type { SessionState } from "../session/session-state.ts";
import type { TreeEdit } from "../workspace/changes.ts";
import type { TrustedGit } from "../workspace/trusted-git.ts";
import { readStart, treeAfter } from "./end/kept-start.ts";
import type { Workbench } from "./open/workbench.ts";

export interface RestoreOptions {
  readonly bench: Pick<Workbench, "git" | "overlay" | "hideAgain" | "pathVar" | "repository">;
  readonly state: Pick<SessionState, "outcome" | "snapshots">;
  readonly bundle: Pick<Bundle, "dir" | "patch">;
  /** The copy is that of a killed process, so it has the changes already. */
  readonly isTakenOver: boolean;
}

/**
 * Restores the copy, and returns the tree that the session began with; undefined where it is the first snapshot of this process.
 * Throws `session.corrupt` when a file that the session changed has been changed in the checkout since.
 */
export async function restoreOverlay(options: RestoreOptions): Promise<string | undefined> {
  const { bench, state, bundle, isTakenOver } = options;
  const { overlay, repository } = bench;
  const { headTree } = repository;
  if (isTakenOver) return undefined;
  const own = state.outcome?.tree;
  const git = await bench.git();
  const kept = overlay === undefined ? await readStart(options, git) : undefined;
  if (kept !== undefined) return kept;
  const isKnown = own !== undefined && existsSync(bundle.patch) && (await treeBefore(git, options)) === own;
  // A killed process left nothing in the checkout where it worked on a copy. Elsewhere, all that differs counts as the session's.
  if (!isKnown) return overlay === undefined ? headTree : undefined;
  const now = await git.snapshot();
  const { carry } = await import("../workspace/change/carry.ts"); // git is loaded already
  // The checkout has the changes where the session worked in it, or where a person applied them.
  const { tree: start } = await carry({ git: git.objects, from: own, to: headTree, onto: now });
  if (overlay !== undefined) {
    await git.restore(await restored(git, { headTree, own, now, begunWith: state.snapshots[0] }));
    await bench.hideAgain();
  }
  return start;
}

interface Trees {
  readonly headTree: string;
  /** The start commit's tree with the changes of the session. */
  readonly own: string;
  /** The checkout. */
  readonly now: string;
  /** The checkout when the session began. */
  readonly begunWith: string | undefined;
}

/** The checkout's files with the changes of the session. */
async function restored({ objects }: TrustedGit, { headTree, own, now, begunWith }: Trees): Promise<string> {
  const edits = await objects.edits(headTree, own);
  if (now !== begunWith) requireUnchanged(edits, await objects.edits(headTree, now));
  const { carry } = await import("../workspace/change/carry.ts");
  const { tree, misfits } = await carry({ git: objects, from: headTree, to: own, onto: now });
  // Files whose own change could not be told apart are in the patch as a whole.
  const paths = new Set(misfits.map(({ path }) => path));
  const whole = edits.filter(({ path }) => paths.has(path));
  return whole.length === 0 ? tree : await objects.treeWith(tree, whole);
}

function requireUnchanged(edits: readonly TreeEdit[], changed: readonly TreeEdit[]): void {
  const ours = new Map(edits.map((edit) => [edit.path, edit]));
  const other = changed.find(({ path, mode, oid }) => {
    const edit = ours.get(path);
    return edit !== undefined && (edit.mode !== mode || edit.oid !== oid);
  });
  if (other !== undefined) throw changedMeanwhile(other.path);
}

async function treeBefore(git: TrustedGit, { bench, bundle }: RestoreOptions): Promise<string> {
  const { repository, pathVar } = bench;
  return await treeAfter(git, { repository, pathVar, patch: readFileSync(bundle.patch) });
}

function changedMeanwhile(path: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `${path} was changed in the checkout since the session stopped, and the session had changed it too.`,
    hint: "Undo your change to it, or commit it and start a new run; `kimi-runner apply` merges the session's change.",
  });
}
