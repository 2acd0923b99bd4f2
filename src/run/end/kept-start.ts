/**
 * Keeps the files with which a session began, where it works in the checkout itself: a resume must tell them from the changes of the
 * session. The file lies in the bundle's folder and is sent to no other machine.
 */

import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { crashAt } from "../../base/crash.ts";
import { START_PATCH, type Bundle } from "../../session/bundle.ts";
import type { TrustedGit } from "../../workspace/trusted-git.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { Workbench } from "../open/workbench.ts";

interface Kept {
  readonly bench: Pick<Workbench, "overlay" | "pathVar" | "repository">;
  readonly bundle: Pick<Bundle, "dir">;
}

/** Writes the difference from the start commit to `tree`, which the session begins with. Does nothing where there is a copy. */
export async function keepStart(
  { bench, bundle }: Kept,
  { diff }: Pick<TrustedGit, "diff">,
  tree: string,
): Promise<void> {
  const file = join(bundle.dir, START_PATCH);
  const { headTree } = bench.repository;
  if (bench.overlay !== undefined || tree === headTree || existsSync(file)) return;
  crashAt("bundle.start.before");
  await diff(headTree, tree, `${file}.part`);
  renameSync(`${file}.part`, file);
  crashAt("bundle.start.after");
}

/** The kept tree; undefined where the session began with its commit, or with a copy. */
export async function readStart({ bench, bundle }: Kept, git: TrustedGit): Promise<string | undefined> {
  const file = join(bundle.dir, START_PATCH);
  if (!existsSync(file)) return undefined;
  return await treeAfter(git, { ...bench, patch: readFileSync(file) });
}

interface Patched extends Pick<Workbench, "pathVar" | "repository"> {
  readonly patch: Buffer;
}

/** The tree of the start commit after a patch. */
export async function treeAfter(git: TrustedGit, { repository, pathVar, patch }: Patched): Promise<string> {
  const { applyPatch } = await import("../../workspace/apply-patch.ts"); // git is loaded already
  const path = trustedPath(pathVar, repository.root);
  return await applyPatch({ gitDir: git.gitDir, path, tree: repository.headTree, patch });
}
