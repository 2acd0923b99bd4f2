/** The proof of suggestions: the checks run on the head, then with all of them together, and where that fails with halves of them. */

import { systemReason } from "../base/system-error.ts";
import type { VerifyResult } from "../protocol/verify.ts";
import type { Suggestion } from "./check-finding.ts";
import { isLockFile } from "./left-out.ts";

/** What came of one suggestion. */
export type Proof =
  /** Red before and green after. */
  | { readonly kind: "fixes"; readonly commands: readonly string[]; readonly seconds: number; readonly others: number }
  /** Green after. With `own`, by checks that the pull request itself changes. */
  | { readonly kind: "passes"; readonly commands: readonly string[]; readonly seconds: number; readonly own: boolean }
  | { readonly kind: "unproven"; readonly why: string };

interface Round {
  readonly results: readonly VerifyResult[];
  readonly seconds: number;
}

export interface ProofOptions {
  readonly suggestions: readonly Suggestion[];
  /** Runs the checks on the head with these suggestions applied. Throws where that is not possible. */
  readonly check: (applied: readonly Suggestion[]) => Promise<Round>;
  /** The change itself touches what the checks run. */
  readonly own: boolean;
  /** No further round may begin. */
  readonly isOver: () => boolean;
}

/** By fingerprint. With n suggestions the checks run at most 1 + log2(n) + 1 times. */
export async function prove(options: ProofOptions): Promise<ReadonlyMap<string, Proof>> {
  const { suggestions, check, own } = options;
  if (suggestions.length === 0) return new Map();
  try {
    const before = await check([]);
    const commands = before.results.map(({ command }) => command);
    const red = before.results.filter(({ passed }) => !passed).map(({ command }) => command);
    const { good, seconds, why } = await largestGreen(options);
    const proof: Proof =
      red.length > 0 && !own
        ? { kind: "fixes", commands: red, seconds, others: good.length - 1 }
        : { kind: "passes", commands, seconds, own };
    // Where nothing helps, the reader should know that the checks were red before the review.
    const tried = (said: string | undefined): string | undefined =>
      said === undefined || good.length > 0 || red.length === 0 ? said : `${said}; the checks fail without it, too`;
    return new Map(
      suggestions.map((one) => [
        one.fingerprint,
        good.includes(one) ? proof : { kind: "unproven", why: tried(why.get(one)) ?? NO_TIME },
      ]),
    );
  } catch (error) {
    const why = `not proven: ${error instanceof Error ? error.message.replace(/\.$/, "") : systemReason(error)}`;
    return new Map(suggestions.map(({ fingerprint }) => [fingerprint, { kind: "unproven", why }]));
  }
}

const NO_TIME = "not proven: no run of the checks was left for it";

/** `seconds` are those of the round that proved the good ones. */
async function largestGreen({ suggestions, check, isOver }: ProofOptions) {
  const why = new Map<Suggestion, string>();
  let good: readonly Suggestion[] = [];
  let seconds = 0;
  let left = Math.floor(Math.log2(suggestions.length)) + 1;
  let said = "";
  /** Takes those of a part that are green together with the good ones. Returns whether all of it was green in one round. */
  const take = async (part: readonly Suggestion[], isKnownRed: boolean): Promise<boolean> => {
    if (!isKnownRed) {
      if (left === 0 || isOver()) return false;
      left -= 1;
      const round = await check([...good, ...part]);
      const failed = round.results
        .filter(({ passed }) => !passed)
        .map(({ command, end }) => `\`${command}\` ends with ${end}`);
      if (failed.length === 0) {
        good = [...good, ...part];
        seconds = round.seconds;
        return true;
      }
      said = failed.join(", ");
    }
    const half = Math.ceil(part.length / 2);
    const [first, second] = [part.slice(0, half), part.slice(half)];
    if (second.length === 0) for (const one of first) why.set(one, `not proven: with it ${said}`);
    else {
      const isFirstGreen = await take(first, false);
      await take(second, isFirstGreen); // the sibling of a green half is red
    }
    return false;
  };
  await take(suggestions, false);
  return { good, seconds, why };
}

/** Names of files that decide what a check runs: scripts, configuration, tools and tests. */
const STEERING_NAMES = [
  // Scripts and tasks.
  String.raw`package\.json|deno\.jsonc?|composer\.json|makefile|justfile|taskfile\.ya?ml|rakefile|noxfile\.py|build\.rs|gradlew|mvnw`,
  String.raw`[^/]*\.(?:sh|bash|zsh|ps1|bat|cmd|mk|bats|cmake|bzl|gradle(?:\.kts)?|sln|[a-z]+proj|props|targets|cabal|gemspec)`,
  // Configuration, and the versions of tools.
  String.raw`[^/]*\.conf(?:ig)?\.[cm]?[jt]s|tsconfig[^/]*\.json|\.[^/]*rc(?:\.[^/]+)?|\.env[^/]*|tox\.ini|pytest\.ini|setup\.(?:py|cfg)|pyproject\.toml`,
  String.raw`cargo\.toml|go\.(?:mod|work)|pom\.xml|gradle\.properties|cmakelists\.txt|meson\.build|build(?:\.bazel)?|workspace(?:\.bazel)?|gemfile|mix\.exs`,
  String.raw`package\.swift|pubspec\.yaml|stack\.yaml|phpunit\.xml[^/]*|nx\.json|turbo\.json|lerna\.json|angular\.json|(?:docker|container)file[^/]*`,
  String.raw`(?:docker-)?compose[^/]*\.ya?ml|\.tool-versions|mise\.toml|rust-toolchain[^/]*|\.[a-z]+-version|requirements[^/]*\.txt|.*\.lock`,
  // Tests, and what they are held against.
  String.raw`conftest\.py|[^/]*[._-](?:test|tests|spec)\.[^/]+|test_[^/]+|[^/]*(?-i:Tests?|Spec)\.(?:java|kt|cs|swift|php|scala)|[^/]*\.snap`,
].join("|");
const STEERING_FOLDERS =
  "tests?|specs?|__tests__|__mocks__|__snapshots__|fixtures|testdata|e2e|\\.github|\\.cargo|\\.mvn|gradle|scripts?|node_modules|vendor";
const STEERING = new RegExp(`(?:^|/)(?:${STEERING_NAMES})$|(?:^|/)(?:${STEERING_FOLDERS})/`, "i");

/** Whether a change touches what its checks run. `texts` are the commands, and what they run by name. */
export function touchesChecks(paths: Iterable<string>, texts: readonly string[]): boolean {
  return [...paths].some(
    (path) => STEERING.test(path) || isLockFile(path) || texts.some((text) => text.includes(path)),
  );
}

/** The line that says what was proven. `code` writes a command. */
export function proofLine(proof: Proof, code: (command: string) => string): string {
  if (proof.kind === "unproven") return proof.why;
  const commands = proof.commands.map(code).join(", ");
  const took = `${Math.max(1, Math.round(proof.seconds))} s`;
  if (proof.kind === "fixes") {
    const others = proof.others === 1 ? "the other suggestion" : `the ${proof.others} other suggestions`;
    return `✔ fixes ${commands}${proof.others === 0 ? "" : `, together with ${others}`}, ${took}`;
  }
  const pass = proof.commands.length === 1 ? "passes" : "pass";
  return proof.own
    ? `✔ ${commands} ${pass} with this pull request's own tests, ${took}`
    : `✔ ${commands} still ${pass}, ${took}`;
}
