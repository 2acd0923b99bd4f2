/**
 * Shape of `.github/kimi-policy.yml`. The message of every check is what would be accepted; `issues.ts` puts place, field and
 * value in front. Checks that need more than one field (ids, globs, patterns, examples) are in `load.ts`.
 */

import * as z from "zod/mini";
import { HOST_PORT, parseHostPort } from "../../base/host-name.ts";
import { RUNGS } from "../../protocol/cell.ts";
import { HOOK_NAMES } from "../../protocol/hooks.ts";
import { McpPatterns, McpSection } from "./schema-mcp.ts";
import { commandLine, describe, flag, list, MAPPING, number, oneOf, text, whole } from "./schema-fields.ts";

/** A thousand times what people write. */
const MAX_RULES = 500;
/** They run one after the other, and the whole run has 30 minutes by default. */
const MAX_CHECKS = 10;
/** Those of one event run together, each as a process. */
const MAX_HOOKS = 50;

const Verdict = oneOf(["approve", "reject", "defer"]);
const Globs = () =>
  list(text('a glob, like "src/**"', 256), 'a list of globs, like ["src/**"]').check(
    z.minLength(1, { error: "at least one glob" }),
  );

const Capabilities = () =>
  z
    .strictObject(
      {
        read: z.optional(
          describe(Globs(), "Globs of files that may be read; `/`-globs mean files outside the workspace."),
        ),
        write: z.optional(
          describe(Globs(), "Globs of files that may be created, changed or deleted, redirections included."),
        ),
        exec: z.optional(
          describe(
            list(
              text('a pattern, like "npm test"', 256),
              'a list of patterns or profiles, like ["npm test", "git-read"]',
            ).check(z.minLength(1, { error: "at least one pattern" })),
            "Command patterns, profiles (git-read, search, npm-run, …), or `any`.",
          ),
        ),
        mcp: z.optional(
          describe(McpPatterns(), "Tools of MCP servers: `server/tool`, or `server/*` for all of one server."),
        ),
      },
      MAPPING,
    )
    .check(z.refine((value) => Object.keys(value).length > 0, { error: "at least one of: read, write, exec, mcp" }));

const Examples = () => list(text("a command line", 2_000), 'a list of command lines, like ["npm test"]', 50);

/** One rule; exactly one of `approve`, `reject`, `defer`. */
const Rule = z
  .strictObject(
    {
      id: describe(
        text("a short name of lower-case letters, digits and dashes", 64).check(
          z.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, { error: "a short name of lower-case letters, digits and dashes" }),
        ),
        "Unique name, shown wherever the rule decides.",
      ),
      approve: z.optional(describe(Capabilities(), "What this rule lets through.")),
      reject: z.optional(describe(Capabilities(), "What this rule refuses; the model is told why.")),
      defer: z.optional(describe(Capabilities(), "What this rule keeps for a human.")),
      reason: z.optional(
        describe(text("a sentence of at most 500 characters", 500), "Shown to people and to the model."),
      ),
      match: z.optional(describe(Examples(), "Commands the rule must match; checked when the file loads.")),
      not_match: z.optional(describe(Examples(), "Commands the rule must not match; checked when the file loads.")),
    },
    MAPPING,
  )
  .check(
    z.refine((rule) => [rule.approve, rule.reject, rule.defer].filter((side) => side !== undefined).length === 1, {
      error: "exactly one of: approve, reject, defer",
    }),
  );

const CHECK = 'a command line, like "npm test", or { command: "npm test", timeout: 600 }';

const Check = z.union(
  [
    commandLine(CHECK),
    z.strictObject(
      {
        command: describe(commandLine('a command line, like "npm test"'), "Run by bash at the root of the workspace."),
        timeout: z.optional(describe(whole(1, 3_600), "Seconds it may take; 600 when left out.")),
      },
      MAPPING,
    ),
  ],
  { error: CHECK },
);

const Hook = z.strictObject(
  {
    event: describe(oneOf(HOOK_NAMES), "When it runs; UserPromptSubmit, PreToolUse and Stop can block."),
    command: describe(commandLine("a command line"), "Run by bash in the cell, with the event as JSON on its input."),
    matcher: z.optional(
      describe(
        text("a regular expression of at most 256 characters", 256),
        "Only for targets (mostly the tool's name) in which this regular expression finds something.",
      ),
    ),
    timeout: z.optional(describe(whole(1, 600), "Seconds it may take; 30 when left out.")),
    fail: z.optional(
      describe(oneOf(["closed", "open"]), "Whether a hook that fails blocks; `closed`, which does, when left out."),
    ),
  },
  MAPPING,
);

const sections = {
  default: z.optional(describe(Verdict, "Verdict where no rule matches; `defer` when left out.")),
  rules: z.optional(
    describe(list(Rule, "a list of rules", MAX_RULES), "Order never matters: the strictest verdict wins."),
  ),
  limits: z.optional(
    z.strictObject(
      {
        steps: z.optional(describe(whole(1, 10_000), "Model calls.")),
        retries: z.optional(describe(whole(1, 20), "Attempts per model call, the first included.")),
        minutes: z.optional(describe(number(0.1, 7_200), "Wall clock of a run.")),
        cost_usd: z.optional(describe(number(0.01, 10_000), "US dollars.")),
        cost_usd_per_day: z.optional(
          describe(number(0.01, 100_000), "US dollars of all runs that began on one day (UTC) together."),
        ),
        cost_usd_per_thread: z.optional(
          describe(number(0.01, 100_000), "US dollars of all runs in one issue or pull request together."),
        ),
        runs_per_hour: z.optional(
          describe(whole(1, 1_000), "Runs that may begin in one thread within an hour; 20 when left out."),
        ),
        tokens: z.optional(describe(whole(1, 10_000_000_000), "All tokens, cached ones included.")),
        denials: z.optional(describe(whole(1, 1_000), "Rejections before the run ends.")),
        mistakes: z.optional(describe(whole(1, 1_000), "Consecutive steps with nothing but mistakes.")),
        verify: z.optional(
          describe(
            list(Check, 'a list of commands, like ["npm test"]', MAX_CHECKS),
            "Commands that must pass before a run counts as completed.",
          ),
        ),
      },
      MAPPING,
    ),
  ),
  sandbox: z.optional(
    z.strictObject(
      {
        minimum: z.optional(describe(oneOf(RUNGS), "Weakest cell a run accepts; `sealed` when left out.")),
        network: z.optional(
          describe(
            list(
              text(HOST_PORT, 260).check(z.refine((host) => parseHostPort(host) !== undefined, { error: HOST_PORT })),
              'a list of hosts, like ["registry.npmjs.org"]',
            ),
            "Hosts that a sealed cell may reach over https, exactly; none when left out.",
          ),
        ),
      },
      MAPPING,
    ),
  ),
  mcp: z.optional(McpSection),
  approvers: z.optional(
    z.strictObject(
      {
        permission: z.optional(
          describe(oneOf(["write", "maintain", "admin"]), "Least permission of who answers a deferral."),
        ),
        two_person: z.optional(describe(flag(), "Who asked for the run may not answer.")),
        code_owners: z.optional(
          describe(
            flag(),
            "Who answers must own every file that the held calls write, by CODEOWNERS of the base commit.",
          ),
        ),
        expires_hours: z.optional(describe(number(0.1, 168), "How long a deferral can be answered; a week at most.")),
        session: z.optional(
          describe(flag(), "Whether an approval may be given for the rest of the session, with `--session`."),
        ),
      },
      MAPPING,
    ),
  ),
  publish: z.optional(
    z.strictObject(
      {
        pull_request: z.optional(
          describe(oneOf(["draft", "ready", "none"]), "How changes are proposed; `draft` when left out."),
        ),
        protected: z.optional(
          describe(
            list(text('a glob, like "**/CODEOWNERS"', 256), "a list of globs"),
            "A change to one of these is at least deferred; a name without `/` is meant at any depth.",
          ),
        ),
      },
      MAPPING,
    ),
  ),
  hooks: z.optional(describe(list(Hook, "a list of hooks", MAX_HOOKS), "Commands that are told what happens.")),
};

const Overrides = z.strictObject(sections, MAPPING);

export const PolicyFile = z.strictObject(
  {
    version: describe(z.literal(1, { error: "1" }), "Version of this format."),
    ...sections,
    profiles: z.optional(
      describe(
        z.record(
          text("a profile name", 64).check(z.regex(/^[a-z][a-z0-9_-]*$/, { error: "a lower-case profile name" })),
          Overrides,
          MAPPING,
        ),
        "Overrides by kind of run, e.g. `schedule`. Rules are added, everything else replaces.",
      ),
    ),
  },
  { error: "a mapping that begins with `version: 1`" },
);
export type PolicyFile = z.infer<typeof PolicyFile>;
export type PolicyRule = z.infer<typeof Rule>;
export type PolicyHookEntry = z.infer<typeof Hook>;
export type PolicyCheckEntry = z.infer<typeof Check>;
export type PolicyOverrides = z.infer<typeof Overrides>;
