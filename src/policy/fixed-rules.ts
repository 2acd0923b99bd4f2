/** Rules that apply under every policy file. Their names begin with `builtin:`; a file can only be stricter. */

import type { Decision } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import type { Policy } from "./policy.ts";
import type { Part } from "./match-rule.ts";
import { isSensitivePath, namesSensitiveFile, takesNamesOnly } from "./sensitive.ts";

/** A run may propose a change of this file, and a person decides about it. */
const POLICY_FILE = ".github/kimi-policy.yml";
/** Rule that defers writes outside the workspace. */
export const OUTSIDE_RULE = "builtin:outside";

const GIT_DIR = /(^|\/)\.git(\/|$)/i;

/** What the fixed rules say about one part; empty when they say nothing. */
export function fixedDecisions(policy: Policy, part: Part, rung: Rung): Decision[] {
  const found: Decision[] = [];
  const add = (verdict: Decision["verdict"], rule: string, reason: string): void =>
    void found.push({ verdict, rule, reason });
  switch (part.kind) {
    case "command":
      if (!takesNamesOnly(part.words) && part.words.slice(1).some(namesSensitiveFile))
        add("reject", "builtin:sensitive", "the command names a file of secrets");
      break;
    case "read":
      if (isSensitivePath(part.path)) add("reject", "builtin:sensitive", `${part.path} is a file of secrets`);
      break;
    case "write":
      if (GIT_DIR.test(part.path)) add("reject", "builtin:git-dir", "a run may not write inside .git");
      if (part.path.toLowerCase() === POLICY_FILE || (part.isTree === true && holdsPolicy(part.path)))
        add("defer", "builtin:policy-file", "only people may change the policy");
      if (policy.isProtected(part.path, part.isTree === true ? "some" : undefined))
        add("defer", "builtin:protected", `${part.path} is protected by publish.protected`);
      // In a sealed cell /tmp is memory that vanishes with the run.
      if (rung === "sealed" && part.path.startsWith("/tmp/"))
        add("approve", "builtin:scratch", "temporary files of the sealed cell");
      break;
    case "mcp":
      break; // only a rule of the file can know what a tool of an MCP server does
  }
  return found;
}

function holdsPolicy(folder: string): boolean {
  return folder === "." || POLICY_FILE.startsWith(`${folder.toLowerCase()}/`);
}
