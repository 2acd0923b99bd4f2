/** What the deliveries of a collect work with, such as the policy of the plan's commit. */

import type { Clock } from "../../base/clock.ts";
import { createLeakSearch, createRedact, type Redact } from "../../base/redact.ts";
import { configError } from "../../protocol/error.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import { treeThere, type JobGit } from "../../job/context/job-git.ts";
import { jobSecrets, remoteOf, repoOf, type JobParts } from "../../job/context/job-parts.ts";
import { baseBranch, containsCommit } from "../../job/context/base-branch.ts";
import { whoAmI } from "../../job/context/job-context.ts";
import { policyAt } from "../../job/deliver/policy-at.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import type { Policy } from "../../policy/policy.ts";
import { NO_ANSWERS, type HeldBy } from "../../protocol/approval.ts";
import { findTemplate } from "../../publish/branch/find-template.ts";
import { createOutgoing, type Outgoing } from "../../publish/render/outgoing.ts";
import { type AccountRef, type Repo, type Warn } from "../../publish/result/ports.ts";
import type { WorkbenchSettings, World } from "../../run/open/request.ts";
import type { LeakSearch } from "../../workspace/change/leaks.ts";
import type { PublishGit, Remote } from "../../workspace/push.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { requirePolicyOf } from "../plan/plan-policy.ts";

/** The parts of a job that works on batches. */
export interface BatchJobParts extends JobParts {
  readonly clock: Clock;
}

export interface BatchPublisher extends Omit<JobGit, "git" | typeof Symbol.dispose> {
  readonly git: PublishGit;
  readonly gitDir: string;
  readonly github: { readonly client: GitHubClient; readonly repo: Repo; readonly self: AccountRef };
  readonly remote: Remote;
  /** The branch that pull requests are to be merged into. */
  readonly into: string;
  readonly commit: "git" | "verified";
  /** The commit of the plan. */
  readonly base: string;
  readonly policy: Policy;
  readonly heldBy: HeldBy;
  readonly redact: Redact;
  readonly search: LeakSearch;
  readonly outgoing: Outgoing;
  /** The repository's template for pull requests. It is read once. Never rejects. */
  readonly template: () => Promise<string | undefined>;
  /** The tree of a commit. A commit that is not there is fetched first. */
  readonly treeThere: (commit: string) => Promise<string>;
  readonly workbench: WorkbenchSettings;
  readonly world: World;
  readonly signal: AbortSignal;
  readonly runUrl: string | undefined;
  /** Address of the dashboard; undefined until it is known. */
  readonly dashboardUrl: string | undefined;
  readonly warn: Warn;
}

/**
 * Opens what a delivery needs. The policy of the plan's commit says what may be published, so this commit must be in the branch that
 * the job works for, or that the sealed record of the batch names (`isRecorded`). Throws `config.invalid` for another branch, commit
 * or policy.
 */
export async function openPublisher(
  parts: BatchJobParts,
  own: JobGit,
  plan: BatchPlan,
  isRecorded: boolean,
): Promise<BatchPublisher> {
  const { inputs, world, job, client, stopper } = parts;
  const { objects: git, gitDir } = own.git;
  const remote = remoteOf(parts);
  const into = (isRecorded ? plan.into : undefined) ?? (await baseBranch(parts)).into;
  await requireFor(parts, plan, into);
  const policy = await planPolicy(parts, own, plan);
  const secrets = jobSecrets(parts);
  const redact = createRedact(secrets);
  const github = { client, repo: repoOf(parts), self: await whoAmI(client) };
  let template: Promise<string | undefined> | undefined;
  return {
    ...own,
    git,
    gitDir,
    github,
    remote,
    into,
    commit: inputs.commit,
    base: plan.base,
    policy,
    heldBy: judgeChange(policy, "none", NO_ANSWERS), // what people approved is in the record, by task
    redact,
    search: createLeakSearch(secrets),
    outgoing: createOutgoing(redact),
    template: async () => await (template ??= findTemplate({ ...github, git, commit: plan.base })),
    treeThere: async (commit) => await treeThere(git, remote, commit),
    workbench: inputs.run.workbench,
    world,
    signal: stopper.signal,
    runUrl: job.runUrl,
    dashboardUrl: undefined,
    warn: world.warn,
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
