/**
 * Where the installs of a repository run. Set-up keeps what it makes in ignored folders and caches, so a command that installs into
 * the home folder or the system is a step of the workflow, and packages of pip go into an environment of the project.
 */

import { member, parseJson } from "../base/member.ts";
import type { Files } from "./file-commands.ts";
import type { Findings, Sourced } from "./findings.ts";

/** Packages of the system have a step of their own, and other systems' package managers are not GitHub's runner. */
const LEFT_OUT = /^(?:cd \S+ && )?(?:sudo |apt|brew|dnf|yum|apk|mise install)/;
const INTO_HOME =
  /^(?:cd \S+ && )?(?:rustup |gem install |pipx |npm (?:i|install) (?:-g|--global) |cargo (?:install|binstall) |go install |uv tool |Rscript |luarocks |cpanm? |conda |mamba )/;
const PIP = /^(?:python[\d.]* -m )?pip3? install /;
/** Programs that pip installs, and Python. */
const OF_PYTHON =
  /^(?:python[\d.]*|pytest|py\.test|tox|nox|coverage|mypy|ruff|black|flake8|pylint|isort|pyright|unittest)(?= |$)/;
const ENVIRONMENT = ".venv";
const IGNORED = /^\/?\.?v?env\/?$|^\/?\.venv\*?\/?$|^\*?venv\*?\/?$/;

/** `inCell` is what `sandbox.setup` runs, and `outside` are steps of the workflow. */
export function placeInstalls({ install, checks }: Pick<Findings, "install" | "checks">, gitignore = "") {
  const ours = install.filter(({ text }) => !LEFT_OUT.test(text));
  const outside = ours.filter(({ text }) => INTO_HOME.test(text));
  const rest = ours.filter(({ text }) => !INTO_HOME.test(text));
  const pip = rest.find(({ text }) => PIP.test(text));
  const warm = checks.flatMap(({ text, from }) =>
    / tox(?: |$)|^tox(?: |$)/.test(text) && !text.includes(" -- ") ? [{ text: `${text} --notest`, from }] : [],
  );
  if (pip === undefined) return { inCell: [...rest, ...warm.slice(0, 1)], outside, checks };
  const isIgnored = gitignore.split("\n").some((line) => IGNORED.test(line.trim()) && line.includes("venv"));
  const isOwn = checks.every(
    ({ text }) => OF_PYTHON.test(text) || !/^(?:make|just|task|bash|sh|cd|\.?\w*\/)(?: |\b)/.test(text),
  );
  if (!isIgnored || !isOwn)
    return {
      inCell: rest.filter(({ text }) => !PIP.test(text)),
      outside: [...outside, ...rest.filter(({ text }) => PIP.test(text))],
      checks,
    };
  const inside = ({ text, from }: Sourced): Sourced => ({
    text: text.replace(PIP, `${ENVIRONMENT}/bin/python -m pip install `).replace(OF_PYTHON, `${ENVIRONMENT}/bin/$&`),
    from,
  });
  return {
    inCell: [{ text: `python3 -m venv ${ENVIRONMENT}`, from: pip.from }, ...[...rest, ...warm.slice(0, 1)].map(inside)],
    outside,
    checks: checks.map(inside),
  };
}

/** Installs that write a lock file where there is none, and the flag that keeps them from it. */
const NEW_LOCKS: readonly (readonly [install: RegExp, locks: readonly string[], flag: string])[] = [
  [/^npm (?:install|i)(?= |$)/, ["package-lock.json", "npm-shrinkwrap.json"], "--no-package-lock"],
  [/^pnpm (?:install|i)(?= |$)/, ["pnpm-lock.yaml"], "--no-lockfile"],
  [/^bun (?:install|i)(?= |$)/, ["bun.lock", "bun.lockb"], "--no-save"],
];

/** Flags with which an install writes no lock file of the repository. */
const NO_NEW_LOCK =
  / (?:-g|--global|--no-save|--no-package-lock|--package-lock=false|--no-lockfile|--lockfile=false|--frozen-lockfile)(?= |$)/;

/** Set-up may change no file that git does not ignore, and so may not leave a lock file behind. */
export function withoutNewLock(text: string, { paths, read }: Files): string {
  const [, cd = "", folder = "", install = ""] = /^((?:cd (\S+) && )?)(.*)$/s.exec(text) ?? [];
  const [command, locks = [], flag = ""] = NEW_LOCKS.find(([pattern]) => pattern.test(install)) ?? [];
  if (command === undefined || NO_NEW_LOCK.test(text)) return text;
  const at = (name: string): string => (folder === "" ? name : `${folder}/${name}`);
  const lines = (read(".gitignore") ?? "").split(/\r?\n/);
  const ignored = new Set(folder === "" ? lines.map((line) => line.replace(/^\//, "")) : lines);
  const isOff = /^package-lock\s*=\s*false/m.test(read(at(".npmrc")) ?? "");
  // A folder of a workspace uses the lock file at the root.
  const isWorkspace =
    paths.includes("pnpm-workspace.yaml") || member(parseJson(read("package.json") ?? ""), "workspaces") !== undefined;
  const isLocked = (name: string): boolean => paths.includes(at(name)) || (isWorkspace && paths.includes(name));
  if (isOff || locks.some((name) => isLocked(name) || ignored.has(name))) return text;
  return cd + install.replace(command, `$& ${flag}`);
}
