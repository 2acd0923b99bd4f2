/** Whether one rule matches one part of a call, or a whole command line. */

import { githubWords, type Capability } from "../protocol/approval.ts";
import { matchesExec } from "./exec-pattern.ts";
import { matchesGitHub } from "./github-pattern.ts";
import { matchesMcp } from "./mcp-pattern.ts";
import { matchesNet } from "./net-pattern.ts";
import type { Rule } from "./policy.ts";
import type { ShellAnalysis, ShellPart } from "./shell/word.ts";

/** One part of what a call needs. Rules are compared with parts. */
export type Part = ShellPart | Extract<Capability, { kind: "read" | "write" | "mcp" | "net" | "github" }>;

/** A rule that approves must name the part for certain; one that rejects or defers also matches a part that may be what it names. */
export function matchesPart(rule: Rule, part: Part): boolean {
  const isStrict = rule.verdict !== "approve";
  switch (part.kind) {
    case "mcp":
      return matchesMcp(rule.written.mcp, part, rule.verdict);
    case "github":
      return matchesGitHub(rule.written.github, part, rule.verdict);
    case "net":
      return matchesNet(rule.written.net, part.host, rule.verdict);
    case "command": {
      const argvs = isStrict ? [part.words, ...part.may] : [part.words];
      const how = isStrict ? "may" : "surely";
      return argvs.some((words) => rule.exec.some((entry) => matchesExec(entry, words, how)));
    }
    case "target":
      // What a command writes is judged when it is published. Before that, its words are compared with the stricter rules only.
      return isStrict && rule.write?.(part.path) === true;
    case "read":
    case "write":
      return rule[part.kind]?.(part.path) === true;
  }
}

/** A part for people: the key that `policy explain` gives it, and what it is. */
export function partText(
  part: Part,
): readonly [key: "argv" | "read" | "write" | "mcp" | "net" | "github", text: string] {
  switch (part.kind) {
    case "command":
      return ["argv", part.words.map(({ text }) => text).join(" ")];
    case "mcp":
      return ["mcp", `${part.server}/${part.tool}`];
    case "net":
      return ["net", part.host];
    case "github":
      return ["github", githubWords(part)];
    case "target":
      return ["write", part.path];
    case "read":
    case "write":
      return [part.kind, part.path];
  }
}

export function namesAny(rule: Rule): boolean {
  return rule.exec.some((entry) => entry.kind === "any");
}

/** Whether the rule keeps a file from being read that a command names. */
export function keepsNamed({ verdict, read }: Rule, names: readonly string[]): boolean {
  return verdict !== "approve" && read !== undefined && names.some((path) => read(path));
}

/** A rule that approves matches a line if it names every command; a rule that rejects or defers, if it names one part. */
export function ruleMatches(rule: Rule, { parts, problem }: ShellAnalysis): boolean {
  if (rule.verdict !== "approve") {
    return parts.some((part) => matchesPart(rule, part) || (part.kind === "command" && keepsNamed(rule, part.names)));
  }
  if (problem !== undefined) return namesAny(rule);
  return parts.every((part) => part.kind !== "command" || matchesPart(rule, part));
}
