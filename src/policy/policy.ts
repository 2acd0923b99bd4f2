/** A loaded policy. `load.ts` makes it from a policy file. */

import type { NetworkEntry } from "../base/network/network-entry.ts";
import type { GitHubAction, Verdict } from "../protocol/approval.ts";
import type { CellSettings } from "../protocol/cell-settings.ts";
import type { Limits } from "../protocol/limits.ts";
import type { OwnModel } from "../protocol/model.ts";
import type { ModelTask } from "../protocol/subagent.ts";
import type * as z from "zod/mini";
import type { ExecMatch } from "./exec-pattern.ts";
import type { Sandbox } from "./sandbox-section.ts";
import type { Approvers, Hook, Mcp, Outsiders, Publish, ReviewSection, Search } from "./sections.ts";
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
export type WrittenLists = Readonly<Record<"read" | "write" | "exec" | "mcp" | "net" | "github", readonly string[]>>;

export interface Example {
  readonly command: string;
  /** True for `match`, false for `not_match`. */
  readonly shouldMatch: boolean;
  readonly field: readonly (string | number)[];
}

/** A command of `limits.verify`, or one that a run was started with. */
export interface Check {
  readonly command: string;
  readonly timeoutS: number;
  /** It must pass even if the run changed nothing. */
  readonly always?: true;
}

/** Without `matcher`, a regular expression, it is for every target. A hook that fails `closed` blocks its event, if that can be blocked. */
export interface PolicyHook extends Omit<Section<typeof Hook, "fail">, "timeout"> {
  readonly timeoutS: number;
}

/** A key of the policy file in camel case. */
type CamelCase<S> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : S;
type Frozen<T> = T extends readonly (infer E)[] ? readonly E[] : T;
/** The values of a section with their keys in camel case. */
export type Camelled<T> = { readonly [K in keyof T as CamelCase<K> & string]: Frozen<T[K]> };

/** A section of the file, which says what each key means. The keys `F` have a value where the file has none. */
type Section<S extends z.ZodMiniType, F extends keyof Camelled<z.infer<S>> = never> = Camelled<z.infer<S>> & {
  readonly [K in F]-?: Exclude<Camelled<z.infer<S>>[K], undefined>;
};

interface ReviewRules extends Omit<
  Section<typeof ReviewSection, "minutes" | "maxComments" | "nits">,
  "verify" | "ignore"
> {
  /** Undefined where the checks of the policy prove suggestions. */
  readonly verify: readonly Check[] | undefined;
  readonly isIgnored: PathMatch;
}

type ApproverKeys = "permission" | "twoPerson" | "codeOwners" | "expiresHours" | "session";

export type SandboxSettings = CellSettings &
  Omit<Section<typeof Sandbox, "minimum">, "memory" | "network" | "setup"> & {
    readonly network: readonly NetworkEntry[];
    /** Of all commands of a sealed cell together. */
    readonly memoryBytes?: number | undefined;
  };

export interface Policy {
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
  readonly verify: readonly Check[];
  readonly hooks: readonly PolicyHook[];
  /** Settings of models, by `provider/id`. */
  readonly models: ReadonlyMap<string, OwnModel>;
  /** Models as `provider/id`, by the kind of work that they are used for. */
  readonly modelTasks: ReadonlyMap<ModelTask, string>;
  readonly mcp: Section<typeof Mcp, "hosts" | "env" | "optional">;
  readonly search?: Section<typeof Search> | undefined;
  /** Verdict of effects that rules approve, once the run has used a web tool. They stay approved when left out. */
  readonly afterWeb?: Exclude<Verdict, "approve"> | undefined;
  readonly sandbox: SandboxSettings;
  readonly approvers: Section<typeof Approvers, ApproverKeys>;
  /** Undefined if people without write permission may not start runs. */
  readonly outsiders?: Section<typeof Outsiders, "costUsd" | "costUsdPerPerson" | "costUsdPerDay"> | undefined;
  /** GitHub actions that some rule approves or defers. */
  readonly granted: readonly GitHubAction[];
  readonly publish: Section<typeof Publish, "pullRequest" | "protected">;
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
