/**
 * The policy's last word about a change: what its rules leave to people is not published when a command or a server made it
 * without being seen to. Of the paths that no rule names, the calls that changed them were judged.
 */

import type { Rung } from "../../protocol/cell.ts";
import { decideWrite } from "../../policy/decide.ts";
import type { Policy } from "../../policy/policy.ts";
import type { ApprovedChanges } from "../../publish/result/approved-changes.ts";
import type { HeldBy } from "../../publish/branch/changed-paths.ts";
import type { TrustedGit } from "../../workspace/trusted-git.ts";

/** What people approved, where that can be believed, and what of it is still as it was approved. */
export interface Approvals {
  readonly files: ReadonlySet<string>;
  readonly hasOpenEnded: boolean;
}

/** No approvals, for a bundle that another job made. */
export const NO_APPROVALS: Approvals = { files: new Set(), hasOpenEnded: false };

/** The rule behind each change that may not be published. */
export function heldPaths(policy: Policy, rung: Rung, { files, hasOpenEnded }: Approvals): HeldBy {
  return (path) => {
    const { verdict, rule, reason } = decideWrite(policy, path, rung);
    if (verdict === "approve" || rule === "default") return undefined;
    if (verdict === "defer" && (hasOpenEnded || files.has(path))) return undefined;
    return { rule, reason };
  };
}

/** Of the approved files those that nothing changed since, up to the tree that is to be published. */
export async function stillApproved(
  { files, hasOpenEnded }: ApprovedChanges,
  { git, tree }: { readonly git: Pick<TrustedGit, "changes">; readonly tree: string },
): Promise<Approvals> {
  const same = new Set<string>();
  for (const [path, then] of files) {
    const later = then === undefined || then === tree ? [] : await git.changes(then, tree);
    if (later.every((change) => change.path !== path)) same.add(path);
  }
  return { files: same, hasOpenEnded };
}
