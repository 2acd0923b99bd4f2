/**
 * Profile `lint`: linters, formatters and type checkers of the project, on its own files and with its own configuration. Left out are
 * flags that name another configuration, a plug-in, a formatter, a cache or a file to write.
 */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import { namesInside } from "../shell/shell-paths.ts";
import type { ShellWord } from "../shell/word.ts";
import { nodeTool, pythonTool } from "./project-tool.ts";

/** True for names, numbers and lists of them, which cannot be paths. */
const isPlain = (value: string): boolean => /^[\w,.:-]+$/.test(value) && !/\.\.|^\.$/.test(value);
const plain = (_flag: string, value: string): boolean => isPlain(value);
const FORMATS = /^(stylish|json|html)$/;

/** Left out: -c, --config, --rulesdir, --resolve-plugins-relative-to, --plugin, --parser, -o, --cache-location, --init, --mcp. */
const ESLINT: FlagTable = {
  whole: true,
  bare: "--fix --fix-dry-run --quiet --color --no-color --no-error-on-unmatched-pattern --no-warn-ignored --no-inline-config --report-unused-disable-directives --exit-on-fatal-error --pass-on-no-patterns --version --debug",
  valued: "--ext --max-warnings --fix-type -f --format",
  value: (flag, value) => (flag === "-f" || flag === "--format" ? FORMATS.test(value) : isPlain(value)),
};
/** Left out: --config, --plugin, --ignore-path, --parser, --cache-location, --stdin-filepath, --find-config-path. */
const PRETTIER: FlagTable = {
  whole: true,
  bare: "-c --check -l --list-different -w --write -u --ignore-unknown --no-color --no-error-on-unmatched-pattern --version",
  valued: "--log-level --end-of-line --prose-wrap --print-width --tab-width --trailing-comma",
  value: plain,
};
/** Left out: --config-path, --reporter-file, --stdin-file-path, --vcs-root, --since, --only, --watch, `init`, `migrate`, `rage`. */
const BIOME: FlagTable = {
  whole: true,
  bare: "--write --fix --unsafe --staged --changed --error-on-warnings --no-errors-on-unmatched --verbose",
  valued: "--max-diagnostics --diagnostic-level --colors",
  value: plain,
};
/** Left out: --config, -o, --output-file, --cache-dir, --stdin-filename, --extension, --add-noqa, --watch. */
const RUFF: Readonly<Record<string, FlagTable>> = {
  check: {
    bare: "-n -q -v -s -e --fix --no-fix --fix-only --unsafe-fixes --no-unsafe-fixes --show-fixes --diff --statistics --preview --no-cache --quiet --verbose --silent --exit-zero --show-files",
    valued: "--select --ignore --extend-select --fixable --unfixable --output-format --target-version --line-length",
    value: plain,
  },
  format: {
    bare: "-n -q -v -s --check --diff --preview --no-cache --quiet --verbose --silent",
    valued: "--target-version --line-length",
    value: plain,
  },
};
/** Left out: -c, --code, --config, --cache-dir, --stdin-filename, --include, --exclude, --python-cell-magics. */
const BLACK: FlagTable = {
  bare: "-q -v -S -C --check --diff --quiet --verbose --color --no-color --preview --fast --safe --version",
  valued: "-l -t --line-length --target-version",
  value: plain,
};
/** Left out: --config, --append-config, --output-file, --tee, --format, --enable-extensions, --require-plugins, --bug-report. */
const FLAKE8: FlagTable = {
  bare: "-q -v --quiet --verbose --count --statistics --show-source --version",
  valued: "--max-line-length --max-complexity --select --ignore --extend-select --extend-ignore",
  value: plain,
};
/** Left out: --sp, --settings-path, --cr, --src, --formatter, --interactive, --add-import, --virtual-env, --conda-env. */
const ISORT: FlagTable = {
  bare: "-q -v -c --quiet --verbose --check --check-only --diff --df",
  valued: "-l --line-length",
  value: plain,
};
/** Left out: --config-file, --python-executable, --custom-typeshed-dir, --shadow-file, --install-types, --cache-dir, -c, reports. */
const MYPY: FlagTable = {
  bare: "-v --strict --ignore-missing-imports --pretty --no-error-summary --show-error-codes --show-error-context --show-column-numbers --no-color-output --no-incremental --check-untyped-defs --disallow-untyped-defs --warn-unused-ignores --explicit-package-bases --namespace-packages",
  valued: "-p -m --package --module --python-version",
  value: plain,
};

const NODE_TOOLS: Readonly<Record<string, FlagTable>> = { eslint: ESLINT, prettier: PRETTIER };
const PYTHON_TOOLS: Readonly<Record<string, FlagTable>> = { black: BLACK, flake8: FLAKE8, isort: ISORT, mypy: MYPY };
const BIOME_COMMANDS = /^(check|lint|format|ci)$/;

const BIOME_NAMES = ["biome", "@biomejs/biome"];
const NODE_NAMES = new Set([...Object.keys(NODE_TOOLS), ...BIOME_NAMES]);
const PYTHON_NAMES = new Set([...Object.keys(PYTHON_TOOLS), "ruff"]);

export function matchesLint(name: string, rest: readonly ShellWord[]): boolean {
  const found = nodeTool(name, rest, NODE_NAMES) ?? pythonTool(name, rest, PYTHON_NAMES);
  if (found === undefined) return false;
  const { tool, words } = found;
  const [first = ""] = words.map(({ value }) => value ?? "");
  // If biome is not installed, npx would fetch the package `biome`, which is another program.
  if (tool === "biome" && name === "npx") return false;
  if (BIOME_NAMES.includes(tool)) return BIOME_COMMANDS.test(first) && isKnown(words.slice(1), BIOME);
  if (tool === "ruff") return isKnown(words.slice(1), Object.hasOwn(RUFF, first) ? RUFF[first] : undefined);
  return isKnown(words, NODE_TOOLS[tool] ?? PYTHON_TOOLS[tool]);
}

/** The words of mypy, also in `python -m mypy` of the profile `python`. */
export function matchesMypyArguments(words: readonly ShellWord[]): boolean {
  return isKnown(words, MYPY);
}

/** Accepts paths below the current folder only. mypy reads more arguments from `@file`, also in place of a flag's value. */
function isKnown(words: readonly ShellWord[], table: FlagTable | undefined): boolean {
  if (table === undefined || words.some(({ prefix }) => prefix.startsWith("@"))) return false;
  return readArguments(words, table)?.operands.every(namesInside) === true;
}
