/**
 * Profiles `python`, `pytest` and `pip-install`: running a script of the workspace, a few modules and tests, and installing packages
 * by name. Left out are flags with code, a plug-in, a configuration or an index.
 */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import { namesInside, staysInside } from "../shell/shell-paths.ts";
import type { ShellWord } from "../shell/word.ts";
import { matchesMypyArguments } from "./profile-lint.ts";
import { pythonTool } from "./project-tool.ts";

/** Left out: -c, -o, --rootdir, --confcutdir, --junitxml, --basetemp, --pastebin, --pdb, --pyargs. `-p` only turns off. */
const PYTEST: FlagTable = {
  bare: "-q -qq -v -vv -vvv -x -s -l --quiet --verbose --exitfirst --lf --ff --nf --last-failed --failed-first --new-first --sw --stepwise --collect-only --co --no-header --no-summary --disable-warnings --showlocals --cov --no-cov --color --strict-markers --cache-clear --runxfail --continue-on-collection-errors --setup-show --fixtures --markers --doctest-modules -rA -ra -rf -rs -rx",
  valued:
    "-k -m -n -r -p --maxfail --tb --durations --durations-min --deselect --ignore --timeout --capture --cov-report --log-level --log-cli-level --show-capture --verbosity",
  value(flag, value) {
    if (flag === "-p") return /^no:[\w.]+$/.test(value);
    return flag !== "--cov-report" || /^term(-missing)?(:skip-covered)?$/.test(value);
  },
};
const UNITTEST: FlagTable = {
  bare: "-v -q -f -b -c --verbose --quiet --failfast --buffer --locals discover",
  valued: "-k -s -t -p",
  value: (flag, value) => !/^-[st]$/.test(flag) || staysInside(value),
};

/** The words of pytest. Newer versions read more arguments from `@file`, even in place of a flag's value. */
function matchesPytestArguments(words: readonly ShellWord[]): boolean {
  if (words.some(({ prefix }) => prefix.startsWith("@"))) return false;
  return readArguments(words, PYTEST)?.operands.every(namesInside) === true;
}

/** The words of `python -m unittest`: tests of the workspace, by file or by name. */
export function matchesUnittestArguments(words: readonly ShellWord[]): boolean {
  return readArguments(words, UNITTEST)?.operands.every(namesInside) === true;
}

const isPython = (name: string): boolean => /^python(3(\.\d+)?)?$/.test(name);

/** The words after `python -m <module>`; undefined for any other command. */
function moduleWords(name: string, rest: readonly ShellWord[], module: string): readonly ShellWord[] | undefined {
  if (!isPython(name) || rest[0]?.value !== "-m" || rest[1]?.value !== module) return undefined;
  return rest.slice(2);
}

const TESTS = new Set(["pytest"]);

export function matchesPytest(name: string, rest: readonly ShellWord[]): boolean {
  const found = pythonTool(name, rest, TESTS);
  return found !== undefined && matchesPytestArguments(found.words);
}

/** Modules that only read, or write next to the files that they read. */
const MODULES: Readonly<Record<string, FlagTable>> = {
  // A second operand would be the file to write.
  "json.tool": {
    bare: "--sort-keys --no-ensure-ascii --compact --tab --json-lines --no-indent",
    valued: "--indent",
    maxOperands: 1,
  },
  py_compile: { operand: staysInside },
  compileall: { bare: "-q -f -l", operand: staysInside },
  venv: { operand: (value) => /^\.?v?env[\w-]*$/.test(value), maxOperands: 1 },
};

/** Flags that load nothing. `-W` with a category would import a module. */
const PYTHON_BARE = /^(-[uBsEIqO]|-OO|-W(error|ignore|default|always|module|once))$/;

/** Profile `python`: flags that load nothing, then a file of the workspace or a known module. */
export function matchesPython(name: string, rest: readonly ShellWord[]): boolean {
  if (!isPython(name)) return false;
  const start = rest.findIndex(({ value }) => !PYTHON_BARE.test(value ?? ""));
  const words = start < 0 ? [] : rest.slice(start);
  const [script = "", module = ""] = [words[0]?.value, words[1]?.value];
  if (script !== "-m") return script.endsWith(".py") && !script.startsWith("-") && staysInside(script);
  if (module === "unittest") return matchesUnittestArguments(words.slice(2));
  if (module === "pytest") return matchesPytestArguments(words.slice(2));
  if (module === "mypy") return matchesMypyArguments(words.slice(2));
  const table = Object.hasOwn(MODULES, module) ? MODULES[module] : undefined;
  return table !== undefined && readArguments(words.slice(2), table) !== undefined;
}

/** Left out: -i, --index-url, --extra-index-url, --find-links, --trusted-host, -t, --target, --prefix, --root, --config-settings. */
const PIP: FlagTable = {
  bare: "-q -U --quiet --upgrade --no-deps --no-cache-dir --user --disable-pip-version-check --no-input --no-warn-script-location --require-hashes --only-binary=:all: --no-index",
  valued: "-r -c -e --requirement --constraint --editable",
  value: (flag, value) => (/^(-e|--editable)$/.test(flag) ? isProject(value) : isTextFile(value)),
  operand: (value) => isProject(value) || isNamedPackage(value),
};

function isProject(value: string): boolean {
  return /^\.(\/[\w./-]*)?(\[[\w,.-]+\])?$/.test(value) && staysInside(value);
}

/** A name with a version, but no URL and no archive, which pip would read from the disk. */
function isNamedPackage(value: string): boolean {
  const isNamed = /^[A-Za-z0-9][\w.-]*(\[[\w,.-]+\])?((==|>=|<=|~=|!=|<|>)[\w.*,<>=!~]+)?$/.test(value);
  return isNamed && !/\.(zip|whl|tar|gz|tgz|bz2|tbz|xz|txz|tlz|lz|lzma)$/i.test(value);
}

function isTextFile(value: string): boolean {
  return /^[\w./-]+\.(txt|in)$/.test(value) && staysInside(value);
}

/** Profile `pip-install`: packages by name, the project itself, files of requirements. Building a package runs its code. */
export function matchesPipInstall(name: string, rest: readonly ShellWord[]): boolean {
  const words = /^pip3?$/.test(name) ? rest : moduleWords(name, rest, "pip");
  if (words?.[0]?.value !== "install") return false;
  const read = readArguments(words.slice(1), PIP);
  const named = read?.flags.has("-r") === true || read?.flags.has("--requirement") === true;
  const project = read?.flags.has("-e") === true || read?.flags.has("--editable") === true;
  return read !== undefined && (named || project || read.operands.length > 0);
}
