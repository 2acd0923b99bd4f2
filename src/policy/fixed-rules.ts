/** Rules that apply under every policy. Their names begin with `builtin:`. A policy file can be stricter, but not less strict. */

import type { Decision } from "../protocol/approval.ts";
import type { SandboxLevel } from "../protocol/cell.ts";
import type { Policy } from "./policy.ts";
import { keepsNamed, type Part } from "./match-rule.ts";
import { isListed } from "./net-pattern.ts";
import { isSensitivePath } from "./sensitive.ts";

const POLICY_FILE = ".github/kimi-policy.yml";
/** Rule that defers writes of `.github/kimi-policy.yml`, and of the policy in force if it is another file. */
export const POLICY_RULE = "builtin:policy-file";
/** Rule that defers writes outside the workspace. */
export const OUTSIDE_RULE = "builtin:outside";
/** Rule that defers GitHub actions if the policy's default is `approve`. */
export const GITHUB_RULE = "builtin:github";

const GIT_DIR = /(^|\/)\.git(\/|$)/i;

/** What becomes of a file that a rule about reading keeps from commands. */
const UNSEEN = {
  approve: "commands see it",
  defer: "commands do not see it, and read_file asks a person",
  reject: "neither commands nor read_file see it",
} as const;

/** The decisions of the fixed rules about one part; empty when none applies. */
export function fixedDecisions(policy: Policy, part: Part, level: SandboxLevel): Decision[] {
  const found: Decision[] = [];
  const add = (verdict: Decision["verdict"], rule: string, reason: string): void =>
    void found.push({ verdict, rule, reason });
  switch (part.kind) {
    case "command": {
      // Only what it says plainly, so that the model learns why: in a sealed cell these files look empty to every command.
      const names = part.names.filter((name) => !policy.isShown(name));
      const secret = names.find(isSensitivePath);
      if (secret !== undefined) add("reject", "builtin:sensitive", `${secret} is a file of secrets`);
      for (const rule of policy.rules.filter((one) => keepsNamed(one, names)))
        add("reject", rule.id, `${rule.reason ?? "it may not be read"}; ${UNSEEN[rule.verdict]}`);
      break;
    }
    case "read":
      if (isSensitivePath(part.path)) add("reject", "builtin:sensitive", `${part.path} is a file of secrets`);
      break;
    case "write":
    case "target":
      if (GIT_DIR.test(part.path)) add("reject", "builtin:git-dir", "a run may not write inside .git");
      if ([POLICY_FILE, policy.file].some((file) => part.path.toLowerCase() === file.toLowerCase()))
        add("defer", POLICY_RULE, "only people may change the policy");
      found.push(...guardedDecisions(policy, part.path));
      // /tmp of a sealed cell is memory that ends with the run.
      if (level === "sealed" && part.path.startsWith("/tmp/"))
        add("approve", "builtin:scratch", "temporary files of the sealed cell");
      break;
    case "mcp":
    case "github":
      break; // only the policy file can say what they do
    case "net":
      if (level === "sealed" && isListed(policy.sandbox.network, part.host) === false) found.push(unlisted(part.host));
      break;
  }
  return found;
}

/** The decisions about a file that is protected or steers agents, by its own spelling or that of another file system. */
export function guardedDecisions(policy: Policy, path: string, reach?: "folded"): Decision[] {
  const found: Decision[] = [];
  if (policy.isProtected(path, reach))
    found.push({ verdict: "defer", rule: "builtin:protected", reason: `${path} is protected by publish.protected` });
  const reason = `${path} steers agents that work on this repository`;
  if (policy.steersAgents(path, reach)) found.push({ verdict: "defer", rule: "builtin:agent-files", reason });
  return found;
}

export function unlisted(host: string): Decision {
  return { verdict: "reject", rule: "builtin:network", reason: `sandbox.network does not list ${host}` };
}
