/** The policy of a commit, read in a git directory of ours. Nothing of the repository is checked out for it. */

import type { Policy } from "../../policy/policy.ts";
import { committedPolicyPaths } from "../../run/open/policy-path.ts";
import { loadPolicyOf } from "../../run/open/policy-source.ts";
import type { PublishGit, Remote } from "../../workspace/push.ts";
import { readHead } from "../../workspace/repository.ts";
import type { JobParts } from "../context/job-parts.ts";

export interface PolicyPlace {
  /** Real path of the work tree. */
  readonly root: string;
  readonly gitDir: string;
  /** PATH without the workspace's own folders. */
  readonly path: string;
  readonly commit: string;
}

/** Throws `policy.invalid`, or `git.failed` for a commit that is not there. */
export async function policyAt({ inputs }: Pick<JobParts, "inputs">, place: PolicyPlace): Promise<Policy> {
  const { root, gitDir, path, commit } = place;
  const choice = { ...inputs.run.workbench, root };
  const paths = committedPolicyPaths(choice);
  const { files } = await readHead({ root: gitDir }, { ownGitDir: gitDir, pathVar: path, paths, trusted: commit });
  return loadPolicyOf({ ...choice, files, commit });
}

/** The tree of a commit, which is fetched when it is not there. Throws `git.failed`. */
export async function treeThere(git: PublishGit, remote: Remote, commit: string): Promise<string> {
  const there = await git.treeOf(commit).catch(() => undefined);
  if (there !== undefined) return there;
  await git.fetch(remote, commit);
  return await git.treeOf(commit);
}
