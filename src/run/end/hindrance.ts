/**
 * What kept a run that did not succeed from its work, and the lines that a person adds to the policy: a refused host, a missing program,
 * a reached limit. Names come from the cell: only those in the form of a host or a program are taken.
 */

import { enumerated } from "../../base/words.ts";
import { hostPortText, parseHostPort } from "../../base/host-name.ts";
import { BUILTIN_POLICY_NAME } from "../../policy/file/builtin-policy.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Limits } from "../../protocol/limits.ts";
import type { Hindrance, Outcome } from "../../protocol/outcome.ts";
import type { WireEvent } from "../../protocol/wire.ts";
import { POLICY_PATH } from "../open/request.ts";

interface Found {
  /** Refused hosts by the name that the policy would list: a host, or the group of a public registry. */
  readonly hosts: ReadonlyMap<string, string>;
  readonly tools: ReadonlySet<string>;
}

interface Circumstances {
  readonly outcome: Outcome;
  readonly readOnly: boolean | undefined;
  readonly policy: Pick<Policy, "file" | "limits" | "sandbox">;
  /** The limits in force. */
  readonly limits: Limits | undefined;
  /** How many steps were taken. Below the limit the run ended at the bound of a flow. */
  readonly steps: number;
}

/** The programs that build, test or install. Models try others, such as `rg` and `tree`, and do without them. */
const TOOLCHAIN =
  /^(?:node|npm|npx|pnpm|yarn|bun|deno|python3|pip3?|uv|uvx|poetry|pipenv|pdm|hatch|tox|nox|pytest|go|cargo|rustc|java|javac|mvn|gradle|ruby|bundle|rake|php|composer|dotnet|make|cmake|ninja|meson|gcc|g\+\+|clang|swift|zig|mix|sbt|bazel|docker|tsc|jest|vitest|eslint)$/;

const REFUSED =
  /^\[network\] ([\w.:-]{1,120}) refused; add (?:it|the group (npm|pypi|crates|go|maven|gradle|rubygems|nuget|packagist)) to sandbox\.network$/gm;
const NOT_FOUND =
  /(?:^|: )([\w.+-]{1,40}): (?:command not found|not found)$|^env: .?([\w.+-]{1,40}).?: No such file or directory$/gm;
/** The rule that rejects what would reach another host; its reason ends with the name. */
const UNLISTED = "builtin:network";
const MAX_NAMES = 3;

/** Undefined for an end that needs no person, and where nothing was in the way. */
export function hindranceOf(events: Iterable<WireEvent>, about: Circumstances): Hindrance | undefined {
  const { outcome, readOnly = false, policy, limits, steps } = about;
  const isFlow = outcome === "limit_steps" && steps < (limits ?? policy.limits).steps;
  const limit = isFlow ? undefined : limitLine(outcome, policy.limits, limits);
  const isEnd = limit !== undefined || outcome === "stuck" || outcome === "rejected";
  if (!isEnd && (outcome !== "no_change" || readOnly)) return undefined;
  const { hosts, tools } = find(events);
  const listed = [...hosts.keys()].slice(0, MAX_NAMES);
  const names = [...hosts.values()].slice(0, MAX_NAMES);
  const missing = [...tools].slice(0, MAX_NAMES);
  const lines = [
    ...(listed.length === 0 ? [] : [hostLine(listed, policy)]),
    ...(missing.length === 0
      ? []
      : [
          `Install ${enumerated(missing.map(code), "and")} with \`sandbox.setup\` of the policy or in a step before the run; \`sandbox.readonly\` shows a folder of this machine to the cell.`,
        ]),
    ...(limit === undefined ? [] : [limit]),
  ];
  if (lines.length === 0) return undefined;
  const what = [
    ...(names.length === 0 ? [] : [`no network to ${enumerated(names, "and")}`]),
    ...(missing.length === 0 ? [] : [`${enumerated(missing, "and")} not found`]),
  ].join(", ");
  return { what, fix: lines.join(" ") };
}

/** The line of the policy that lists what was refused. */
function hostLine(listed: readonly string[], { file, sandbox }: Circumstances["policy"]): string {
  const names = listed.join(", ");
  if (sandbox.network.length > 0) return `Add \`${names}\` to \`sandbox.network\` in ${file}.`;
  const line = `\`sandbox: { network: [${names}] }\``;
  return file === BUILTIN_POLICY_NAME
    ? `The policy opens it with ${line}: \`kimi-runner policy show > ${POLICY_PATH}\` writes the file that you change.`
    : `${file} opens it with ${line}.`;
}

const LIMITS = {
  limit_steps: { field: "steps", key: "steps" },
  limit_time: { field: "minutes", key: "minutes" },
  limit_cost: { field: "costUsd", key: "cost_usd" },
  limit_tokens: { field: "tokens", key: "tokens" },
} as const;

/** Undefined for an outcome that is no limit. */
function limitLine(outcome: Outcome, allowed: Limits, inForce: Limits = allowed): string | undefined {
  if (!Object.hasOwn(LIMITS, outcome)) return undefined;
  const { field, key } = LIMITS[outcome as keyof typeof LIMITS];
  const [most, own] = [allowed[field], inForce[field]];
  if (own === undefined) return undefined;
  if (field === "costUsd" && inForce.ownCostUsd !== undefined) {
    return "`limits.cost_usd_per_day` or `limits.cost_usd_per_thread` of the policy left no more for this run.";
  }
  if (most === undefined || own < most) return `The run was given this limit; the policy allows ${most ?? "more"}.`;
  return `\`limits: { ${key}: ${own * 2} }\` in the policy allows twice as much.`;
}

function find(events: Iterable<WireEvent>): Found {
  const hosts = new Map<string, string>();
  const tools = new Set<string>();
  const refuse = (given: string, group?: string): void => {
    const parsed = parseHostPort(given);
    if (parsed !== undefined) hosts.set(group ?? hostPortText(parsed), hostPortText(parsed));
  };
  const read = (text: string, hasFailed: boolean, isCheck = false): void => {
    for (const [, host = "", group] of text.matchAll(REFUSED)) {
      // Commands that worked are refused all sorts of telemetry.
      if (group !== undefined || hasFailed) refuse(host, group);
    }
    for (const [, name, other = ""] of hasFailed ? text.matchAll(NOT_FOUND) : []) {
      if (isCheck || TOOLCHAIN.test(name ?? other)) tools.add(name ?? other);
    }
  };
  for (const whole of events) {
    const event = whole.type === "subagent.event" ? whole.event : whole;
    if (event.type === "call.judged" && event.decision.rule === UNLISTED) {
      refuse(/ ([\w.:-]+)$/.exec(event.decision.reason ?? "")?.[1] ?? "");
    }
    if (event.type === "tool.end") read(event.result.text, event.isError);
    if (event.type === "verify.end") for (const { output, passed } of event.results) read(output, !passed, true);
  }
  return { hosts, tools };
}

function code(name: string): string {
  return `\`${name}\``;
}
