/** The smaller sections of the policy file, with the commands that it names for checks and hooks. */

import * as z from "zod/mini";
import { parseWebAddress, WEB_ADDRESS } from "../base/network/web-address.ts";
import { isSecretName } from "../base/redact/secret-forms.ts";
import type { GitHubAction } from "../protocol/approval.ts";
import { HOOK_NAMES, HOOKS } from "../protocol/hooks.ts";
import { SEARCH_PROVIDERS } from "../protocol/tool.ts";
import {
  checked,
  describe,
  flag,
  list,
  mapping,
  named,
  number,
  oneOf,
  regex,
  setting,
  text,
  whole,
  word,
} from "../yaml/fields.ts";
import { OUTPUT_LIMITS } from "./github-pattern.ts";
import { globProblem, workspaceGlobProblem } from "./path-glob.ts";

const MCP_HOST = 'a host in lower case, like "mcp.example.com" or "127.0.0.1:8080"';

const Servers = () => list(text("the name of an MCP server", 64), 'a list of servers, like ["search"]');

/** Settings of all MCP servers, from every configuration file. */
export const Mcp = mapping({
  allow: setting(
    Servers(),
    "Servers in `.mcp.json`, a file that belongs to other programs, that a run starts; none when left out.",
  ),
  hosts: setting(
    list(
      word(/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::[1-9]\d{0,4})?$/, MCP_HOST, 260),
      'a list of hosts, like ["mcp.example.com"]',
    ),
    "Exact hosts of MCP servers over HTTP; with the port if it is not the usual one.",
  ),
  env: setting(
    list(
      word(/^[A-Za-z_]\w*$/, "the name of an environment variable", 128),
      'a list of variables, like ["DOCS_TOKEN"]',
    ),
    "Environment variables that the configuration of MCP servers may name.",
  ),
  optional: setting(Servers(), "Servers that a run does without if they fail to start."),
  instructions: setting(flag(), "Whether the model reads the servers' own instructions; `false` when left out."),
  schema_bytes: setting(
    whole(0, 262_144),
    "Up to this many bytes, each request contains the tools' full descriptions; 12,288 when left out. Above, one line per tool.",
  ),
});

const KEY_NAME = "a variable that is a secret by its name, like BRAVE_API_KEY";

export const Search = mapping({
  provider: describe(oneOf(SEARCH_PROVIDERS), "Which search provider the tool uses."),
  key_env: setting(
    checked((name) => (/^[A-Z_][A-Z0-9_]*$/.test(name) && isSecretName(name) ? undefined : KEY_NAME), KEY_NAME, 128),
    "Environment variable with the provider's key.",
  ),
  url: setting(
    checked((url) => (parseWebAddress(url).kind === "address" ? undefined : WEB_ADDRESS), WEB_ADDRESS, 500),
    "Address of the provider; needed for your own SearXNG.",
  ),
}).check(({ value: { provider, key_env: key, url }, issues }) => {
  const missing = (field: string, message: string): void =>
    void issues.push({ code: "custom", input: undefined, path: [field], message });
  if (provider === "searxng" && url === undefined)
    missing("url", "the address of the server, as there is no usual one");
  if (provider !== "searxng" && key === undefined) missing("key_env", KEY_NAME);
});

export const AfterWeb = mapping({
  default: describe(
    oneOf(["defer", "reject"]),
    "Verdict for what rules approve (writes, commands, MCP tools, GitHub) after the run asked for a page or a search.",
  ),
});

export const Web = mapping({
  search: z.optional(Search),
});

export const Approvers = mapping({
  permission: setting(oneOf(["write", "maintain", "admin"]), "Minimum permission of a person who answers a deferral."),
  two_person: setting(flag(), "The person who asked for the run may not answer."),
  code_owners: setting(
    flag(),
    "The person who answers must own every file that the held calls write, by CODEOWNERS of the base commit.",
  ),
  expires_hours: setting(number(0.1, 168), "How long a deferral can be answered; a week at most."),
  session: setting(flag(), "Whether an approval may be given for the rest of the session, with `--session`."),
});

export const Outsiders = mapping({
  access: describe(oneOf(["none", "read"]), "`read`: people without write permission may start runs that only read."),
  cost_usd: setting(number(0.01, 1_000), "US dollars of one such run; 0.25 when left out."),
  cost_usd_per_person: setting(
    number(0.01, 1_000),
    "US dollars of one such person on one day (UTC); 0.5 when left out.",
  ),
  cost_usd_per_day: setting(number(0.01, 10_000), "US dollars of all such people on one day; 5 when left out."),
});

/** Checks run one after the other, and the whole run has 30 minutes by default. */
const MAX_CHECKS = 10;

/** A line for `bash -c`. An empty line would always pass, and bash accepts no NUL. */
const commandLine = (accepts: string) => word(/^(?=[^]*\S)[^\0]*$/, accepts, 2_000);

const CHECK = 'a command line, like "npm test", or { command: "npm test", timeout: 600 }';

const Check = z.union(
  [
    commandLine(CHECK),
    mapping({
      command: describe(commandLine('a command line, like "npm test"'), "Run by bash at the root of the workspace."),
      timeout: setting(whole(1, 3_600), "Seconds it may take; 600 when left out."),
    }),
  ],
  { error: CHECK },
);

export const Checks = () => list(Check, 'a list of commands, like ["npm test"]', MAX_CHECKS);

export type PolicyCheckEntry = z.infer<typeof Check>;

export const Hook = mapping({
  event: describe(oneOf(HOOK_NAMES), "When it runs; UserPromptSubmit, PreToolUse and Stop can block."),
  command: describe(commandLine("a command line"), "Run by bash in the cell, with the event as JSON on its input."),
  matcher: setting(
    regex("a regular expression of at most 256 characters", 256),
    "Only for targets (usually the tool's name) that this regular expression matches.",
  ),
  timeout: setting(whole(1, 600), "Seconds that it may take; 30 when left out."),
  fail: setting(oneOf(["closed", "open"]), "Whether a hook that fails blocks; `closed`, which does, when left out."),
}).check(({ value: { event, matcher }, issues }) => {
  if (matcher === undefined || HOOKS[event].hasTarget) return; // else the hook would silently never run
  const message = `no matcher: ${event} has no target to compare it with`;
  issues.push({ code: "custom", input: matcher, path: ["matcher"], message });
});

/** The hard limit: beyond it nobody reads a review to its end. */
const MAX_COMMENTS = 30;

export const ReviewSection = mapping({
  verify: setting(Checks(), "Commands that prove a suggestion; `limits.verify` when left out."),
  minutes: setting(whole(1, 120), "How long the proof of all suggestions may take; 10 when left out."),
  max_comments: setting(whole(1, MAX_COMMENTS), "Comments on lines; 10 when left out. Further findings become a list."),
  nits: setting(flag(), "Also report matters of style and clarity; false when left out."),
  fails_on: setting(
    oneOf(["bug", "risk"]),
    "A finding this severe, or more severe, gives exit code 1; none does when left out.",
  ),
  ignore: setting(
    list(checked(globProblem, 'a glob, like "docs/**"', 256), "a list of globs"),
    "Files that are not reviewed.",
  ),
});

/** At most a hundred, which a person can still undo by hand. */
const most = (action: GitHubAction) => setting(whole(0, 100), `${OUTPUT_LIMITS[action]} when left out.`);

/** Encryption may be named in any way: git-crypt has keys like `git-crypt-team`, and transcrypt's filter is `crypt`. */
function filterProblem(name: string): string | undefined {
  if (/\s/.test(name)) return "the name of a filter without spaces, as in .gitattributes";
  const folded = name.toLowerCase();
  if (folded === "lfs") return "another filter: without lfs, large files would become a part of the history";
  if (folded.includes("crypt"))
    return "another filter: without one that encrypts, secrets would be published in plain text";
  return undefined;
}

export const Publish = mapping({
  pull_request: setting(oneOf(["draft", "ready", "none"]), "How changes are proposed; `draft` when left out."),
  protected: setting(
    list(checked(globProblem, 'a glob, like "**/CODEOWNERS"', 256), "a list of globs"),
    "A change to one of these is at least deferred; a name without `/` matches at any depth.",
  ),
  include: setting(
    list(checked(workspaceGlobProblem, 'a glob, like "src/generated/**"', 256), "a list of globs"),
    "Files whose changes by an earlier step of the job are included in the change and judged like the run's own.",
  ),
  agent_files: setting(
    oneOf(["allow"]),
    "`allow`: the rules decide about files that steer agents (`AGENTS.md`, `.mcp.json`, `.claude/**` and the like). Otherwise a change to one is at least deferred.",
  ),
  filters: setting(
    named(checked(filterProblem, "the name of a filter, like nbstripout", 100), oneOf(["as-is"])),
    "Git filters that are not applied: files under them are published as they are in the work tree.",
  ),
  cooldown_days: setting(
    whole(0, 365),
    "Days for which a schedule or dispatch pauses after its pull request was closed without a merge; 14 when left out.",
  ),
  dashboard: setting(
    flag(),
    "Keep an issue that lists the tasks of schedules and dispatches, where people tick what should happen; false when left out.",
  ),
  outputs: setting(
    mapping({
      label: most("label"),
      assign: most("assign"),
      issue: most("issue"),
      comment: most("comment"),
      close: most("close"),
      search: most("search"),
    }),
    "How much of each kind a run may ask for on GitHub: labels, logins, issues, comments, closings, searches.",
  ),
});
