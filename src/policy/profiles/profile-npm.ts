/**
 * Profiles `npm-run` and `npm-install`: running scripts and installing dependencies of `package.json`. Both run code of the workspace
 * or of packages. Left out are flags that change which code runs, where it comes from and where it is installed.
 */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import { namesInside, staysInside } from "../shell/shell-paths.ts";
import type { ShellWord } from "../shell/word.ts";

/** Flags that JavaScript tools share, for the words after `--`. None of them names a file to load or to write. */
const JS_TOOL: FlagTable = {
  whole: true,
  bare: "-b -i --bail --ci --run --coverage --verbose --silent --quiet --runInBand --watch=false --watchAll=false --passWithNoTests --no-coverage --forceExit --colors --color --no-color --fix --check --noEmit --noCache --no-cache --max-warnings=0 --dry-run --exit --recursive --detectOpenHandles --updateSnapshot --onlyChanged --no-file-parallelism",
  valued:
    "-t -g --testNamePattern --testPathPattern --testPathPatterns --grep --test-name-pattern --testTimeout --maxWorkers --retries --shard --max-warnings --ext --timeout --testPathIgnorePatterns",
};

interface OwnFlags {
  readonly bare: RegExp;
  readonly valued: RegExp;
}

/** Flags that say where the script runs and how much is printed. `-w` has a value in npm and none in pnpm: `pnpm -w exec build`. */
const OWN_FLAGS: Readonly<Record<string, OwnFlags>> = {
  npm: { bare: /^(--silent|-s|--if-present|--workspaces|-ws)$/, valued: /^(-w|--workspace)$/ },
  pnpm: { bare: /^(--silent|-s|--if-present|--recursive|-r)$/, valued: /^(-F|--filter)$/ },
  yarn: { bare: /^(--silent|-s)$/, valued: /^$/ },
  bun: { bare: /^(--silent|--if-present)$/, valued: /^(-F|--filter)$/ },
};
/** A package or folder, or a pattern of them. */
const WORKSPACE = /^(?!-)[\w@./*-]+$/;
/** Names of scripts that yarn, pnpm and bun run without `run`, because they have no command of that name. */
const SCRIPT_NAMES = /^(build|lint|typecheck|format)$/;
/** Names of scripts. `npm run env` prints variables, and `bun run` runs a file if the name has a slash. */
const SCRIPT = /^(?!env$)[A-Za-z0-9][\w:.@-]*$/;

/** The script that a `npm run …` line names, and the words passed to it. */
interface ScriptCall {
  readonly script: string;
  readonly passed: readonly ShellWord[];
}

/** Reads `npm test`, `pnpm run x`, `yarn x`; undefined for any other command line. */
export function readScript(name: string, rest: readonly ShellWord[]): ScriptCall | undefined {
  const flags = Object.hasOwn(OWN_FLAGS, name) ? OWN_FLAGS[name] : undefined;
  if (flags === undefined) return undefined;
  const dashes = rest.findIndex((word) => word.value === "--");
  const own = dashes < 0 ? rest : rest.slice(0, dashes);
  const operands: string[] = [];
  for (let index = 0; index < own.length; index += 1) {
    const value = own[index]?.value;
    if (value === undefined) return undefined;
    if (flags.valued.test(value) && WORKSPACE.test(own[index + 1]?.value ?? "-")) index += 1;
    else if (!flags.bare.test(value)) operands.push(value);
  }
  const first = operands.shift() ?? "";
  const isRun = first === "run" || first === "run-script";
  const isOwn = first === "test" || (name === "npm" ? /^(t|tst)$/.test(first) : SCRIPT_NAMES.test(first));
  if (!isRun && !isOwn) return undefined;
  const script = isRun ? (operands.shift() ?? "") : first;
  // npm passes only the words after `--` to the script. The other programs pass all words, so flags are refused.
  if (!SCRIPT.test(script) || operands.some((word) => word.startsWith("-") || !staysInside(word))) return undefined;
  const passed = dashes < 0 ? [] : rest.slice(dashes + 1);
  // A test outside the workspace is not code of the workspace.
  return readArguments(passed, JS_TOOL)?.operands.every(namesInside) === true ? { script, passed } : undefined;
}

/** Profile `npm-run`: any script of `package.json`. */
export function matchesNpmRun(name: string, rest: readonly ShellWord[]): boolean {
  return readScript(name, rest) !== undefined;
}

/** Left out: -g, --prefix, -C, --registry, --userconfig, --script-shell, --cache, --proxy, `--force`, `--no-package-lock`. */
const INSTALL: FlagTable = {
  whole: true,
  bare: "-D -E -O -S -P -s -q --ignore-scripts --no-audit --no-fund --save --save-dev --save-exact --save-optional --save-peer --save-prod --no-save --dev --exact --prefer-offline --offline --frozen-lockfile --no-frozen-lockfile --immutable --legacy-peer-deps --no-progress --silent --quiet --production --lockfile-only --package-lock-only --workspaces --recursive",
  value: (_flag, value) => WORKSPACE.test(value),
  operand: isRegistryPackage,
};
const INSTALL_BY_NAME: Readonly<Record<string, FlagTable>> = {
  npm: { ...INSTALL, valued: "-w --workspace --omit --include --loglevel" },
  pnpm: { ...INSTALL, bare: `${INSTALL.bare} -w --workspace-root`, valued: "-F --filter" },
  yarn: INSTALL,
  bun: { ...INSTALL, valued: "-F --filter" },
};

/** A package of the configured registry by its name: no folder, archive, URL, repository or alias. */
function isRegistryPackage(spec: string): boolean {
  return /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:@[\w.^~<>=*+-]+)?$/i.test(spec) && !/\.(tgz|tar|gz)$/i.test(spec);
}

const INSTALL_WORDS: Readonly<Record<string, RegExp>> = {
  npm: /^(ci|clean-install|install|i|add)$/,
  pnpm: /^(install|i|add)$/,
  yarn: /^(install|add)$/,
  bun: /^(install|i|add|ci)$/,
};

/** Profile `npm-install`. Without `--ignore-scripts` the lifecycle scripts of installed packages run. */
export function matchesNpmInstall(name: string, rest: readonly ShellWord[]): boolean {
  const known = Object.hasOwn(INSTALL_WORDS, name) ? INSTALL_WORDS[name] : undefined;
  const [first, ...words] = rest;
  if (known?.test(first?.value ?? "") !== true) return name === "yarn" && rest.length === 0;
  const read = readArguments(words, INSTALL_BY_NAME[name] ?? INSTALL);
  return read !== undefined && (read.operands.length === 0 || !/^(ci|clean-install)$/.test(first?.value ?? ""));
}
