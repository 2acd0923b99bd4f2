/** The files with which a session began: kept for a resume in the checkout itself and for a person, or restored into its copy. */

import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { crashAt } from "../../base/crash.ts";
import { namedUpTo } from "../../base/words.ts";
import { RunnerError } from "../../protocol/error.ts";
import { START_PATCH, type Bundle } from "../../session/bundle.ts";
import type { SessionState } from "../../session/session-state.ts";
import type { TreeEdit } from "../../workspace/changes.ts";
import type { TrustedGit } from "../../workspace/trusted-git.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { Session } from "../open/session.ts";
import type { Workbench } from "../open/workbench.ts";

/** Writes the difference from the start commit to `tree`, which the session begins with. Does nothing where there is a copy. */
export async function keepStart(
  { bench, bundle }: Pick<RestoreOptions, "bench" | "bundle">,
  { diff }: TrustedGit,
  tree: string,
): Promise<void> {
  const file = join(bundle.dir, START_PATCH);
  const { headTree } = bench.repository;
  if (bench.overlay !== undefined || tree === headTree || existsSync(file)) return;
  await writePatch(bundle, { diff, head: headTree, tree }, () => file);
}

interface PatchOptions {
  readonly diff: TrustedGit["diff"];
  readonly head: string;
  readonly tree: string;
}

/** Writes the difference of two trees. `nameOf` gets the written file, and returns the path where it is to be. */
async function writePatch(
  { dir }: Pick<Bundle, "dir">,
  { diff, head, tree }: PatchOptions,
  nameOf: (written: string) => string,
): Promise<string> {
  const part = join(dir, `${START_PATCH}.part`);
  crashAt("bundle.start.before");
  await diff(head, tree, part);
  const file = nameOf(part);
  renameSync(part, file);
  crashAt("bundle.start.after");
  return file;
}

/** A name for work that was kept: an earlier process of the session may have kept other work, or the same before it was killed. */
function workFile({ dir }: Pick<Bundle, "dir">, written: string): string {
  const work = readFileSync(written);
  for (let count = 1; ; count += 1) {
    const file = join(dir, count === 1 ? "work.patch" : `work-${count}.patch`);
    if (!existsSync(file) || readFileSync(file).equals(work)) return file;
  }
}

interface WorkOptions {
  readonly git: Pick<TrustedGit, "objects" | "diff">;
  readonly session: Pick<Session, "bundle" | "emit" | "state">;
  /** The trees of the start commit, of the checkout when the run began, and of what it has in the end. */
  readonly head: string;
  readonly from: string;
  readonly to: string;
}

const MAX_NAMED = 5;

/**
 * Keeps a person's uncommitted work in the files that a run in their checkout changed. Warns where the run discarded some, as
 * `git reset --hard` does: the file is gone, or as committed. Rejects with what git or the file system says.
 */
export async function keepWork({ git, session, head, from, to }: WorkOptions): Promise<void> {
  if (from === head || session.state().begin?.origin !== undefined) return;
  const { objects, diff } = git;
  const [begun, ended, changed] = await Promise.all([
    objects.edits(head, from),
    objects.edits(head, to),
    objects.edits(from, to),
  ]);
  const touched = new Set(changed.map(({ path }) => path));
  const work = begun.filter(({ path, mode }) => mode !== undefined && touched.has(path));
  if (work.length === 0) return;
  const { bundle } = session;
  const patch = { diff, head, tree: await objects.treeWith(head, work) };
  const file = await writePatch(bundle, patch, (written) => workFile(bundle, written));
  const left = ended.filter(({ mode }) => mode !== undefined);
  const [paths, contents] = [new Set(left.map(({ path }) => path)), new Set(left.map(({ oid }) => oid))];
  const discarded = work.filter(({ path, oid }) => !paths.has(path) && !contents.has(oid));
  if (discarded.length === 0) return;
  const lost = discarded.map(({ path }) => path);
  const text = `The run discarded uncommitted work in ${namedUpTo(lost, MAX_NAMED)}. ${file} has it.`;
  await session.emit({ type: "warning", text });
}

interface RestoreOptions {
  readonly bench: Workbench;
  readonly state: SessionState;
  readonly bundle: Bundle;
  /** The session did not work in this checkout before, or its folder was made anew. */
  readonly isNewPlace: boolean;
}

/** Restores the files of a resumed session in its copy, or in a new place, and returns the tree that it began with. Throws `session.corrupt`. */
export async function restoreWork(options: RestoreOptions): Promise<string | undefined> {
  const { bench, state, bundle, isNewPlace } = options;
  const { overlay, repository, pathVar } = bench;
  const { headTree } = repository;
  const git = await bench.git();
  const treeAfter = async (patch: string): Promise<string> => {
    const { applyPatch } = await import("../../workspace/apply-patch.ts"); // git is loaded already
    const path = trustedPath(pathVar, repository.root);
    return await applyPatch({ gitDir: git.gitDir, path, tree: headTree, patch: readFileSync(patch) });
  };
  const kept = join(bundle.dir, START_PATCH);
  if (overlay === undefined && existsSync(kept)) return await treeAfter(kept);
  const own = state.outcome?.tree;
  const isKnown = own !== undefined && existsSync(bundle.patch) && (await treeAfter(bundle.patch)) === own;
  // A killed process left nothing in the checkout where it worked on a copy. Elsewhere, all that differs counts as the session's.
  if (!isKnown) return overlay === undefined ? headTree : undefined;
  const now = await git.snapshot();
  const { carry } = await import("../../workspace/change/carry.ts"); // git is loaded already
  // The checkout has the changes where the session worked in it, or where a person applied them.
  const { tree: start } = await carry({ git: git.objects, from: own, to: headTree, onto: now });
  if (overlay !== undefined || (isNewPlace && now === headTree)) {
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
  const { carry } = await import("../../workspace/change/carry.ts");
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
  if (other === undefined) return;
  throw new RunnerError({
    code: "session.corrupt",
    message: `${other.path} was changed in the checkout since the session stopped, and the session had changed it too.`,
    hint: "Undo your change to it, or commit it and start a new run; `kimi-runner apply` merges the session's change.",
  });
}
