/**
 * Text of a policy file → `Policy`, or one `policy.invalid` error that lists everything wrong with it, each with its place.
 * Reads no file and no clock: the caller hands over the bytes of the base commit.
 */

import { LineCounter, parseDocument } from "yaml";
import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import { RunnerError } from "../../protocol/error.ts";
import { DEFAULT_LIMITS, type Limits } from "../../protocol/limits.ts";
import { checkRules } from "./check-rules.ts";
import { compileRules } from "./compile.ts";
import { nearest } from "../../base/nearest.ts";
import { describeIssues, place, schemaIssues, type Issue, type Source } from "./issues.ts";
import { compileChecks, compileHooks } from "./hooks.ts";
import { compileGlobs } from "../path-glob.ts";
import type { Policy, Rule } from "../policy.ts";
import { PolicyFile, type PolicyOverrides } from "./schema.ts";

export interface LoadPolicyOptions {
  /** Name for messages, e.g. `.github/kimi-policy.yml`. */
  readonly file: string;
  /** Name of an entry of `profiles` to put in force. */
  readonly profile?: string | undefined;
}

/** A policy of a thousand rules is about 100 kB; parsing takes 30 ms there. */
const MAX_CHARS = 200_000;

/** Loads a policy. Throws `policy.invalid` with one line per mistake; runs every example of every rule. */
export async function loadPolicy(text: string, { file, profile }: LoadPolicyOptions): Promise<Policy> {
  if (text.length > MAX_CHARS)
    throw invalid(file, [`${file}:1:1: the file has ${text.length} characters; at most ${MAX_CHARS}`]);
  const source = parseYaml(text, file);
  const parsed = PolicyFile.safeParse(toPlain(source));
  if (!parsed.success) throw invalid(file, describeIssues(schemaIssues(parsed.error.issues, PolicyFile), source));

  const issues = checkRules(parsed.data);
  if (issues.length > 0) throw invalid(file, describeIssues(issues, source));
  const effective = applyProfile(parsed.data, profile, file);
  // Every profile's rules carry examples; they are checked whichever profile is in force.
  const everyRule = [parsed.data, ...Object.values(parsed.data.profiles ?? {})].flatMap((part, index) =>
    compileRules(
      part.rules ?? [],
      index === 0 ? [] : ["profiles", Object.keys(parsed.data.profiles ?? {})[index - 1] ?? ""],
    ),
  );
  const broken = await brokenExamples(everyRule);
  if (broken.length > 0) throw invalid(file, describeIssues(broken, source));
  return build({ effective, file, profile, text });
}

function parseYaml(text: string, file: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, stringKeys: true });
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    throw invalid(
      file,
      problems.map(
        (problem) => `${place({ file, lines }, problem.pos[0])}: ${yamlAdvice(problem.code, problem.message)}`,
      ),
    );
  }
  return { file, document, lines };
}

function yamlAdvice(code: string, message: string): string {
  if (code === "DUPLICATE_KEY") return "duplicate key; each key may stand once in a mapping";
  if (code === "MULTIPLE_DOCS") return "a second document; the file must hold one";
  return `not valid YAML: ${message}`;
}

function toPlain({ document, file }: Source): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    throw invalid(file, [`${file}:1:1: not valid YAML: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

function applyProfile(data: PolicyFile, profile: string | undefined, file: string): PolicyFile {
  const { profiles = {}, ...base } = data;
  if (profile === undefined) return base;
  const override: PolicyOverrides | undefined = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
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
    mcp: { ...base.mcp, ...override.mcp },
    sandbox: { ...base.sandbox, ...override.sandbox },
    approvers: { ...base.approvers, ...override.approvers },
    publish: { ...base.publish, ...override.publish },
    hooks: override.hooks ?? base.hooks,
  };
}

async function brokenExamples(rules: readonly Rule[]): Promise<Issue[]> {
  if (rules.every((rule) => rule.examples.length === 0)) return [];
  // The shell parser is loaded for files with examples only.
  const { failedExamples } = await import("./examples.ts");
  return failedExamples(rules).map(({ rule, example, why }) => ({
    field: example.field,
    value: example.command,
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
  const { mcp, sandbox, approvers, publish } = effective;
  const settings = {
    default: effective.default ?? "defer",
    limits: limitsOf(effective.limits),
    verify: compileChecks(effective.limits?.verify ?? []),
    hooks: compileHooks(effective.hooks ?? []),
    mcp: { hosts: mcp?.hosts ?? [], env: mcp?.env ?? [], optional: mcp?.optional ?? [] },
    sandbox: { minimum: sandbox?.minimum ?? "sealed", network: sandbox?.network ?? [] },
    approvers: {
      permission: approvers?.permission ?? "write",
      twoPerson: approvers?.two_person ?? false,
      codeOwners: approvers?.code_owners ?? false,
      expiresHours: approvers?.expires_hours ?? 24,
      session: approvers?.session ?? false,
    },
    publish: { pullRequest: publish?.pull_request ?? "draft", protected: publish?.protected ?? [] },
  } as const;
  return {
    file,
    profile,
    text,
    digest: sha256(canonicalJson({ version: 1, ...settings, rules: effective.rules ?? [] })),
    ...settings,
    rules: compileRules(effective.rules ?? []),
    isProtected: compileGlobs(
      settings.publish.protected.flatMap((glob) => (glob.includes("/") ? [glob] : [`**/${glob}`])),
    ),
  };
}

function limitsOf(limits: PolicyFile["limits"] = {}): Limits {
  return {
    steps: limits.steps ?? DEFAULT_LIMITS.steps,
    retries: limits.retries ?? DEFAULT_LIMITS.retries,
    minutes: limits.minutes ?? DEFAULT_LIMITS.minutes,
    ...(limits.cost_usd === undefined ? {} : { costUsd: limits.cost_usd }),
    ...(limits.cost_usd_per_day === undefined ? {} : { costUsdPerDay: limits.cost_usd_per_day }),
    ...(limits.cost_usd_per_thread === undefined ? {} : { costUsdPerThread: limits.cost_usd_per_thread }),
    ...(limits.runs_per_hour === undefined ? {} : { runsPerHour: limits.runs_per_hour }),
    ...(limits.tokens === undefined ? {} : { tokens: limits.tokens }),
    denials: limits.denials ?? DEFAULT_LIMITS.denials,
    mistakes: limits.mistakes ?? DEFAULT_LIMITS.mistakes,
  };
}

function invalid(file: string, lines: readonly string[]): RunnerError {
  return new RunnerError({
    code: "policy.invalid",
    message: `${file} does not load: ${lines.length} ${lines.length === 1 ? "mistake" : "mistakes"}.\n${lines.map((line) => `  ${line}`).join("\n")}`,
    hint: "Nothing runs until the file loads; the format is in docs/policy.md.",
  });
}
