/** Test runners of JavaScript that are started by their own name, for the profile `test`: jest, vitest, mocha. */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import { namesInside } from "../shell/shell-paths.ts";
import type { ShellWord } from "../shell/word.ts";
import { nodeTool } from "./project-tool.ts";

/** Built-in reporters that write no file. Any other name would be a module to load. */
const REPORTERS =
  /^(default|verbose|dot|basic|tap|tap-flat|json|tree|minimal|spec|min|list|nyan|progress|landing|json-stream)$/;
/** Flags whose value is a pattern of test names, which may contain anything. */
const NAMES = /^(-t|-g|-f|--testNamePattern|--grep|--fgrep)$/;
const SWITCH = /^(true|false|\d+)$/;

/** The flags of a runner. A flag of `bare` may only have the value true, false or a number. */
const runner = (bare: string, valued: string): FlagTable => {
  const takes = new Set(valued.split(/\s+/));
  return {
    whole: true,
    bare,
    valued,
    value: (flag, value) => {
      if (!takes.has(flag)) return SWITCH.test(value);
      if (NAMES.test(flag)) return true;
      if (/^(-R|--reporter)$/.test(flag)) return REPORTERS.test(value);
      return /^[\w@%/.,:*-]+$/.test(value) && !/(^|\/)\.\.(\/|$)|^\//.test(value);
    },
  };
};

const RUNNERS: Readonly<Record<string, FlagTable>> = {
  // Left out: -c, --config, --rootDir, --globalSetup, --setupFiles, --reporters, --testRunner, --transform, --env, --filter,
  // --outputFile, --coverageDirectory, --cacheDirectory, --coverageReporters, --preset, --projects, --resolver, --runner.
  jest: runner(
    "-i -b -o -f -u -e --bail --ci --coverage --no-coverage --verbose --silent --runInBand --passWithNoTests --forceExit --detectOpenHandles --no-cache --json --listTests --onlyChanged --onlyFailures --lastCommit --findRelatedTests --updateSnapshot --watch=false --watchAll=false --color --colors --no-color --expand --noStackTrace --logHeapUsage",
    "-t -w --testNamePattern --testPathPattern --testPathPatterns --testPathIgnorePatterns --maxWorkers --testTimeout --shard --selectProjects",
  ),
  // Left out: -r, --root, -c, --config, --dir, --outputFile, --environment, --execArgv, --api, --ui, --inspect, --browser, --mode.
  vitest: runner(
    "-u --run --update --coverage --no-coverage --silent --passWithNoTests --hideSkippedTests --allowOnly --no-color --no-isolate --no-file-parallelism --no-fileParallelism --logHeapUsage --watch=false --changed",
    "-t --testNamePattern --bail --retry --testTimeout --hookTimeout --shard --maxWorkers --exclude --project --reporter",
  ),
  // Left out: -r, --require, --file, --config, --package, -n, --node-option, -u, --ui, -O, --reporter-option, -w, and node's own.
  mocha: runner(
    "-b -p -i -A -S -C --bail --parallel --invert --async-only --sort --no-colors --color --colors --exit --recursive --forbid-only --forbid-pending --check-leaks --full-trace --inline-diffs --dry-run --fail-zero",
    "-t -g -f -s -j -R --timeout --grep --fgrep --slow --jobs --retries --ignore --exclude --extension --reporter",
  ),
};
const NAMES_OF_RUNNERS = new Set(Object.keys(RUNNERS));
/** Commands of vitest that run tests once. */
const VITEST_COMMAND = /^(run|related|list)$/;

export function matchesJsTests(name: string, rest: readonly ShellWord[]): boolean {
  const found = nodeTool(name, rest, NAMES_OF_RUNNERS);
  const table = found === undefined ? undefined : RUNNERS[found.tool];
  if (found === undefined || table === undefined) return false;
  const { tool, words } = found;
  const isCommand = tool === "vitest" && VITEST_COMMAND.test(words[0]?.value ?? "");
  const read = readArguments(isCommand ? words.slice(1) : words, table);
  // These operands are other commands of vitest and mocha.
  return (
    read?.operands.every(
      (word) => namesInside(word) && !/^(init|bench|dev|watch|debug|inspect|complete)$/.test(word.text),
    ) === true
  );
}
