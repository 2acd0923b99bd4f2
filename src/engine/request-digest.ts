/** The digest that binds a person's approval to the call, the workspace, the policy and the session. */

import { canonicalJson } from "../base/canonical-json.ts";
import { sha256 } from "../base/sha256.ts";
import type { Capability } from "../protocol/approval.ts";
import type { PlannedCall } from "../protocol/tool.ts";
import type { Turn } from "../protocol/turn.ts";

/** The paths and working directories of a call's capabilities. Command lines are left out, because the journal has them redacted. */
export function reachedPlaces(capabilities: readonly Capability[]): string {
  return canonicalJson(capabilities.map((need) => ("path" in need ? need.path : "cwd" in need ? need.cwd : null)));
}

interface DigestInput {
  readonly tool: string;
  readonly input: unknown;
  readonly plan: PlannedCall;
  readonly sequence: string;
  readonly tree: string;
}

/** SHA-256 of everything that an approval is bound to. */
export function requestDigest({ tool, input, plan, sequence, tree }: DigestInput, { identity }: Turn): string {
  return sha256(
    canonicalJson({
      v: 1,
      tool,
      args: input,
      capabilities: plan.capabilities,
      cwd: identity.workDir,
      base: identity.baseCommit,
      head: identity.headCommit,
      snapshot: tree,
      policy: identity.policyDigest,
      session: identity.sessionId,
      sequence,
    }),
  );
}
