/**
 * Schema of `.github/kimi-policy.yml`. The message of every check says what would be accepted; `src/yaml` adds place, field and
 * value. `load.ts` checks the examples of rules, which needs the shell parser.
 */

import * as z from "zod/mini";
import { OWN_LIMITS, type LimitKey, type OwnLimitField } from "../../protocol/limits.ts";
import {
  checked,
  describe,
  list,
  mapping,
  named,
  number,
  oneOf,
  setting,
  text,
  whole,
  word,
} from "../../yaml/fields.ts";
import { fieldName, type Field } from "../../yaml/mistakes.ts";
import { patternProblem } from "../exec-pattern.ts";
import { GITHUB_FORMS, githubPatternProblem } from "../github-pattern.ts";
import { mcpPatternProblem } from "../mcp-pattern.ts";
import { netPatternProblem } from "../net-pattern.ts";
import { globProblem } from "../path-glob.ts";
import { modelName, Models } from "../../yaml/model-settings.ts";
import { Sandbox } from "../sandbox-section.ts";
import { AfterWeb, Approvers, Checks, Hook, Mcp, Outsiders, Publish, ReviewSection, Web } from "../sections.ts";

/** A thousand times what people write. */
const MAX_RULES = 500;
/** The hooks of one event run at the same time, each as a process. */
const MAX_HOOKS = 50;

const Verdict = oneOf(["approve", "reject", "defer"]);
const Globs = () =>
  some(checked(globProblem, 'a glob, like "src/**"', 256), 'a list of globs, like ["src/**"]', "glob");

function some<S extends z.core.$ZodType>(item: S, accepts: string, what: string) {
  return list(item, accepts).check(z.minLength(1, { error: `at least one ${what}` }));
}

const Capabilities = () =>
  mapping({
    read: setting(
      Globs(),
      "Globs of files that may be read; globs that begin with `/` name files outside the workspace.",
    ),
    write: setting(Globs(), "Globs of files that may be created, changed or deleted, redirections included."),
    exec: setting(
      some(
        checked(patternProblem, 'a pattern, like "npm test"', 256),
        'a list of patterns or profiles, like ["npm test", "git-read"]; ["any"] is every command',
        "pattern",
      ),
      "Command patterns, profiles (git-read, search, npm-run, …), or `any`: every command of a sealed cell.",
    ),
    mcp: setting(
      some(
        checked(mcpPatternProblem, 'a tool, like "server/tool" or "server/*"', 500),
        'a list of tools, like ["server/tool", "server/*"]',
        "tool",
      ),
      "Tools of MCP servers: `server/tool`, `server/*`; resources: `server/resource:*`, or a URI in place of the star.",
    ),
    net: setting(
      some(
        checked(netPatternProblem, 'a host, like "docs.python.org"', 300),
        'a list of hosts, like ["docs.python.org"]',
        "host",
      ),
      "Hosts that tools of the web may reach; `sandbox.network` must list them as well.",
    ),
    github: setting(
      some(checked(githubPatternProblem, GITHUB_FORMS, 120), 'a list of actions, like ["label", "comment"]', "action"),
      "What a run may ask for on GitHub: label, assign, issue, comment, close, search; `comment#*` allows other threads than its own, `label:bug` only one label.",
    ),
  }).check(
    z.refine((value) => Object.keys(value).length > 0, {
      error: "at least one of: read, write, exec, mcp, net, github",
    }),
  );

const Examples = () => list(text("a command line", 2_000), 'a list of command lines, like ["npm test"]', 50);

/** One rule; exactly one of `approve`, `reject`, `defer`. */
const Rule = mapping({
  id: describe(
    word(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "a short name of lower-case letters, digits and dashes", 64).check(
      // The name of the decision when no rule matches.
      z.refine((id) => id !== "default", { error: "an id other than the reserved ones (default)" }),
    ),
    "Unique name, shown wherever the rule decides.",
  ),
  approve: setting(Capabilities(), "What this rule lets through."),
  reject: setting(Capabilities(), "What this rule refuses; the model is told why."),
  defer: setting(Capabilities(), "What this rule holds for a person to decide."),
  reason: setting(text("a sentence of at most 500 characters", 500), "Shown to people and to the model."),
  match: setting(Examples(), "Commands the rule must match; checked when the file loads."),
  not_match: setting(Examples(), "Commands the rule must not match; checked when the file loads."),
}).check(
  z.refine((rule) => [rule.approve, rule.reject, rule.defer].filter((side) => side !== undefined).length === 1, {
    error: "exactly one of: approve, reject, defer",
  }),
);

function bounded({ isWhole, from, to }: (typeof OWN_LIMITS)[OwnLimitField]) {
  return isWhole ? whole(from, to) : number(from, to);
}

const Limits = mapping({
  steps: setting(bounded(OWN_LIMITS.steps), "Model calls."),
  retries: setting(whole(1, 20), "Attempts of one model call that may be charged without an answer."),
  patience_minutes: setting(
    bounded(OWN_LIMITS.patienceMinutes),
    "How long a run retries through an outage of the model's provider; 10 when left out.",
  ),
  idle_seconds: setting(
    whole(5, 3_600),
    "How long a model may send nothing; depends on the kind of model when left out.",
  ),
  background_seconds: setting(
    whole(0, 3_600),
    "How long the end of a turn waits for background commands that are not servers; 60 when left out.",
  ),
  minutes: setting(bounded(OWN_LIMITS.minutes), "Wall clock time of a run."),
  cost_usd: setting(bounded(OWN_LIMITS.costUsd), "US dollars."),
  cost_usd_per_day: setting(number(0.01, 100_000), "US dollars of all runs that began on one day (UTC) together."),
  cost_usd_per_thread: setting(number(0.01, 100_000), "US dollars of all runs in one issue or pull request together."),
  runs_per_hour: setting(whole(1, 1_000), "Runs that may begin in one thread within an hour; 20 when left out."),
  tokens: setting(bounded(OWN_LIMITS.tokens), "All tokens, cached ones included."),
  denials: setting(whole(1, 1_000), "Steps with rejections before the run ends."),
  mistakes: setting(whole(1, 1_000), "Consecutive steps with nothing but mistakes; the next one ends the run."),
  verify: setting(Checks(), "Commands that must pass before a run counts as completed."),
} satisfies Record<LimitKey | "verify", z.ZodMiniType>);

const sections = {
  default: setting(Verdict, "Verdict if no rule matches; `defer` when left out."),
  rules: setting(list(Rule, "a list of rules", MAX_RULES), "Order never matters: the strictest verdict wins."),
  limits: z.optional(Limits),
  fallback_model: setting(modelName(), "Second model, asked in a long outage."),
  sandbox: z.optional(Sandbox),
  mcp: z.optional(Mcp),
  web: z.optional(Web),
  after_web: z.optional(AfterWeb),
  approvers: z.optional(Approvers),
  outsiders: z.optional(Outsiders),
  review: z.optional(ReviewSection),
  publish: z.optional(Publish),
  hooks: setting(list(Hook, "a list of hooks", MAX_HOOKS), "Commands that run when something happens."),
  models: setting(
    Models,
    "Values that replace the catalog's for a model, by `provider/id`; and which model is used for which task.",
  ),
};

const Overrides = mapping(sections);

export const PolicyFile = mapping(
  {
    version: describe(z.literal([1, 2], { error: "1 or 2" }), "Version of this format; 2 for a new file."),
    ...sections,
    profiles: setting(
      named(word(/^[a-z][a-z0-9_-]*$/, "a lower-case profile name", 64), Overrides),
      "Overrides by kind of run, such as `schedule`. Rules are added; everything else is replaced.",
    ),
  },
  "a mapping that begins with `version: 2`",
).check(({ value, issues }) => {
  const first = new Map<string, Field>();
  for (const { field, section } of sectionsOf(value)) {
    for (const [index, { id }] of (section.rules ?? []).entries()) {
      const here = [...field, "rules", index];
      const other = first.get(id);
      first.set(id, other ?? here);
      if (other === undefined) continue;
      const message = `an id of its own; ${fieldName(other)} has this one already`;
      issues.push({ code: "custom", input: id, path: [...here, "id"], message });
    }
  }
});
export type PolicyFile = z.infer<typeof PolicyFile>;
export type PolicyRule = z.infer<typeof Rule>;
export type PolicyOverrides = z.infer<typeof Overrides>;

/** The file itself and its profiles, each with its field. */
export function sectionsOf(file: PolicyFile): readonly { readonly field: Field; readonly section: PolicyOverrides }[] {
  const profiles = Object.entries(file.profiles ?? {});
  return [{ field: [], section: file }, ...profiles.map(([name, section]) => ({ field: ["profiles", name], section }))];
}
