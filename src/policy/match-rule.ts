/** Whether one rule matches one part of a call, or a whole command line. */

import type { Capability } from "../protocol/approval.ts";
import { maybeMatches, surelyMatches } from "./exec-pattern.ts";
import { matchesGitHub } from "./github-pattern.ts";
import { matchesMcp } from "./mcp-pattern.ts";
import { matchesNet } from "./net-pattern.ts";
import type { Rule } from "./policy.ts";
import { isLiteral } from "./shell/shape.ts";
import { isOutside } from "./shell/shell-paths.ts";
import type { ShellAnalysis, ShellPart } from "./shell/shell-analysis.ts";

/** One part of what a call needs. Rules are compared with parts. */
export type Part = ShellPart | Extract<Capability, { kind: "mcp" | "net" | "github" }>;

/**
 * True when the rule names this part. A rule that approves must name it for certain; a rule that rejects or defers also matches a
 * part that may be what it names.
 */
export function matchesPart(rule: Rule, part: Part): boolean {
  if (part.kind === "mcp") return matchesMcp(rule.written.mcp, part, rule.verdict);
  if (part.kind === "github") return matchesGitHub(rule.written.github, part, rule.verdict);
  if (part.kind === "net") return matchesNet(rule.written.net, part.host, rule.verdict);
  if (part.kind !== "command") {
    const tree = rule.verdict === "approve" ? "all" : "some";
    return rule[part.kind]?.(part.path, part.isTree === true ? tree : undefined) === true;
  }
  const matches = rule.verdict === "approve" ? surelyMatches : maybeMatches;
  return (
    rule.exec.some((entry) => matches(entry, part.words)) || (rule.verdict !== "approve" && readsNamed(rule, part))
  );
}

/** Whether a command names, or may name, a path that the rule's `read` covers, so that `cat` is judged like `read_file`. */
function readsNamed({ read }: Rule, { files, trees }: Extract<Part, { kind: "command" }>): boolean {
  if (read === undefined) return false;
  const isNamed = files
    .flatMap(tails)
    .some((place) => (isLiteral(place) ? read(place) || read(place, "all") : read(place, "may")));
  return isNamed || trees.some((tree) => read(tree, "some"));
}

/** A path outside may begin with a link to the workspace, such as /proc/self/cwd, so the rule is compared with every end of it. */
function tails(path: string): readonly string[] {
  if (!isOutside(path)) return [path];
  const names = path.split("/").slice(1);
  return [path, ...names.map((_, at) => names.slice(at).join("/"))];
}

/** True when the rule has the keyword `any`. */
export function namesAny(rule: Rule): boolean {
  return rule.exec.some((entry) => entry.kind === "any");
}

/** A rule that approves matches a line if it names every part; a rule that rejects or defers, if it names one part. */
export function ruleMatches(rule: Rule, { parts, problem }: ShellAnalysis): boolean {
  if (rule.verdict !== "approve") return namesAny(rule) || parts.some((part) => matchesPart(rule, part));
  if (problem !== undefined) return namesAny(rule);
  return parts.length > 0 && parts.every((part) => matchesPart(rule, part));
}
