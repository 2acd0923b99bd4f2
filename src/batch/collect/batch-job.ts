/** What a collect works with: the job, its private git directory, and the policy of the plan's commit, which says what may be published. */

import type { Clock } from "../../base/clock.ts";
import { createLeakSearch, createRedact } from "../../base/redact.ts";
import { configError } from "../../protocol/error.ts";
import { policyAt, type JobGit } from "../../job/context/job-git.ts";
import { jobSecrets, repoOf, type JobParts } from "../../job/context/job-parts.ts";
import { baseBranch, containsCommit } from "../../job/context/base-branch.ts";
import { whoAmI } from "../../job/context/job-context.ts";
import type { Policy } from "../../policy/policy.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { requirePolicyOf } from "../plan/plan-policy.ts";

/** The parts of a job that works on batches. */
export interface BatchJobParts extends JobParts {
  readonly clock: Clock;
}

export type BatchJob = Awaited<ReturnType<typeof openBatchJob>>;

/** Opens it. The plan's commit must be in the branch that the job works for, or be named by the sealed record (`isRecorded`). Throws `config.invalid`. */
export async function openBatchJob(parts: BatchJobParts, own: JobGit, plan: BatchPlan, isRecorded: boolean) {
  // In a dry run the outbox takes what would be written.
  const client = { ...parts.client, ...parts.outbox.api };
  const into = (isRecorded ? plan.into : undefined) ?? (await baseBranch(parts)).into;
  await requireFor(parts, plan, into);
  const policy = await planPolicy(parts, own, plan);
  const secrets = jobSecrets(parts);
  return {
    ...parts,
    ...own,
    client,
    github: { client, repo: repoOf(parts), self: await whoAmI(client) },
    /** The branch that pull requests are to be merged into. */
    into,
    base: plan.base,
    policy,
    redact: createRedact(secrets),
    search: createLeakSearch(secrets),
  };
}

/** The policy of the plan's commit. A commit that is not there is fetched first. Throws `config.invalid` for another policy. */
export async function planPolicy(parts: BatchJobParts, own: JobGit, plan: BatchPlan): Promise<Policy> {
  const policy = await policyAt(parts, own, plan.base);
  requirePolicyOf(plan, policy);
  return policy;
}

async function requireFor(parts: BatchJobParts, plan: BatchPlan, branch: string): Promise<void> {
  const { base, id, into = branch } = plan;
  const problem =
    into !== branch
      ? `the plan ${id} is for the branch ${into}, and this job works for ${branch}`
      : (await containsCommit(parts, { newer: branch, older: base }))
        ? undefined
        : `commit ${base} of the plan ${id} is not in the branch ${branch}`;
  if (problem === undefined) return;
  throw configError(`Nothing is delivered: ${problem}.`, "Collect on the branch that the batch was planned on.");
}
