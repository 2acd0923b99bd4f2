/** Whether one rule matches one part of an action, or a whole command line. Says nothing about verdicts. */

import type { Capability } from "../protocol/approval.ts";
import { maybeMatches, surelyMatches } from "./exec-pattern.ts";
import { matchesGitHub } from "./github-pattern.ts";
import { matchesMcp } from "./mcp-pattern.ts";
import { matchesNet } from "./net-pattern.ts";
import type { Rule } from "./policy.ts";
import { isLiteral } from "./shell/shape.ts";
import { isOutside } from "./shell/shell-paths.ts";
import type { ShellAnalysis, ShellPart } from "./shell/shell-analysis.ts";

/** One part of what a call needs: what rules are compared with. */
export type Part = ShellPart | Extract<Capability, { kind: "mcp" | "net" | "github" }>;

/**
 * True when the rule names this part. An approval must name it for certain; to reject or defer, it is enough that the part may
 * be what the rule names.
 */
export function matchesPart(rule: Rule, part: Part): boolean {
  if (part.kind === "mcp") return matchesMcp(rule.mcp ?? [], part, rule.verdict);
  if (part.kind === "github") return matchesGitHub(rule.github ?? [], part, rule.verdict);
  if (part.kind === "net") return matchesNet(rule.net ?? [], part.host, rule.verdict);
  if (part.kind !== "command") {
    const tree = rule.verdict === "approve" ? "all" : "some";
    return rule[part.kind]?.(part.path, part.isTree === true ? tree : undefined) === true;
  }
  const matches = rule.verdict === "approve" ? surelyMatches : maybeMatches;
  return (
    rule.exec.some((entry) => matches(entry, part.words)) || (rule.verdict !== "approve" && readsNamed(rule, part))
  );
}

/** Whether a command names, or may name, a file or folder that the rule covers with `read`: `cat` is judged like `read_file`. */
function readsNamed({ read }: Rule, { files, trees }: Extract<Part, { kind: "command" }>): boolean {
  if (read === undefined) return false;
  const isNamed = files
    .flatMap(tails)
    .some((place) => (isLiteral(place) ? read(place) || read(place, "all") : read(place, "may")));
  return isNamed || trees.some((tree) => read(tree, "some"));
}

/** A place outside may be a link to the workspace, such as /proc/self/cwd, so every tail of it counts. */
function tails(path: string): readonly string[] {
  if (!isOutside(path)) return [path];
  const names = path.split("/").slice(1);
  return [path, ...names.map((_, at) => names.slice(at).join("/"))];
}

/** True when the rule names every command, `any`. */
export function namesAny(rule: Rule): boolean {
  return rule.exec.some((entry) => entry.kind === "any");
}

/** An approval matches a line when it covers every part; a rejection or deferral when it names any part. */
export function ruleMatches(rule: Rule, { parts, problem }: ShellAnalysis): boolean {
  if (rule.verdict !== "approve") return namesAny(rule) || parts.some((part) => matchesPart(rule, part));
  if (problem !== undefined) return namesAny(rule);
  return parts.length > 0 && parts.every((part) => matchesPart(rule, part));
}
