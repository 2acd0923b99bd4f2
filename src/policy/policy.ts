/** A loaded policy. Built by `load.ts` and compiled, so that judging a call reads no YAML. */

import type { NetworkEntry } from "../base/network/network-entry.ts";
import type { GitHubAction, Verdict } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import type { CellSettings } from "../protocol/cell-settings.ts";
import type { Isolation } from "../protocol/ground.ts";
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
  /** `server/tool` or `server/*`. */
  readonly mcp?: readonly string[] | undefined;
  /** `host`, `host:port`, `*.domain` or `*`. */
  readonly net?: readonly string[] | undefined;
  /** `comment`, `comment#*`, `label:bug`, `label:area/*`. */
  readonly github?: readonly string[] | undefined;
  /** Globs and patterns as they stand in the file, for people and the model. */
  readonly written: Written;
  /** Example commands of the file with their fields, e.g. `rules[2].match[0]`. */
  readonly examples: readonly Example[];
}

interface Written {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly exec: readonly string[];
}

export interface Example {
  readonly command: string;
  /** True for `match`, false for `not_match`. */
  readonly shouldMatch: boolean;
  readonly field: readonly (string | number)[];
}

interface Approvers {
  /** The least permission on the repository, asked of GitHub at the time of the answer. */
  readonly permission: "write" | "maintain" | "admin";
  /** The approver must not be the person who asked for the run. */
  readonly twoPerson: boolean;
  /** The approver must own every written path, by CODEOWNERS of the base commit. */
  readonly codeOwners: boolean;
  readonly expiresHours: number;
  /** Approvals may apply for the rest of the session. */
  readonly session: boolean;
}

/** What people without write permission may start: runs that only read, for so much money. */
interface OutsiderRules {
  readonly access: "read";
  /** One run. */
  readonly costUsd: number;
  /** All runs of one person on one day (UTC). */
  readonly costUsdPerPerson: number;
  /** All runs of all such people on one day. */
  readonly costUsdPerDay: number;
}

interface PublishRules {
  readonly pullRequest: "draft" | "ready" | "none";
  /** Globs. A change of a matching file is at least deferred. A name without `/` matches at any depth. */
  readonly protected: readonly string[];
  /** Days for which a task without a thread rests after its pull request was closed; undefined for the usual. */
  readonly cooldownDays?: number | undefined;
  /** Keep the maintenance dashboard. */
  readonly dashboard?: boolean | undefined;
  /** How much of each kind one session may ask for on GitHub, where it is not the usual. */
  readonly outputs?: Readonly<Partial<Record<GitHubAction, number | undefined>>> | undefined;
}

/** Settings of all MCP servers, from every configuration file. */
interface McpSettings {
  /** As `URL.host` writes them: lower case, with the port where it is not the usual one. */
  readonly hosts: readonly string[];
  /** Names of environment variables that their configuration may use. */
  readonly env: readonly string[];
  /** Servers without which a run goes on when they do not start. */
  readonly optional: readonly string[];
  /** Bytes of tools' descriptions up to which requests hold them. */
  readonly schemaBytes?: number | undefined;
  /** The model reads what servers say of themselves. */
  readonly instructions?: boolean | undefined;
}

/** Which search the tools ask. */
interface SearchSettings {
  readonly provider: SearchProvider;
  /** Name of the variable with its key. */
  readonly keyEnv?: string | undefined;
  /** Where it is, where that is not the usual place. */
  readonly url?: string | undefined;
}

/** A command of `limits.verify`, or one that was asked of a run. */
export interface Check {
  readonly command: string;
  readonly timeoutS: number;
  /** It has to pass also where nothing was changed. */
  readonly always?: true;
}

export interface PolicyHook {
  readonly event: HookName;
  readonly command: string;
  /** A regular expression that compiles. Undefined: every target. */
  readonly matcher?: string | undefined;
  readonly timeoutS: number;
  /** When the hook gives no answer: `closed` blocks the event, where it can be blocked. */
  readonly fail: "closed" | "open";
}

/** What a policy allows the commands of a sealed cell together, where it is not the usual. */
interface CellLimits {
  readonly memoryBytes?: number | undefined;
  readonly processes?: number | undefined;
  /** How far their priority is lowered, 0 to 19. */
  readonly nice?: number | undefined;
}

/** What the policy says of the cell; what is not said may be left out. */
export interface SandboxSettings extends CellSettings, CellLimits {
  readonly minimum: Rung;
  /** As written. */
  readonly network: readonly NetworkEntry[];
  /** Files of certificates that programs trust, absolute or below `~/`. */
  readonly ca?: readonly string[] | undefined;
  /** `name:port` of servers of this machine or its containers. */
  readonly services?: readonly string[] | undefined;
  /** `overlay` when left out. */
  readonly isolation?: Isolation | undefined;
  /** Whether models may use a browser, or the path of the one that they use. */
  readonly browser?: boolean | string | undefined;
  /** `kill` when left out. */
  readonly onTimeout?: OnTimeout | undefined;
}

export interface Policy {
  /** File name for messages, or `built-in policy`. */
  readonly file: string;
  /** The profile in force, e.g. `schedule`. */
  readonly profile?: string | undefined;
  /** The file's own bytes as text. */
  readonly text: string;
  /** SHA-256 of the canonical JSON of everything in force, defaults and profile included. */
  readonly digest: string;
  /** The same without `limits`: two policies with one value approve the same. */
  readonly digestBesideLimits: string;
  readonly default: Verdict;
  readonly rules: readonly Rule[];
  readonly limits: Limits;
  /** `provider/id` of the model that is asked when patience with the run's model ends. */
  readonly fallbackModel?: string | undefined;
  /** What must pass before a run counts as completed, in order. */
  readonly verify: readonly Check[];
  readonly hooks: readonly PolicyHook[];
  /** What it says of models, by `provider/id`. */
  readonly models: ReadonlyMap<string, OwnModel>;
  /** Models as `provider/id`, by the kind of work that they are asked for. */
  readonly modelTasks: ReadonlyMap<ModelTask, string>;
  readonly mcp: McpSettings;
  readonly search?: SearchSettings | undefined;
  /** What becomes of approved effects after the run asked for something of the web; nothing when left out. */
  readonly afterWeb?: Exclude<Verdict, "approve"> | undefined;
  readonly sandbox: SandboxSettings;
  readonly approvers: Approvers;
  /** Undefined where they may start nothing. */
  readonly outsiders?: OutsiderRules | undefined;
  /** What some rule lets a run ask for on GitHub, if only with a person's approval. */
  readonly granted: readonly GitHubAction[];
  readonly publish: PublishRules;
  /** True for a path that `publish.protected` names. */
  readonly isProtected: PathMatch;
}
