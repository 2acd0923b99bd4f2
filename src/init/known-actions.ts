/** Actions of others whose work is a command, or a toolchain that the workflow needs too. */

import type { Role } from "./command-kinds.ts";

type With = Readonly<Record<string, string>>;

/** The commands that an action runs, by its name without the version. */
const RUNS: Readonly<Record<string, (settings: With) => readonly (readonly [Role, string])[]>> = {
  "ruby/setup-ruby": (settings) => (settings["bundler-cache"] === "true" ? [["install", "bundle install"]] : []),
  "golangci/golangci-lint-action": ({ args = "" }) => [["lint", `golangci-lint run ${args}`.trim()]],
  "pre-commit/action": ({ extra_args = "" }) => preCommit(extra_args || "--all-files"),
  "clowdhaus/terraform-composite-actions/pre-commit": ({ args = "--all-files" }) => {
    const one = /^(terraform_validate)\b/.exec(args)?.[1];
    return one === undefined ? preCommit("--all-files") : [["test", `pre-commit run ${one} --all-files`]];
  },
  "j178/prek-action": () => [["lint", "prek run --all-files"]],
  "astral-sh/ruff-action": ({ args = "check" }) => [["lint", `ruff ${args}`]],
  "chartboost/ruff-action": ({ args = "check" }) => [["lint", `ruff ${args}`]],
  "psf/black": () => [["lint", "black --check ."]],
  "isort/isort-action": () => [["lint", "isort --check ."]],
  "crate-ci/typos": () => [["lint", "typos"]],
  "EmbarkStudios/cargo-deny-action": () => [["lint", "cargo deny check"]],
  "bahmutov/npm-install": () => [["install", "npm ci"]],
  "pnpm/action-setup": ({ run_install = "false" }) =>
    /false|null/.test(run_install) ? [] : [["install", "pnpm install"]],
  "ramsey/composer-install": () => [["install", "composer install"]],
  "julia-actions/julia-buildpkg": () => [["install", "julia --project -e 'using Pkg; Pkg.instantiate()'"]],
  "julia-actions/julia-runtest": () => [["test", "julia --project -e 'using Pkg; Pkg.test()'"]],
  "r-lib/actions/check-r-package": () => [["test", "R CMD check ."]],
  "gradle/gradle-build-action": gradle,
  "gradle/actions/setup-gradle": gradle,
  "actions-rs/cargo": ({ command = "", args = "" }) => {
    const role = ({ test: "test", clippy: "lint", fmt: "lint", build: "build", check: "build" } as const)[command];
    return role === undefined ? [] : [[role, `cargo ${command} ${args}`.trim()]];
  },
  "PyO3/maturin-action": ({ command = "build", args = "" }) => [["build", `maturin ${command} ${args}`.trim()]],
  "hynek/build-and-inspect-python-package": () => [["build", "python -m build"]],
};

function preCommit(args: string): readonly (readonly [Role, string])[] {
  return [
    ["install", "pip install pre-commit"],
    ["install", "pre-commit install-hooks"],
    ["lint", `pre-commit run ${args}`],
  ];
}

function gradle({ arguments: args = "" }: With): readonly (readonly [Role, string])[] {
  return /\b(?:test|check|build)\b/.test(args) ? [["test", `./gradlew ${args}`]] : [];
}

function actionName(uses: string): string {
  return uses.replace(/@.*$/, "");
}

/** The commands that a step with `uses` stands for. */
export function commandsOfAction(uses: string, settings: With): readonly (readonly [Role, string])[] {
  const name = actionName(uses);
  return Object.hasOwn(RUNS, name) ? (RUNS[name]?.(settings) ?? []) : [];
}

/** Actions that install a toolchain and nothing else, so that a workflow of ours may run them as CI does. */
const SETUP =
  /^(?:actions\/setup-(?:node|python|go|java|dotnet)|pnpm\/action-setup|oven-sh\/setup-bun|denoland\/setup-deno|astral-sh\/setup-uv|snok\/install-poetry|abatilo\/actions-poetry|pdm-project\/setup-pdm|dtolnay\/rust-toolchain|actions-rust-lang\/setup-rust-toolchain|actions-rs\/toolchain|moonrepo\/setup-rust|shivammathur\/setup-php|erlef\/setup-beam|erlef\/setup-elixir|ruby\/setup-ruby|go-task\/setup-task|extractions\/setup-just|taiki-e\/install-action|subosito\/flutter-action|dart-lang\/setup-dart|hashicorp\/setup-terraform|opentofu\/setup-opentofu|haskell-actions\/setup|haskell\/actions\/setup|mlugg\/setup-zig|goto-bus-stop\/setup-zig|julia-actions\/setup-julia|r-lib\/actions\/setup-r|swift-actions\/setup-swift|ocaml\/setup-ocaml|coursier\/setup-action|sbt\/setup-sbt|DeLaGuardo\/setup-clojure|jdx\/mise-action|prefix-dev\/setup-pixi|hashicorp\/setup-\w+|terraform-linters\/setup-tflint|pypa\/hatch|volta-cli\/action|lukka\/get-cmake|leafo\/gh-actions-lua)$/;
/** Settings that install packages outside of the cell, restore caches of others or name a token. */
const DROPPED = /cache|token|run_install|run-install|registry-url|scope|always-auth|settings/i;

/** Actions that install packages outside of the cell unless they are told not to. */
const NO_INSTALL: Readonly<Record<string, With>> = { "prefix-dev/setup-pixi": { "run-install": "false" } };
/** Settings of an install. Such an action fails when it has them and does not install, or when a host lacks its secret. */
const OF_INSTALL = /^(?:locked|frozen|environments|activate-environment|global-environments|auth-.*)$/;

/** The step as our workflow may run it; undefined for an action that is no toolchain. */
export function setupStep(uses: string, settings: With): { readonly uses: string; readonly with: With } | undefined {
  const name = actionName(uses);
  if (!SETUP.test(name) || !/^[\w./-]+@[\w./-]+$/.test(uses)) return undefined;
  const noInstall = NO_INSTALL[name];
  const kept = Object.entries(settings).filter(
    ([key]) => !DROPPED.test(key) && (noInstall === undefined || !OF_INSTALL.test(key)),
  );
  // It refuses to run without a toolchain, and an earlier step of CI may name it.
  const isLacking = uses === "dtolnay/rust-toolchain@master" && settings["toolchain"] === undefined;
  const own = isLacking ? { toolchain: "stable" } : (noInstall ?? {});
  return { uses, with: { ...own, ...Object.fromEntries(kept) } };
}
