/** Checked rules of a policy file → rules that judge. */

import { compilePattern } from "../exec-pattern.ts";
import { compileGlobs } from "../path-glob.ts";
import type { Example, Rule } from "../policy.ts";
import type { PolicyRule } from "./schema.ts";

/** Compiles rules; `base` is the field of the section they stand in. */
export function compileRules(rules: readonly PolicyRule[], base: readonly string[] = []): Rule[] {
  return rules.map((rule, index) => compileRule(rule, [...base, "rules", index]));
}

function compileRule(rule: PolicyRule, field: readonly (string | number)[]): Rule {
  const verdict = rule.approve === undefined ? (rule.reject === undefined ? "defer" : "reject") : "approve";
  const { read, write, exec, mcp } = rule[verdict] ?? {};
  const examples = (commands: readonly string[] | undefined, key: "match" | "not_match"): Example[] =>
    (commands ?? []).map((command, index) => ({
      command,
      shouldMatch: key === "match",
      field: [...field, key, index],
    }));
  return {
    id: rule.id,
    verdict,
    reason: rule.reason,
    read: read === undefined ? undefined : compileGlobs(read),
    write: write === undefined ? undefined : compileGlobs(write),
    exec: (exec ?? []).map(compilePattern),
    mcp,
    examples: [...examples(rule.match, "match"), ...examples(rule.not_match, "not_match")],
  };
}
