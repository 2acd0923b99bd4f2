/** The policy that a batch was planned under, which must be the one that its tasks run and are published under. */

import { configError } from "../../protocol/error.ts";
import type { Policy } from "../../policy/policy.ts";
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
