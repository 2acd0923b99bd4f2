/** What files alone say: the package manager, and the usual commands of a language. CI's own commands rank above them. */

import type { Sourced } from "./findings.ts";
import { managerOf, roleOfName, type Role } from "./command-kinds.ts";
import { hazardOf, hazardOfText, taskOf, type KnownTasks } from "./hazards.ts";
import { uniqueBy } from "./job-needs.ts";
import { oneCommand } from "./script.ts";
import { isPackageScript, type NamedTask } from "./tasks.ts";

export interface Files extends KnownTasks {
  /** Paths without those of fixtures, examples and copies. */
  readonly paths: readonly string[];
  readonly read: (path: string) => string | undefined;
}

/**
 * Lock files first, then manifests; the first row that fits is the manager, and the others are named beside it. package.json may
 * declare its manager, which is npm otherwise.
 */
const MANAGERS: readonly (readonly [manager: string | undefined, path: RegExp, text?: RegExp])[] = [
  ["pnpm", /^pnpm-lock\.yaml$/],
  ["yarn", /^yarn\.lock$/],
  ["bun", /^bun\.lockb?$/],
  ["npm", /^(?:package-lock|npm-shrinkwrap)\.json$/],
  ["deno", /^deno\.lock$/],
  ["uv", /^uv\.lock$/],
  ["poetry", /^poetry\.lock$/],
  ["pdm", /^pdm\.lock$/],
  ["pipenv", /^Pipfile$/],
  ["pixi", /^pixi\.(?:lock|toml)$/],
  ["cargo", /^Cargo\.(?:lock|toml)$/],
  ["go", /^go\.mod$/],
  ["maven", /^pom\.xml$/],
  ["gradle", /^(?:build|settings)\.gradle(?:\.kts)?$/],
  ["bundler", /^(?:Gemfile|[^/]+\.gemspec)$/],
  ["composer", /^composer\.json$/],
  ["mix", /^mix\.exs$/],
  ["nuget", /^[^/]+\.(?:sln|slnx|csproj|fsproj)$|^global\.json$/],
  ["pub", /^pubspec\.yaml$/],
  ["swift", /^Package\.swift$/],
  [undefined, /^package\.json$/],
  ["deno", /^deno\.jsonc?$/],
  ["hatch", /^hatch\.toml$/],
  ["poetry", /^pyproject\.toml$/, /^\[tool\.poetry\]/m],
  ["pdm", /^pyproject\.toml$/, /^\[tool\.pdm[\].]/m],
  ["hatch", /^pyproject\.toml$/, /^\[tool\.hatch\.envs\b/m],
  ["uv", /^pyproject\.toml$/, /^\[tool\.uv\]/m],
  ["pip", /^(?:pyproject\.toml|setup\.py|setup\.cfg|requirements[^/]*\.txt)$/],
  ["sbt", /^build\.sbt$/],
  ["leiningen", /^project\.clj$/],
  ["rebar3", /^rebar\.config$/],
  ["cabal", /^(?:[^/]+\.cabal|cabal\.project|stack\.yaml|package\.yaml)$/],
  ["zig", /^build\.zig$/],
  ["opam", /^(?:dune-project|[^/]+\.opam)$/],
  ["julia", /^Project\.toml$/],
  ["r", /^DESCRIPTION$/, /^Package:/m],
  ["terraform", /^[^/]+\.tf$/],
];

/** The managers of the root, best first. */
export function managersOf({ paths, read }: Pick<Files, "paths" | "read">): readonly Sourced[] {
  const root = paths.filter((path) => !path.includes("/"));
  const declared = DECLARED.exec(read("package.json") ?? "")?.[1];
  const found = MANAGERS.flatMap(([text = declared ?? "npm", pattern, inside]): readonly Sourced[] => {
    const path = root.find((one) => pattern.test(one) && (inside === undefined || inside.test(read(one) ?? "")));
    return path === undefined ? [] : [{ text, from: path }];
  });
  // Of several lock files of one kind of packages, the others may be left over.
  const isDeclared = ({ text, from }: Sourced): boolean => text === declared && from !== "package.json";
  const isLeftOver = (one: Sourced): boolean =>
    found.some(isDeclared) && managerFamily(one.text) === managerFamily(declared ?? "") && !isDeclared(one);
  return uniqueBy(
    found.filter((one) => !isLeftOver(one)),
    ({ text }) => managerFamily(text),
  );
}

const DECLARED = /"packageManager":\s*"(pnpm|yarn|bun|npm)@/;

/** Managers of one kind of packages, of which the first that is found is the repository's. */
const FAMILIES = [/^(?:pnpm|yarn|bun|npm)$/, /^(?:uv|poetry|pdm|pipenv|pixi|hatch|tox|pip)$/];

export function managerFamily(manager: string): string {
  return FAMILIES.find((family) => family.test(manager))?.source ?? manager;
}

/** The usual command that fetches what the lock files name. */
export function installByFiles(manager: Sourced, { paths, read }: Files): readonly Sourced[] {
  const has = (path: string): boolean => paths.includes(path);
  const ignoresLock = /^package-lock\s*=\s*false/m.test(read(".npmrc") ?? "");
  const runner = has("noxfile.py") ? "nox" : has("tox.ini") ? "tox" : undefined;
  const extras = /^\[project\.optional-dependencies\][^[]*^(dev|test|tests|testing)\s*=/m.exec(
    read("pyproject.toml") ?? "",
  )?.[1];
  const requirements = [
    "requirements-dev.txt",
    "requirements_dev.txt",
    "requirements-test.txt",
    "dev-requirements.txt",
    "requirements.txt",
  ].find(has);
  const isPackage = has("setup.py") || /^\[(?:project|build-system)\]/m.test(read("pyproject.toml") ?? "");
  const ofPackage = [
    ...(requirements === undefined ? [] : [`pip install -r ${requirements}`]),
    ...(isPackage ? [`pip install -e .${extras === undefined ? "" : `[${extras}]`}`] : []),
  ];
  const usual: Readonly<Record<string, readonly string[]>> = {
    npm: [!ignoresLock && (has("package-lock.json") || has("npm-shrinkwrap.json")) ? "npm ci" : "npm install"],
    pnpm: [has("pnpm-lock.yaml") ? "pnpm install --frozen-lockfile" : "pnpm install"],
    yarn: [`yarn install${has("yarn.lock") ? (isBerry(read) ? " --immutable" : " --frozen-lockfile") : ""}`],
    bun: [manager.from === "package.json" ? "bun install" : "bun install --frozen-lockfile"],
    deno: ["deno install"],
    uv: [manager.from === "uv.lock" ? "uv sync --locked" : "uv sync"],
    poetry: ["poetry install"],
    pdm: ["pdm install"],
    pipenv: [has("Pipfile.lock") ? "pipenv sync --dev" : "pipenv install --dev"],
    pixi: has("pixi.lock") ? ["pixi install --locked"] : [], // without one, it writes it
    hatch: ["pip install hatch"],
    pip: runner === undefined ? ofPackage : [`pip install ${runner}`],
    cargo: [has("Cargo.lock") ? "cargo fetch --locked" : "cargo fetch"],
    go: ["go mod download"],
    maven: [`${wrapped("mvn", paths)} -B dependency:go-offline`],
    gradle: [`${wrapped("gradle", paths)} dependencies`],
    bundler: ["bundle install"],
    composer: ["composer install"],
    mix: ["mix deps.get"],
    nuget: ["dotnet restore"],
    pub: [/flutter:/.test(read("pubspec.yaml") ?? "") ? "flutter pub get" : "dart pub get"],
    swift: ["swift package resolve"],
    sbt: ["sbt update"],
    leiningen: ["lein deps"],
    rebar3: ["rebar3 get-deps"],
    cabal: has("stack.yaml")
      ? ["stack build --test --only-dependencies"]
      : ["cabal update", "cabal build all --enable-tests --only-dependencies"],
    zig: ["zig build --fetch"],
    opam: ["opam install . --deps-only --with-test"],
    julia: ["julia --project -e 'using Pkg; Pkg.instantiate()'"],
    r: [
      `Rscript -e 'install.packages("remotes", repos = "https://cloud.r-project.org"); remotes::install_deps(dependencies = TRUE)'`,
    ],
    terraform: ["terraform init -backend=false"],
  };
  return (usual[manager.text] ?? []).map((text) => ({ text, from: manager.from }));
}

/** A build tool, by the repository's own wrapper where it has one. */
function wrapped(tool: string, paths: readonly string[]): string {
  return paths.includes(`${tool}w`) ? `./${tool}w` : tool;
}

function isBerry(read: Files["read"]): boolean {
  return read(".yarnrc.yml") !== undefined || /"packageManager":\s*"yarn@[2-9]/.test(read("package.json") ?? "");
}

/** Managers that run a program in an environment of the project. */
const HAS_ENVIRONMENT = /^(?:uv|poetry|pdm|pipenv|pixi)$/;

type TestRow = readonly [manager: RegExp, found: RegExp, command: string, text?: readonly [path: string, RegExp]];

/** Test commands by language: only where a file shows that there are tests. */
const TESTS: readonly TestRow[] = [
  [/^hatch$/, /(?:^|\/)(?:tests?\/|test_\w+\.py$)/, "hatch test"],
  [/^(?:uv|poetry|pdm|pipenv|pip)$/, /^tox\.ini$/, "tox"],
  [/^(?:uv|poetry|pdm|pipenv|pixi|pip)$/, /(?:^|\/)(?:test_\w+|\w+_test)\.py$|(?:^|\/)conftest\.py$/, "pytest"],
  [/^cargo$/, /\.rs$/, "cargo test"],
  [/^go$/, /_test\.go$/, "go test ./..."],
  [/^bundler$/, /^spec\/.*_spec\.rb$/, "bundle exec rspec"],
  [/^bundler$/, /^Rakefile$/, "bundle exec rake test", ["Rakefile", /TestTask|task\s+["':]?test/]],
  [/^composer$/, /^phpunit\.(?:xml|dist\.xml|xml\.dist)$/, "vendor/bin/phpunit"],
  [/^mix$/, /^(?:test|apps)\/.*_test\.exs$/, "mix test"],
  [/^nuget$/, /(?:^|\/)[^/]*[Tt]ests?[^/]*\.(?:csproj|fsproj)$/, "dotnet test"],
  [/^pub$/, /^test\/.*_test\.dart$/, "dart test"],
  [/^swift$/, /^Tests\//, "swift test"],
  [/^deno$/, /_test\.[jt]sx?$|\.test\.[jt]sx?$/, "deno test"],
  [/^bun$/, /\.(?:test|spec)\.[jt]sx?$/, "bun test"],
  [/^maven$/, /(?:^|\/)src\/(?:test|commonTest|jvmTest)\//, "mvn test"],
  [/^gradle$/, /(?:^|\/)src\/(?:test|commonTest|jvmTest)\//, "gradle test"],
  [/^sbt$/, /(?:^|\/)src\/test\//, "sbt test"],
  [/^leiningen$/, /^test\//, "lein test"],
  [/^rebar3$/, /^(?:test\/.*_(?:SUITE|tests)\.erl|src\/)/, "rebar3 eunit"],
  [/^cabal$/, /^stack\.yaml$/, "stack test"],
  [/^cabal$/, /\.cabal$/, "cabal test all"],
  [/^zig$/, /^build\.zig$/, "zig build test", ["build.zig", /"test"/]],
  [/^opam$/, /(?:^|\/)test/, "dune test"],
  [/^julia$/, /^test\/runtests\.jl$/, "julia --project -e 'using Pkg; Pkg.test()'"],
  [/^r$/, /^tests\//, "R CMD check ."],
  [/^terraform$/, /\.tf$/, "terraform validate"],
];

/** The test command of files; none where no test is seen. */
export function testsByFiles(managers: readonly Sourced[], files: Files): readonly Sourced[] {
  const { paths, read } = files;
  if (paths.includes("book.toml")) return [{ text: "mdbook test", from: "book.toml" }];
  const cmake = read("CMakeLists.txt") ?? "";
  const ctest = /enable_testing|include\s*\(\s*CTest|add_test|add_subdirectory\s*\(\s*tests?\b/i.test(cmake)
    ? [{ text: "ctest --test-dir build --output-on-failure", from: "CMakeLists.txt" }]
    : [];
  if (managers.length === 0 && ctest.length > 0) return ctest;
  const named = taskByRole("test", files);
  if (named.length > 0) return named.slice(0, 1);
  const noted = notedCommand("test", managers, files);
  if (noted.length > 0) return noted;
  for (const { text: manager } of managers) {
    const row = TESTS.find(
      ([of, found, , inside]) =>
        of.test(manager) &&
        paths.some((path) => found.test(path)) &&
        (inside === undefined || inside[1].test(read(inside[0]) ?? "")),
    );
    if (row === undefined) continue;
    const [, found, command] = row;
    const prefix = command === "pytest" && HAS_ENVIRONMENT.test(manager) ? `${manager} run ` : "";
    const text = command.replace(/^(?:mvn|gradle)(?= )/, (tool) => wrapped(tool, paths));
    const from = paths.find((path) => found.test(path)) ?? "";
    return [{ text: prefix + text, from: from.replace(/(src\/(?:test|commonTest|jvmTest))\/.*$/, "$1") }];
  }
  if (ctest.length > 0) return ctest;
  const isMeson =
    paths.includes("meson.build") &&
    (/\btest\s*\(/.test(read("meson.build") ?? "") || paths.some((path) => /^tests?\/meson\.build$/.test(path)));
  return isMeson ? [{ text: "meson test -C build", from: "meson.build" }] : [];
}

/** What builds a project of C before its tests. */
export function buildByFiles(files: Files): readonly Sourced[] {
  const { paths, read } = files;
  const task = files.tasks.find((one) => one.name === "build" && hazardOf(one, files) === undefined);
  if (task !== undefined) return [{ text: `${task.runner} build`, from: task.from }];
  if (read("CMakeLists.txt") !== undefined)
    return ["cmake -S . -B build", "cmake --build build"].map((text) => ({ text, from: "CMakeLists.txt" }));
  if (paths.some((path) => /^[^/]+\.(?:sln|slnx)$/.test(path))) return [{ text: "dotnet build", from: "the solution" }];
  return paths.includes("meson.build") ? [{ text: "meson setup build", from: "meson.build" }] : [];
}

const PLACEHOLDER = /no test specified|^\s*exit 1\s*$|^(?:echo|true|:)\b[^&|;]*$/;

/** Tasks with a name of this role that end and do not act, best name first. */
function taskByRole(role: "test" | "lint", files: Files): readonly Sourced[] {
  const best = role === "test" ? /^(?:test|tests|check)$/ : /^(?:lint|linting|check|style|format-check|typecheck)$/;
  return files.tasks
    .filter(
      ({ name, runner }) =>
        !name.includes("*") &&
        (roleOfName(name) === role || (role === "test" && runner === "make" && name === "check")),
    )
    .filter(({ name }) => best.test(name))
    .filter(
      (task) => task.body !== undefined && !PLACEHOLDER.test(task.body.trim()) && hazardOf(task, files) === undefined,
    )
    .toSorted((a, b) => rankOfTask(b) - rankOfTask(a))
    .map(({ runner, name, from }) => ({
      text: runner === "npm run" && name === "test" ? "npm test" : `${runner} ${name}`,
      from,
    }));
}

/** Scripts of a package manager first, and names that are exactly the role's. */
function rankOfTask(task: NamedTask): number {
  return (isPackageScript(task) ? 2 : 0) + (/^(?:test|lint)$/.test(task.name) ? 1 : 0);
}

export function lintByFiles(files: Files): readonly Sourced[] {
  const named = taskByRole("lint", files).slice(0, 2);
  if (named.length > 0) return named;
  const noted = notedCommand("lint", managersOf(files), files);
  if (noted.length > 0) return noted;
  return files.read(".pre-commit-config.yaml") === undefined
    ? []
    : [{ text: "pre-commit run --all-files", from: ".pre-commit-config.yaml" }];
}

const NOTES = ["AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md", "GEMINI.md"] as const;

/** An example of a file, a test or a module, of which the reader is to name another. */
const TO_FILL =
  /<|\.\.\.|\b(?:(?<!-)path|foo|bar|example|module|your|some)\b|[-_](?:name|file|test_name)\b|\.\w{1,20}:\d|::|[[\]{}]/i;

/** Flags whose value is a file that the whole suite uses. */
const WITH_FILE =
  / (?:-[cfr]|--[\w-]*(?:config|file|path|project|settings|require|import|bootstrap|ignore))[= ]\S+(?= |$)/g;
/** A script that runs the suite, which no test is by its name. */
const SUITE = /^(?:bash|sh|node|python[\d.]*|ruby|perl|php|tsx) (?!\S*(?:\btest_|[_.](?:test|spec)\.))\S+(?= |$)/;

/** Whether a test command names one file of many. */
function isOfOneFile(inner: string): boolean {
  return / [\w./-]+\/[\w.-]+\.\w+(?= |$)/.test(inner.replaceAll(WITH_FILE, "").replace(SUITE, ""));
}

/**
 * The plainest command of the role that AGENTS.md, or notes for other agents, name in code. They are written for people to read, so
 * they rank below CI and the repository's own tasks, and only a known tool's command without a place to fill in counts.
 */
function notedCommand(role: Role, managers: readonly Sourced[], files: Files): readonly Sourced[] {
  const found = NOTES.flatMap((path) => {
    let isCode = false;
    return (files.read(path) ?? "").split("\n").flatMap((line, index): readonly Sourced[] => {
      if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
      const spans = isCode
        ? [line.replace(/\s#.*$/, "").trim()]
        : Array.from(line.matchAll(/`([^`]+)`/g), ([, span = ""]) => span);
      return spans.map((text) => ({ text, from: `${path}:${index + 1}` }));
    });
  });
  return found
    .filter(({ text }) => {
      const command = TO_FILL.test(text.replaceAll("./...", "")) ? undefined : oneCommand(text, ".");
      if (command?.role !== role || !text.includes(" ")) return false;
      if (role === "test" && isOfOneFile(command.inner)) return false;
      const manager = managerOf(text);
      if (manager !== undefined && !managers.some((one) => one.text === manager)) return false;
      const task = taskOf(command.inner, files.tasks);
      return (task === undefined ? hazardOfText(text, files) : hazardOf(task, files)) === undefined;
    })
    .toSorted((a, b) => a.text.length - b.text.length)
    .slice(0, 1);
}
