/** Reads the policy of a commit in a private git directory, without a checkout. */

import type { Policy } from "../../policy/policy.ts";
import { policyOfCommit } from "../../run/open/policy-source.ts";
import { commitsOf, type ReadContext } from "./job-context.ts";
import { openJobGit, treeThere, type JobGit } from "./job-git.ts";
import { remoteOf, type JobParts } from "./job-parts.ts";

/** The policy of a commit, which is fetched when it is missing on this disk. Throws `policy.invalid`, `git.failed`. */
export async function policyAt(
  parts: Pick<JobParts, "inputs" | "job" | "world">,
  { git: { objects, gitDir }, path, repository: { root } }: Pick<JobGit, "git" | "path" | "repository">,
  commit: string,
): Promise<Policy> {
  await treeThere(objects, remoteOf(parts), commit);
  return await policyOfCommit({ ...parts.inputs.run.workbench, root, gitDir, path, read: objects.read, commit });
}

/** The policy of the commit that the run will trust: the base of the pull request, else the commit that is checked out. Throws `policy.invalid`, `git.failed`. */
export async function trustedPolicy(context: ReadContext): Promise<Policy> {
  using own = await openJobGit(context);
  return await policyAt(context, own, commitsOf(context)?.base ?? own.repository.headCommit);
}
