/**
 * Where the installs of a repository run. Set-up keeps what it makes in ignored folders and caches, so a command that installs into
 * the home folder or the system is a step of the workflow, and packages of pip go into an environment of the project.
 */

import type { Sourced } from "./findings.ts";

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

export interface Installs {
  /** `sandbox.setup.run`. */
  readonly inCell: readonly Sourced[];
  /** Steps of the workflow. */
  readonly outside: readonly Sourced[];
  readonly checks: readonly Sourced[];
}

export function placeInstalls({
  install,
  checks,
  gitignore = "",
}: {
  readonly install: readonly Sourced[];
  readonly checks: readonly Sourced[];
  readonly gitignore: string | undefined;
}): Installs {
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
