/** Rules, hooks and checks of a policy file → their compiled form, with defaults, in the order of the file. */

import type { Field } from "../../yaml/mistakes.ts";
import { compilePattern } from "../exec-pattern.ts";
import { compileGlobs } from "../path-glob.ts";
import type { Check, Example, PolicyHook, Rule } from "../policy.ts";
import type { PolicyCheckEntry, PolicyHookEntry, PolicyRule } from "./schema.ts";

/** A third of the default wall clock of a run. */
const DEFAULT_CHECK_S = 600;
/** Kimi CLI's number. */
const DEFAULT_HOOK_S = 30;

/** Compiles rules. `base` is the field of the section that contains them. */
export function compileRules(rules: readonly PolicyRule[], base: Field = []): Rule[] {
  return rules.map((rule, index) => compileRule(rule, [...base, "rules", index]));
}

function compileRule(rule: PolicyRule, field: Field): Rule {
  const verdict = rule.approve === undefined ? (rule.reject === undefined ? "defer" : "reject") : "approve";
  const { read = [], write = [], exec = [], mcp = [], net = [], github = [] } = rule[verdict] ?? {};
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
    read: read.length === 0 ? undefined : compileGlobs(read),
    write: write.length === 0 ? undefined : compileGlobs(write),
    exec: exec.map(compilePattern),
    written: { read, write, exec, mcp, net, github },
    examples: [...examples(rule.match, "match"), ...examples(rule.not_match, "not_match")],
  };
}

export function compileHooks(entries: readonly PolicyHookEntry[]): PolicyHook[] {
  return entries.map(({ event, command, matcher, timeout, fail }) => ({
    event,
    command,
    ...(matcher === undefined ? {} : { matcher }),
    timeoutS: timeout ?? DEFAULT_HOOK_S,
    fail: fail ?? "closed",
  }));
}

/** Entries of `limits.verify`. */
export function compileChecks(entries: readonly PolicyCheckEntry[]): Check[] {
  return entries.map((entry) => {
    const { command, timeout } = typeof entry === "string" ? { command: entry, timeout: undefined } : entry;
    return { command, timeoutS: timeout ?? DEFAULT_CHECK_S };
  });
}
