/**
 * Profile `test`: the usual ways to run a project's own tests. The tests themselves are code of the workspace and run in the
 * cell; what the profile keeps out are flags that load other code, other configuration or write elsewhere.
 */

import { readArguments, type FlagTable } from "./flag-table.ts";
import type { ShellWord } from "./word.ts";

/** Flags that JavaScript test runners share, for the words after `--`. */
const RUNNER: FlagTable = {
  bare: "-b -i --bail --ci --run --coverage --verbose --silent --runInBand --watch=false --watchAll=false --passWithNoTests --no-coverage --forceExit --colors --no-color",
  valued:
    "-t -g --testNamePattern --testPathPattern --testPathPatterns --grep --test-name-pattern --testTimeout --maxWorkers --retries --shard",
};
const NODE: FlagTable = {
  bare: "--test --test-only --test-force-exit --experimental-strip-types --experimental-test-coverage --no-warnings --enable-source-maps",
  valued: "--test-name-pattern --test-skip-pattern --test-concurrency --test-timeout --test-reporter --test-shard",
  value: (flag, value) => flag !== "--test-reporter" || /^(spec|tap|dot|junit|lcov)$/.test(value),
};
const PYTEST: FlagTable = {
  bare: "-q -qq -v -vv -vvv -x -s -l --quiet --verbose --exitfirst --lf --ff --nf --last-failed --failed-first --new-first --sw --stepwise --collect-only --co --no-header --no-summary --disable-warnings --showlocals --cov --no-cov --color --strict-markers -rA -ra -rf -rs -rx",
  valued: "-k -m -n -r --maxfail --tb --durations --deselect --ignore --timeout --capture",
};
const UNITTEST: FlagTable = {
  bare: "-v -q -f -b -c --verbose --quiet --failfast --buffer --locals discover",
  valued: "-k -s -t -p",
};
const GO: FlagTable = {
  bare: "-v -race -short -cover -failfast -json -benchmem -fullpath --race --short -n",
  valued: "-run -count -timeout -bench -benchtime -p -parallel -shuffle -tags -skip -cpu --run --count --timeout",
};
const CARGO: FlagTable = {
  bare: "-q -v -vv -r --quiet --verbose --release --lib --bins --examples --tests --benches --doc --all --workspace --all-targets --all-features --no-default-features --no-fail-fast --no-run --locked --offline --frozen",
  valued: "-p -F -j --package --exclude --bin --test --example --features --jobs --profile",
};
const CARGO_RUNNER: FlagTable = {
  bare: "--nocapture --ignored --include-ignored --exact --show-output --list --quiet -q",
  valued: "--test-threads --skip",
};
const MAKE: FlagTable = {
  bare: "-s -k -j -j1 -j2 -j4 -j8 -j16 --silent --keep-going --no-print-directory",
  operand: (target) => /^(test|tests|check)$/.test(target),
};

const TEST_SCRIPT = /^test([:_.-][\w:.-]+)?$/;
const NPM_BARE = /^(--silent|-s|--if-present|--workspaces|-ws|--recursive|-r)$/;
const NPM_VALUED = /^(-w|--workspace|--filter|-F)$/;

/** Matches one command. */
export function matchesTest(name: string, rest: readonly ShellWord[]): boolean {
  const first = rest[0]?.value;
  switch (name) {
    case "npm":
    case "pnpm":
    case "yarn":
    case "bun":
      return matchesScript(name, rest);
    case "node":
      return readArguments(rest, NODE)?.flags.has("--test") === true;
    case "pytest":
      return readArguments(rest, PYTEST) !== undefined;
    case "python":
    case "python3":
      if (first !== "-m") return false;
      if (rest[1]?.value === "pytest") return readArguments(rest.slice(2), PYTEST) !== undefined;
      return rest[1]?.value === "unittest" && readArguments(rest.slice(2), UNITTEST) !== undefined;
    case "go":
      return first === "test" && readArguments(rest.slice(1), GO) !== undefined;
    case "cargo":
      return first === "test" && matchesSplit(rest.slice(1), CARGO, CARGO_RUNNER);
    case "make":
      return (readArguments(rest, MAKE)?.operands.length ?? 0) > 0;
    default:
      return false;
  }
}

/** Words before `--` against one table, those after it against another. */
function matchesSplit(words: readonly ShellWord[], before: FlagTable, after: FlagTable): boolean {
  const dashes = words.findIndex((word) => word.value === "--");
  const own = dashes < 0 ? words : words.slice(0, dashes);
  const passed = dashes < 0 ? [] : words.slice(dashes + 1);
  return readArguments(own, before) !== undefined && readArguments(passed, after) !== undefined;
}

/** `npm test`, `npm run test:unit`, and what stands after `--` for the runner. */
function matchesScript(name: string, rest: readonly ShellWord[]): boolean {
  const dashes = rest.findIndex((word) => word.value === "--");
  const own = dashes < 0 ? rest : rest.slice(0, dashes);
  const operands: string[] = [];
  for (let index = 0; index < own.length; index += 1) {
    const value = own[index]?.value;
    if (value === undefined) return false;
    if (NPM_VALUED.test(value) && /^[\w@./*-]+$/.test(own[index + 1]?.value ?? "-")) index += 1;
    else if (!NPM_BARE.test(value)) operands.push(value);
  }
  if (operands[0] === "run" || operands[0] === "run-script") operands.shift();
  else if (!/^(test|t|tst)$/.test(operands[0] ?? "")) return false;
  const script = operands.shift() ?? "";
  const isTest = TEST_SCRIPT.test(script) || (name === "npm" && /^(t|tst)$/.test(script));
  // npm passes only what follows `--`; the others pass everything, so a flag of theirs is refused here.
  if (!isTest || operands.some((word) => word.startsWith("-"))) return false;
  return readArguments(dashes < 0 ? [] : rest.slice(dashes + 1), RUNNER) !== undefined;
}
