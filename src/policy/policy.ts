/** A loaded policy. `load.ts` makes it from a policy file. */

import type { NetworkEntry } from "../base/network/network-entry.ts";
import type { GitHubAction, Verdict } from "../protocol/approval.ts";
import type { SandboxLevel } from "../protocol/cell.ts";
import type { CellSettings } from "../protocol/cell-settings.ts";
import type { Isolation } from "../protocol/overlay.ts";
import type { HookName } from "../protocol/hooks.ts";
import type { SearchProvider } from "../protocol/tool.ts";
import type { Limits, OnTimeout } from "../protocol/limits.ts";
import type { OwnModel } from "../protocol/model.ts";
import type { ModelTask } from "../protocol/subagent.ts";
import type { ExecMatch } from "./exec-pattern.ts";
import type { PathMatch } from "./path-glob.ts";

export interface Rule {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
  readonly read?: PathMatch | undefined;
  readonly write?: PathMatch | undefined;
  readonly exec: readonly ExecMatch[];
  /** Globs and patterns as they stand in the file. */
  readonly written: WrittenLists;
  /** Example commands of the file with their fields, e.g. `rules[2].match[0]`. */
  readonly examples: readonly Example[];
}

/** What a rule names, empty where it names nothing of a kind. */
export interface WrittenLists {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly exec: readonly string[];
  /** `server/tool` or `server/*`. */
  readonly mcp: readonly string[];
  /** `host`, `host:port`, `*.domain` or `*`. */
  readonly net: readonly string[];
  /** `comment`, `comment#*`, `label:bug`, `label:area/*`. */
  readonly github: readonly string[];
}

export interface Example {
  readonly command: string;
  /** True for `match`, false for `not_match`. */
  readonly shouldMatch: boolean;
  readonly field: readonly (string | number)[];
}

interface Approvers {
  /** Least permission on the repository, which GitHub is asked for at the time of the answer. */
  readonly permission: "write" | "maintain" | "admin";
  /** The approver must not be the person who asked for the run. */
  readonly twoPerson: boolean;
  /** The approver must own every written path, by CODEOWNERS of the base commit. */
  readonly codeOwners: boolean;
  readonly expiresHours: number;
  /** Approvals may apply for the rest of the session. */
  readonly session: boolean;
}

/** Limits of cost of the runs that people without write permission may start. Such runs only read. */
interface OutsiderRules {
  readonly access: "read";
  /** For one run. */
  readonly costUsd: number;
  /** For all runs of one person on one day (UTC). */
  readonly costUsdPerPerson: number;
  /** For all runs of all such people on one day (UTC). */
  readonly costUsdPerDay: number;
}

interface PublishRules {
  readonly pullRequest: "draft" | "ready" | "none";
  /** Globs. A change of a matching file is at least deferred. A name without `/` matches at any depth. */
  readonly protected: readonly string[];
  /** Globs. What an earlier step of the job made, changed or deleted there is a part of the change. */
  readonly include?: readonly string[] | undefined;
  /** The rules decide about files that steer agents, as about other files. */
  readonly agentFiles?: "allow" | undefined;
  /** Filters of git by name. Files under them are published as the work tree has them. */
  readonly filters?: Readonly<Record<string, "as-is">> | undefined;
  /** Days for which a task without a thread rests after its pull request was closed. Undefined for the default. */
  readonly cooldownDays?: number | undefined;
  /** Keep the maintenance dashboard. */
  readonly dashboard?: boolean | undefined;
  /** How often one session may ask for an action on GitHub, where it is not the default. */
  readonly outputs?: Readonly<Partial<Record<GitHubAction, number | undefined>>> | undefined;
}

/** Settings of all MCP servers, from every configuration file. */
interface McpSettings {
  /** Servers of another program's file that a run starts. */
  readonly allow?: readonly string[] | undefined;
  /** In the form of `URL.host`: lower case, with the port unless it is the default. */
  readonly hosts: readonly string[];
  /** Names of environment variables that their configuration may use. */
  readonly env: readonly string[];
  /** Servers that a run can do without when they do not start. */
  readonly optional: readonly string[];
  /** Requests hold the descriptions of tools up to this many bytes; above, only a line for each tool. */
  readonly schemaBytes?: number | undefined;
  /** The model reads the servers' instructions. */
  readonly instructions?: boolean | undefined;
}

/** The search engine of the tool `search_web`. */
interface SearchSettings {
  readonly provider: SearchProvider;
  /** Name of the environment variable with the provider's key. */
  readonly keyEnv?: string | undefined;
  /** The provider's address, if it is not the default. */
  readonly url?: string | undefined;
}

/** A command of `limits.verify`, or one that a run was started with. */
export interface Check {
  readonly command: string;
  readonly timeoutS: number;
  /** It must pass even if the run changed nothing. */
  readonly always?: true;
}

export interface PolicyHook {
  readonly event: HookName;
  readonly command: string;
  /** A valid regular expression. Undefined for every target. */
  readonly matcher?: string | undefined;
  readonly timeoutS: number;
  /** What happens when the hook fails: `closed` blocks the event, if it can be blocked. */
  readonly fail: "closed" | "open";
}

/** The section `sandbox`. */
export interface SandboxSettings extends CellSettings {
  readonly minimum: SandboxLevel;
  /** As written. */
  readonly network: readonly NetworkEntry[];
  /** Limits of all commands of a sealed cell together. */
  readonly memoryBytes?: number | undefined;
  readonly processes?: number | undefined;
  /** How far the priority of commands is lowered, 0 to 19. */
  readonly nice?: number | undefined;
  /** Globs. Files of the workspace that commands see, though a rule about reading keeps them back. */
  readonly show?: readonly string[] | undefined;
  /** Files of certificates that programs trust, absolute or below `~/`. */
  readonly ca?: readonly string[] | undefined;
  /** `name:port` of servers on this machine or in its containers. */
  readonly services?: readonly string[] | undefined;
  /** `overlay` when left out. */
  readonly isolation?: Isolation | undefined;
  /** Whether models may use a browser, or the path of that browser. */
  readonly browser?: boolean | string | undefined;
  /** `kill` when left out. */
  readonly onTimeout?: OnTimeout | undefined;
  /** How commands are approved in a cell that is not sealed; word for word when left out. */
  readonly unsealed?: "patterns" | undefined;
}

/** The section `review`. */
export interface ReviewRules {
  /** Commands that prove a suggestion; those of `verify` when left out. */
  readonly verify?: readonly Check[] | undefined;
  readonly minutes: number;
  readonly maxComments: number;
  readonly nits: boolean;
  readonly failsOn?: "bug" | "risk" | undefined;
  readonly isIgnored: PathMatch;
}

export interface Policy {
  /** File name for messages, or `built-in policy`. */
  readonly file: string;
  /** The profile in force, e.g. `schedule`. */
  readonly profile?: string | undefined;
  /** The file's own bytes as text. */
  readonly text: string;
  readonly version: 1 | 2;
  /** SHA-256 of the canonical JSON of everything in force, defaults and profile included, and of how this program reads rules. */
  readonly digest: string;
  /** The same, and the digests that programs gave to this policy which read rules in another way. A session keeps the one it began with. */
  readonly digests: readonly string[];
  /** The same without `limits`. Two policies with the same value approve the same. */
  readonly digestBesideLimits: string;
  /** In a file of version 1, the examples of rules that no longer behave as written. */
  readonly outdated: readonly Example[];
  readonly default: Verdict;
  readonly rules: readonly Rule[];
  readonly limits: Limits;
  /** `provider/id` of the model that is asked in a long outage of the run's model. */
  readonly fallbackModel?: string | undefined;
  /** Commands that must pass before a run counts as completed, in order. */
  readonly verify: readonly Check[];
  readonly hooks: readonly PolicyHook[];
  /** Settings of models, by `provider/id`. */
  readonly models: ReadonlyMap<string, OwnModel>;
  /** Models as `provider/id`, by the kind of work that they are used for. */
  readonly modelTasks: ReadonlyMap<ModelTask, string>;
  readonly mcp: McpSettings;
  readonly search?: SearchSettings | undefined;
  /** Verdict of effects that rules approve, once the run has used a web tool. They stay approved when left out. */
  readonly afterWeb?: Exclude<Verdict, "approve"> | undefined;
  readonly sandbox: SandboxSettings;
  readonly approvers: Approvers;
  /** Undefined if people without write permission may not start runs. */
  readonly outsiders?: OutsiderRules | undefined;
  /** GitHub actions that some rule approves or defers. */
  readonly granted: readonly GitHubAction[];
  readonly publish: PublishRules;
  readonly review: ReviewRules;
  /** True for a path that `publish.protected` names. */
  readonly isProtected: PathMatch;
  /** True for a file that steers agents, unless `publish.agent_files` allows them. */
  readonly steersAgents: PathMatch;
  /** True for a path that `sandbox.show` names. */
  readonly isShown: PathMatch;
  /** True for a path that `publish.include` names. */
  readonly isIncluded: PathMatch;
  /** The names in `publish.filters`. */
  readonly asIs: ReadonlySet<string>;
}
