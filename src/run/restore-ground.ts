/** Restores the copy of the workspace for a resumed session: the files of the checkout, with the changes of the session. */

import { existsSync, readFileSync } from "node:fs";
import { RunnerError } from "../protocol/error.ts";
import type { Bundle } from "../session/bundle.ts";
import type { SessionState } from "../session/session-state.ts";
import type { TrustedGit } from "../workspace/trusted-git.ts";
import { trustedPath } from "../workspace/trusted-path.ts";
import type { Workbench } from "./open/workbench.ts";

export interface RestoreOptions {
  readonly bench: Pick<Workbench, "git" | "ground" | "pathVar" | "repository">;
  readonly state: Pick<SessionState, "outcome" | "snapshots">;
  readonly bundle: Pick<Bundle, "patch">;
  /** The copy is that of a killed process, so it has the changes already. */
  readonly isTakenOver: boolean;
}

/**
 * Restores the copy, and returns the files that earlier processes of the session changed; undefined where that is not known.
 * Throws `session.corrupt` when one of them has been changed in the checkout since.
 */
export async function restoreGround(options: RestoreOptions): Promise<ReadonlySet<string> | undefined> {
  const { bench, state, bundle, isTakenOver } = options;
  const { outcome } = state;
  if (isTakenOver) return new Set();
  if (outcome?.tree === undefined || !existsSync(bundle.patch)) return undefined;
  const git = await bench.git();
  const { headTree } = bench.repository;
  const now = await git.snapshot();
  const before = await treeBefore(git, options);
  if (before !== outcome.tree) return undefined;
  const edits = await git.objects.edits(headTree, before);
  const changedBefore = new Set(edits.map(({ path }) => path));
  if (bench.ground === undefined) return changedBefore;
  if (now !== state.snapshots[0]) {
    const changed = await git.objects.edits(headTree, now);
    const other = changed.find(({ path, mode, oid }) => {
      const ours = edits.find((edit) => edit.path === path);
      return ours !== undefined && (ours.mode !== mode || ours.oid !== oid);
    });
    if (other !== undefined) throw changedMeanwhile(other.path);
  }
  const whole = await git.objects.treeWith(now, edits);
  if (whole !== now) await git.restore(whole);
  return changedBefore;
}

async function treeBefore(git: TrustedGit, { bench, bundle }: RestoreOptions): Promise<string> {
  const { applyPatch } = await import("../workspace/apply-patch.ts"); // git is loaded already
  const path = trustedPath(bench.pathVar, bench.repository.root);
  const tree = bench.repository.headTree;
  return await applyPatch({ gitDir: git.gitDir, path, tree, patch: readFileSync(bundle.patch) });
}

function changedMeanwhile(path: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `${path} was changed in the checkout since the session stopped, and the session had changed it too.`,
    hint: "Take your change of it back, or commit it and start a new run; `kimi-runner apply` merges the session's.",
  });
}
