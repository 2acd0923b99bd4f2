/**
 * Text of a policy file → `Policy`, or one `policy.invalid` error that lists everything wrong with it, each with its place.
 * Reads no file and no clock: the caller hands over the bytes of the base commit.
 */

import { canonicalJson } from "../../base/canonical-json.ts";
import { nearest } from "../../base/nearest.ts";
import { sha256 } from "../../base/sha256.ts";
import type { SetupSettings } from "../../protocol/cell-settings.ts";
import { RunnerError } from "../../protocol/error.ts";
import { DEFAULT_LIMITS, type Limits } from "../../protocol/limits.ts";
import type { Mistake } from "../../yaml/mistakes.ts";
import { compileModels, compileModelTasks } from "../../yaml/model-settings.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import { grantedActions } from "../github-pattern.ts";
import { compileGlobs } from "../path-glob.ts";
import type { Policy, Rule, SandboxSettings } from "../policy.ts";
import { compileChecks, compileHooks, compileRules } from "./compile.ts";
import { PolicyFile, sectionsOf } from "./schema.ts";

export interface LoadPolicyOptions {
  /** Name for messages, e.g. `.github/kimi-policy.yml`. */
  readonly file: string;
  /** Name of an entry of `profiles` to put in force. */
  readonly profile?: string | undefined;
}

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
  // Every profile's rules carry examples; they are checked whichever profile is in force.
  const broken = await brokenExamples(
    sectionsOf(data).flatMap(({ field, section }) => compileRules(section.rules ?? [], field)),
  );
  if (broken.length > 0) throw refuse(broken);
  return build({ effective, file, profile, text });
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
    version: 1,
    default: override.default ?? base.default,
    rules: [...(base.rules ?? []), ...(override.rules ?? [])],
    limits: { ...base.limits, ...override.limits },
    fallback_model: override.fallback_model ?? base.fallback_model,
    mcp: { ...base.mcp, ...override.mcp },
    web: { ...base.web, ...override.web },
    after_web: override.after_web ?? base.after_web,
    sandbox: { ...base.sandbox, ...override.sandbox },
    approvers: { ...base.approvers, ...override.approvers },
    outsiders: override.outsiders ?? base.outsiders,
    publish: { ...base.publish, ...override.publish },
    hooks: override.hooks ?? base.hooks,
    models: { ...base.models, ...override.models },
  };
}

/** Left out where they are not said, so that the digest of a policy without them stays what it was. */
function cellSettings(section: NonNullable<PolicyFile["sandbox"]> = {}): Omit<SandboxSettings, "minimum" | "network"> {
  const {
    caches,
    readonly,
    env,
    ca,
    services,
    browser,
    setup,
    memory,
    processes,
    nice,
    on_timeout: onTimeout,
  } = section;
  return {
    ...(caches && { caches }),
    ...(readonly && { readonly }),
    ...(env && { env }),
    ...(ca && { ca }),
    ...(services && { services: [...new Set(services)] }), // one port cannot be opened twice
    ...(browser !== undefined && browser !== false && { browser }),
    ...(setup && { setup: setupSettings(setup) }),
    ...(memory !== undefined && { memoryBytes: Number.parseInt(memory, 10) * (memory.endsWith("GiB") ? GIB : MIB) }),
    ...(processes !== undefined && { processes }),
    ...(nice !== undefined && { nice }),
    ...(onTimeout && { onTimeout }),
  };
}

function setupSettings(setup: NonNullable<NonNullable<PolicyFile["sandbox"]>["setup"]>): SetupSettings {
  const { run, network = [], keys, scripts, on_failure: onFailure = "stop" } = setup;
  return { run, network, onFailure, ...(keys && { keys }), ...(scripts !== undefined && { scripts }) };
}

/** Left out where people without write permission may start nothing. */
function outsidersOf(section: PolicyFile["outsiders"]): Pick<Policy, "outsiders"> {
  if (section === undefined || section.access === "none") return {};
  const {
    cost_usd: costUsd = 0.25,
    cost_usd_per_person: costUsdPerPerson = 0.5,
    cost_usd_per_day: costUsdPerDay = 5,
  } = section;
  return { outsiders: { access: "read", costUsd, costUsdPerPerson, costUsdPerDay } };
}

/** Left out where they are not said, so that the digest of a policy without them stays what it was. */
function outputsOf(publish: PolicyFile["publish"]): Pick<NonNullable<PolicyFile["publish"]>, "outputs"> {
  return publish?.outputs === undefined ? {} : { outputs: publish.outputs };
}

/** Left out where there are none, so that the digest of a policy without models stays what it was. */
function modelsOf(models: NonNullable<PolicyFile["models"]>): Pick<PolicyFile, "models"> {
  return Object.keys(models).length === 0 ? {} : { models };
}

/** Left out where there is none, so that the digest of a policy without it stays what it was. */
function searchOf({ search }: NonNullable<PolicyFile["web"]> = {}): Pick<Policy, "search"> {
  if (search === undefined) return {};
  const { provider, key_env: keyEnv, url } = search;
  return { search: { provider, ...(keyEnv !== undefined && { keyEnv }), ...(url !== undefined && { url }) } };
}

async function brokenExamples(rules: readonly Rule[]): Promise<readonly Mistake[]> {
  if (rules.every((rule) => rule.examples.length === 0)) return [];
  // The shell parser is loaded for files with examples only.
  const { failedExamples } = await import("./examples.ts");
  return failedExamples(rules).map(({ rule, example, why }) => ({
    field: example.field,
    accepts: `a command that rule "${rule.id}" ${example.shouldMatch ? "matches" : "does not match"}: ${why}`,
  }));
}

function build({
  effective,
  file,
  profile,
  text,
}: {
  effective: PolicyFile;
  file: string;
  profile: string | undefined;
  text: string;
}): Policy {
  const { mcp, web, sandbox, approvers, publish, models = {} } = effective;
  const settings = {
    default: effective.default ?? "defer",
    limits: limitsOf(effective.limits),
    ...(effective.fallback_model === undefined ? {} : { fallbackModel: effective.fallback_model }),
    verify: compileChecks(effective.limits?.verify ?? []),
    hooks: compileHooks(effective.hooks ?? []),
    mcp: {
      hosts: mcp?.hosts ?? [],
      env: mcp?.env ?? [],
      optional: mcp?.optional ?? [],
      ...(mcp?.schema_bytes === undefined ? {} : { schemaBytes: mcp.schema_bytes }),
      ...(mcp?.instructions === undefined ? {} : { instructions: mcp.instructions }),
    },
    ...searchOf(web),
    ...(effective.after_web === undefined ? {} : { afterWeb: effective.after_web.default }),
    sandbox: {
      minimum: sandbox?.minimum ?? "sealed",
      network: sandbox?.network ?? [],
      ...(sandbox?.isolation === undefined ? {} : { isolation: sandbox.isolation }),
      ...cellSettings(sandbox),
    },
    approvers: {
      permission: approvers?.permission ?? "write",
      twoPerson: approvers?.two_person ?? false,
      codeOwners: approvers?.code_owners ?? false,
      expiresHours: approvers?.expires_hours ?? 24,
      session: approvers?.session ?? false,
    },
    ...outsidersOf(effective.outsiders),
    publish: {
      pullRequest: publish?.pull_request ?? "draft",
      protected: publish?.protected ?? [],
      ...(publish?.dashboard === undefined ? {} : { dashboard: publish.dashboard }),
      ...(publish?.cooldown_days === undefined ? {} : { cooldownDays: publish.cooldown_days }),
      ...outputsOf(publish),
    },
  } as const;
  const rules = compileRules(effective.rules ?? []);
  const judging = { version: 1, ...settings, ...modelsOf(models), rules: effective.rules ?? [] };
  return {
    file,
    profile,
    text,
    digest: sha256(canonicalJson(judging)),
    digestBesideLimits: sha256(canonicalJson({ ...judging, limits: null })),
    ...settings,
    models: compileModels(models),
    modelTasks: compileModelTasks(models),
    rules,
    granted: grantedActions(rules),
    isProtected: compileGlobs(
      settings.publish.protected.flatMap((glob) => (glob.includes("/") ? [glob] : [`**/${glob}`])),
    ),
  };
}

/** Every key but `verify` is the field of `Limits` in snake case, as `LimitKey` says. */
function limitsOf(section: PolicyFile["limits"] = {}): Limits {
  const { verify: _, ...given } = section;
  const camelCase = (key: string): string =>
    key.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  const limits = Object.entries(given).map(([key, value]) => [camelCase(key), value] as const);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(limits) };
}
