/**
 * Profile `cargo`: building, checking, testing and running the packages of the workspace. Left out are `--config`, `-Z`, `-C`, another
 * manifest, toolchain or target folder, and commands that install, publish or change the manifest.
 */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import type { ShellWord } from "../shell/word.ts";

const BARE =
  "-q -v -vv -r --quiet --verbose --release --lib --bins --examples --tests --benches --all --workspace --all-targets --all-features --no-default-features --no-fail-fast --keep-going --locked --offline --frozen --color=never";
const VALUED = "-p -F -j --package --exclude --bin --test --example --features --jobs --profile --message-format";
const NO_OPERANDS = { maxOperands: 0 } as const;
const BUILD: FlagTable = { bare: BARE, valued: VALUED, ...NO_OPERANDS };
const TEST: FlagTable = { bare: `${BARE} --doc --no-run`, valued: VALUED };
const TEST_RUNNER: FlagTable = {
  bare: "--nocapture --ignored --include-ignored --exact --show-output --list --quiet -q",
  valued: "--test-threads --skip",
};
const LINTS: FlagTable = { valued: "-A -D -F -W", value: (_flag, lint) => /^[\w:-]+$/.test(lint), ...NO_OPERANDS };
const NOTHING: FlagTable = NO_OPERANDS;

/** Flags of each subcommand before and after `--`. True for any words, because a program of the workspace gets them. */
const COMMANDS: Readonly<Record<string, readonly [own: FlagTable, passed: FlagTable | true]>> = {
  build: [BUILD, NOTHING],
  b: [BUILD, NOTHING],
  check: [BUILD, NOTHING],
  c: [BUILD, NOTHING],
  test: [TEST, TEST_RUNNER],
  t: [TEST, TEST_RUNNER],
  bench: [TEST, TEST_RUNNER],
  clippy: [{ ...BUILD, bare: `${BARE} --no-deps` }, LINTS],
  fmt: [
    { bare: "-q -v --all --check", valued: "-p --package", ...NO_OPERANDS },
    { bare: "--check", ...NO_OPERANDS },
  ],
  doc: [{ ...BUILD, bare: `${BARE} --no-deps --document-private-items` }, NOTHING],
  run: [BUILD, true],
  r: [BUILD, true],
  tree: [
    { bare: "-i -d -e --workspace --duplicates --all-features --locked", valued: "-p --package --depth --invert" },
    NOTHING,
  ],
  metadata: [{ bare: "--no-deps --locked --offline", valued: "--format-version", ...NO_OPERANDS }, NOTHING],
};

export function matchesCargoTest(words: readonly ShellWord[]): boolean {
  return matchesSplit(words, TEST, TEST_RUNNER);
}

export function matchesCargo(name: string, rest: readonly ShellWord[]): boolean {
  if (name !== "cargo") return false;
  const first = rest[0]?.value ?? "";
  const tables = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  return tables !== undefined && matchesSplit(rest.slice(1), ...tables);
}

/** Reads the words before `--` by one table and those after it by another. */
function matchesSplit(words: readonly ShellWord[], own: FlagTable, passed: FlagTable | true): boolean {
  const dashes = words.findIndex((word) => word.value === "--");
  const before = dashes < 0 ? words : words.slice(0, dashes);
  if (readArguments(before, own) === undefined) return false;
  return passed === true || readArguments(dashes < 0 ? [] : words.slice(dashes + 1), passed) !== undefined;
}
