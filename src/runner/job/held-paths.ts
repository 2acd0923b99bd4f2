/**
 * The policy's last word about a change: what its rules leave to people is not published when a command or a server made it
 * without being seen to. Of the paths that no rule names, the calls that changed them were judged.
 */

import type { Capability } from "../../protocol/approval.ts";
import type { Rung } from "../../protocol/cell.ts";
import { decideWrite } from "../../policy/decide.ts";
import type { Policy } from "../../policy/policy.ts";
import type { PathRules } from "../../publish/changed-paths.ts";

/** What people approved in the session. Nothing of a bundle that another job made. */
export interface Approvals {
  readonly approved: readonly Capability[];
  readonly rung?: Rung | undefined;
}

/** The rule behind each change that may not be published. */
export function heldPaths(policy: Policy, { approved, rung = "none" }: Approvals): PathRules["heldBy"] {
  const paths = new Set(approved.flatMap((need) => (need.kind === "write" ? [need.path] : [])));
  // What a command or a server would change, nobody could have seen when they approved it.
  const isOpen = approved.some(({ kind }) => kind === "exec" || kind === "mcp");
  return (path) => {
    const { verdict, rule, reason } = decideWrite(policy, path, rung);
    if (verdict === "approve" || rule === "default") return undefined;
    if (verdict === "defer" && (isOpen || paths.has(path))) return undefined;
    return { rule, reason };
  };
}
