/** What every delivery of one collect works with: the server, git, the policy of the plan's commit. Opened once. */

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Clock } from "../../base/clock.ts";
import { member } from "../../base/member.ts";
import { createLeakSearch, createRedact, type Redact } from "../../base/redact.ts";
import { configError } from "../../protocol/error.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import { jobSecrets, remoteOf, repoOf, type JobParts } from "../../job/context/job-parts.ts";
import { whoAmI } from "../../job/context/job-context.ts";
import { intoOf } from "../../job/deliver/deliver.ts";
import { policyAt, treeThere } from "../../job/deliver/policy-at.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import type { Policy } from "../../policy/policy.ts";
import { NO_ANSWERS, type HeldBy } from "../../protocol/approval.ts";
import { findTemplate } from "../../publish/branch/find-template.ts";
import { createOutgoing, type Outgoing } from "../../publish/render/outgoing.ts";
import { inRepo, type AccountRef, type Repo, type Warn } from "../../publish/result/ports.ts";
import type { WorkbenchSettings, World } from "../../run/open/request.ts";
import { makeScratchDir } from "../../run/open/leftovers.ts";
import type { LeakSearch } from "../../workspace/change/leaks.ts";
import { findCheckout, type Checkout } from "../../workspace/checkout.ts";
import { createPublishGit, type PublishGit, type Remote } from "../../workspace/push.ts";
import { readHead } from "../../workspace/repository.ts";
import { createTrustedGit } from "../../workspace/trusted-git.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";

/** The private git directory of a collect. */
export interface CollectGit {
  readonly checkout: Checkout;
  readonly scratchDir: string;
  readonly gitDir: string;
  /** PATH without the workspace's own folders. */
  readonly path: string;
  readonly git: PublishGit;
  readonly clock: Clock;
  readonly close: () => void;
}

export interface BatchPublisher extends Omit<CollectGit, "close"> {
  readonly github: { readonly client: GitHubClient; readonly repo: Repo; readonly self: AccountRef };
  readonly remote: Remote;
  /** Branch that pull requests are for. */
  readonly into: string;
  readonly commit: "git" | "verified";
  /** The commit of the plan. */
  readonly base: string;
  readonly policy: Policy;
  readonly heldBy: HeldBy;
  readonly redact: Redact;
  readonly search: LeakSearch;
  readonly outgoing: Outgoing;
  /** The repository's template for pull requests, which is looked for once. Never rejects. */
  readonly template: () => Promise<string | undefined>;
  /** The tree of a commit, which is fetched when it is not there. */
  readonly treeThere: (commit: string) => Promise<string>;
  readonly workbench: WorkbenchSettings;
  readonly world: World;
  readonly signal: AbortSignal;
  readonly runUrl: string | undefined;
  readonly links: { readonly dashboardUrl: string | undefined; readonly runUrl: string | undefined };
  readonly warn: Warn;
}

/** Opens the git directory of a collect over the checkout. Throws `workspace.not_a_repository`. */
export async function openCollectGit(
  { inputs, world }: Pick<JobParts, "inputs" | "world">,
  clock: Clock,
): Promise<CollectGit> {
  const pathVar = world.env["PATH"] ?? "";
  const checkout = findCheckout(inputs.run.workbench.cwd);
  const head = await readHead(checkout, { pathVar, paths: [] });
  const scratchDir = makeScratchDir(tmpdir());
  const trusted = createTrustedGit({ repository: { ...checkout, ...head }, scratchDir, pathVar, clock });
  const path = trustedPath(pathVar, checkout.root);
  const { gitDir } = trusted;
  return {
    checkout,
    scratchDir,
    gitDir,
    path,
    git: createPublishGit({ gitDir, path, clock }),
    clock,
    close: () => rmSync(scratchDir, { recursive: true, force: true }),
  };
}

/**
 * Opens what a delivery needs. The plan's commit must be in the branch that this job works for, because its policy says what may be
 * published. Throws `config.invalid` for another commit or policy.
 */
export async function openPublisher(parts: JobParts, own: CollectGit, plan: BatchPlan): Promise<BatchPublisher> {
  const { inputs, world, job, client, stopper } = parts;
  const { checkout, git } = own;
  const remote = remoteOf(parts);
  const into = intoOf(job, checkout);
  await requireInBranch(parts, plan, into);
  const policy = await planPolicy(parts, own, plan);
  const secrets = jobSecrets(parts);
  const redact = createRedact(secrets);
  const github = { client, repo: repoOf(parts), self: await whoAmI(client) };
  let template: Promise<string | undefined> | undefined;
  return {
    ...own,
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
    links: { dashboardUrl: undefined, runUrl: job.runUrl },
    warn: world.warn,
  };
}

/** The policy of the plan's commit, which is fetched when it is not there. Throws `config.invalid` for another one than the plan's. */
export async function planPolicy(parts: JobParts, own: CollectGit, plan: BatchPlan): Promise<Policy> {
  const { checkout, gitDir, path, git } = own;
  await treeThere(git, remoteOf(parts), plan.base);
  const policy = await policyAt(parts, { root: checkout.root, gitDir, path, commit: plan.base });
  if (policy.digest === plan.policyDigest) return policy;
  throw configError(
    `The policy of commit ${plan.base} is not the one of the plan ${plan.id}.`,
    "Use the policy and profile that the batch was planned with, or plan it again.",
  );
}

async function requireInBranch(parts: JobParts, { base, id }: BatchPlan, branch: string): Promise<void> {
  const route = "GET /repos/{owner}/{repo}/compare/{basehead}";
  const range = { ...inRepo(repoOf(parts)), basehead: `${base}...${branch}`, per_page: 1 };
  const { data } = await parts.client.request(route, range).catch(() => ({ data: undefined }));
  const status = member(data, "status");
  if (status === "ahead" || status === "identical") return;
  throw configError(
    `Nothing is delivered: commit ${base} of the plan ${id} is not in the branch ${branch}.`,
    "Collect on the branch that the batch was planned on.",
  );
}
