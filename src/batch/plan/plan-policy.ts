/** The policy that a batch was planned under, which must be the one that its tasks run and are published under. */

import { configError } from "../../protocol/error.ts";
import type { Policy } from "../../policy/policy.ts";
import { committedPolicyPaths } from "../../run/open/policy-path.ts";
import { loadPolicyOf } from "../../run/open/policy-source.ts";
import type { WorkbenchSettings } from "../../run/open/request.ts";
import { readHead } from "../../workspace/repository.ts";
import type { BatchPlan } from "./batch-plan.ts";

/** Throws `config.invalid` for another policy than the plan's. The plan of an older program may have an older digest of the same policy. */
export function requirePolicyOf(
  { id, policyDigest }: Pick<BatchPlan, "policyDigest"> & Partial<Pick<BatchPlan, "id">>,
  { digests, file }: Pick<Policy, "digests" | "file">,
): void {
  if (digests.includes(policyDigest)) return;
  throw configError(
    `The policy ${file} is not the one of the plan${id === undefined ? "" : ` of batch ${id}`}.`,
    "Use the policy and profile that the batch was planned with (`--policy`, `--profile`), or make the plan again.",
  );
}

export interface PlanPolicyOptions {
  readonly workbench: WorkbenchSettings;
  readonly root: string;
  readonly pathVar: string;
}

/** Reads the policy of the plan's commit. Throws `config.invalid` for another policy, and `git.failed` without that commit. */
export async function readPlanPolicy(
  plan: Pick<BatchPlan, "id" | "base" | "policyDigest">,
  { workbench, root, pathVar }: PlanPolicyOptions,
): Promise<Policy> {
  const choice = { ...workbench, root };
  const paths = committedPolicyPaths(choice);
  const { files, trustedCommit } = await readHead({ root }, { pathVar, paths, trusted: plan.base });
  const policy = await loadPolicyOf({ ...choice, files, commit: trustedCommit });
  requirePolicyOf(plan, policy);
  return policy;
}
