/**
 * Text of a policy file → `Policy`, or one `policy.invalid` error that lists all mistakes with their places. Reads no file and no
 * clock: the caller passes the text of the base commit.
 */

import { canonicalJson } from "../../base/canonical-json.ts";
import { definedMembers } from "../../base/member.ts";
import { nearest } from "../../base/nearest.ts";
import { sha256 } from "../../base/sha256.ts";
import { GITHUB_ACTIONS, type GitHubAction } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import { DEFAULT_LIMITS } from "../../protocol/limits.ts";
import type { Mistake, Field } from "../../yaml/mistakes.ts";
import { compileModels, compileModelTasks } from "../../yaml/model-settings.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import { parseGitHub } from "../github-pattern.ts";
import { AGENT_FILES } from "./agent-files.ts";
import { ruleMatches } from "../match-rule.ts";
import { compileGlobs } from "../path-glob.ts";
import type { Camelled, Example, Policy, Rule, SandboxSettings, Check } from "../policy.ts";
import type { PolicyCheckEntry } from "../sections.ts";
import { PolicyFile, sectionsOf, type PolicyRule } from "./schema.ts";
import { compilePattern } from "../exec-pattern.ts";

export interface LoadPolicyOptions {
  readonly file: string;
  /** Name of the entry of `profiles` that is in force. */
  readonly profile?: string | undefined;
}

/** How rules are read, as a part of a policy's digest: 2 since rules about commands name programs by their first words. */
const SEMANTICS = 2;

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

const REFUSAL = {
  code: "policy.invalid",
  hint: "Nothing runs until the file loads. docs/policy.md of kimi-runner describes the format.",
} as const;

/** Loads a policy. Throws `policy.invalid` with one line per mistake; runs every example of every rule. */
export async function loadPolicy(text: string, { file, profile }: LoadPolicyOptions): Promise<Policy> {
  const { data, refuse } = readYaml({ file, text, schema: PolicyFile, refusal: REFUSAL });
  const effective = applyProfile(data, profile, file);
  // The examples of all profiles are checked, not only those of the profile in force.
  const failed = await examplesThatFail(
    sectionsOf(data).flatMap(({ field, section }) => compileRules(section.rules ?? [], field)),
  );
  const isOutdated = (example: FailedExample): boolean => data.version === 1 && isOfVersion1(example);
  const broken = failed.filter((example) => !isOutdated(example)).map(mistakeOf);
  if (broken.length > 0) throw refuse(broken);
  const outdated = failed.filter(isOutdated).map(({ example }) => example);
  return build({ effective, file, profile, text, outdated });
}

/** In version 1 a rule looked at the flags of a command and at the files that it names, so that such examples may be out of date. */
function isOfVersion1({ rule, example: { shouldMatch } }: FailedExample): boolean {
  const isOfFiles = rule.write !== undefined || rule.read !== undefined;
  return shouldMatch ? rule.verdict !== "approve" && isOfFiles : rule.verdict === "approve";
}

function applyProfile(data: PolicyFile, profile: string | undefined, file: string): PolicyFile {
  const { profiles = {}, ...base } = data;
  if (profile === undefined) return base;
  const override = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  if (override === undefined) {
    const names = Object.keys(profiles);
    const close = nearest(profile, names);
    throw new RunnerError({
      code: "policy.invalid",
      message: `${file} has no profile "${profile}".`,
      hint: `${close === undefined ? "" : `Did you mean "${close}"? `}Profiles in the file: ${names.join(", ") || "none"}.`,
    });
  }
  return {
    ...base,
    ...override,
    rules: [...(base.rules ?? []), ...(override.rules ?? [])],
    limits: { ...base.limits, ...override.limits },
    mcp: { ...base.mcp, ...override.mcp },
    web: { ...base.web, ...override.web },
    sandbox: { ...base.sandbox, ...override.sandbox },
    approvers: { ...base.approvers, ...override.approvers },
    publish: { ...base.publish, ...override.publish },
    models: { ...base.models, ...override.models },
  };
}

function sandboxOf(section: NonNullable<PolicyFile["sandbox"]> = {}): SandboxSettings {
  const { memory, services, browser, setup, ...settings } = section;
  return definedMembers<SandboxSettings>({
    minimum: "sealed",
    network: [],
    ...camelled(settings),
    services: services && [...new Set(services)], // one port cannot be opened twice
    browser: browser === false ? undefined : browser,
    setup: setup && { network: [], onFailure: "stop", ...camelled(setup) },
    memoryBytes: memory === undefined ? undefined : Number.parseInt(memory, 10) * (memory.endsWith("GiB") ? GIB : MIB),
  });
}

function outsidersOf(section: PolicyFile["outsiders"]): Policy["outsiders"] {
  if (section === undefined || section.access === "none") return undefined;
  return { costUsd: 0.25, costUsdPerPerson: 0.5, costUsdPerDay: 5, ...camelled(section), access: "read" };
}

interface FailedExample {
  readonly rule: Rule;
  readonly example: Example;
  /** How the rule behaves instead. */
  readonly why: string;
}

/** The examples that do not behave as written. Each is compared with its own rule, not with the whole policy. */
async function examplesThatFail(rules: readonly Rule[]): Promise<readonly FailedExample[]> {
  if (rules.every((rule) => rule.examples.length === 0)) return [];
  // The shell parser is loaded only if there are examples.
  const { analyseCommand } = await import("../shell/shell.ts");
  return rules.flatMap((rule) =>
    rule.examples.flatMap((example) => {
      const analysis = analyseCommand(example.command, { cwd: ".", workDir: "/workspace" });
      const matches = ruleMatches(rule, analysis);
      if (matches === example.shouldMatch) return [];
      const { problem } = analysis;
      const why = problem === undefined ? `it ${matches ? "does" : "does not"}` : `not understood (${problem})`;
      return [{ rule, example, why }];
    }),
  );
}

function mistakeOf({ rule, example, why }: FailedExample): Mistake {
  return {
    field: example.field,
    accepts: `a command that rule "${rule.id}" ${example.shouldMatch ? "matches" : "does not match"}: ${why}`,
  };
}

interface BuildOptions extends LoadPolicyOptions, Pick<Policy, "text" | "outdated"> {
  readonly effective: PolicyFile;
}

/** Settings that the file does not have are left out, so that new settings do not change the digests of old policies. */
function build({ effective, file, profile, text, outdated }: BuildOptions): Policy {
  const { review, models = {} } = effective;
  const { verify = [], ...limits } = effective.limits ?? {};
  const { verify: checks, ignore = [], ...reviewed } = review ?? {};
  const settings = definedMembers({
    default: effective.default ?? "defer",
    limits: { ...DEFAULT_LIMITS, ...camelled(limits) },
    fallbackModel: effective.fallback_model,
    verify: compileChecks(verify),
    hooks: (effective.hooks ?? []).map(({ timeout: timeoutS = DEFAULT_HOOK_S, fail = "closed", ...hook }) => ({
      ...hook,
      timeoutS,
      fail,
    })),
    mcp: { hosts: [], env: [], optional: [], ...camelled(effective.mcp) },
    search: effective.web?.search && camelled(effective.web.search),
    afterWeb: effective.after_web?.default,
    sandbox: sandboxOf(effective.sandbox),
    approvers: {
      permission: "write",
      twoPerson: false,
      codeOwners: false,
      expiresHours: 24,
      session: false,
      ...camelled(effective.approvers),
    },
    outsiders: outsidersOf(effective.outsiders),
    publish: { pullRequest: "draft", protected: [], ...camelled(effective.publish) },
  } as const);
  const rules = compileRules(effective.rules ?? []);
  const ownModels = Object.keys(models).length === 0 ? {} : { models };
  const ownReview = review === undefined ? {} : { review };
  const before = { version: 1, ...settings, ...ownReview, ...ownModels, rules: effective.rules ?? [] };
  const judging = { ...before, semantics: SEMANTICS };
  const digest = sha256(canonicalJson(judging));
  return {
    file,
    profile,
    text,
    version: effective.version,
    outdated,
    digest,
    digests: [digest, sha256(canonicalJson(before))],
    digestBesideLimits: sha256(canonicalJson({ ...judging, limits: null })),
    ...settings,
    models: compileModels(models),
    modelTasks: compileModelTasks(models),
    rules,
    granted: grantedActions(rules),
    review: {
      minutes: 10,
      maxComments: 10,
      nits: false,
      ...camelled(reviewed),
      verify: checks && compileChecks(checks),
      isIgnored: compileGlobs(ignore),
    },
    isProtected: compileGlobs(
      settings.publish.protected.flatMap((glob) => (glob.includes("/") ? [glob] : [`**/${glob}`])),
    ),
    steersAgents: compileGlobs(settings.publish.agentFiles === "allow" ? [] : AGENT_FILES),
    isShown: compileGlobs(settings.sandbox.show ?? []),
    isIncluded: compileGlobs(settings.publish.include ?? []),
    asIs: new Set(Object.keys(settings.publish.filters ?? {})),
  };
}

type Given<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** The keys that a section has, in camel case, which are the fields of its settings. */
function camelled<T extends object>(section: T | undefined): Camelled<Given<T>> {
  const camelCase = (key: string): string => key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const given = Object.entries(section ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([key, value]) => [camelCase(key), value])) as Camelled<Given<T>>;
}

/** A third of the default wall clock of a run. */
const DEFAULT_CHECK_S = 600;
/** Kimi CLI's number. */
const DEFAULT_HOOK_S = 30;

/** `base` is the field of the section that contains the rules. */
function compileRules(rules: readonly PolicyRule[], base: Field = []): Rule[] {
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

/** The actions that some rule approves or defers: only their tools are offered. */
function grantedActions(rules: readonly Rule[]): readonly GitHubAction[] {
  const patterns = rules.flatMap(({ verdict, written }) => (verdict === "reject" ? [] : written.github));
  const named = new Set(patterns.flatMap((pattern) => parseGitHub(pattern)?.action ?? []));
  return GITHUB_ACTIONS.filter((action) => named.has(action));
}

function compileChecks(entries: readonly PolicyCheckEntry[]): Check[] {
  return entries.map((entry) => {
    const { command, timeout = DEFAULT_CHECK_S } = typeof entry === "string" ? { command: entry } : entry;
    return { command, timeoutS: timeout };
  });
}
