/** What was in the way of a run. Names come from the cell: only those in the form of a host or a program are taken. */

import { hostPortText, parseHostPort } from "../base/network/host-name.ts";
import type { EventOf } from "../protocol/wire.ts";

export interface Obstacles {
  /** Refused hosts by the name that the policy would list: a host, or the group of a public registry. */
  readonly hosts: ReadonlyMap<string, string>;
  /** Missing programs. */
  readonly tools: ReadonlySet<string>;
}

export const NO_OBSTACLES: Obstacles = { hosts: new Map(), tools: new Set() };

/** The programs that build, test or install. Models try others, such as `rg` and `tree`, and do without them. */
const TOOLCHAIN =
  /^(?:node|npm|npx|pnpm|yarn|bun|deno|python3|pip3?|uv|uvx|poetry|pipenv|pdm|hatch|tox|nox|pytest|go|cargo|rustc|java|javac|mvn|gradle|ruby|bundle|rake|php|composer|dotnet|make|cmake|ninja|meson|gcc|g\+\+|clang|swift|zig|mix|sbt|bazel|docker|tsc|jest|vitest|eslint)$/;

const REFUSED =
  /^\[network\] ([\w.:-]{1,120}) refused; add (?:it|the group (npm|pypi|crates|go|maven|gradle|rubygems|nuget|packagist)) to sandbox\.network$/gm;
const NOT_FOUND =
  /(?:^|: )([\w.+-]{1,40}): (?:command not found|not found)$|^env: \W?([\w.+-]{1,40})\W?: No such file or directory$/gm;
/** The rule that rejects what would reach another host; its reason ends with the name. */
const UNLISTED = "builtin:network";

/** Adds what the output of a command tells. `isCheck`: the policy asked for the command, so it needs all its programs. */
export function toldBy(before: Obstacles, text: string, hasFailed: boolean, isCheck = false): Obstacles {
  if (!hasFailed && !text.includes("[network] ")) return before; // most texts
  const hosts = [...text.matchAll(REFUSED)].flatMap(([, host = "", group]) =>
    // Commands that worked are refused all sorts of telemetry.
    group !== undefined || hasFailed ? refused(host, group) : [],
  );
  const missing = hasFailed ? [...text.matchAll(NOT_FOUND)].map(([, name, other = ""]) => name ?? other) : [];
  const tools = missing.filter((name) => isCheck || TOOLCHAIN.test(name));
  return hosts.length + tools.length === 0 ? before : added(before, hosts, tools);
}

/** Adds the host that the call would have reached. */
export function refusedBy(before: Obstacles, { decision }: EventOf<"call.judged">): Obstacles {
  if (decision.rule !== UNLISTED) return before;
  return added(before, refused(/ ([\w.:-]+)$/.exec(decision.reason ?? "")?.[1] ?? ""), []);
}

/** Names of each kind that are kept. People are shown three, and a hostile output has thousands. */
const MAX_NAMES = 20;

type Host = readonly [name: string, host: string];

function refused(given: string, group?: string): readonly Host[] {
  const parsed = parseHostPort(given);
  return parsed === undefined ? [] : [[group ?? hostPortText(parsed), hostPortText(parsed)]];
}

function added(before: Obstacles, hosts: readonly Host[], tools: readonly string[]): Obstacles {
  const all = new Map([...before.hosts, ...hosts]);
  const named = new Set([...before.tools, ...tools]);
  return { hosts: new Map([...all].slice(0, MAX_NAMES)), tools: new Set([...named].slice(0, MAX_NAMES)) };
}
