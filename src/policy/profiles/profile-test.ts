/**
 * Profile `test`: the usual ways to run a project's own tests, which are code of the workspace and run in the cell. Left out are flags
 * that load other code or configuration, or write elsewhere.
 */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import { matchesJsTests } from "./js-tests.ts";
import { matchesCargoTest } from "./profile-cargo.ts";
import { matchesGoTest } from "./profile-go.ts";
import { makeTargets } from "./profile-make.ts";
import { readScript } from "./profile-npm.ts";
import { namesInside } from "../shell/shell-paths.ts";
import { matchesPytest, matchesUnittestArguments } from "./profile-python.ts";
import type { ShellWord } from "../shell/word.ts";

const NODE: FlagTable = {
  bare: "--test --test-only --test-force-exit --experimental-strip-types --experimental-test-coverage --no-warnings --enable-source-maps",
  valued:
    "--test-name-pattern --test-skip-pattern --test-concurrency --test-timeout --test-reporter --test-shard --test-isolation",
  value: (flag, value) => {
    if (flag === "--test-isolation") return /^(none|process)$/.test(value);
    return flag !== "--test-reporter" || /^(spec|tap|dot|junit|lcov)$/.test(value);
  },
};

const TEST_SCRIPT = /^test([:_.-][\w:.-]+)?$/;
const TEST_TARGET = /^(test|tests|check)$/;

export function matchesTest(name: string, rest: readonly ShellWord[]): boolean {
  const first = rest[0]?.value;
  if (matchesJsTests(name, rest) || matchesPytest(name, rest)) return true;
  switch (name) {
    case "npm":
    case "pnpm":
    case "yarn":
    case "bun": {
      const script = readScript(name, rest)?.script ?? "";
      return TEST_SCRIPT.test(script) || (name === "npm" && /^(t|tst)$/.test(script));
    }
    case "node": {
      const read = readArguments(rest, NODE);
      return read?.flags.has("--test") === true && read.operands.every(namesInside);
    }
    case "python":
    case "python3":
      return first === "-m" && rest[1]?.value === "unittest" && matchesUnittestArguments(rest.slice(2));
    case "go":
      return first === "test" && matchesGoTest(rest.slice(1));
    case "cargo":
      return first === "test" && matchesCargoTest(rest.slice(1));
    case "make": {
      const targets = makeTargets(name, rest) ?? [];
      return targets.length > 0 && targets.every((target) => TEST_TARGET.test(target));
    }
    default:
      return false;
  }
}
