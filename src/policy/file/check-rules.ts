/** What the schema cannot say about a policy file: unique ids; globs, patterns and matchers that mean something. */

import { patternProblem } from "../exec-pattern.ts";
import { checkHook } from "./hooks.ts";
import { fieldName, type Field, type Issue } from "./issues.ts";
import { mcpPatternProblem } from "../mcp-pattern.ts";
import { globProblem } from "../path-glob.ts";
import type { PolicyFile, PolicyOverrides, PolicyRule } from "./schema.ts";

/** Ids the program itself decides under. */
const RESERVED = new Set(["default"]);

/** All mistakes of the file and its profiles. */
export function checkRules(data: PolicyFile): Issue[] {
  const ids = new Map<string, Field>();
  const sections: readonly (readonly [Field, PolicyOverrides])[] = [
    [[], data],
    ...Object.entries(data.profiles ?? {}).map(([name, part]) => [["profiles", name], part] as const),
  ];
  return sections.flatMap(([base, section]) => {
    const own = section.rules ?? [];
    return [
      ...own.flatMap((rule, index) => checkRule(rule, [...base, "rules", index], ids)),
      ...(section.publish?.protected ?? []).flatMap((glob, index) =>
        checkGlob(glob, [...base, "publish", "protected", index]),
      ),
      ...(section.hooks ?? []).flatMap((hook, index) => checkHook(hook, [...base, "hooks", index])),
    ];
  });
}

function checkRule(rule: PolicyRule, field: Field, ids: Map<string, Field>): Issue[] {
  const issues: Issue[] = [];
  const first = ids.get(rule.id);
  if (first !== undefined)
    issues.push({ field: [...field, "id"], accepts: `an id of its own; ${fieldName(first)} has this one already` });
  else if (RESERVED.has(rule.id))
    issues.push({ field: [...field, "id"], accepts: "an id other than the reserved ones (default)" });
  ids.set(rule.id, first ?? field);
  for (const verdict of ["approve", "reject", "defer"] as const) {
    const capabilities = rule[verdict];
    for (const kind of ["read", "write"] as const) {
      for (const [index, glob] of (capabilities?.[kind] ?? []).entries())
        issues.push(...checkGlob(glob, [...field, verdict, kind, index]));
    }
    for (const [index, pattern] of (capabilities?.exec ?? []).entries()) {
      const accepts = patternProblem(pattern);
      if (accepts !== undefined) issues.push({ field: [...field, verdict, "exec", index], accepts });
    }
    for (const [index, pattern] of (capabilities?.mcp ?? []).entries()) {
      const accepts = mcpPatternProblem(pattern);
      if (accepts !== undefined) issues.push({ field: [...field, verdict, "mcp", index], accepts });
    }
  }
  return issues;
}

function checkGlob(glob: string, field: Field): Issue[] {
  const accepts = globProblem(glob);
  return accepts === undefined ? [] : [{ field, accepts }];
}
