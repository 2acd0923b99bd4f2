/** Checks the example commands of rules. Each is compared with its own rule, not with the whole policy. */

import { ruleMatches } from "../match-rule.ts";
import type { Example, Rule } from "../policy.ts";
import { analyseCommand } from "../shell/shell.ts";

export interface FailedExample {
  readonly rule: Rule;
  readonly example: Example;
  /** How the rule behaves instead. */
  readonly why: string;
}

/** Where the commands would run: the root of the workspace. */
const PLACE = { cwd: ".", workDir: "/workspace" };

/** The examples that do not behave as written. */
export function failedExamples(rules: readonly Rule[]): FailedExample[] {
  return rules.flatMap((rule) =>
    rule.examples.flatMap((example) => {
      const analysis = analyseCommand(example.command, PLACE);
      const matches = ruleMatches(rule, analysis);
      if (matches === example.shouldMatch) return [];
      const why =
        analysis.problem === undefined ? `it ${matches ? "does" : "does not"}` : `not understood (${analysis.problem})`;
      return [{ rule, example, why }];
    }),
  );
}
