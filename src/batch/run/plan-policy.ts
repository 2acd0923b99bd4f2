/** The policy under which a plan runs, which must be the one that it was planned under. */

import { configError } from "../../protocol/error.ts";
import type { Policy } from "../../policy/policy.ts";
import { committedPolicyPaths } from "../../run/open/policy-path.ts";
import { loadPolicyOf } from "../../run/open/policy-source.ts";
import type { WorkbenchSettings } from "../../run/open/request.ts";
import { readHead } from "../../workspace/repository.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";

export interface PlanPolicyOptions {
  readonly workbench: WorkbenchSettings;
  readonly root: string;
  readonly pathVar: string;
}

/** Throws `config.invalid` for another policy, `git.failed` where the plan's commit is not in the repository. */
export async function requirePolicy(
  { base, policyDigest }: Pick<BatchPlan, "base" | "policyDigest">,
  { workbench, root, pathVar }: PlanPolicyOptions,
): Promise<Policy> {
  const choice = { ...workbench, root };
  const { files, trustedCommit } = await readHead(
    { root },
    { pathVar, paths: committedPolicyPaths(choice), trusted: base },
  );
  const policy = await loadPolicyOf({ ...choice, files, commit: trustedCommit });
  if (policy.digest === policyDigest) return policy;
  throw configError(
    `The policy is not the one of the plan: ${policy.file}.`,
    "Give the same --policy and --profile as to `batch plan`, or make the plan again.",
  );
}
