/** What a command is for, by its words: tables of tools, without a look at the repository. */

export type Role = "install" | "test" | "lint" | "build";

/** Runners in front of a tool, with the flags that take a value. */
const RUNNERS: readonly RegExp[] = [
  /^(?:uv|rye|pdm|poetry|pipenv|hatch) run(?: (?:--(?:group|extra|with|python|package|only-group|directory|project|env-file|no-group)|-p) \S+| --?[\w-]+(?:=\S+)?)* (?!(?:tests?|lint|types|typing|fmt|format|check|style|cov)(?:[:-]\S*)?(?: |$))/,
  /^pixi run(?: (?:(?:--manifest-path|--environment|-e) \S+|--(?!(?:manifest-path|environment) )\S+))* (?=(?:cargo|cmake|ctest|go|meson|npm|pytest|python) )/,
  /^(?:pnpm|yarn|bun) (?=(?:nx|turbo|lerna) )/,
  /^uvx /,
  /^bundle exec /,
  /^(?:npx|bunx|pnpx)(?: (?:--yes|-y|--no-install|--no|--bun))* /,
  /^(?:pnpm|yarn|npm|bun)(?: (?:-r|-w|--recursive|--silent|-s|--filter[= ]\S+))* (?:exec|dlx|x)(?: --)? /,
  /^yarn (?:-T )?run -[TB] /,
  /^python[\d.]*(?: -[A-Za-su]+)* -m /,
  /^py -m /,
  /^xvfb-run(?: -\S+)* /,
  /^sudo(?: -\S+)* /,
  /^(?:time|nice|command|env(?: \w+=\S*)*) /,
  /^timeout \S+ /,
  /^(?:opam|rbenv|pyenv|asdf) exec (?:-- )?/,
  /^mise (?:exec|x)(?: \S+)*? -- /,
  /^(?:coverage|pytest-cov) run(?: (?:--(?:context|data-file|include|omit|rcfile|source) \S+|(?!-m)-\S+))*(?: -m)? /,
  /^(?:c8|nyc|cross-env(?: \w+=\S+)*)(?: --\S+)* /,
];

/** The folder of a tool. Another relative path is a script of the repository, whose path is kept. */
const OF_TOOL = /^(?:\/(?:.*\/)?|(?:\.\/)?(?:.*\/)?(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin)\/|\.\/)/;

/** The command without what runs it: `uv run --group dev tox run` is `tox run`. */
export function innerCommand(words: readonly string[]): string {
  const [program = "", ...rest] = words;
  let text = [program.replace(OF_TOOL, ""), ...rest].join(" ");
  for (let round = 0; round < 4; round += 1) {
    const found = RUNNERS.map((runner) => runner.exec(text)?.[0]).find((prefix) => prefix !== undefined);
    if (found === undefined || found.length >= text.length) break;
    text = text.slice(found.length);
  }
  return text;
}

const PM = "(?:npm|pnpm|yarn|bun)";
/** A script of package.json, with flags of the package manager before its name. */
const SCRIPT = new RegExp(
  String.raw`^${PM}(?: (?:-[rwsC]|--(?:recursive|silent|workspaces|if-present|parallel|stream))| --(?:filter|workspace|prefix|dir|cwd)[= ]\S+| -[FC] \S+| -w \S+)* (?:run(?:-script)? )?(?:--?\S+ )*([\w:.@/-]+)`,
);
const OWN_WORDS =
  /^(?:install|i|ci|add|remove|exec|dlx|x|config|set|init|login|whoami|version|publish|pack|link|cache|audit|outdated|update|up|upgrade|dedupe|why|list|ls|info|view|store|import|patch|rebuild|prune|create|npm|node|workspaces?|plugin|plugins|global|constraints|dlx|pm|approve-builds|licenses|deploy|setup|env|help|tag|fund|explain|get|root|bin|prefix|ping|doctor)$/;

/** The name of the package.json script that a command runs; undefined for another command. */
export function scriptName(inner: string): string | undefined {
  if (/^npm (?:t|tst|test)\b/.test(inner)) return "test";
  if (inner.startsWith("yarn workspaces")) return undefined;
  const name = SCRIPT.exec(inner)?.[1];
  if (name === undefined) return undefined;
  return /^(?:npm|pnpm|yarn|bun)\b.* run(?:-script)? /.test(inner) ||
    !(OWN_WORDS.test(name) || inner.startsWith("bun test"))
    ? name
    : undefined;
}

/** The target, task, session or script that a command names, with its runner. */
const TARGETS: readonly RegExp[] = [
  /^nx (?:run-many|affected)\b.*? (?:-t|--targets?)[= ]([\w.:/-]+)/,
  /^(?:g?make|mage|rake|task|just|composer(?: run(?:-script)?)?|deno task|invoke|inv|ant|lerna run|nx run|nx|turbo run|turbo|moon run|earthly|pixi run|hatch run|poe|doit|mise run|lein(?: sub)?|b|grunt|gulp|uv run|rye run|pdm run|poetry run|yarn workspaces foreach(?: -\w+)* run)(?: (?:-[A-Zej]\d*(?: \S+)?|--(?:manifest-path|environment|directory|project|package|group|extra) \S+|--\S+|\w+=\S*))* \+?([\w.:/-]+)(?![\w=.:/-])/,
  /^tox(?: run| run-parallel| -\w*v\w*)*(?: \S+)*? -\w*e ?([\w.,:-]+)/,
  /^nox(?: \S+)*? (?:-s|-e|--session|--sessions) ([\w.:-]+)/,
];

const LINT =
  /^(?:e?lint(?:er|ing|s)?|eslint|format(?:ting)?|fmt|prettier|style(?:lint)?|checkstyle|type-?check|types?|typing|tsc|mypy|pyright|flake8|ruff|pylint|black|isort|clippy|rubocop|standard|phpstan|psalm|phpcs|cs|credo|dialyzer|check\w*|vet|spell\w*|codespell|knip|biome|oxlint|analy[sz]e|pre-?commit|quality|static|spotless\w*|ktlint\w*|detekt|validate)$/i;
const TEST =
  /^(?:tests?|testall|specs?|unit|units|functional|vitest|jest|mocha|pytest|cucumber|phpunit|pest|runtest\w*|coverage|cov|cover|py\d*|py\d[\w.]*|pypy\d*)$/i;
const BUILD = /^(?:build|compile|bundle|dist|docs?|prepare|generate|vendoring|site)$/i;

export function roleOfName(name: string): Role | undefined {
  const parts = name.split(/[:\-_./,]/).filter((part) => part !== "");
  const [first = ""] = parts;
  if (/fix|write|apply|update|watch/i.test(name)) return undefined;
  if (name === "ci") return "test";
  if (name === "all") return "build";
  if (LINT.test(first)) return "lint";
  if (!TEST.test(first) && BUILD.test(parts.at(-1) ?? "")) return "build";
  if (parts.some((part) => TEST.test(part) || /^tests?\d|test$/i.test(part))) return "test";
  if (parts.some((part) => LINT.test(part))) return "lint";
  return parts.some((part) => BUILD.test(part)) ? "build" : undefined;
}

/** The role of commands that fit one of the patterns; undefined for those that have none. The first row that fits decides. */
type RoleRow = readonly [role: Role | undefined, ...patterns: readonly RegExp[]];

/** What comes before a look at the name of a task. */
const FIRST_ROWS: readonly RoleRow[] = [
  [
    "install",
    // The file of variables that tests load, which git ignores.
    /^cp (?:-\w+ )?\S*\.env\S* \S*\.env\S*$|^php artisan key:generate\b/,
  ],
  [
    undefined,
    /^go test (?:.* )?-c(?: |$)| -DskipTests| -Dmaven\.test\.skip| -x test(?: |$)|^go test .*-fuzz=|^ninja .*\binstall\b|^\S+ (?:--version|-v|--help|-V|version)$(?<!^(?:pytest|ctest|jest|nox|tox) -v)|^\S+(?: \S+)? --(?:version|help)$|^(?:echo|cd|ls|cat|cp|mv|rm|mkdir|git|gh|tar|unzip|which|test|printf|touch|chmod|ln|pwd|true|exit|wait|sleep|node -[vpe])\b/,
    /^(?:npm|pnpm|yarn|bun) (?:config|set|cache|whoami|version|publish|link|audit|store|npm|plugin)\b|^corepack |^(?:pip3?|uv pip) install (?:-\S+ )*(?:--upgrade |-U )?(?:pip|setuptools|wheel|build|twine)(?: |$)/,
    /^(?:npm|pnpm|yarn) (?:i|install|add|global add)\b.* ?(?:-g|--global)\b|^yarn global|^(?:yarn|pnpm|npm|bun) add\b/,
  ],
  [
    "install",
    /^(?:npm (?:i|install|ci|clean-install)|pnpm(?: -\S+)* (?:i|install)|yarn(?: install|(?: --\S+)*$)|bun (?:install|i|ci))\b|^yarn$/,
    /^(?:playwright|pnpm playwright|yarn playwright|npm playwright|cypress) install\b/,
    /^(?:uv (?:sync|pip (?:install|sync)|tool install|venv)|pip3? install|pipx install|poetry install|pdm (?:install|sync)|pipenv (?:install|sync)|hatch env create|conda env|mamba env|rye sync|pixi install|tox.* --notest|nox.* --install-only)\b/,
    /^(?:pre-commit (?:install-hooks|install)|cargo (?:fetch|install|binstall)|rustup |go (?:mod download|install|get|generate -x)|bundle(?: install| config|$)|gem install|composer (?:install|update)|mix (?:deps\.get|local\.(?:hex|rebar)|do deps\.get.*)|dotnet (?:restore|tool restore|workload restore)|nuget restore|terraform init|tflint --init)\b/,
    /^(?:apt-get|apt|apk|dnf|yum|brew|pacman) (?:-\S+ )*(?:install|add|-S)\b/,
    /^(?:mvnw?) .*dependency:|^(?:gradlew?) (?:dependencies|--version)|^(?:cabal (?:update|build .*--only-dependencies|install --only)|stack (?:setup|build .*--only-dependencies)|swift package resolve|(?:dart|flutter) pub get|deno (?:install|cache)|zig build --fetch|opam install|rebar3 get-deps|lein (?:deps|install)\b|luarocks install|cpanm? |meson subprojects download|git submodule|mise install|asdf install|vcpkg install|conan install)/,
  ],
];

const OTHER_ROWS: readonly RoleRow[] = [
  [
    "test",
    /^(?:jest|vitest|mocha|ava|tap|tape|pytest|py\.test|unittest|gotestsum|rspec|minitest|cucumber|(?:simple-)?phpunit|pest|paratest|ctest|bats|busted|prove|nextest|testr|stestr|trial|behave|playwright test|cypress run|wtr|web-test-runner|karma|uvu|node --test|node --experimental\S* .*(?:jest|test)|tsx --test|bun test|deno test|mdbook test|hatch test|jasmine|elm-test|kubeconform|runtest[\w-]*)\b/,
    /^(?:cargo (?:\+\S+ )?(?:test|nextest|insta test|hack test|miri test|llvm-cov)|go test|mix (?:test|coveralls)(?= |$)|dotnet test|swift test|zig build (?:\S+ )*test(?:[-_:]\S+)?(?= |$)|cabal (?:new-)?(?:test|v2-test)|stack test|sbt (?:.*[ +;/:])?test(?:Only|Quick|All)?(?=[ ;]|$)|(?:dart|flutter|very_good) test|rebar3 (?:ct|eunit|proper)|dune (?:test|runtest|build @runtest)|lein (?:sub |with-profiles? \S+ )?test(?:-all)?\b|gleam test|php artisan test|python[\d.]* (?:\.\/)?(?:manage|setup)\.py test|clojure .*:test|clj .*:test|bazel test|bazelisk test|buck2? test|meson test|ninja (?:.* )?test(?= |$)|R CMD check|xcodebuild (?:.* )?test(?:-without-building)?(?= |$)|scons test|terraform (?:test|validate)|ansible-test|molecule test|julia .*Pkg\.test|rake$|rake (?:test|spec)|rails test|bin\/rails test|cmake --build .* --target (?:test|check)|mage test|nimble test|shards spec|crystal spec|gradlew? (?:.* )?(?:[\w:-]*:)?(?:test|check|build)(?= |$)|mvnw? (?:.* )?(?:test|verify|install|integration-test)(?= |$))/,
  ],
  [
    "lint",
    /^(?:eslint|prettier .*(?:--check|-c\b|-l\b)|stylelint|biome (?:ci|check|lint)|oxlint|tsc\b.*--noEmit|tsc$|vue-tsc|xo$|standard$|ruff(?: check| format .*--check)|flake8|pylint|mypy|pyright|basedpyright|ty check|black .*--check|isort .*--check|hatch fmt .*--check|hatch run (?:types|lint|typing)\b|pre-commit run|prek run|interrogate|bandit|vulture|pyflakes|pycodestyle|pydocstyle|codespell|typos|reuse lint|twine check)\b/,
    /^(?:cargo (?:\+\S+ )?(?:clippy|deny|audit|machete|fmt\b.*--check|hack (?:check|clippy))|go vet|golangci-lint|staticcheck|gofmt -l|gofumpt -l|rubocop|standardrb|erb_lint|mix (?:format --check|credo|dialyzer|deps\.unlock --check|sobelow)|dotnet format .*--verify|phpstan|psalm|php-cs-fixer .*--dry-run|pint --test|phpcs|rector .*--dry-run|terraform fmt .*-check|tflint|tfsec|checkov|shellcheck|shfmt -d|actionlint|yamllint|ansible-lint|helm lint|hadolint|hlint|ormolu .*check|fourmolu .*check|(?:dart|flutter) analyze|dart format .*(?:-o none|--set-exit-if-changed)|deno (?:lint|fmt .*--check|check)|swiftlint|swiftformat .*--lint|ktlint|sbt .*scalafmt\w*Check|mvnw? .*(?:spotless:check|checkstyle|formatter:validate)|gradlew? .*(?:spotlessCheck|ktlintCheck|checkstyle\w*|detekt|lint)|zig fmt .*--check|clang-format .*(?:-n|--dry-run)|markdownlint\S*|nix flake check|luacheck|stylua .*--check|selene|xref|rebar3 (?:xref|dialyzer|fmt --check)|buf lint|elm-review|nixfmt .*--check|taplo .*check)\b/,
  ],
  [
    "build",
    /^(?:cargo (?:\+\S+ )?(?:build|check)|go build|mvnw? .*\b(?:package|compile)\b|gradlew? .*\b(?:assemble|classes)\b|mix compile|dotnet (?:build|publish -o)|cmake|meson (?:setup|compile)|ninja|swift build|zig build|cabal (?:v2-)?build|stack build|sbt .*compile|hatch build|build$|build --|poetry build|uv build|maturin (?:build|develop)|mdbook build|mkdocs build|hugo|jekyll build|deno compile|tsc\b|webpack|rollup|vite build|esbuild|(?:yarn|npm|pnpm) pack|terraform plan -help|docker build|bazel build|dune build|rebar3 compile|rake (?:build|compile)|configure|autogen\.sh|autoreconf|bootstrap\S*|lein (?:compile|uberjar)|make$|make (?:-j\S* ?)*(?:[A-Z_]+=\S+ ?)*$)/,
  ],
];

/** `inner` is from `innerCommand`. */
export function roleOf(inner: string): Role | undefined {
  const isOf = ([, ...patterns]: RoleRow): boolean => patterns.some((pattern) => pattern.test(inner));
  const first = FIRST_ROWS.find(isOf);
  if (first !== undefined) return first[0];
  const script = scriptName(inner);
  if (script !== undefined && !inner.startsWith("bun test")) return roleOfName(script);
  for (const target of TARGETS) {
    const name = target.exec(inner)?.[1];
    if (name !== undefined)
      return inner.startsWith("make ") && /^(?:check|verify)$/.test(name) ? "test" : roleOfName(name);
  }
  if (/^tox\b/.test(inner)) return /--notest/.test(inner) ? "install" : "test";
  if (/^nox\b/.test(inner)) return "test";
  const row = OTHER_ROWS.find(isOf);
  if (row !== undefined) return row[0];
  // A script of the repository: `bash script/test`, `node scripts/lint.js --eslint`, `./check.sh`.
  const path =
    /^(?:(?:bash|sh|zsh|node|python[\d.]*|ruby|perl|php|tsx|deno run(?: -\S+)*|npx tsx) )?((?:[\w.-]+\/)*[\w.-]+)/.exec(
      inner,
    )?.[1];
  const isScript =
    path !== undefined &&
    (path.includes("/") || /\.(?:sh|js|mjs|cjs|ts|py|rb|pl)$/.test(path) || /^(?:bash|sh|node|python\S*) /.test(inner));
  if (!isScript) return undefined;
  return roleOfName(path.replace(/^.*\//, "").replace(/\.\w+$/, "")) ?? (/^tests?\//.test(path) ? "test" : undefined);
}

/** Programs of a language, a package manager or the repository itself, and what those run out of the packages of the project. */
const OF_PROJECT =
  /^(?:\.{0,2}\/|\w[\w.-]*\/|(?:npm|npx|pnpm|yarn|bunx?|deno|node|make|composer|php|bundle|rake|mix|tox|nox|hatch|gradlew?|mvnw?|dotnet|gofmt|cabal|stack|sbt|lein|swift|dart|flutter|zig|rebar3|dune|opam|julia|Rscript|R|terraform|just|task|bash|sh|python3?|ruby|perl|cmake|ctest|meson)(?: |$)|(?:uv|poetry|pdm|pipenv|rye) run |go (?:vet|fmt|build|run|test)\b|cargo (?:\+\S+ )?(?:fmt|clippy|check|test|build|doc)\b)/;

/** The tool of a command that a project does not bring along by itself: `golangci-lint`, `cargo-deny`. */
export function toolOf(line: string): string | undefined {
  const text = line.replace(/^cd \S+ && /, "").replace(/^(?:\w+=\S* )+/, "");
  if (OF_PROJECT.test(text)) return undefined;
  const [program = "", verb = ""] = text.split(" ").filter((word) => !word.startsWith("+"));
  return program === "cargo" ? `cargo-${verb}` : program;
}

/** An install that fetches none of the repository's own dependencies. */
export function isOfSystem(inner: string): boolean {
  return /^(?:apt|apt-get|brew|dnf|apk|cp|php artisan|rustup|cargo binstall|uv venv)\b|^(?:(?:pnpm|yarn|npm) )?(?:playwright|cypress) install\b|^(?:gem|cargo|go) install (?!\.)/.test(
    inner,
  );
}

/** What downloads from which kinds of hosts. Each row that fits adds its hosts. */
const TOOLS: readonly (readonly [RegExp, { readonly manager?: string; readonly hosts: readonly string[] }])[] = [
  [/\bnpm\b|\bnpx\b/, { manager: "npm", hosts: ["npm"] }],
  [/\bpnpm\b|\bpnpx\b/, { manager: "pnpm", hosts: ["npm"] }],
  [/\byarn\b/, { manager: "yarn", hosts: ["npm"] }],
  [/\bbunx?\b/, { manager: "bun", hosts: ["npm"] }],
  [/\bdeno\b/, { manager: "deno", hosts: ["jsr", "npm"] }],
  [/\buvx?\b/, { manager: "uv", hosts: ["pypi"] }],
  [/\bpoetry\b/, { manager: "poetry", hosts: ["pypi"] }],
  [/\bpdm\b/, { manager: "pdm", hosts: ["pypi"] }],
  [/\bhatch\b/, { manager: "hatch", hosts: ["pypi"] }],
  [/\bpipenv\b/, { manager: "pipenv", hosts: ["pypi"] }],
  [/\btox\b/, { manager: "tox", hosts: ["pypi"] }],
  [/\bnox\b|\bpipx?3?\b|\bpip install\b/, { manager: "pip", hosts: ["pypi"] }],
  [/\bpixi\b/, { manager: "pixi", hosts: ["conda"] }],
  [/\b(?:pre-commit|prek)\b/, { hosts: ["pypi", "github"] }],
  [/\bcargo\b|\bmaturin\b/, { manager: "cargo", hosts: ["crates"] }],
  [/\brustup\b/, { hosts: ["rustup"] }],
  [
    /\bgo (?:test|build|mod|vet|install|run|generate)\b|\bgotestsum\b|\bgolangci-lint\b/,
    { manager: "go", hosts: ["go"] },
  ],
  [/\bmvnw?\b/, { manager: "maven", hosts: ["maven"] }],
  [/\bgradlew?\b/, { manager: "gradle", hosts: ["gradle", "maven"] }],
  [/\bsbt\b/, { manager: "sbt", hosts: ["maven"] }],
  [/\blein\b|\bclojure\b|\bclj\b/, { manager: "leiningen", hosts: ["maven", "clojars"] }],
  [/(?:^|&& )(?:bundle|rake|rspec|script\/bootstrap)\b|\bgem install\b/, { manager: "bundler", hosts: ["rubygems"] }],
  [/\bcomposer\b|\bphpunit\b/, { manager: "composer", hosts: ["packagist", "github"] }],
  [/\bmix\b/, { manager: "mix", hosts: ["hex"] }],
  [/\brebar3\b/, { manager: "rebar3", hosts: ["hex"] }],
  [/\bdotnet\b|\bnuget\b/, { manager: "nuget", hosts: ["nuget"] }],
  [/\bswift (?:build|test|package)\b/, { manager: "swift", hosts: ["github"] }],
  [/\b(?:dart|flutter)\b/, { manager: "pub", hosts: ["pub"] }],
  [/\b(?:cabal|stack)\b/, { manager: "cabal", hosts: ["hackage"] }],
  [/\bzig\b/, { manager: "zig", hosts: ["zig"] }],
  [/\bjulia\b/, { manager: "julia", hosts: ["julia"] }],
  [/^R CMD\b|\bRscript\b/, { manager: "r", hosts: ["cran"] }],
  [/\bterraform\b|\btflint\b/, { manager: "terraform", hosts: ["terraform"] }],
  [/\bopam\b|\bdune\b/, { manager: "opam", hosts: ["opam"] }],
  [/\bplaywright install\b/, { hosts: ["playwright"] }],
  [/\bcypress install\b/, { hosts: ["cypress"] }],
  [/\b(?:apt-get|apt) (?:-\S+ )*(?:install|update)\b/, { hosts: ["apt"] }],
];

export function hostKinds(command: string): readonly string[] {
  return TOOLS.flatMap(([pattern, { hosts }]) => (pattern.test(command) ? hosts : []));
}

export function hostsOfManager(name: string): readonly string[] {
  return TOOLS.find(([, { manager }]) => manager === name)?.[1].hosts ?? [];
}

export function managerOf(command: string): string | undefined {
  return TOOLS.find(([pattern, { manager }]) => manager !== undefined && pattern.test(command))?.[1].manager;
}
