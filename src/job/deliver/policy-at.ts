/** Reads the policy of a commit in a private git directory, without a checkout. */

import type { Policy } from "../../policy/policy.ts";
import { committedPolicyPaths } from "../../run/open/policy-path.ts";
import { loadPolicyOf } from "../../run/open/policy-source.ts";
import type { PublishGit, Remote } from "../../workspace/push.ts";
import { readHead } from "../../workspace/repository.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { commitsOf, type ReadContext } from "../context/job-context.ts";
import { remoteOf, type JobParts } from "../context/job-parts.ts";
import { openStore } from "../sessions/job-session-store.ts";

interface PolicyPlace {
  /** Real path of the work tree. */
  readonly root: string;
  readonly gitDir: string;
  /** PATH without the folders of the workspace. */
  readonly path: string;
  readonly commit: string;
}

/** Throws `policy.invalid`, or `git.failed` for a commit that is missing on this disk. */
export async function policyAt({ inputs }: Pick<JobParts, "inputs">, place: PolicyPlace): Promise<Policy> {
  const { root, gitDir, path, commit } = place;
  const choice = { ...inputs.run.workbench, root };
  const paths = committedPolicyPaths(choice);
  const { files } = await readHead({ root: gitDir }, { ownGitDir: gitDir, pathVar: path, paths, trusted: commit });
  return loadPolicyOf({ ...choice, files, commit });
}

/** The tree of a commit, which is fetched when it is missing on this disk. Throws `git.failed`. */
export async function treeThere(git: PublishGit, remote: Remote, commit: string): Promise<string> {
  const there = await git.treeOf(commit).catch(() => undefined);
  if (there !== undefined) return there;
  await git.fetch(remote, commit);
  return await git.treeOf(commit);
}

/** The policy of the commit that the run will trust: the base of the pull request, else the commit that is checked out. Throws `policy.invalid`, `git.failed`. */
export async function trustedPolicy(context: ReadContext): Promise<Policy> {
  const open = await openStore(context);
  try {
    const { root, headCommit } = open.repository;
    const commit = commitsOf(context)?.base ?? headCommit;
    await treeThere(open.git.objects, remoteOf(context), commit);
    const path = trustedPath(context.world.env["PATH"] ?? "", root);
    return await policyAt(context, { root, gitDir: open.git.gitDir, path, commit });
  } finally {
    open.close();
  }
}
