/** Rules that apply under every policy. Their names begin with `builtin:`. A policy file can be stricter, but not less strict. */

import type { Decision } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import type { Policy } from "./policy.ts";
import type { Part } from "./match-rule.ts";
import { isListed } from "./net-pattern.ts";
import { isSensitivePath, maySensitive } from "./sensitive.ts";

const POLICY_FILE = ".github/kimi-policy.yml";
/** Rule that defers writes of `.github/kimi-policy.yml`, and of the policy in force if it is another file. */
export const POLICY_RULE = "builtin:policy-file";
/** Rule that defers writes outside the workspace. */
export const OUTSIDE_RULE = "builtin:outside";
/** Rule that defers GitHub actions if the policy's default is `approve`. */
export const GITHUB_RULE = "builtin:github";

const GIT_DIR = /(^|\/)\.git(\/|$)/i;

/** What a sealed cell shows of the machine: programs, libraries, public facts, and its own /tmp. */
const SYSTEM =
  /^\/(usr|bin|sbin|lib\d*|libx32|opt|tmp|nix\/store)(\/|$)|^\/etc\/(os-release|lsb-release|debian_version|alpine-release|timezone|localtime|services|protocols|mime\.types|ssl\/certs(\/.*)?)$|^\/proc\/(cpuinfo|meminfo|version|loadavg|uptime|stat|filesystems)$|^\/dev\/(zero|full|u?random)$/s;
/** Caches of package managers and toolchains in a home folder. */
const CACHE =
  /^\/(~|root|home\/[^/*]+)\/(\.cargo\/(registry|git)|go\/pkg|\.cache|\.npm\/_cacache|\.m2\/repository|\.gradle\/caches|\.rustup\/toolchains|\.nvm\/versions|\.pyenv\/versions|\.local\/(lib|share))(\/|$)/;

function isSystemPath(path: string): boolean {
  return SYSTEM.test(path) || CACHE.test(path);
}

/** The decisions of the fixed rules about one part; empty when none applies. */
export function fixedDecisions(policy: Policy, part: Part, rung: Rung): Decision[] {
  const found: Decision[] = [];
  const add = (verdict: Decision["verdict"], rule: string, reason: string): void =>
    void found.push({ verdict, rule, reason });
  switch (part.kind) {
    case "command":
      if (part.files.some(maySensitive))
        add("reject", "builtin:sensitive", "the command names, or may name, a file of secrets");
      break;
    case "read":
      if (isSensitivePath(part.path)) add("reject", "builtin:sensitive", `${part.path} is a file of secrets`);
      else if (rung === "sealed" && isSystemPath(part.path))
        add("approve", "builtin:system", "files of the system and of toolchains, in a sealed cell");
      break;
    case "write":
      if (GIT_DIR.test(part.path)) add("reject", "builtin:git-dir", "a run may not write inside .git");
      if ([POLICY_FILE, policy.file].some((file) => reaches(part, file.toLowerCase())))
        add("defer", POLICY_RULE, "only people may change the policy");
      if (policy.isProtected(part.path, part.isTree === true ? "some" : undefined))
        found.push(protectedDecision(part.path));
      if (policy.steersAgents(part.path)) found.push(steeringDecision(part.path)); // each file below a tree is judged at the end
      if (hidesAnother(policy, part.path))
        add("defer", "builtin:odd-name", "the name holds another path or flag, as lists of file names are read");
      // /tmp of a sealed cell is memory that ends with the run.
      if (rung === "sealed" && part.path.startsWith("/tmp/"))
        add("approve", "builtin:scratch", "temporary files of the sealed cell");
      break;
    case "mcp":
    case "github":
      break; // only the policy file can say what they do
    case "net":
      if (rung === "sealed" && isListed(policy, part.host) === false) found.push(unlisted(part.host));
      break;
  }
  return found;
}

/**
 * True for a name that contains another name or a flag, which appears when a list of files is split into words or lines:
 * `find src | xargs cat` reads `.env` if there is a file `src/x .env y.ts`.
 */
function hidesAnother({ rules }: Policy, path: string): boolean {
  if (/[\0-\x1f\x7f]/.test(path)) return true;
  const [, ...pieces] = path.split(/[\s'"\\]+/);
  const isKept = (piece: string): boolean =>
    isSensitivePath(piece) ||
    rules.some(
      ({ verdict, read }) => verdict !== "approve" && (read?.(piece) === true || read?.(piece, "all") === true),
    );
  return pieces.some((piece) => /^(-.|[/~])|[*?[]|(^|\/)\.\.(\/|$)/s.test(piece) || (piece !== "" && isKept(piece)));
}

/** The decision about a file that steers agents. */
export function steeringDecision(path: string): Decision {
  return {
    verdict: "defer",
    rule: "builtin:agent-files",
    reason: `${path} steers agents that work on this repository`,
  };
}

/** The decision about a host that the sealed cell does not reach. */
export function unlisted(host: string): Decision {
  return { verdict: "reject", rule: "builtin:network", reason: `sandbox.network does not list ${host}` };
}

/** The decision about a file that `publish.protected` names. */
export function protectedDecision(path: string): Decision {
  return { verdict: "defer", rule: "builtin:protected", reason: `${path} is protected by publish.protected` };
}

function reaches({ path, isTree }: { readonly path: string; readonly isTree?: true }, file: string): boolean {
  const written = path.toLowerCase();
  return written === file || (isTree === true && (written === "." || file.startsWith(`${written}/`)));
}
