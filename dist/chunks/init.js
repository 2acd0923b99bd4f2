import { $t as spanOfCode, Gt as harmlessText, Nt as findShapes, Pt as isSecretName, R as sha256, Xt as plainText, _ as canonicalJson, _t as counted, at as member$1, ct as configError, ht as oneLine, it as isRecord, lt as describeError, ot as parseJson, r as systemReason, st as RunnerError, ut as gitError, w as lstatOrNone } from "./front.js";
import { c as githubJob, s as contextOfVariables } from "./github.js";
import { A as compareLink, _ as originRepository, h as jobClient } from "./job.js";
import { M as createGit, w as parseTree } from "./git.js";
import { Ao as findCheckout, Ja as LOCK_FILES, Oo as trustedPath, Sa as NETWORK_GROUPS, Zo as objectsIn, bo as makeFolders, cs as configEnvironment, jo as withoutCommit, mn as REPOSITORY, oa as POLICY_PATH, os as TRUST_OWNER, ot as programName, ta as shellWord, us as systemClock } from "./core.js";
import { B as loadPolicy, J as alternatives, U as workspaceGlobProblem, V as compileGlobs, dt as plainValue, ft as problemsIn, k as unifiedDiff, lt as MAX_CHARS$1, pt as require_dist, q as patternProblem, ut as parseYaml } from "./toolbox.js";
import { r as explain, s as analyseCommand } from "./shell.js";
import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { execFile, spawn } from "node:child_process";
import { tmpdir } from "node:os";

// src/init/known-actions.ts
const RUNS = {
	"ruby/setup-ruby": (settings) => settings["bundler-cache"] === "true" ? [["install", "bundle install"]] : [],
	"golangci/golangci-lint-action": ({ args = "" }) => [["lint", `golangci-lint run ${args}`.trim()]],
	"pre-commit/action": ({ extra_args = "" }) => preCommit(extra_args || "--all-files"),
	"clowdhaus/terraform-composite-actions/pre-commit": ({ args = "--all-files" }) => {
		const one = /^(terraform_validate)\b/.exec(args)?.[1];
		return one === void 0 ? preCommit("--all-files") : [["test", `pre-commit run ${one} --all-files`]];
	},
	"j178/prek-action": () => [["lint", "prek run --all-files"]],
	"astral-sh/ruff-action": ({ args = "check" }) => [["lint", `ruff ${args}`]],
	"chartboost/ruff-action": ({ args = "check" }) => [["lint", `ruff ${args}`]],
	"psf/black": () => [["lint", "black --check ."]],
	"isort/isort-action": () => [["lint", "isort --check ."]],
	"crate-ci/typos": () => [["lint", "typos"]],
	"EmbarkStudios/cargo-deny-action": () => [["lint", "cargo deny check"]],
	"bahmutov/npm-install": () => [["install", "npm ci"]],
	"pnpm/action-setup": ({ run_install = "false" }) => /false|null/.test(run_install) ? [] : [["install", "pnpm install"]],
	"ramsey/composer-install": () => [["install", "composer install"]],
	"julia-actions/julia-buildpkg": () => [["install", "julia --project -e 'using Pkg; Pkg.instantiate()'"]],
	"julia-actions/julia-runtest": () => [["test", "julia --project -e 'using Pkg; Pkg.test()'"]],
	"r-lib/actions/check-r-package": () => [["test", "R CMD check ."]],
	"gradle/gradle-build-action": gradle,
	"gradle/actions/setup-gradle": gradle,
	"actions-rs/cargo": ({ command = "", args = "" }) => {
		const role = {
			test: "test",
			clippy: "lint",
			fmt: "lint",
			build: "build",
			check: "build"
		}[command];
		return role === void 0 ? [] : [[role, `cargo ${command} ${args}`.trim()]];
	},
	"PyO3/maturin-action": ({ command = "build", args = "" }) => [["build", `maturin ${command} ${args}`.trim()]],
	"hynek/build-and-inspect-python-package": () => [["build", "python -m build"]]
};
function preCommit(args) {
	return [
		["install", "pip install pre-commit"],
		["install", "pre-commit install-hooks"],
		["lint", `pre-commit run ${args}`]
	];
}
function gradle({ arguments: args = "" }) {
	return /\b(?:test|check|build)\b/.test(args) ? [["test", `./gradlew ${args}`]] : [];
}
function actionName(uses) {
	return uses.replace(/@.*$/, "");
}
function commandsOfAction(uses, settings) {
	const name = actionName(uses);
	return Object.hasOwn(RUNS, name) ? RUNS[name]?.(settings) ?? [] : [];
}
const SETUP = /^(?:actions\/setup-(?:node|python|go|java|dotnet)|pnpm\/action-setup|oven-sh\/setup-bun|denoland\/setup-deno|astral-sh\/setup-uv|snok\/install-poetry|abatilo\/actions-poetry|pdm-project\/setup-pdm|dtolnay\/rust-toolchain|actions-rust-lang\/setup-rust-toolchain|actions-rs\/toolchain|moonrepo\/setup-rust|shivammathur\/setup-php|erlef\/setup-beam|erlef\/setup-elixir|ruby\/setup-ruby|go-task\/setup-task|extractions\/setup-just|taiki-e\/install-action|subosito\/flutter-action|dart-lang\/setup-dart|hashicorp\/setup-terraform|opentofu\/setup-opentofu|haskell-actions\/setup|haskell\/actions\/setup|mlugg\/setup-zig|goto-bus-stop\/setup-zig|julia-actions\/setup-julia|r-lib\/actions\/setup-r|swift-actions\/setup-swift|ocaml\/setup-ocaml|coursier\/setup-action|sbt\/setup-sbt|DeLaGuardo\/setup-clojure|jdx\/mise-action|prefix-dev\/setup-pixi|hashicorp\/setup-\w+|terraform-linters\/setup-tflint|pypa\/hatch|volta-cli\/action|lukka\/get-cmake|leafo\/gh-actions-lua)$/;
const DROPPED = /cache|token|run_install|run-install|registry-url|scope|always-auth|settings/i;
const NO_INSTALL = { "prefix-dev/setup-pixi": { "run-install": "false" } };
const OF_INSTALL = /^(?:locked|frozen|environments|activate-environment|global-environments|auth-.*)$/;
function setupStep(uses, settings) {
	const name = actionName(uses);
	if (!SETUP.test(name) || !/^[\w./-]+@[\w./-]+$/.test(uses)) return void 0;
	const noInstall = NO_INSTALL[name];
	const kept = Object.entries(settings).filter(([key]) => !DROPPED.test(key) && (noInstall === void 0 || !OF_INSTALL.test(key)));
	return {
		uses,
		with: {
			...uses === "dtolnay/rust-toolchain@master" && settings["toolchain"] === void 0 ? { toolchain: "stable" } : noInstall ?? {},
			...Object.fromEntries(kept)
		}
	};
}

// src/init/command-kinds.ts
const RUNNERS = [
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
	/^(?:c8|nyc|cross-env(?: \w+=\S+)*)(?: --\S+)* /
];
const OF_TOOL = /^(?:\/(?:.*\/)?|(?:\.\/)?(?:.*\/)?(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin)\/|\.\/)/;
function innerCommand(words) {
	const [program = "", ...rest] = words;
	let text = [program.replace(OF_TOOL, ""), ...rest].join(" ");
	for (let round = 0; round < 4; round += 1) {
		const found = RUNNERS.map((runner) => runner.exec(text)?.[0]).find((prefix) => prefix !== void 0);
		if (found === void 0 || found.length >= text.length) break;
		text = text.slice(found.length);
	}
	return text;
}
const SCRIPT$1 = new RegExp(String.raw`^${"(?:npm|pnpm|yarn|bun)"}(?: (?:-[rwsC]|--(?:recursive|silent|workspaces|if-present|parallel|stream))| --(?:filter|workspace|prefix|dir|cwd)[= ]\S+| -[FC] \S+| -w \S+)* (?:run(?:-script)? )?(?:--?\S+ )*([\w:.@/-]+)`);
const OWN_WORDS = /^(?:install|i|ci|add|remove|exec|dlx|x|config|set|init|login|whoami|version|publish|pack|link|cache|audit|outdated|update|up|upgrade|dedupe|why|list|ls|info|view|store|import|patch|rebuild|prune|create|npm|node|workspaces?|plugin|plugins|global|constraints|dlx|pm|approve-builds|licenses|deploy|setup|env|help|tag|fund|explain|get|root|bin|prefix|ping|doctor)$/;
function scriptName(inner) {
	if (/^npm (?:t|tst|test)\b/.test(inner)) return "test";
	if (inner.startsWith("yarn workspaces")) return void 0;
	const name = SCRIPT$1.exec(inner)?.[1];
	if (name === void 0) return void 0;
	return /^(?:npm|pnpm|yarn|bun)\b.* run(?:-script)? /.test(inner) || !(OWN_WORDS.test(name) || inner.startsWith("bun test")) ? name : void 0;
}
const TARGETS = [
	/^nx (?:run-many|affected)\b.*? (?:-t|--targets?)[= ]([\w.:/-]+)/,
	/^(?:g?make|mage|rake|task|just|composer(?: run(?:-script)?)?|deno task|invoke|inv|ant|lerna run|nx run|nx|turbo run|turbo|moon run|earthly|pixi run|hatch run|poe|doit|mise run|lein(?: sub)?|b|grunt|gulp|uv run|rye run|pdm run|poetry run|yarn workspaces foreach(?: -\w+)* run)(?: (?:-[A-Zej]\d*(?: \S+)?|--(?:manifest-path|environment|directory|project|package|group|extra) \S+|--\S+|\w+=\S*))* \+?([\w.:/-]+)(?![\w=.:/-])/,
	/^tox(?: run| run-parallel| -\w*v\w*)*(?: \S+)*? -\w*e ?([\w.,:-]+)/,
	/^nox(?: \S+)*? (?:-s|-e|--session|--sessions) ([\w.:-]+)/
];
const LINT = /^(?:e?lint(?:er|ing|s)?|eslint|format(?:ting)?|fmt|prettier|style(?:lint)?|checkstyle|type-?check|types?|typing|tsc|mypy|pyright|flake8|ruff|pylint|black|isort|clippy|rubocop|standard|phpstan|psalm|phpcs|cs|credo|dialyzer|check\w*|vet|spell\w*|codespell|knip|biome|oxlint|analy[sz]e|pre-?commit|quality|static|spotless\w*|ktlint\w*|detekt|validate)$/i;
const TEST = /^(?:tests?|testall|specs?|unit|units|functional|vitest|jest|mocha|pytest|cucumber|phpunit|pest|runtest\w*|coverage|cov|cover|py\d*|py\d[\w.]*|pypy\d*)$/i;
const BUILD = /^(?:build|compile|bundle|dist|docs?|prepare|generate|vendoring|site)$/i;
function roleOfName(name) {
	const parts = name.split(/[:\-_./,]/).filter((part) => part !== "");
	const [first = ""] = parts;
	if (/fix|write|apply|update|watch/i.test(name)) return void 0;
	if (name === "ci") return "test";
	if (name === "all") return "build";
	if (LINT.test(first)) return "lint";
	if (!TEST.test(first) && BUILD.test(parts.at(-1) ?? "")) return "build";
	if (parts.some((part) => TEST.test(part) || /^tests?\d|test$/i.test(part))) return "test";
	if (parts.some((part) => LINT.test(part))) return "lint";
	return parts.some((part) => BUILD.test(part)) ? "build" : void 0;
}
const FIRST_ROWS = [
	["install", /^cp (?:-\w+ )?\S*\.env\S* \S*\.env\S*$|^php artisan key:generate\b/],
	[
		void 0,
		/^go test (?:.* )?-c(?: |$)| -DskipTests| -Dmaven\.test\.skip| -x test(?: |$)|^go test .*-fuzz=|^ninja .*\binstall\b|^\S+ (?:--version|-v|--help|-V|version)$(?<!^(?:pytest|ctest|jest|nox|tox) -v)|^\S+(?: \S+)? --(?:version|help)$|^(?:echo|cd|ls|cat|cp|mv|rm|mkdir|git|gh|tar|unzip|which|test|printf|touch|chmod|ln|pwd|true|exit|wait|sleep|node -[vpe])\b/,
		/^(?:npm|pnpm|yarn|bun) (?:config|set|cache|whoami|version|publish|link|audit|store|npm|plugin)\b|^corepack |^(?:pip3?|uv pip) install (?:-\S+ )*(?:--upgrade |-U )?(?:pip|setuptools|wheel|build|twine)(?: |$)/,
		/^(?:npm|pnpm|yarn) (?:i|install|add|global add)\b.* ?(?:-g|--global)\b|^yarn global|^(?:yarn|pnpm|npm|bun) add\b/
	],
	[
		"install",
		/^(?:npm (?:i|install|ci|clean-install)|pnpm(?: -\S+)* (?:i|install)|yarn(?: install|(?: --\S+)*$)|bun (?:install|i|ci))\b|^yarn$/,
		/^(?:playwright|pnpm playwright|yarn playwright|npm playwright|cypress) install\b/,
		/^(?:uv (?:sync|pip (?:install|sync)|tool install|venv)|pip3? install|pipx install|poetry install|pdm (?:install|sync)|pipenv (?:install|sync)|hatch env create|conda env|mamba env|rye sync|pixi install|tox.* --notest|nox.* --install-only)\b/,
		/^(?:pre-commit (?:install-hooks|install)|cargo (?:fetch|install|binstall)|rustup |go (?:mod download|install|get|generate -x)|bundle(?: install| config|$)|gem install|composer (?:install|update)|mix (?:deps\.get|local\.(?:hex|rebar)|do deps\.get.*)|dotnet (?:restore|tool restore|workload restore)|nuget restore|terraform init|tflint --init)\b/,
		/^(?:apt-get|apt|apk|dnf|yum|brew|pacman) (?:-\S+ )*(?:install|add|-S)\b/,
		/^(?:mvnw?) .*dependency:|^(?:gradlew?) (?:dependencies|--version)|^(?:cabal (?:update|build .*--only-dependencies|install --only)|stack (?:setup|build .*--only-dependencies)|swift package resolve|(?:dart|flutter) pub get|deno (?:install|cache)|zig build --fetch|opam install|rebar3 get-deps|lein (?:deps|install)\b|luarocks install|cpanm? |meson subprojects download|git submodule|mise install|asdf install|vcpkg install|conan install)/
	]
];
const OTHER_ROWS = [
	[
		"test",
		/^(?:jest|vitest|mocha|ava|tap|tape|pytest|py\.test|unittest|gotestsum|rspec|minitest|cucumber|(?:simple-)?phpunit|pest|paratest|ctest|bats|busted|prove|nextest|testr|stestr|trial|behave|playwright test|cypress run|wtr|web-test-runner|karma|uvu|node --test|node --experimental\S* .*(?:jest|test)|tsx --test|bun test|deno test|mdbook test|hatch test|jasmine|elm-test|kubeconform|runtest[\w-]*)\b/,
		/^(?:cargo (?:\+\S+ )?(?:test|nextest|insta test|hack test|miri test|llvm-cov)|go test|mix (?:test|coveralls)(?= |$)|dotnet test|swift test|zig build (?:\S+ )*test(?:[-_:]\S+)?(?= |$)|cabal (?:new-)?(?:test|v2-test)|stack test|sbt (?:.*[ +;/:])?test(?:Only|Quick|All)?(?=[ ;]|$)|(?:dart|flutter|very_good) test|rebar3 (?:ct|eunit|proper)|dune (?:test|runtest|build @runtest)|lein (?:sub |with-profiles? \S+ )?test(?:-all)?\b|gleam test|php artisan test|python[\d.]* (?:\.\/)?(?:manage|setup)\.py test|clojure .*:test|clj .*:test|bazel test|bazelisk test|buck2? test|meson test|ninja (?:.* )?test(?= |$)|R CMD check|xcodebuild (?:.* )?test(?:-without-building)?(?= |$)|scons test|terraform (?:test|validate)|ansible-test|molecule test|julia .*Pkg\.test|rake$|rake (?:test|spec)|rails test|bin\/rails test|cmake --build .* --target (?:test|check)|mage test|nimble test|shards spec|crystal spec|gradlew? (?:.* )?(?:[\w:-]*:)?(?:test|check|build)(?= |$)|mvnw? (?:.* )?(?:test|verify|install|integration-test)(?= |$))/
	],
	[
		"lint",
		/^(?:eslint|prettier .*(?:--check|-c\b|-l\b)|stylelint|biome (?:ci|check|lint)|oxlint|tsc\b.*--noEmit|tsc$|vue-tsc|xo$|standard$|ruff(?: check| format .*--check)|flake8|pylint|mypy|pyright|basedpyright|ty check|black .*--check|isort .*--check|hatch fmt .*--check|hatch run (?:types|lint|typing)\b|pre-commit run|prek run|interrogate|bandit|vulture|pyflakes|pycodestyle|pydocstyle|codespell|typos|reuse lint|twine check)\b/,
		/^(?:cargo (?:\+\S+ )?(?:clippy|deny|audit|machete|fmt\b.*--check|hack (?:check|clippy))|go vet|golangci-lint|staticcheck|gofmt -l|gofumpt -l|rubocop|standardrb|erb_lint|mix (?:format --check|credo|dialyzer|deps\.unlock --check|sobelow)|dotnet format .*--verify|phpstan|psalm|php-cs-fixer .*--dry-run|pint --test|phpcs|rector .*--dry-run|terraform fmt .*-check|tflint|tfsec|checkov|shellcheck|shfmt -d|actionlint|yamllint|ansible-lint|helm lint|hadolint|hlint|ormolu .*check|fourmolu .*check|(?:dart|flutter) analyze|dart format .*(?:-o none|--set-exit-if-changed)|deno (?:lint|fmt .*--check|check)|swiftlint|swiftformat .*--lint|ktlint|sbt .*scalafmt\w*Check|mvnw? .*(?:spotless:check|checkstyle|formatter:validate)|gradlew? .*(?:spotlessCheck|ktlintCheck|checkstyle\w*|detekt|lint)|zig fmt .*--check|clang-format .*(?:-n|--dry-run)|markdownlint\S*|nix flake check|luacheck|stylua .*--check|selene|xref|rebar3 (?:xref|dialyzer|fmt --check)|buf lint|elm-review|nixfmt .*--check|taplo .*check)\b/
	],
	["build", /^(?:cargo (?:\+\S+ )?(?:build|check)|go build|mvnw? .*\b(?:package|compile)\b|gradlew? .*\b(?:assemble|classes)\b|mix compile|dotnet (?:build|publish -o)|cmake|meson (?:setup|compile)|ninja|swift build|zig build|cabal (?:v2-)?build|stack build|sbt .*compile|hatch build|build$|build --|poetry build|uv build|maturin (?:build|develop)|mdbook build|mkdocs build|hugo|jekyll build|deno compile|tsc\b|webpack|rollup|vite build|esbuild|(?:yarn|npm|pnpm) pack|terraform plan -help|docker build|bazel build|dune build|rebar3 compile|rake (?:build|compile)|configure|autogen\.sh|autoreconf|bootstrap\S*|lein (?:compile|uberjar)|make$|make (?:-j\S* ?)*(?:[A-Z_]+=\S+ ?)*$)/]
];
function roleOf(inner) {
	const isOf = ([, ...patterns]) => patterns.some((pattern) => pattern.test(inner));
	const first = FIRST_ROWS.find(isOf);
	if (first !== void 0) return first[0];
	const script = scriptName(inner);
	if (script !== void 0 && !inner.startsWith("bun test")) return roleOfName(script);
	for (const target of TARGETS) {
		const name = target.exec(inner)?.[1];
		if (name !== void 0) return inner.startsWith("make ") && /^(?:check|verify)$/.test(name) ? "test" : roleOfName(name);
	}
	if (/^tox\b/.test(inner)) return /--notest/.test(inner) ? "install" : "test";
	if (/^nox\b/.test(inner)) return "test";
	const row = OTHER_ROWS.find(isOf);
	if (row !== void 0) return row[0];
	const path = /^(?:(?:bash|sh|zsh|node|python[\d.]*|ruby|perl|php|tsx|deno run(?: -\S+)*|npx tsx) )?((?:[\w.-]+\/)*[\w.-]+)/.exec(inner)?.[1];
	if (!(path !== void 0 && (path.includes("/") || /\.(?:sh|js|mjs|cjs|ts|py|rb|pl)$/.test(path) || /^(?:bash|sh|node|python\S*) /.test(inner)))) return void 0;
	return roleOfName(path.replace(/^.*\//, "").replace(/\.\w+$/, "")) ?? (/^tests?\//.test(path) ? "test" : void 0);
}
const OF_PROJECT = /^(?:\.{0,2}\/|\w[\w.-]*\/|(?:npm|npx|pnpm|yarn|bunx?|deno|node|make|composer|php|bundle|rake|mix|tox|nox|hatch|gradlew?|mvnw?|dotnet|gofmt|cabal|stack|sbt|lein|swift|dart|flutter|zig|rebar3|dune|opam|julia|Rscript|R|terraform|just|task|bash|sh|python3?|ruby|perl|cmake|ctest|meson)(?: |$)|(?:uv|poetry|pdm|pipenv|rye) run |go (?:vet|fmt|build|run|test)\b|cargo (?:\+\S+ )?(?:fmt|clippy|check|test|build|doc)\b)/;
function toolOf(line) {
	const text = line.replace(/^cd \S+ && /, "").replace(/^(?:\w+=\S* )+/, "");
	if (OF_PROJECT.test(text)) return void 0;
	const [program = "", verb = ""] = text.split(" ").filter((word) => !word.startsWith("+"));
	return program === "cargo" ? `cargo-${verb}` : program;
}
function isOfSystem(inner) {
	return /^(?:apt|apt-get|brew|dnf|apk|cp|php artisan|rustup|cargo binstall|uv venv)\b|^(?:(?:pnpm|yarn|npm) )?(?:playwright|cypress) install\b|^(?:gem|cargo|go) install (?!\.)/.test(inner);
}
const TOOLS = [
	[/\bnpm\b|\bnpx\b/, {
		manager: "npm",
		hosts: ["npm"]
	}],
	[/\bpnpm\b|\bpnpx\b/, {
		manager: "pnpm",
		hosts: ["npm"]
	}],
	[/\byarn\b/, {
		manager: "yarn",
		hosts: ["npm"]
	}],
	[/\bbunx?\b/, {
		manager: "bun",
		hosts: ["npm"]
	}],
	[/\bdeno\b/, {
		manager: "deno",
		hosts: ["jsr", "npm"]
	}],
	[/\buvx?\b/, {
		manager: "uv",
		hosts: ["pypi"]
	}],
	[/\bpoetry\b/, {
		manager: "poetry",
		hosts: ["pypi"]
	}],
	[/\bpdm\b/, {
		manager: "pdm",
		hosts: ["pypi"]
	}],
	[/\bhatch\b/, {
		manager: "hatch",
		hosts: ["pypi"]
	}],
	[/\bpipenv\b/, {
		manager: "pipenv",
		hosts: ["pypi"]
	}],
	[/\btox\b/, {
		manager: "tox",
		hosts: ["pypi"]
	}],
	[/\bnox\b|\bpipx?3?\b|\bpip install\b/, {
		manager: "pip",
		hosts: ["pypi"]
	}],
	[/\bpixi\b/, {
		manager: "pixi",
		hosts: ["conda"]
	}],
	[/\b(?:pre-commit|prek)\b/, { hosts: ["pypi", "github"] }],
	[/\bcargo\b|\bmaturin\b/, {
		manager: "cargo",
		hosts: ["crates"]
	}],
	[/\brustup\b/, { hosts: ["rustup"] }],
	[/\bgo (?:test|build|mod|vet|install|run|generate)\b|\bgotestsum\b|\bgolangci-lint\b/, {
		manager: "go",
		hosts: ["go"]
	}],
	[/\bmvnw?\b/, {
		manager: "maven",
		hosts: ["maven"]
	}],
	[/\bgradlew?\b/, {
		manager: "gradle",
		hosts: ["gradle", "maven"]
	}],
	[/\bsbt\b/, {
		manager: "sbt",
		hosts: ["maven"]
	}],
	[/\blein\b|\bclojure\b|\bclj\b/, {
		manager: "leiningen",
		hosts: ["maven", "clojars"]
	}],
	[/(?:^|&& )(?:bundle|rake|rspec|script\/bootstrap)\b|\bgem install\b/, {
		manager: "bundler",
		hosts: ["rubygems"]
	}],
	[/\bcomposer\b|\bphpunit\b/, {
		manager: "composer",
		hosts: ["packagist", "github"]
	}],
	[/\bmix\b/, {
		manager: "mix",
		hosts: ["hex"]
	}],
	[/\brebar3\b/, {
		manager: "rebar3",
		hosts: ["hex"]
	}],
	[/\bdotnet\b|\bnuget\b/, {
		manager: "nuget",
		hosts: ["nuget"]
	}],
	[/\bswift (?:build|test|package)\b/, {
		manager: "swift",
		hosts: ["github"]
	}],
	[/\b(?:dart|flutter)\b/, {
		manager: "pub",
		hosts: ["pub"]
	}],
	[/\b(?:cabal|stack)\b/, {
		manager: "cabal",
		hosts: ["hackage"]
	}],
	[/\bzig\b/, {
		manager: "zig",
		hosts: ["zig"]
	}],
	[/\bjulia\b/, {
		manager: "julia",
		hosts: ["julia"]
	}],
	[/^R CMD\b|\bRscript\b/, {
		manager: "r",
		hosts: ["cran"]
	}],
	[/\bterraform\b|\btflint\b/, {
		manager: "terraform",
		hosts: ["terraform"]
	}],
	[/\bopam\b|\bdune\b/, {
		manager: "opam",
		hosts: ["opam"]
	}],
	[/\bplaywright install\b/, { hosts: ["playwright"] }],
	[/\bcypress install\b/, { hosts: ["cypress"] }],
	[/\b(?:apt-get|apt) (?:-\S+ )*(?:install|update)\b/, { hosts: ["apt"] }]
];
function hostKinds(command) {
	return TOOLS.flatMap(([pattern, { hosts }]) => pattern.test(command) ? hosts : []);
}
function hostsOfManager(name) {
	return TOOLS.find(([, { manager }]) => manager === name)?.[1].hosts ?? [];
}
function managerOf(command) {
	return TOOLS.find(([pattern, { manager }]) => manager !== void 0 && pattern.test(command))?.[1].manager;
}

// src/init/matrix.ts
var import_dist = require_dist();
const MAX_COMBINATIONS = 40;
const MAX_VALUES = 256;
const NOT_KNOWN = "*";
function combinationsOf(matrix) {
	const lists = Object.entries(mapOf(matrix)).flatMap(([key, values]) => key !== "include" && key !== "exclude" && Array.isArray(values) ? [[key, values]] : []);
	let all = lists.length === 0 ? [] : [{}];
	for (const [key, values] of lists) {
		const some = values.slice(0, MAX_VALUES);
		all = all.flatMap((one) => some.map((value) => ({
			...one,
			[key]: value
		}))).slice(0, 160);
	}
	const matches = (one, other) => Object.entries(other).every(([key, value]) => textOf(member$1(one, key)) === textOf(value));
	const excluded = arrayOf(member$1(matrix, "exclude"));
	all = all.filter((one) => !excluded.some((other) => matches(one, other)));
	const keys = new Set(lists.map(([key]) => key));
	const original = [...all];
	for (const extra of arrayOf(member$1(matrix, "include"))) {
		const shared = Object.fromEntries(Object.entries(extra).filter(([key]) => keys.has(key)));
		const fitting = original.filter((one) => matches(one, shared));
		if (fitting.length === 0) all.push({ ...extra });
		else for (const one of fitting) for (const [key, value] of Object.entries(extra)) one[key] ??= value;
	}
	const rest = [matrix, ...Object.values(mapOf(matrix))].some((one) => typeof one === "string") ? { ["*"]: true } : {};
	return (all.length === 0 ? [{}] : all.slice(0, MAX_COMBINATIONS)).map((one) => ({
		...one,
		...rest
	}));
}
function textOf(value) {
	return typeof value === "string" ? value : JSON.stringify(value);
}
function mapOf(value) {
	return isRecord(value) ? value : {};
}
function arrayOf(value) {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

// src/init/expressions.ts
function scalarText(value) {
	return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
const UNKNOWN = Symbol("unknown");
function filled(text, known) {
	let isKnown = true;
	const result = text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression) => {
		const value = evaluate(expression, known);
		const filling = scalarText(value);
		if (value === UNKNOWN || typeof value === "object" || filling.length > MAX_VALUE) isKnown = false;
		return isKnown ? filling : "";
	});
	return isKnown ? result : void 0;
}
function isNever(condition, known) {
	if (condition === false) return true;
	if (typeof condition !== "string") return false;
	const value = evaluate(/^\s*\$\{\{(.*)\}\}\s*$/s.exec(condition)?.[1] ?? condition, known);
	return value !== UNKNOWN && !value;
}
const TOKEN$1 = /\s*('(?:[^']|'')*'|\|\||&&|==|!=|[!(),]|-?\d+(?:\.\d+)?|[A-Za-z_][\w-]*(?:\.[\w*-]+|\[[^[\]]*\])*|.)/gsy;
const MAX_VALUE = 2e3;
const MAX_TOKENS = 500;
function evaluate(expression, known) {
	const tokens = Array.from(expression.trim().matchAll(TOKEN$1), ([, token = ""]) => token);
	if (tokens.length > MAX_TOKENS) return UNKNOWN;
	let at = 0;
	const take = (token) => tokens[at] === token && (at += 1) > 0;
	const or = () => {
		let left = and();
		while (take("||")) {
			const right = and();
			left = left === UNKNOWN ? UNKNOWN : left ? left : right;
		}
		return left;
	};
	const and = () => {
		let left = equal();
		while (take("&&")) {
			const right = equal();
			left = [left, right].some((side) => side !== UNKNOWN && !side) ? false : left === UNKNOWN ? UNKNOWN : right;
		}
		return left;
	};
	const equal = () => {
		const left = one();
		const isEqual = take("==");
		if (!isEqual && !take("!=")) return left;
		const right = one();
		if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN;
		return scalarText(left).toLowerCase() === scalarText(right).toLowerCase() === isEqual;
	};
	const one = () => {
		if (take("!")) {
			const value = one();
			return value === UNKNOWN ? UNKNOWN : !value;
		}
		if (take("(")) {
			const value = or();
			return take(")") ? value : UNKNOWN;
		}
		const token = tokens[at] ?? "";
		at += 1;
		if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
		if (/^-?\d/.test(token)) return Number(token);
		if (token === "true" || token === "false") return token === "true";
		if (take("(")) return call(token.toLowerCase());
		return valueOf(token, known);
	};
	const call = (name) => {
		const values = [];
		while (at < tokens.length && !take(")")) {
			values.push(or());
			take(",");
		}
		if (values.includes(UNKNOWN)) return UNKNOWN;
		const [first = "", ...given] = values.map(scalarText);
		const [second = ""] = given;
		if (name === "format") {
			if ([first, ...given].some((text) => text.length > MAX_VALUE)) return UNKNOWN;
			return first.replaceAll(/\{(\d+)\}/g, (_, index) => given[Number(index)] ?? "");
		}
		if (name === "startswith") return first.toLowerCase().startsWith(second.toLowerCase());
		if (name === "endswith") return first.toLowerCase().endsWith(second.toLowerCase());
		return name === "contains" ? first.toLowerCase().includes(second.toLowerCase()) : UNKNOWN;
	};
	const value = or();
	return at < tokens.length ? UNKNOWN : value;
}
function valueOf(name, { matrix, env, inputs = {} }) {
	const [root = "", ...path] = name.split(/[.[\]']+/).filter((part) => part !== "");
	switch (root) {
		case "matrix": return path.reduce((value, key) => member(value, key), matrix) ?? ("*" in matrix ? UNKNOWN : "");
		case "env": return member(env, path[0] ?? "") ?? UNKNOWN;
		case "inputs": return member(inputs, path[0] ?? "") ?? UNKNOWN;
		case "runner": return path[0] === "os" ? "Linux" : path[0] === "arch" ? "X64" : UNKNOWN;
		case "github": return path.join(".") === "workspace" ? "." : UNKNOWN;
		default: return UNKNOWN;
	}
}
function member(value, key) {
	if (typeof value !== "object" || value === null) return void 0;
	return Object.entries(value).find(([name]) => name === key)?.[1];
}

// src/init/tasks.ts
function isPackageScript({ runner }) {
	return /^(?:npm|pnpm|yarn|bun) run$/.test(runner);
}
const MAX_TASKS = 300;
const MAX_HEAD_CHARS = 300;
function tasksOf$1(read, packageRunner, paths) {
	const rakeFiles = paths.filter((path) => /^(?:tasks|rakelib|lib\/tasks)\/[^/]+\.rake$/.test(path));
	return [
		packageScripts(read("package.json"), "package.json", `${packageRunner} run`),
		packageScripts(read("composer.json"), "composer.json", "composer"),
		[
			"GNUmakefile",
			"makefile",
			"Makefile"
		].flatMap((path) => makeTargets(read(path), path)),
		[
			"justfile",
			"Justfile",
			".justfile"
		].flatMap((path) => justRecipes(read(path), path)),
		[
			"Taskfile.yml",
			"Taskfile.yaml",
			"taskfile.yml"
		].flatMap((path) => taskfileTasks(read(path), path)),
		noxSessions(read("noxfile.py")),
		toxEnvironments(read("tox.ini"), "tox.ini", /^\[testenv:([^\]]+)\]/),
		toxEnvironments(read("pyproject.toml"), "pyproject.toml", /^\[tool\.tox\.env\.["']?([\w.-]+)["']?\]/),
		["Rakefile", ...rakeFiles].flatMap((path) => rakeTasks(read(path), path)),
		mixAliases(read("mix.exs")),
		hatchScripts(read("hatch.toml"), "hatch.toml", /^\[envs\.([\w-]+)\.scripts\]/),
		hatchScripts(read("pyproject.toml"), "pyproject.toml", /^\[tool\.hatch\.envs\.([\w-]+)\.scripts\]/),
		["pixi.toml", "pyproject.toml"].flatMap((path) => pixiTasks(read(path), path)),
		denoTasks(read("deno.json") ?? read("deno.jsonc"))
	].flatMap((tasks) => tasks.slice(0, 300));
}
function lineOf(text, offset) {
	return text.slice(0, Math.max(offset, 0)).split("\n").length;
}
function namesIn(tasks) {
	return isRecord(tasks) ? Object.entries(tasks).slice(0, 300) : [];
}
function packageScripts(text = "", path, runner) {
	const start = text.indexOf("\"scripts\"");
	return namesIn(member$1(parseJson(text), "scripts")).flatMap(([name, script]) => {
		const body = Array.isArray(script) ? script.map(scalarText).join("\n") : script;
		if (typeof body !== "string") return [];
		return [{
			runner,
			name,
			body,
			from: `${path}:${lineOf(text, text.indexOf(JSON.stringify(name), start))}`
		}];
	});
}
function denoTasks(text = "") {
	return namesIn(member$1(parseJson(text.replaceAll(/^[ \t]*\/\/.*$/gm, "")), "tasks")).map(([name, body]) => ({
		runner: "deno task",
		name,
		body: typeof body === "string" ? body : scalarText(member$1(body, "command")),
		from: `deno.json:${lineOf(text, text.indexOf(JSON.stringify(name)))}`
	}));
}
function blocks(text = "", head, end = /^(?!ifeq|ifneq|ifdef|ifndef|else|endif|#)\S/) {
	const lines = text.split("\n");
	return lines.flatMap((line, index) => {
		const [, name, rest = ""] = head.exec(line.slice(0, MAX_HEAD_CHARS)) ?? [];
		return name === void 0 ? [] : [{
			name,
			rest,
			line: index + 1
		}];
	}).slice(0, 300).map((one) => {
		const below = lines.slice(one.line);
		const last = below.findIndex((line) => end.test(line));
		return {
			...one,
			body: below.slice(0, last === -1 ? void 0 : last).join("\n")
		};
	});
}
function makeTargets(text, path) {
	return blocks(text, /^((?!\.PHONY|\.DEFAULT)[A-Za-z][\w./ -]*?)\s*::?(?!=)\s*([^=]*)$/).flatMap(({ name, rest, body, line }) => name.split(/\s+/).map((one) => ({
		runner: "make",
		name: one,
		body,
		from: `${path}:${line}`,
		needs: rest.replace(/[#;].*$/, "").split(/\s+/).filter((need) => /^[\w./-]+$/.test(need))
	})));
}
function justRecipes(text, path) {
	return blocks(text, /^@?([A-Za-z_][\w-]*)(?:\s+[^:]*)?:(?!=)\s*(.*)$/).map(({ name, rest, body, line }) => ({
		runner: "just",
		name,
		body,
		from: `${path}:${line}`,
		needs: rest.split(/[\s()&]+/).filter((need) => /^[A-Za-z_][\w-]*$/.test(need))
	}));
}
function taskfileTasks(text, path) {
	if (text === void 0 || text.length > 2e5) return [];
	const document = parseYaml(text, new import_dist.LineCounter());
	if (problemsIn(document).length > 0) return [];
	return namesIn(member$1(plainValue(document), "tasks")).map(([name, task]) => ({
		runner: "task",
		name,
		body: JSON.stringify(member$1(task, "cmds") ?? task),
		from: `${path}:${lineOf(text, text.search(new RegExp(String.raw`^[ \t]+["']?${RegExp.escape(name)}["']?:`, "m")))}`,
		needs: Array.from(JSON.stringify(task).matchAll(/"(?:task|deps)":\[?"([\w:.-]+)"/g), ([, need = ""]) => need)
	}));
}
function noxSessions(text) {
	return blocks(text, /^@((?:nox\.)?session)(.*)$/, /^@(?:nox\.)?session/).map(({ rest, body: below, line }) => {
		const found = /^def (\w+)/m.exec(below);
		const { 1: defined = "", 0: head = "" } = found ?? [];
		const index = found?.index ?? below.length;
		const [settings, after] = [below.slice(0, index), below.slice(index + head.length)];
		const own = /name=["']([\w.-]+)["']/.exec(rest + settings)?.[1];
		const from = `noxfile.py:${line + settings.split("\n").length}`;
		return {
			runner: "nox -s",
			name: own ?? defined,
			body: after.split(/\n(?=\S)/)[0],
			from
		};
	});
}
function toxEnvironments(text, path, head) {
	return blocks(text, head, /^\[/).flatMap(({ name: names, body, line }) => names.split(",").map((name) => ({
		runner: "tox -e",
		name: name.trim(),
		body,
		from: `${path}:${line}`
	})));
}
function hatchScripts(text, path, head) {
	return toxEnvironments(text, path, head).flatMap(({ name, body = "", from }) => settingsIn(body).map(([script, line]) => ({
		runner: "hatch run",
		name: name === "default" ? script : `${name}:${script}`,
		body: line,
		from
	})));
}
function pixiTasks(text, path) {
	return blocks(text, /^\[((?:tool\.pixi\.)?(?:(?:feature|target)\.[\w-]+\.)*tasks)\]/, /^\[/).flatMap(({ body, line }) => settingsIn(body).map(([name, task]) => ({
		runner: "pixi run",
		name,
		body: task,
		from: `${path}:${line}`
	})));
}
function settingsIn(body) {
	return Array.from(body.matchAll(/^([\w-]+)\s*=\s*(.*)$/gm), ([, name = "", value = ""]) => [name, value]);
}
function rakeTasks(text = "", path) {
	return Array.from(text.matchAll(/^([ \t]*)task[ \t]+\(?:?["']?(\w+(?::\w+)*)["']?/gm)).slice(0, 300).map(({ 2: name = "", index }) => ({
		runner: "bundle exec rake",
		name,
		body: text.slice(index, index + 600).split(/\n[ \t]*(?:task|namespace|desc)\b/)[0],
		from: `${path}:${lineOf(text, index + 1)}`
	}));
}
function mixAliases(text = "") {
	const found = /aliases:\s*\[([^]{0,5000}?)^\s{4,8}\],?$|defp aliases do\s*\[([^]{0,5000}?)^\s*\]\s*end/m.exec(text);
	const body = found?.[1] ?? found?.[2] ?? "";
	return Array.from(body.matchAll(/^[ \t]*["']?([\w.]+)["']?:[ \t]*(.*)$/gm), ([line, name = "", value = ""]) => ({
		runner: "mix",
		name,
		body: value.startsWith("&") ? void 0 : value,
		from: `mix.exs:${lineOf(text, text.indexOf(line.trim()))}`,
		needs: Array.from(value.matchAll(/"([\w.]+)/g), ([, need = ""]) => need)
	}));
}

// src/init/hazards.ts
const NAME = /publish|releas|deploy|upload|(?:^|[^a-z])push|migrat|promot|\bship\b|provision|destroy|teardown|install|uninstall|distclean|auth(?![oe])|login|rollback|\bdrop\b|db[:_-]|prune|rewrite|restore|kill|docker|container|deflake|flaky|bump|(?:^|[:_.-])version$|update-|upgrade|:?update$|(?:^|[^a-z])tag(?:$|[^a-z])|apply$|tf-|terraform|goreleaser|nuke|purge|seed|backup/i;
const LOOKS = /^(?:check|verify|validate|lint|ensure)[-_:.](?!.*(?:publish|releas|deploy|upload|push|migrat))/i;
const INSTALLS_PACKAGES = /^(?:pre|post)?install$/;
const BODY$1 = /\b(?:npm|pnpm|yarn|bun)\s+(?:\S+\s+)?publish\b|\bgit\s+(?:\S+\s+){0,2}(?:push|tag|clone)\b|\bgh\s+(?:release|pr|api|auth)\b|\b(?:docker|podman)(?:-compose|\s+compose)?\s+(?:push|run|login|build|up|kill|rm|compose)\b|\bkubectl\b|\bhelm\s+(?:install|upgrade|push)\b|\b(?:terraform|tofu)\s+(?:apply|destroy|import|plan|state)\b|\b(?:aws|gcloud|az|gsutil|heroku|flyctl|vercel|netlify|wrangler)\s+\w|\bfirebase\s+deploy|\b(?:curl|wget|Invoke-WebRequest)\b|\b(?:ssh|scp|rsync)\s|\btwine\b|\bgoreleaser\b|\bcargo\s+(?:publish|install)\b|\bgem\s+push\b|\bnpm\s+(?:login|version|install\s+(?:-g|--global))\b|\bsudo\b|\bdropdb\b|\bDROP\s+(?:TABLE|DATABASE)\b|\brm\s+-rf\s+[~/$]|nuget\s+push|\bsemantic-release\b|\brelease-it\b|\bchangeset\s+publish\b|\blerna\s+(?:publish|version)\b|sandbox[:=]docker|\bdb:(?:drop|reset|migrate)\b|\bhex\.publish\b|\bgem\s+install\b|\bapk\s+add\b|\bapt(?:-get)?\s+(?:-\S+\s+)*install\b/i;
const ENDLESS = /\s--watch(?:All)?(?![\w=-])|\bcargo\s+watch\b|\b(?:nodemon|watchexec|entr|watchman-make|live-server|webpack-dev-server|browser-sync)\b|\btail\s+-f\b|\s--serve\b|\bptw\b|\bpytest-watch\b|\bng\s+serve\b|\bvite\s*(?:dev|serve)?$|\bnext\s+dev\b|\btsc\b.*\s-w\b/;
const SCRIPT_FILE = /(?:^|[\s"'`;&|(])\.?\/?((?:[\w.@-]+\/)+[\w.-]+|[\w.-]+\.(?:sh|bash|ps1))(?=$|[\s"'`;&|)])/g;
const SHELL_SCRIPT = /\.(?:sh|bash|ps1|cmd)$/;
function hazardOf(task, known) {
	return inspect(task, known, /* @__PURE__ */ new Set());
}
function inspect(task, known, seen) {
	if (seen.has(task) || seen.size > 50) return void 0;
	seen.add(task);
	const isHook = INSTALLS_PACKAGES.test(task.name) && isPackageScript(task);
	if (NAME.test(task.name) && !LOOKS.test(task.name) && !isHook) return {
		kind: "acts",
		why: "by its name"
	};
	if (/(?:^|[:_.-])watch(?:$|[:_.-])/i.test(task.name)) return {
		kind: "endless",
		why: "by its name"
	};
	if (task.body === void 0) return {
		kind: "unread",
		why: "what it runs cannot be read"
	};
	const own = hazardOfText(task.body, known) ?? elsewhere(task, known);
	if (own !== void 0) return own;
	const family = known.tasks.filter(({ runner }) => runner === task.runner);
	const called = /* @__PURE__ */ new Set([...task.needs ?? [], ...Array.from(task.body.matchAll(CALLS), ([, name = ""]) => name)]);
	for (const next of family.filter(({ name }) => called.has(name))) {
		if (/install|deps|setup/.test(next.name)) continue;
		const below = inspect(next, known, seen);
		if (below !== void 0) return {
			...below,
			why: `it runs ${next.name}: ${below.why}`
		};
	}
}
function elsewhere({ body = "", runner }, { scriptText }) {
	const folder = /\bcd\s+([\w./-]+)\s*(?:;|&&)\s*(?:\$\(MAKE\)|make)\s+\w/.exec(body)?.[1] ?? /(?:\$\(MAKE\)|make)\s+-C\s+([\w./-]+)\s+\w/.exec(body)?.[1];
	return runner === "make" && folder !== void 0 && scriptText(`${folder}/Makefile`) !== void 0 ? {
		kind: "unread",
		why: `it runs ${folder}/Makefile, which was not read`
	} : void 0;
}
const CALLS = /(?:(?:npm|pnpm|yarn|bun)(?: run)?(?: -s)?|\$\(MAKE\)|make|just|task|composer|@composer|rake|mix|deno task|run-s|run-p|npm-run-all)\s+([\w:.-]+)/g;
const PRINTED = /^[ \t]*@?(?:echo|printf)\b[^|>;&\n]*$/gm;
function hazardOfText(body, { scriptText }) {
	const acts = actIn(body.replaceAll(PRINTED, ""));
	if (acts !== void 0) return {
		kind: "acts",
		why: `it runs ${acts}`
	};
	if (ENDLESS.test(body)) return {
		kind: "endless",
		why: "it never ends"
	};
	for (const [, path = ""] of body.matchAll(SCRIPT_FILE)) {
		const text = scriptText(path);
		if (text === void 0 || !SHELL_SCRIPT.test(path)) continue;
		if (text.trim() === "") return {
			kind: "unread",
			why: `${path} could not be read`
		};
		const inside = actIn(text);
		if (inside !== void 0) return {
			kind: "acts",
			why: `${path} runs ${inside}`
		};
	}
}
function hazardOfScript(path, text) {
	const name = path.replace(/^.*\//, "");
	if (/publish|releas|deploy|upload|(?:^|[^a-z])push|destroy|provision|rollback|promote|bump|migrat/i.test(name)) return {
		kind: "acts",
		why: "by its name"
	};
	if (text === void 0 || text.trim() === "") return {
		kind: "unread",
		why: "it could not be read"
	};
	const acts = actIn(text);
	return acts === void 0 ? void 0 : {
		kind: "acts",
		why: `it runs ${acts}`
	};
}
function actIn(text) {
	return BODY$1.exec(text)?.[0].trim().replaceAll(/\s+/g, " ");
}
function taskOf(inner, tasks) {
	const script = scriptName(inner);
	if (script !== void 0) return tasks.find((task) => isPackageScript(task) && task.name === script);
	return tasks.find(({ runner, name }) => {
		const start = innerCommand(runner.split(" "));
		const words = inner.split(" ");
		return words[0] === start.split(" ")[0] && words.slice(1).some((word) => word === name);
	});
}

// src/init/script.ts
const BRANCHES = /^[ \t]*(?:if|for|while|until|case|function|select)\b|^[ \t]*[\w-]+[ \t]*\(\)|<<|^[ \t]*[{(]/m;
const MAX_SCRIPT = 2e4;
const SETS = /^(?:source|\.|set|export|shopt|umask|ulimit|popd)(?:\s|$)/;
function commandsOf(job, step) {
	const { script, scriptLine, file } = step;
	if (script === void 0 || script.length > MAX_SCRIPT) return [];
	const hasBranches = BRANCHES.test(script);
	let dir = step.dir;
	return logicalLines(script).flatMap(({ text, at }) => pieces(text).flatMap((piece) => {
		const to = /^(?:cd|pushd)\s+(\S+)$/.exec(piece)?.[1];
		if (to !== void 0) dir = joined(dir, to.replaceAll(/^["']|["']$/g, ""));
		if (to !== void 0 || SETS.test(piece)) return [];
		const found = oneCommand(withValues(piece, step.env, script), dir);
		if (found === void 0) return [];
		return [{
			...found,
			from: `${file}:${scriptLine + at}`,
			step,
			job,
			isInBranch: hasBranches
		}];
	}));
}
const PROCESSORS = / (?:-j|--jobs|--parallel)[ =]?"?(?:\$\((?:nproc|getconf \w+|sysctl -n [\w.]+)\)|`nproc`|\$\{?nproc\}?)"?/g;
const PLAIN = /^(?:[\w./:=@%+,-]+(?: [\w./:=@%+,-]+)*)?$/;
function withValues(piece, env, script) {
	const text = piece.replaceAll(PROCESSORS, "");
	if (text.includes("'")) return text;
	return text.replaceAll(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (whole, braced, bare) => {
		const name = braced ?? bare ?? "";
		const value = Object.hasOwn(env, name) ? env[name] : void 0;
		const isSet = new RegExp(String.raw`(?:^|[\s;])(?:for |read )?${name}(?:=| in\b)`, "m").test(script);
		return value === void 0 || isSet || isSecretName(name) || !PLAIN.test(value) ? whole : value;
	}).trim();
}
const HIDES_RESULT = /^!\s|\|\||(?<![>&])&(?![>&])/;
function oneCommand(piece, dir) {
	const { parts, problem } = analyseCommand(piece, {
		cwd: ".",
		workDir: "/workspace"
	});
	const [part, ...more] = parts;
	if (problem !== void 0 || part?.kind !== "command" || more.length > 0) return void 0;
	const words = part.words.map(({ value }) => value);
	if (words.some((word) => word === void 0) || /\$\{\{|[\0-\x1f\x7f]/.test(piece) || /^\/|^~|\$/.test(dir)) return void 0;
	if (Array.from(piece.matchAll(/(?:^|\s)([A-Za-z_]\w*)=\S/g), ([, name = ""]) => name).some(isSecretName) || findShapes(piece).length > 0) return void 0;
	const inner = innerCommand(words.map((word) => word ?? ""));
	const line = piece.replaceAll(/\s+/g, " ");
	const role = HIDES_RESULT.test(withoutQuoted(piece)) ? void 0 : roleOf(inner);
	return {
		text: inFolder(line, dir),
		line,
		inner,
		dir,
		role
	};
}
function inFolder(line, dir) {
	return dir === "." ? line : `cd ${dir} && ${line}`;
}
function logicalLines(script) {
	const lines = [];
	let begun;
	for (const [at, raw] of script.split("\n").entries()) {
		const text = begun === void 0 ? raw.trim() : `${begun.text} ${raw.trim()}`;
		const start = begun?.at ?? at;
		if (raw.trimEnd().endsWith("\\")) begun = {
			text: text.slice(0, -1).trimEnd(),
			at: start
		};
		else {
			begun = void 0;
			if (text !== "" && !text.startsWith("#")) lines.push({
				text,
				at: start
			});
		}
	}
	return lines;
}
function withoutQuoted(text) {
	return text.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs, "");
}
function pieces(text) {
	const parts = [""];
	let quote = "";
	for (let at = 0; at < text.length; at += 1) {
		const char = text.charAt(at);
		if (quote === "" && text.startsWith("&&", at)) {
			parts.push("");
			at += 1;
		} else if (quote === "" && char === ";") parts.push("");
		else if (quote === "" && char === "#" && /^$|\s/.test(text.charAt(at - 1))) break;
		else {
			if (quote === "" && (char === "'" || char === "\"")) quote = char;
			else if (char === quote) quote = "";
			parts.push((parts.pop() ?? "") + char);
		}
	}
	return parts.map((part) => part.trim()).filter((part) => part !== "");
}
function joined(dir, to) {
	if (to.startsWith("/") || to.startsWith("~") || to.includes("$")) return "$";
	return posix.join(dir, to).replace(/(?<=.)\/$/, "");
}

// src/init/workflow-file.ts
const RUNNERS_OWN = /(?:^|[^\d.])(?:3\.12|py312|17|22|3\.3|8\.3)(?![\d.])/;
const UNUSUAL = /nightly|canary|beta|alpha|devel|\bdev\b|\bnext\b|-rc|\bhead\b|experimental|lowest|minimal|msrv/i;
const OTHER_SYSTEM = /windows|macos|\bmac\b|win-/i;
const OTHER_DUTY = /release|publish|deploy|codeql|scorecard|stale|issue|label|depend|triage|welcome|comment|semantic|zizmor|gh-pages|\bpages|docs?\b|website|nightly|legacy|daily|weekly|fuzz|bench|size|lock\b|backport|cherry|preview|fossa|snyk|audit|security|sync|bot\b|external|preview|auto-?merge|codespell|spell|links?\b|update|changelog|draft|gemini|claude|copilot|kimi/i;
const MAIN = /^(?:ci|tests?|main|build|checks?|verify|continuous-?integration|go|rust|python|node(?:js)?)$/i;
const DUTY = /(?:^|[^a-z])(?:ci|continuous-?integration|tests?|build|check|checks|verify|main|python-?package|maven|gradle|unit)(?:[^a-z]|$)/i;
const MAX_STEPS = 2e3;
const MAX_TEXTS = 200;
const ACTS = /release|publish|deploy|upload|docker|push/i;
const TAGGED = /refs\/tags|event_name\s*==\s*'(?:release|workflow_dispatch|schedule)'|ref_type\s*==\s*'tag'/;
const TOKEN = /\bgithub\.token\b|\bsecrets\.GITHUB_TOKEN\b/;
function readWorkflow(path, text, read) {
	const opened = open$1(text);
	if (typeof opened === "string") return {
		jobs: [],
		problem: opened
	};
	const { value, problem } = opened;
	const rank = rankOf(path, value);
	const file = path.replace(/^\.github\/workflows\//, "");
	return {
		jobs: Object.entries(mapOf(member$1(value, "jobs"))).flatMap(([name, job]) => jobsOf({
			...opened,
			file,
			read,
			depth: 0,
			inputs: {}
		}, {
			name,
			job,
			rank
		})),
		problem
	};
}
function usualness(text) {
	return Number(RUNNERS_OWN.test(text)) - (UNUSUAL.test(text) ? 2 : 0);
}
function valuesIn(combination) {
	return JSON.stringify(combination).replaceAll(/"(?:[^"\\]|\\.)*":(?!true\b)/g, "");
}
function open$1(text) {
	if (text.length > 2e5) return "it is too long";
	const lines = new import_dist.LineCounter();
	const document = parseYaml(text, lines);
	const refusal = problemsIn(document).find(({ says }) => /alias|nested|__proto__/.test(says));
	if (refusal !== void 0) return refusal.says;
	const value = plainValue(document);
	if (value === void 0) return "its aliases stand for too many values";
	return {
		value,
		placeAt: (path) => {
			const node = document.getIn(path, true);
			const offset = (0, import_dist.isNode)(node) ? node.range?.[0] : void 0;
			const line = offset === void 0 ? 1 : lines.linePos(offset).line;
			return {
				line,
				textLine: (0, import_dist.isScalar)(node) && node.type === "BLOCK_LITERAL" ? line + 1 : line
			};
		},
		problem: document.errors[0] === void 0 ? void 0 : "it is not valid YAML"
	};
}
function rankOf(path, value) {
	const on = member$1(value, "on");
	const events = typeof on === "string" ? [on] : Array.isArray(on) ? on.map(scalarText) : Object.keys(mapOf(on));
	const push = member$1(on, "push");
	const isTagsOnly = member$1(push, "tags") !== void 0 && member$1(push, "branches") === void 0;
	if (events.filter((event) => /^(?:pull_request|merge_group)$/.test(event) || event === "push" && !isTagsOnly).length === 0) return -1;
	const isPartial = [push, member$1(on, "pull_request")].some((event) => Array.isArray(member$1(event, "paths")));
	const name = `${path.replace(/^.*\//, "").replace(/\.ya?ml$/, "")} ${scalarText(member$1(value, "name"))}`;
	if (OTHER_DUTY.test(name) && !/^(?:ci|tests?|build)\b/i.test(name)) return 1;
	const isMain = MAIN.test(path.replace(/^.*\//, "").replace(/\.ya?ml$/, ""));
	return (DUTY.test(name) ? 4 : 2) + (isMain ? 1 : 0) + (events.includes("pull_request") ? 1 : 0) - (isPartial ? 1 : 0);
}
function jobsOf(place, { name, job, rank }) {
	const { value, file } = place;
	const condition = scalarText(member$1(job, "if"));
	const label = `${name} ${scalarText(member$1(job, "name"))}`;
	if (!(name === "copilot-setup-steps") && (ACTS.test(name) || TAGGED.test(condition) || member$1(job, "environment") !== void 0)) return [];
	const uses = member$1(job, "uses");
	const isGiven = member$1(job, "secrets") !== void 0 && !scalarText(uses).startsWith("./");
	if (holdsSecret(member$1(job, "env")) || isGiven) return [];
	const { line } = place.placeAt(["jobs", name]);
	const root = {
		...textsOf(member$1(value, "env")),
		...textsOf(member$1(job, "env"))
	};
	const combinations = combinationsOf(member$1(member$1(job, "strategy"), "matrix")).toSorted((a, b) => usualness(valuesIn(b)) - usualness(valuesIn(a)));
	if (typeof uses === "string") {
		const known = {
			matrix: combinations.find((one) => !OTHER_SYSTEM.test(valuesIn(one))) ?? combinations[0] ?? {},
			env: root,
			inputs: place.inputs
		};
		return calledJobs(place, {
			name,
			job,
			rank
		}, uses, known);
	}
	const linux = combinations.filter((matrix) => {
		const runsOn = member$1(job, "runs-on");
		const words = (Array.isArray(runsOn) ? runsOn : [runsOn]).map((one) => filled(scalarText(one), {
			matrix,
			env: root,
			inputs: place.inputs
		}) ?? "");
		return !OTHER_SYSTEM.test(words.join(" "));
	});
	const usual = linux.length > 0 ? linux : combinations.slice(0, 1);
	const written = member$1(job, "steps");
	const taken = usual.slice(0, Math.ceil(MAX_STEPS / Math.max(1, Array.isArray(written) ? written.length : 0)));
	const steps = taken.flatMap((matrix, run) => {
		const known = {
			matrix,
			env: root,
			inputs: place.inputs
		};
		if (isNever(member$1(job, "if"), known)) return [];
		const dir = member$1(member$1(member$1(job, "defaults"), "run"), "working-directory");
		const rootDir = member$1(member$1(member$1(value, "defaults"), "run"), "working-directory");
		const context = {
			known,
			dir: scalarText(dir ?? rootDir ?? ".")
		};
		return stepsOf(place, [
			"jobs",
			name,
			"steps"
		], context).map((step) => ({
			...step,
			runs: [run]
		}));
	});
	const hasContainer = member$1(job, "container") !== void 0;
	const isSide = /docs?\b|bench|fuzz|nightly|beta|windows|macos|msrv|minimal|lowest|oldest|legacy|android|coverage/i.test(label);
	const isAsked = /\.labels?\b/.test(condition);
	return [{
		file,
		line,
		rank: rank - (hasContainer || isSide ? .5 : 0) - (isAsked ? 1 : 0),
		isLinux: linux.length > 0,
		steps: unique(steps),
		services: servicesOf$1(place, name, job, taken[0] ?? {}),
		remote: []
	}];
}
function calledJobs(place, { name, job, rank }, uses, known) {
	const { file, read, depth } = place;
	const text = uses.startsWith("./") ? read(uses.slice(2)) : void 0;
	const opened = text === void 0 || depth > 2 ? void 0 : open$1(text);
	if (opened === void 0 || typeof opened === "string") {
		const { line } = place.placeAt(["jobs", name]);
		return [{
			file,
			line,
			rank,
			isLinux: true,
			steps: [],
			services: [],
			remote: [uses]
		}];
	}
	const below = {
		...opened,
		file: uses.replace(/^\.\/(?:\.github\/workflows\/)?/, ""),
		read,
		depth: depth + 1,
		inputs: inputsOf(member$1(member$1(member$1(opened.value, "on"), "workflow_call"), "inputs"), job, known)
	};
	return Object.entries(mapOf(member$1(opened.value, "jobs"))).flatMap(([called, inner]) => jobsOf(below, {
		name: called,
		job: inner,
		rank
	}));
}
function stepsOf(place, path, context) {
	const steps = path.reduce((value, key) => member$1(value, String(key)), place.value);
	if (!Array.isArray(steps)) return [];
	return steps.flatMap((step, index) => {
		const at = [...path, index];
		if (holdsSecret(member$1(step, "env")) || TAGGED.test(scalarText(member$1(step, "if")))) return [];
		const env = filledTexts({
			...context.known.env,
			...textsOf(member$1(step, "env"))
		}, context.known);
		const known = {
			...context.known,
			env
		};
		if (isNever(member$1(step, "if"), known)) return [];
		const run = member$1(step, "run");
		const uses = member$1(step, "uses");
		const dir = filled(scalarText(member$1(step, "working-directory") ?? context.dir), known);
		if (dir === void 0 || typeof run !== "string" && typeof uses !== "string") return [];
		if (typeof uses === "string" && uses.startsWith("./")) return localAction(place, {
			...context,
			known
		}, uses, step);
		const key = [...at, typeof run === "string" ? "run" : "uses"];
		const { line, textLine } = place.placeAt(key);
		return [{
			file: place.file,
			line,
			script: typeof run === "string" ? partly(run, known) : void 0,
			scriptLine: textLine,
			uses: typeof uses === "string" ? uses : void 0,
			with: filledTexts(textsOf(member$1(step, "with")), known),
			dir: normal(dir),
			env,
			hasToken: typeof run === "string" && TOKEN.test(JSON.stringify(member$1(step, "env") ?? "")),
			runs: []
		}];
	});
}
function partly(script, known) {
	return script.split("\n").map((line) => filled(line, known) ?? line).join("\n");
}
function localAction(place, context, uses, step) {
	const folder = normal(uses);
	const found = ["action.yml", "action.yaml"].map((name) => folder === "." ? name : `${folder}/${name}`).find((one) => place.read(one) !== void 0);
	const opened = found === void 0 || place.depth > 2 ? void 0 : open$1(place.read(found) ?? "");
	if (found === void 0 || opened === void 0 || typeof opened === "string") return [];
	const inputs = inputsOf(member$1(opened.value, "inputs"), step, context.known);
	return stepsOf({
		...opened,
		file: found,
		read: place.read,
		depth: place.depth + 1,
		inputs
	}, ["runs", "steps"], {
		...context,
		known: {
			...context.known,
			inputs
		}
	});
}
function servicesOf$1({ file, placeAt, inputs }, job, value, matrix) {
	return Object.entries(mapOf(member$1(value, "services"))).flatMap(([name, service]) => {
		const image = filled(scalarText(typeof service === "string" ? service : member$1(service, "image")), {
			matrix,
			env: {},
			inputs
		});
		if (image === void 0 || !/^[\w.:/@-]+$/.test(image) || holdsSecret(service)) return [];
		const ports = member$1(service, "ports");
		const { line } = placeAt([
			"jobs",
			job,
			"services",
			name
		]);
		const options = member$1(service, "options");
		return [{
			name,
			image,
			ports: Array.isArray(ports) ? ports.map(scalarText) : [],
			env: textsOf(member$1(service, "env")),
			options: typeof options === "string" ? options : void 0,
			from: `${file}:${line}`
		}];
	});
}
function inputsOf(declared, caller, known) {
	const given = textsOf(member$1(caller, "with"));
	const defaults = Object.entries(mapOf(declared)).filter(([name]) => !Object.hasOwn(given, name)).map(([name, input]) => [name, member$1(input, "default") ?? void 0]);
	return {
		...textsOf(Object.fromEntries(defaults)),
		...filledTexts(given, known)
	};
}
function filledTexts(texts, known) {
	const values = Object.entries(texts).map(([name, text]) => [name, filled(text, known)]);
	return Object.fromEntries(values.filter((entry) => entry[1] !== void 0));
}
function unique(steps) {
	const found = /* @__PURE__ */ new Map();
	for (const step of steps) {
		const { line, file, script, with: settings, dir } = step;
		const key = JSON.stringify([
			file,
			line,
			script,
			settings,
			dir
		]);
		const before = found.get(key);
		found.set(key, before === void 0 ? step : {
			...before,
			runs: [...before.runs, ...step.runs]
		});
	}
	return [...found.values()];
}
function holdsSecret(value) {
	return /\bsecrets\s*[.[](?!\s*GITHUB_TOKEN)/.test(JSON.stringify(value) ?? "");
}
function normal(dir) {
	const path = dir.replaceAll(/(?:^|\/)\.(?=\/|$)/g, "").replaceAll(/^\/+|\/+$/g, "");
	return path === "" ? "." : path;
}
function textsOf(value) {
	return Object.fromEntries(Object.entries(mapOf(value)).slice(0, MAX_TEXTS).flatMap(([key, text]) => typeof text === "object" && text !== null || text === void 0 ? [] : [[key, scalarText(text)]]));
}

// src/init/ci-commands.ts
function allCommands(job, files) {
	let prefix = "";
	return job.steps.flatMap((step) => {
		if (step.uses !== void 0) {
			if (/install-poetry|actions-poetry/.test(step.uses)) prefix = "poetry run ";
			return commandsOfAction(step.uses, step.with).flatMap(([role, text]) => {
				const dir = step.with["working-directory"] ?? step.with["directory"] ?? ".";
				const command = oneCommand(text, dir.replace(/^\.\//, "") || ".");
				return command === void 0 ? [] : [{
					...command,
					role,
					from: `${step.file}:${step.line}`,
					step,
					job,
					isInBranch: false
				}];
			});
		}
		return commandsOf(job, step).filter(({ isInBranch, inner }) => !isInBranch || taskOf(inner, files.tasks) !== void 0).flatMap((command) => installsOf(command, files.tasks) ?? [command]).map((command) => named(inEnvironment(withToxEnvironment(withoutReports(command)), prefix), files));
	});
}
function inEnvironment(command, prefix) {
	const isOurs = command.role === "test" || command.role === "lint";
	return prefix === "" || !isOurs || command.line.startsWith(prefix.split(" ")[0] ?? "") ? command : reworded(command, prefix + command.line);
}
function reworded(command, line, inner = command.inner) {
	return {
		...command,
		text: inFolder(line, command.dir),
		line,
		inner
	};
}
function withoutReports(command) {
	const strip = (text) => text.replaceAll(/ --scan(?= |$)| -Dscan(?= |$)| --shard[= ]"?\d+\/\d+"?(?= |$)/g, "").replace(/ --$/, "");
	return reworded(command, strip(command.line), strip(command.inner));
}
function withToxEnvironment(command) {
	const name = command.step.env["TOXENV"] ?? "";
	if (command.role === void 0 || !/^tox(?: run)?$/.test(command.inner) || !/^[\w.,-]+$/.test(name)) return command;
	const inner = `${command.inner} -e ${name}`;
	return {
		...reworded(command, `${command.line} -e ${name}`, inner),
		role: roleOf(inner)
	};
}
function named(command, { tasks }) {
	const { line, inner, step } = command;
	const isCompared = /git diff --exit-code/.test(step.script ?? "");
	if (isCompared && /^(?:pnpm|npm|yarn|bun) (?:run )?(?:format|prettier)$/.test(line)) return {
		...command,
		role: "lint"
	};
	if (command.role !== "lint" || isCompared) return command;
	const body = taskOf(inner, tasks)?.body ?? "";
	const isRewriting = /\s(?:--write|--fix|-w)\b/.test(body) || / --(?:write|fix)(?= |$)/.test(line);
	const isCheck = /--check|--exit-non-zero-on-fix/.test(`${body} ${line}`);
	return isRewriting && !isCheck ? {
		...command,
		role: void 0
	} : command;
}
function installsOf(command, tasks) {
	const { inner, role, dir } = command;
	const isOfInstalls = role === void 0 || inner === "make" || / (?:prepare|setup|bootstrap|init|deps|install)$/.test(inner);
	if (dir !== "." || !isOfInstalls) return void 0;
	const first = inner === "make" ? tasks.find(({ runner }) => runner === "make") : void 0;
	const [seen, bodies] = [/* @__PURE__ */ new Set(), []];
	const collect = (task) => {
		if (seen.has(task) || seen.size > 8) return;
		seen.add(task);
		for (const need of tasks) if (need.runner === task.runner && task.needs?.includes(need.name)) collect(need);
		bodies.push(task);
	};
	const task = first ?? taskOf(inner, tasks);
	if (task !== void 0) collect(task);
	const found = bodies.flatMap(({ body = "", from }) => commandsOf(command.job, {
		...command.step,
		script: body.replaceAll(/^[ \t]*[@-]*/gm, "")
	}).filter((one) => one.role === "install" && !one.isInBranch).map((one) => ({
		...one,
		from
	})));
	return found.length === 0 ? void 0 : found;
}
function preferred(commands) {
	const byPlace = Map.groupBy(commands, ({ from, inner }) => `${from} ${inner.split(" ")[0]}`);
	const best = (a, b) => preference(b) > preference(a) ? b : a;
	const kept = new Set(Array.from(byPlace.values(), (same) => same.reduce(best)));
	return commands.filter((command) => kept.has(command));
}
function ofFirstJob(commands, wordsOf) {
	const jobOf = /* @__PURE__ */ new Map();
	return commands.filter((command) => {
		const words = wordsOf(command);
		const first = jobOf.get(words) ?? command.job;
		jobOf.set(words, first);
		return first === command.job;
	});
}
function preference({ text }) {
	return usualness(text) * 1e4 - text.length;
}
function generalOnes(commands) {
	const isReport = ({ inner }) => /(?:^|[ /:.])cov(?:er(?:age)?)?[:.\w]*$/.test(inner);
	const rest = commands.some((one) => !isReport(one)) ? commands.filter((one) => !isReport(one)) : commands;
	const breadth = ({ text }) => (managerOf(text) === void 0 ? 0 : 2) + (/ (?:--workspace|--all|\.\/\.\.\.)(?: |$)/.test(text) ? 1 : 0);
	const jobsOf = /* @__PURE__ */ new Map();
	for (const { text, job } of rest.filter(({ text }) => /[ :]|^(?!make$)\w+$/.test(text))) jobsOf.set(text, (jobsOf.get(text) ?? /* @__PURE__ */ new Set()).add(job));
	const plain = (text) => ` ${text}`.replaceAll(/ (?:--manifest-path \S+|-\S+|\+[\w.-]+|[A-Z_]+=\S*)/g, "");
	const kept = ofFirstJob(rest.filter(({ text, job }) => {
		const name = plain(text);
		for (let end = text.indexOf(" "); end >= 0; end = text.indexOf(" ", end + 1)) {
			const beginning = text.slice(0, end);
			const jobs = jobsOf.get(beginning);
			if (jobs !== void 0 && (jobs.has(job) || plain(beginning) !== name)) return false;
		}
		return true;
	}), ({ text }) => plain(text));
	const [best] = kept;
	const isWhole = ({ text }) => /^(?:make|just|task) test(?= |$)/.test(text) || /^(?:deno task|(?:npm|pnpm|yarn|bun)(?: run)?) test(?= |$)/.test(text) && managerOf(text) === managerOf(best?.text ?? "");
	const isOfBest = ({ job }) => job === best?.job;
	return kept.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || Number(isOfBest(b)) - Number(isOfBest(a)) || breadth(b) - breadth(a));
}

// src/init/job-needs.ts
const LACKING = {
	pnpm: [/^pnpm\/action-setup@/, "npm install --global pnpm"],
	bun: [/^oven-sh\/setup-bun@/, "npm install --global bun"],
	deno: [/^denoland\/setup-deno@/, "npm install --global deno"],
	uv: [/^astral-sh\/setup-uv@/, "pipx install uv"],
	poetry: [/poetry@/, "pipx install poetry"],
	pdm: [/^pdm-project\/setup-pdm@/, "pipx install pdm"],
	pipenv: [/pipenv@/, "pipx install pipenv"]
};
const SETS_UP_ALL = /^(?:jdx\/mise-action|prefix-dev\/setup-pixi|volta-cli\/action)@/;
const COREPACK = [
	"command -v corepack || npm install --global --force corepack",
	"corepack enable",
	"corepack install"
];
function lackingManagers(managers, setup, read) {
	const pinned = scalarText(member$1(parseJson(read("package.json") ?? ""), "packageManager"));
	return managers.flatMap(({ text, from }) => {
		if (text === "yarn" && /^yarn@(?!1\.)/.test(pinned) && !/^yarnPath:/m.test(read(".yarnrc.yml") ?? "")) return COREPACK.map((command) => ({
			text: command,
			from: "package.json"
		}));
		const [action, command] = (Object.hasOwn(LACKING, text) ? LACKING[text] : void 0) ?? [];
		if (action === void 0 || setup.some(({ uses }) => action.test(uses) || SETS_UP_ALL.test(uses))) return [];
		const version = new RegExp(String.raw`^${text}@(\d+\.\d+\.\d+)`).exec(pinned)?.[1];
		return [{
			text: version === void 0 ? `${command}` : `${command}@${version}`,
			from
		}];
	});
}
function fromJobs(jobs, tests, setupJobs) {
	const services = uniqueBy(jobs.flatMap((job) => job.services), ({ name }) => name);
	const steps = [...setupJobs, ...jobs].flatMap((job) => job.steps);
	const setup = steps.flatMap(({ uses, with: settings, file, line }) => {
		const step = uses === void 0 ? void 0 : setupStep(uses, settings);
		return step === void 0 ? [] : [{
			...step,
			from: `${file}:${line}`
		}];
	});
	const checkout = steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
	const depth = checkout.find((step) => step.with["fetch-depth"] === "0");
	const submodules = checkout.find((step) => /true|recursive/.test(step.with["submodules"] ?? ""));
	const place = (step) => step === void 0 ? void 0 : `${step.file}:${step.line}`;
	const apt = steps.flatMap(({ script = "", file, scriptLine }) => Array.from(script.matchAll(/\bapt(?:-get)? (?:-\S+ )*install ([\w .+:=-]+)/g), ([, names = ""]) => ({
		text: names.split(" ").filter((name) => /^[a-z0-9][\w.+-]*$/.test(name)).join(" "),
		from: `${file}:${scriptLine}`
	}))).filter(({ text }) => text !== "");
	const env = tests.flatMap(({ step, from }) => Object.entries(step.env).map(([name, text]) => ({
		name,
		text,
		from
	})));
	const ports = services.flatMap(({ ports, from }) => ports.flatMap((port) => {
		const [, own] = /^(\d+)(?::\d+)?(?:\/tcp)?$/.exec(port) ?? [];
		return own === void 0 ? [] : [{
			text: `localhost:${own}`,
			from
		}];
	}));
	const known = services.map((service) => ({
		...service,
		env: Object.fromEntries(Object.entries(service.env).filter(([name, text]) => !isSecretName(name) || HARMLESS.test(text)))
	}));
	return {
		services: uniqueBy(ports, ({ text }) => text),
		env: uniqueBy(env, ({ name }) => name),
		workflow: {
			setup: uniqueBy(setup, ({ uses }) => uses.replace(/@.*/, "")),
			apt: uniqueBy(apt, ({ text }) => text),
			installs: [],
			services: known,
			fullHistory: place(depth),
			submodules: place(submodules)
		}
	};
}
const HARMLESS = /^(?:postgres|password|pass|root|mysql|guest|admin|secret|example|user|\w{0,12}test\w{0,12}|)$/i;
function uniqueBy(items, key) {
	const seen = /* @__PURE__ */ new Set();
	return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)));
}

// src/init/file-commands.ts
const MANAGERS = [
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
	[void 0, /^package\.json$/],
	["deno", /^deno\.jsonc?$/],
	["hatch", /^hatch\.toml$/],
	[
		"poetry",
		/^pyproject\.toml$/,
		/^\[tool\.poetry\]/m
	],
	[
		"pdm",
		/^pyproject\.toml$/,
		/^\[tool\.pdm[\].]/m
	],
	[
		"hatch",
		/^pyproject\.toml$/,
		/^\[tool\.hatch\.envs\b/m
	],
	[
		"uv",
		/^pyproject\.toml$/,
		/^\[tool\.uv\]/m
	],
	["pip", /^(?:pyproject\.toml|setup\.py|setup\.cfg|requirements[^/]*\.txt)$/],
	["sbt", /^build\.sbt$/],
	["leiningen", /^project\.clj$/],
	["rebar3", /^rebar\.config$/],
	["cabal", /^(?:[^/]+\.cabal|cabal\.project|stack\.yaml|package\.yaml)$/],
	["zig", /^build\.zig$/],
	["opam", /^(?:dune-project|[^/]+\.opam)$/],
	["julia", /^Project\.toml$/],
	[
		"r",
		/^DESCRIPTION$/,
		/^Package:/m
	],
	["terraform", /^[^/]+\.tf$/]
];
function managersOf({ paths, read }) {
	const root = paths.filter((path) => !path.includes("/"));
	const declared = DECLARED.exec(read("package.json") ?? "")?.[1];
	const found = MANAGERS.flatMap(([text = declared ?? "npm", pattern, inside]) => {
		const path = root.find((one) => pattern.test(one) && (inside === void 0 || inside.test(read(one) ?? "")));
		return path === void 0 ? [] : [{
			text,
			from: path
		}];
	});
	const isDeclared = ({ text, from }) => text === declared && from !== "package.json";
	const isLeftOver = (one) => found.some(isDeclared) && managerFamily(one.text) === managerFamily(declared ?? "") && !isDeclared(one);
	return uniqueBy(found.filter((one) => !isLeftOver(one)), ({ text }) => managerFamily(text));
}
const DECLARED = /"packageManager":\s*"(pnpm|yarn|bun|npm)@/;
const FAMILIES = [/^(?:pnpm|yarn|bun|npm)$/, /^(?:uv|poetry|pdm|pipenv|pixi|hatch|tox|pip)$/];
function managerFamily(manager) {
	return FAMILIES.find((family) => family.test(manager))?.source ?? manager;
}
function installByFiles(manager, { paths, read }) {
	const has = (path) => paths.includes(path);
	const ignoresLock = /^package-lock\s*=\s*false/m.test(read(".npmrc") ?? "");
	const runner = has("noxfile.py") ? "nox" : has("tox.ini") ? "tox" : void 0;
	const extras = /^\[project\.optional-dependencies\][^[]*^(dev|test|tests|testing)\s*=/m.exec(read("pyproject.toml") ?? "")?.[1];
	const requirements = [
		"requirements-dev.txt",
		"requirements_dev.txt",
		"requirements-test.txt",
		"dev-requirements.txt",
		"requirements.txt"
	].find(has);
	const isPackage = has("setup.py") || /^\[(?:project|build-system)\]/m.test(read("pyproject.toml") ?? "");
	const ofPackage = [...requirements === void 0 ? [] : [`pip install -r ${requirements}`], ...isPackage ? [`pip install -e .${extras === void 0 ? "" : `[${extras}]`}`] : []];
	return ({
		npm: [!ignoresLock && (has("package-lock.json") || has("npm-shrinkwrap.json")) ? "npm ci" : "npm install"],
		pnpm: [has("pnpm-lock.yaml") ? "pnpm install --frozen-lockfile" : "pnpm install"],
		yarn: [`yarn install${has("yarn.lock") ? isBerry(read) ? " --immutable" : " --frozen-lockfile" : ""}`],
		bun: [manager.from === "package.json" ? "bun install" : "bun install --frozen-lockfile"],
		deno: ["deno install"],
		uv: [manager.from === "uv.lock" ? "uv sync --locked" : "uv sync"],
		poetry: ["poetry install"],
		pdm: ["pdm install"],
		pipenv: [has("Pipfile.lock") ? "pipenv sync --dev" : "pipenv install --dev"],
		pixi: has("pixi.lock") ? ["pixi install --locked"] : [],
		hatch: ["pip install hatch"],
		pip: runner === void 0 ? ofPackage : [`pip install ${runner}`],
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
		cabal: has("stack.yaml") ? ["stack build --test --only-dependencies"] : ["cabal update", "cabal build all --enable-tests --only-dependencies"],
		zig: ["zig build --fetch"],
		opam: ["opam install . --deps-only --with-test"],
		julia: ["julia --project -e 'using Pkg; Pkg.instantiate()'"],
		r: [`Rscript -e 'install.packages("remotes", repos = "https://cloud.r-project.org"); remotes::install_deps(dependencies = TRUE)'`],
		terraform: ["terraform init -backend=false"]
	}[manager.text] ?? []).map((text) => ({
		text,
		from: manager.from
	}));
}
function wrapped(tool, paths) {
	return paths.includes(`${tool}w`) ? `./${tool}w` : tool;
}
function isBerry(read) {
	return read(".yarnrc.yml") !== void 0 || /"packageManager":\s*"yarn@[2-9]/.test(read("package.json") ?? "");
}
const HAS_ENVIRONMENT = /^(?:uv|poetry|pdm|pipenv|pixi)$/;
const TESTS = [
	[
		/^hatch$/,
		/(?:^|\/)(?:tests?\/|test_\w+\.py$)/,
		"hatch test"
	],
	[
		/^(?:uv|poetry|pdm|pipenv|pip)$/,
		/^tox\.ini$/,
		"tox"
	],
	[
		/^(?:uv|poetry|pdm|pipenv|pixi|pip)$/,
		/(?:^|\/)(?:test_\w+|\w+_test)\.py$|(?:^|\/)conftest\.py$/,
		"pytest"
	],
	[
		/^cargo$/,
		/\.rs$/,
		"cargo test"
	],
	[
		/^go$/,
		/_test\.go$/,
		"go test ./..."
	],
	[
		/^bundler$/,
		/^spec\/.*_spec\.rb$/,
		"bundle exec rspec"
	],
	[
		/^bundler$/,
		/^Rakefile$/,
		"bundle exec rake test",
		["Rakefile", /TestTask|task\s+["':]?test/]
	],
	[
		/^composer$/,
		/^phpunit\.(?:xml|dist\.xml|xml\.dist)$/,
		"vendor/bin/phpunit"
	],
	[
		/^mix$/,
		/^(?:test|apps)\/.*_test\.exs$/,
		"mix test"
	],
	[
		/^nuget$/,
		/(?:^|\/)[^/]*[Tt]ests?[^/]*\.(?:csproj|fsproj)$/,
		"dotnet test"
	],
	[
		/^pub$/,
		/^test\/.*_test\.dart$/,
		"dart test"
	],
	[
		/^swift$/,
		/^Tests\//,
		"swift test"
	],
	[
		/^deno$/,
		/_test\.[jt]sx?$|\.test\.[jt]sx?$/,
		"deno test"
	],
	[
		/^bun$/,
		/\.(?:test|spec)\.[jt]sx?$/,
		"bun test"
	],
	[
		/^maven$/,
		/(?:^|\/)src\/(?:test|commonTest|jvmTest)\//,
		"mvn test"
	],
	[
		/^gradle$/,
		/(?:^|\/)src\/(?:test|commonTest|jvmTest)\//,
		"gradle test"
	],
	[
		/^sbt$/,
		/(?:^|\/)src\/test\//,
		"sbt test"
	],
	[
		/^leiningen$/,
		/^test\//,
		"lein test"
	],
	[
		/^rebar3$/,
		/^(?:test\/.*_(?:SUITE|tests)\.erl|src\/)/,
		"rebar3 eunit"
	],
	[
		/^cabal$/,
		/^stack\.yaml$/,
		"stack test"
	],
	[
		/^cabal$/,
		/\.cabal$/,
		"cabal test all"
	],
	[
		/^zig$/,
		/^build\.zig$/,
		"zig build test",
		["build.zig", /"test"/]
	],
	[
		/^opam$/,
		/(?:^|\/)test/,
		"dune test"
	],
	[
		/^julia$/,
		/^test\/runtests\.jl$/,
		"julia --project -e 'using Pkg; Pkg.test()'"
	],
	[
		/^r$/,
		/^tests\//,
		"R CMD check ."
	],
	[
		/^terraform$/,
		/\.tf$/,
		"terraform validate"
	]
];
function testsByFiles(managers, files) {
	const { paths, read } = files;
	if (paths.includes("book.toml")) return [{
		text: "mdbook test",
		from: "book.toml"
	}];
	const cmake = read("CMakeLists.txt") ?? "";
	const ctest = /enable_testing|include\s*\(\s*CTest|add_test|add_subdirectory\s*\(\s*tests?\b/i.test(cmake) ? [{
		text: "ctest --test-dir build --output-on-failure",
		from: "CMakeLists.txt"
	}] : [];
	if (managers.length === 0 && ctest.length > 0) return ctest;
	const named = taskByRole("test", files);
	if (named.length > 0) return named.slice(0, 1);
	const noted = notedCommand("test", managers, files);
	if (noted.length > 0) return noted;
	for (const { text: manager } of managers) {
		const row = TESTS.find(([of, found, , inside]) => of.test(manager) && paths.some((path) => found.test(path)) && (inside === void 0 || inside[1].test(read(inside[0]) ?? "")));
		if (row === void 0) continue;
		const [, found, command] = row;
		const prefix = command === "pytest" && HAS_ENVIRONMENT.test(manager) ? `${manager} run ` : "";
		const text = command.replace(/^(?:mvn|gradle)(?= )/, (tool) => wrapped(tool, paths));
		const from = paths.find((path) => found.test(path)) ?? "";
		return [{
			text: prefix + text,
			from: from.replace(/(src\/(?:test|commonTest|jvmTest))\/.*$/, "$1")
		}];
	}
	if (ctest.length > 0) return ctest;
	return paths.includes("meson.build") && (/\btest\s*\(/.test(read("meson.build") ?? "") || paths.some((path) => /^tests?\/meson\.build$/.test(path))) ? [{
		text: "meson test -C build",
		from: "meson.build"
	}] : [];
}
function buildByFiles(files) {
	const { paths, read } = files;
	const task = files.tasks.find((one) => one.name === "build" && hazardOf(one, files) === void 0);
	if (task !== void 0) return [{
		text: `${task.runner} build`,
		from: task.from
	}];
	if (read("CMakeLists.txt") !== void 0) return ["cmake -S . -B build", "cmake --build build"].map((text) => ({
		text,
		from: "CMakeLists.txt"
	}));
	if (paths.some((path) => /^[^/]+\.(?:sln|slnx)$/.test(path))) return [{
		text: "dotnet build",
		from: "the solution"
	}];
	return paths.includes("meson.build") ? [{
		text: "meson setup build",
		from: "meson.build"
	}] : [];
}
const PLACEHOLDER = /no test specified|^\s*exit 1\s*$|^(?:echo|true|:)\b[^&|;]*$/;
function taskByRole(role, files) {
	const best = role === "test" ? /^(?:test|tests|check)$/ : /^(?:lint|linting|check|style|format-check|typecheck)$/;
	return files.tasks.filter(({ name, runner }) => !name.includes("*") && (roleOfName(name) === role || role === "test" && runner === "make" && name === "check")).filter(({ name }) => best.test(name)).filter((task) => task.body !== void 0 && !PLACEHOLDER.test(task.body.trim()) && hazardOf(task, files) === void 0).toSorted((a, b) => rankOfTask(b) - rankOfTask(a)).map(({ runner, name, from }) => ({
		text: runner === "npm run" && name === "test" ? "npm test" : `${runner} ${name}`,
		from
	}));
}
function rankOfTask(task) {
	return (isPackageScript(task) ? 2 : 0) + (/^(?:test|lint)$/.test(task.name) ? 1 : 0);
}
function lintByFiles(files) {
	const named = taskByRole("lint", files).slice(0, 2);
	if (named.length > 0) return named;
	const noted = notedCommand("lint", managersOf(files), files);
	if (noted.length > 0) return noted;
	return files.read(".pre-commit-config.yaml") === void 0 ? [] : [{
		text: "pre-commit run --all-files",
		from: ".pre-commit-config.yaml"
	}];
}
const NOTES = [
	"AGENTS.md",
	"CLAUDE.md",
	".github/copilot-instructions.md",
	"GEMINI.md"
];
const TO_FILL = /<|\.\.\.|\b(?:(?<!-)path|foo|bar|example|module|your|some)\b|[-_](?:name|file|test_name)\b|\.\w{1,20}:\d|::|[[\]{}]/i;
const WITH_FILE = / (?:-[cfr]|--[\w-]*(?:config|file|path|project|settings|require|import|bootstrap|ignore))[= ]\S+(?= |$)/g;
const SUITE = /^(?:bash|sh|node|python[\d.]*|ruby|perl|php|tsx) (?!\S*(?:\btest_|[_.](?:test|spec)\.))\S+(?= |$)/;
function isOfOneFile(inner) {
	return / [\w./-]+\/[\w.-]+\.\w+(?= |$)/.test(inner.replaceAll(WITH_FILE, "").replace(SUITE, ""));
}
function notedCommand(role, managers, files) {
	return NOTES.flatMap((path) => {
		let isCode = false;
		return (files.read(path) ?? "").split("\n").flatMap((line, index) => {
			if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
			return (isCode ? [line.replace(/\s#.*$/, "").trim()] : Array.from(line.matchAll(/`([^`]+)`/g), ([, span = ""]) => span)).map((text) => ({
				text,
				from: `${path}:${index + 1}`
			}));
		});
	}).filter(({ text }) => {
		const command = TO_FILL.test(text.replaceAll("./...", "")) ? void 0 : oneCommand(text, ".");
		if (command?.role !== role || !text.includes(" ")) return false;
		if (role === "test" && isOfOneFile(command.inner)) return false;
		const manager = managerOf(text);
		if (manager !== void 0 && !managers.some((one) => one.text === manager)) return false;
		const task = taskOf(command.inner, files.tasks);
		return (task === void 0 ? hazardOfText(text, files) : hazardOf(task, files)) === void 0;
	}).toSorted((a, b) => a.text.length - b.text.length).slice(0, 1);
}

// src/init/held-commands.ts
const PLACES = [
	"",
	" *",
	" * *",
	" * * *"
];
function anywhere(program, task) {
	return PLACES.map((before) => `${program}${before} ${task} **`);
}
function tasksOf(runner, tasks) {
	return prefixes(runner).map((prefix) => `${prefix} ${tasks} **`);
}
function amongFirst(program, task, included) {
	const [first, ...later] = PLACES;
	const behind = later.map((before) => `${program}${before} ${included ?? atBeginning(task)} **`);
	const behindFlag = later.map((before) => `${program}${before.replace(" *", " {-*,*=*}")} ${task} **`);
	return [
		`${program}${first} ${task} **`,
		...behind,
		...included === void 0 ? [] : behindFlag
	];
}
function atBeginning(tasks) {
	return tasks.replaceAll(/(?<=[{,])\*([a-z][^,}*]*)(\*?)/g, "$1$2,*:$1$2,*-$1,*_$1");
}
const RELEASES = "{*publish*,*release*,*deploy*}";
const UPLOADS = "{*publish*,*release*,*upload*,*deploy*}";
const INCLUDED = "{*:publish*,*:release*,*:deploy*,*-publish,*-release,*-deploy,*_publish,*_release,*_deploy}";
const ROWS$1 = [
	[
		/^/,
		"acts on the server",
		"git push **",
		"gh **",
		"{aws,gcloud,az,heroku,kubectl,helm,pulumi,supabase} **"
	],
	[
		/(?:^|\/)package\.json$/m,
		"publishes",
		"{npm,pnpm,yarn,bun} {publish,unpublish,version,deprecate,dist-tag,owner,login,adduser,token} **",
		"npm link **",
		"yarn workspace * {publish,version} **",
		"yarn npm {publish,tag,login} **",
		"{npx,bunx,pnpx,yarn,pnpm} * publish **",
		...anywhere("npm {exec,x}", "publish"),
		`{turbo,nx,lerna,moon} {run,run-many,affected,exec} ${RELEASES} **`,
		`{turbo,nx,lerna,moon,changeset,vsce,ovsx} ${RELEASES} **`,
		"{semantic-release,release-it,np,standard-version} **",
		"{lerna,changeset} version **",
		"{drizzle-kit,typeorm,knex,sequelize} {push,migrate*,db:*,schema:*} **",
		...tasksOf("npm run", "{*publish*,*release*,*deploy*,*migrate*,db:*}")
	],
	[
		/(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg)$/m,
		"publishes",
		"twine **",
		"{python,python3} twine **",
		"pipx run {twine,flit,bump*} **",
		"{uv,poetry,flit,pdm,hatch,rye} publish **",
		"{poetry,hatch,pdm} version **",
		"hatch build --target **",
		"maturin {publish,upload} **",
		...["{python,python3} setup.py", "setup.py"].flatMap((program) => anywhere(program, "{upload,register}")),
		`{pixi,pdm,rye} run ${UPLOADS} **`,
		`{poe,inv,invoke} ${UPLOADS} **`,
		"{pixi,rattler-build,anaconda,conda} upload **"
	],
	[
		/(?:^|\/)Cargo\.toml$/m,
		"publishes, or installs",
		"cargo {publish,yank,owner,login,install,release,smart-release} **",
		"cargo {workspaces,ws} publish **",
		`cargo xtask ${RELEASES} **`,
		"release-plz **"
	],
	[
		/^\.goreleaser|(?:^|\/)go\.mod$/m,
		"releases",
		"goreleaser **",
		"go run *goreleaser* **"
	],
	[
		/(?:^|\/)buf(?:\.gen)?\.yaml$/m,
		"publishes",
		"buf push **"
	],
	[
		/(?:^|\/)pom\.xml$/m,
		"publishes",
		...amongFirst("{mvn,mvnw}", "{deploy,*:deploy,deploy:*,release:*,*:release,scm-publish:*,nexus-*:*,*:build-image,jib:*}")
	],
	[
		/(?:^|\/)build\.gradle(?:\.kts)?$/m,
		"publishes, or sends build data away",
		...amongFirst("{gradle,gradlew}", "{publish*,*:publish*,release,githubRelease,closeAndRelease*,*Sonatype*,upload*,bintray*,jib}"),
		...anywhere("{gradle,gradlew}", "--scan"),
		"--scan **"
	],
	[
		/(?:^|\/)Gemfile$|[^/]\.gemspec$/m,
		"publishes, or changes a database",
		"gem {push,yank,owner,signin} **",
		...amongFirst("rake", "{*release*,*publish*,*deploy*,db:drop,db:reset,db:migrate*}"),
		"{bundle,rails,cap,kamal} {exec,deploy,db:*} {release*,deploy*,db:*} **",
		"{cap,kamal} {deploy*,setup} **",
		"cap * deploy* **",
		"rails db:* **"
	],
	[
		/(?:^|\/)composer\.json$/m,
		"deploys, or changes a database",
		"{php,artisan} artisan {migrate*,db:*} **",
		"{dep,envoy,vapor} **",
		"{bin/console,console} doctrine:{migrations,schema,database}:* **"
	],
	[
		/(?:^|\/)manage\.py$/m,
		"changes a database",
		"{python,python3,uv} manage.py {migrate,flush,loaddata,dbshell} **",
		"manage.py {migrate,flush} **"
	],
	[
		/(?:^|\/)mix\.exs$/m,
		"publishes, or changes a database",
		...amongFirst("mix", "{hex.publish,hex.retire,hex.owner,hex.user,ecto.drop,ecto.reset,ecto.migrate,ecto.rollback}")
	],
	[
		/(?:^|\/)build\.sbt$/m,
		"publishes",
		...amongFirst("sbt", "{*publish*,*Publish,*/publish*,+*publish*,*release*,*Release,ci-release,sonatype*}")
	],
	[
		/(?:^|\/)project\.clj$/m,
		"publishes",
		...amongFirst("lein", "{deploy,release}")
	],
	[
		/[^/]\.podspec$/m,
		"publishes",
		"pod {trunk,repo} **"
	],
	[
		/(?:^|\/)dune-project$|[^/]\.opam$/m,
		"publishes",
		"{dune-release,opam} {publish,tag,distrib} **",
		"opam exec * dune-release **"
	],
	[
		/^DESCRIPTION$/m,
		"publishes",
		...anywhere("{R,Rscript}", "{*release*,*submit_cran*}")
	],
	[
		/(?:^|\/)rebar\.config$/m,
		"publishes",
		...amongFirst("rebar3", "hex {publish,docs,retire,revert,cut,owner,user,organization,key}")
	],
	[
		/(?:^|\/)global\.json$|[^/]\.(?:sln|slnx|csproj|fsproj)$/m,
		"publishes, or changes a database",
		"dotnet nuget {push,delete} **",
		"nuget {push,delete} **",
		"dotnet ef database **"
	],
	[
		/[^/]\.tf$/m,
		"acts on infrastructure",
		"{terraform,tofu,terragrunt} {apply,destroy,import,plan,refresh,taint,untaint,force-unlock,login} **",
		"{terraform,tofu,terragrunt} {state,workspace} **"
	],
	[
		/^(?:k8s|kubernetes|helm|charts|deploy|manifests|kustomize)\/|kubectl|Chart\.yaml$/m,
		"deploys",
		"{kubectl,helm,kustomize,skaffold,argocd} **"
	],
	[
		/(?:^|\/)pubspec\.yaml$/m,
		"publishes",
		"{dart,flutter} pub {publish,uploader} **"
	],
	[
		/[^/]\.cabal$/m,
		"publishes",
		"{cabal,stack} *upload **"
	],
	[
		/(?:^|\/)deno\.jsonc?$|(?:^|\/)jsr\.json$/m,
		"publishes",
		"deno publish **",
		"{npx,bunx} jsr publish **",
		"deno run * publish **"
	],
	[
		/(?:^|\/)CMakeLists\.txt$/m,
		"installs",
		"cmake --install **",
		"cmake --build * install **",
		"cpack **"
	],
	[
		/(?:^|\/)meson\.build$/m,
		"installs",
		"meson install **",
		"ninja install **"
	],
	[
		/^Package\.swift$/m,
		"publishes",
		"swift package-registry {publish,login} **"
	],
	[
		/(?:^|\/)(?:MODULE|WORKSPACE)(?:\.bazel)?$/m,
		"publishes",
		"{bazel,bazelisk} run {*publish*,*release*,*deploy*,*push*} **"
	],
	[
		/(?:^|\/)(?:GNUm|M|m)akefile(?:\.\w+)?$|(?:^|\/)configure\.ac$|(?:^|\/)CMakeLists\.txt$/m,
		"installs, removes or releases",
		"{make,gmake} {install-*,dist} **",
		...amongFirst("{make,gmake}", "{install,uninstall,distclean,*deploy*,*publish*,*release*,*upload*,*migrate*}")
	],
	[
		/^(?:\.?[jJ]ustfile)$/m,
		"releases",
		...amongFirst("just", RELEASES, INCLUDED)
	],
	[
		/^[tT]askfile\.ya?ml$/m,
		"releases",
		...amongFirst("task", RELEASES, INCLUDED)
	],
	[
		/^noxfile\.py$/m,
		"releases",
		...tasksOf("nox -s", UPLOADS)
	],
	[
		/^(?:tox\.ini|tox\.toml|pyproject\.toml)$/m,
		"releases",
		...tasksOf("tox -e", UPLOADS)
	],
	[
		/(?:^|\/)(?:serverless\.yml|wrangler\.(?:toml|jsonc)|fly\.toml|vercel\.json|netlify\.toml|firebase\.json|Pulumi\.yaml|cdk\.json)$/m,
		"deploys",
		"{serverless,sls,wrangler,flyctl,fly,vercel,netlify,firebase,pulumi,cdk} **"
	],
	[
		/(?:^|\/)playbook[^/]*\.ya?ml$|^ansible\//m,
		"acts on machines",
		"ansible-playbook **"
	],
	[
		/(?:^|\/)(?:alembic\.ini)$/m,
		"changes a database",
		"alembic {upgrade,downgrade,stamp} **"
	],
	[
		/(?:^|\/)prisma\/schema\.prisma$/m,
		"changes a database",
		"prisma {migrate,db} **"
	]
];
const ABSENT = [[
	/^/,
	"the cell has neither Docker nor root",
	"{docker,docker-compose,podman} **",
	"sudo **"
], [
	/(?:^|\/)Earthfile$/m,
	"needs Docker",
	"earthly **"
]];
const SCRIPT_FILES = /^(?:(?:\.?ci|scripts?|bin|tools|hack|dev|build|release|deploy)\/[^/]+|[^/\n]+\.(?:sh|bash|ps1)|.*\/[^/\n]+\.(?:sh|bash|ps1))$/;
const SCRIPT_NAME = /^(?:[\w-]+|[\w.-]*\.(?:sh|bash|ps1|py|js|mjs|cjs|ts|rb))$/;
const OTHERS_FILES = /(?:^|\/)(?:node_modules|vendor|third_party|testdata|fixtures?|tests?|examples?)\//;
const MAX_SCRIPTS$1 = 80;
const MAX_CHARS = 180;
function heldCommands(options) {
	const { paths, tasks, used, downloaded } = options;
	const there = paths.join("\n");
	const byTable = (rows) => rows.flatMap(([when, from, ...patterns]) => when.test(there) ? patterns.map((text) => ({
		text,
		from
	})) : []);
	const dangerous = tasks.flatMap((task) => {
		const hazard = hazardOf(task, options);
		const isUsed = used.has(`${task.runner} ${task.name}`);
		return hazard === void 0 || isUsed && hazard.kind !== "acts" ? [] : [{
			task,
			hazard
		}];
	});
	const acting = dangerous.filter(({ hazard }) => hazard.kind !== "endless").map(({ task }) => task);
	const endless = dangerous.filter(({ hazard }) => hazard.kind === "endless").map(({ task }) => task);
	return {
		deferred: [
			...byTable(ROWS$1),
			...scripts(options),
			...downloaded.flatMap(({ name, from }) => scriptPatterns([name], `downloaded: ${from}`)),
			...patternsOf(acting)
		],
		rejected: [...byTable(ABSENT), ...patternsOf(endless)]
	};
}
function prefixes(runner) {
	const [program = "", ...rest] = runner.split(" ").filter((word) => !word.startsWith("-"));
	if (isPackageScript({ runner })) return [
		"{npm,pnpm,yarn,bun} {run,run-script}",
		"{pnpm,yarn,bun}",
		"node --run"
	];
	if (program === "tox") return [
		"tox",
		"tox run",
		"{python,python3} tox"
	];
	if (program === "nox") return ["nox", "{python,python3} nox"];
	const several = {
		make: "{make,gmake}",
		bundle: "rake",
		just: "just",
		task: "task"
	}[program];
	if (several !== void 0) return PLACES.map((before) => several + before);
	return [[program, ...rest].join(" ")];
}
function oneOf(names) {
	return names.length === 1 ? `${names[0]}` : `{${names.join(",")}}`;
}
function patternsOf(tasks) {
	return [...Map.groupBy(tasks, ({ runner }) => runner)].flatMap(([runner, own]) => {
		const from = own[0]?.from ?? "";
		const file = from.replace(/:\d+$/, "");
		const names = [...new Set(own.map(({ name }) => name.replaceAll(/[^\w.:@/+-]/g, "*")))].filter((name) => /\w/.test(name)).flatMap((name) => runner.endsWith("rake") && !name.includes(":") ? [name, `*:${name}`] : [name]);
		const example = own.find(({ name }) => /^[\w.:@/-]+$/.test(name));
		const shorthands = (isPackageScript({ runner }) ? names.filter((name) => /^(?:re)?start$|^stop$/.test(name)) : []).map((name) => ({
			text: `npm ${name} **`,
			from: file
		}));
		return [...prefixes(runner).flatMap((prefix, index) => chunks(names).map((chunk, part) => ({
			text: `${prefix} ${oneOf(chunk)} **`,
			from: own.length === 1 ? from : file,
			example: index === 0 && part === 0 && example !== void 0 ? `${runner} ${example.name}` : void 0
		}))), ...shorthands];
	});
}
function chunks(names) {
	const all = [];
	for (const name of names.filter((one) => one.length <= MAX_CHARS)) {
		const last = all.at(-1);
		if (last !== void 0 && last.join(",").length + name.length < MAX_CHARS) last.push(name);
		else all.push([name]);
	}
	return all;
}
function scripts({ paths, scriptText, used }) {
	const dangerous = paths.filter((path) => SCRIPT_FILES.test(path) && !OTHERS_FILES.test(path)).filter((path) => {
		const name = path.replace(/^.*\//, "");
		if (!SCRIPT_NAME.test(name) || used.has(name)) return false;
		const hazard = hazardOfScript(path, scriptText(path));
		const isShell = /\.(?:sh|bash|ps1)$/.test(name) || /^(?:scripts?|bin)\//.test(path);
		return hazard?.kind === "acts" ? isShell || hazard.why === "by its name" : hazard !== void 0 && isShell && /^(?:scripts?|bin)\/[^.]+$|\.(?:sh|ps1)$/.test(path);
	}).slice(0, MAX_SCRIPTS$1);
	return scriptPatterns([...new Set(dangerous.map((path) => path.replace(/^.*\//, "")))], dangerous.length === 1 ? dangerous[0] ?? "" : "scripts that publish, download, or could not be read");
}
function scriptPatterns(names, from) {
	return chunks(names).flatMap((chunk) => [{
		text: `${oneOf(chunk)} **`,
		from
	}, {
		text: `{bash,sh,pwsh,python,python3,node,ruby} ${oneOf(chunk.map((name) => `*${name}`))} **`,
		from
	}]);
}

// src/init/hosts.ts
const KINDS = {
	github: [
		"github.com",
		"codeload.github.com",
		"raw.githubusercontent.com",
		"objects.githubusercontent.com",
		"release-assets.githubusercontent.com"
	],
	playwright: ["cdn.playwright.dev", "playwright.download.prss.microsoft.com"],
	cypress: ["download.cypress.io", "cdn.cypress.io"],
	conda: ["conda.anaconda.org", "prefix.dev"],
	hex: [
		"repo.hex.pm",
		"hex.pm",
		"builds.hex.pm"
	],
	jsr: ["jsr.io", "npm.jsr.io"],
	hackage: ["hackage.haskell.org"],
	terraform: ["registry.terraform.io", "releases.hashicorp.com"],
	rustup: ["static.rust-lang.org"],
	zig: ["ziglang.org"],
	clojars: ["repo.clojars.org"],
	pub: ["pub.dev"],
	opam: ["opam.ocaml.org"],
	julia: [
		"pkg.julialang.org",
		"us-east.pkg.julialang.org",
		"storage.julialang.net"
	],
	cran: [
		"cloud.r-project.org",
		"cran.r-project.org",
		"packagemanager.posit.co"
	]
};
function hostsOf(kind) {
	if (kind === "apt") return {
		isGroup: false,
		names: []
	};
	if (NETWORK_GROUPS.some((group) => group === kind)) return {
		isGroup: true,
		names: [kind]
	};
	return {
		isGroup: false,
		names: Object.hasOwn(KINDS, kind) ? KINDS[kind] ?? [] : [kind]
	};
}
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
function kindOfUrl(url) {
	const host = /^(?:git\+)?(?:https?|sparse\+https|ssh):\/\/(?:[^/@]*@)?([\w.-]+)/.exec(url)?.[1]?.toLowerCase();
	if (host === void 0 || !HOST.test(host)) return void 0;
	if (/^(?:\w+\.)*archive\.ubuntu\.com$|(?:^|\.)deb\.debian\.org$/.test(host)) return "apt";
	if (host === "github.com" || host.endsWith(".githubusercontent.com") || host === "codeload.github.com") return "github";
	return host;
}
const CONFIGURED = [
	[".npmrc", /^(?:@[\w.-]+:)?registry\s*=\s*(\S+)/gm],
	[".yarnrc.yml", /npmRegistryServer:\s*["']?(\S+?)["']?\s*$/gm],
	["bunfig.toml", /registry\s*=\s*"([^"]+)"/gm],
	["pip.conf", /^(?:extra-)?index-url\s*=\s*(\S+)/gm],
	["pyproject.toml", /^[ \t]*url[ \t]*=[ \t]*"(https:[^"]+)"/gm],
	["settings.gradle", /\burl\s*[=(]?\s*(?:uri\()?["'](https:[^"']+)/gm],
	["settings.gradle.kts", /\burl\s*[=(]?\s*(?:uri\()?["'](https:[^"']+)/gm],
	[".cargo/config.toml", /(?:index|registry)\s*=\s*"([^"]+)"/gm],
	["NuGet.config", /value="(https:[^"]+)"/gm],
	["NuGet.Config", /value="(https:[^"]+)"/gm],
	["nuget.config", /value="(https:[^"]+)"/gm],
	[".gitmodules", /^[ \t]*url[ \t]*=[ \t]*(\S+)/gm]
];
const USUAL = /^(?:registry\.npmjs\.org|registry\.yarnpkg\.com|pypi\.org|files\.pythonhosted\.org|index\.crates\.io|static\.crates\.io|crates\.io|repo\.maven\.apache\.org|repo1\.maven\.org|plugins\.gradle\.org|services\.gradle\.org|rubygems\.org|api\.nuget\.org|repo\.packagist\.org|proxy\.golang\.org)$/;
function configuredHosts(read) {
	return CONFIGURED.flatMap(([path, pattern]) => {
		const text = read(path) ?? "";
		const isIndex = path !== "pyproject.toml" || /^\[\[tool\.(?:uv\.index|poetry\.source|pdm\.source)\]\]/m.test(text);
		return Array.from(isIndex ? text.matchAll(pattern) : [], ([, url = ""]) => {
			const kind = kindOfUrl(url);
			if (kind === void 0 || USUAL.test(kind)) return void 0;
			return path === ".npmrc" && new RegExp(String.raw`${RegExp.escape(kind)}.*(?:_authToken|_password|_auth)\s*=`).test(text) ? {
				kind,
				from: path,
				unusable: "it asks for a token, which the cell does not have"
			} : {
				kind,
				from: path
			};
		}).filter((host) => host !== void 0);
	});
}
function neededHosts({ all, managers, jobs, read }) {
	const fromCommands = all.flatMap(({ text, from }) => hostKinds(text).map((kind) => ({
		kind,
		from
	})));
	const fromManagers = managers.flatMap(({ text, from }) => hostsOfManager(text).map((kind) => ({
		kind,
		from
	})));
	const fetched = jobs.flatMap(({ steps }) => steps.flatMap(({ script = "", file, scriptLine }) => Array.from(script.replaceAll("\\\n", "  ").split("\n"), (line, at) => ({
		line,
		from: `${file}:${scriptLine + at}`
	})))).filter(({ line }) => /\b(?:curl|wget|git clone|apt-get|apt)\b/.test(line)).flatMap(({ line, from }) => {
		const urls = Array.from(line.matchAll(/https?:\/\/[^\s"']+/g), ([url]) => kindOfUrl(url) ?? []).flat();
		const apt = /\bapt(?:-get)?\b.* install\b/.test(line) ? ["apt"] : [];
		return [...urls, ...apt].map((kind) => ({
			kind,
			from
		}));
	});
	return uniqueBy([
		...fromCommands,
		...fromManagers,
		...fetched,
		...configuredHosts(read)
	], ({ kind }) => kind);
}

// src/init/set-up.ts
const LEFT_OUT$1 = /^(?:cd \S+ && )?(?:sudo |apt|brew|dnf|yum|apk|mise install)/;
const INTO_HOME = /^(?:cd \S+ && )?(?:rustup |gem install |pipx |npm (?:i|install) (?:-g|--global) |cargo (?:install|binstall) |go install |uv tool |Rscript |luarocks |cpanm? |conda |mamba )/;
const PIP = /^(?:python[\d.]* -m )?pip3? install /;
const OF_PYTHON = /^(?:python[\d.]*|pytest|py\.test|tox|nox|coverage|mypy|ruff|black|flake8|pylint|isort|pyright|unittest)(?= |$)/;
const ENVIRONMENT = ".venv";
const IGNORED = /^\/?\.?v?env\/?$|^\/?\.venv\*?\/?$|^\*?venv\*?\/?$/;
function placeInstalls({ install, checks }, gitignore = "") {
	const ours = install.filter(({ text }) => !LEFT_OUT$1.test(text));
	const outside = ours.filter(({ text }) => INTO_HOME.test(text));
	const rest = ours.filter(({ text }) => !INTO_HOME.test(text));
	const pip = rest.find(({ text }) => PIP.test(text));
	const warm = checks.flatMap(({ text, from }) => / tox(?: |$)|^tox(?: |$)/.test(text) && !text.includes(" -- ") ? [{
		text: `${text} --notest`,
		from
	}] : []);
	if (pip === void 0) return {
		inCell: [...rest, ...warm.slice(0, 1)],
		outside,
		checks
	};
	const isIgnored = gitignore.split("\n").some((line) => IGNORED.test(line.trim()) && line.includes("venv"));
	const isOwn = checks.every(({ text }) => OF_PYTHON.test(text) || !/^(?:make|just|task|bash|sh|cd|\.?\w*\/)(?: |\b)/.test(text));
	if (!isIgnored || !isOwn) return {
		inCell: rest.filter(({ text }) => !PIP.test(text)),
		outside: [...outside, ...rest.filter(({ text }) => PIP.test(text))],
		checks
	};
	const inside = ({ text, from }) => ({
		text: text.replace(PIP, `${ENVIRONMENT}/bin/python -m pip install `).replace(OF_PYTHON, `${ENVIRONMENT}/bin/$&`),
		from
	});
	return {
		inCell: [{
			text: `python3 -m venv ${ENVIRONMENT}`,
			from: pip.from
		}, ...[...rest, ...warm.slice(0, 1)].map(inside)],
		outside,
		checks: checks.map(inside)
	};
}
const NEW_LOCKS = [
	[
		/^npm (?:install|i)(?= |$)/,
		["package-lock.json", "npm-shrinkwrap.json"],
		"--no-package-lock"
	],
	[
		/^pnpm (?:install|i)(?= |$)/,
		["pnpm-lock.yaml"],
		"--no-lockfile"
	],
	[
		/^bun (?:install|i)(?= |$)/,
		["bun.lock", "bun.lockb"],
		"--no-save"
	]
];
const NO_NEW_LOCK = / (?:-g|--global|--no-save|--no-package-lock|--package-lock=false|--no-lockfile|--lockfile=false|--frozen-lockfile)(?= |$)/;
function withoutNewLock(text, { paths, read }) {
	const [, cd = "", folder = "", install = ""] = /^((?:cd (\S+) && )?)(.*)$/s.exec(text) ?? [];
	const [command, locks = [], flag = ""] = NEW_LOCKS.find(([pattern]) => pattern.test(install)) ?? [];
	if (command === void 0 || NO_NEW_LOCK.test(text)) return text;
	const at = (name) => folder === "" ? name : `${folder}/${name}`;
	const lines = (read(".gitignore") ?? "").split(/\r?\n/);
	const ignored = new Set(folder === "" ? lines.map((line) => line.replace(/^\//, "")) : lines);
	const isOff = /^package-lock\s*=\s*false/m.test(read(at(".npmrc")) ?? "");
	const isWorkspace = paths.includes("pnpm-workspace.yaml") || member$1(parseJson(read("package.json") ?? ""), "workspaces") !== void 0;
	const isLocked = (name) => paths.includes(at(name)) || isWorkspace && paths.includes(name);
	if (isOff || locks.some((name) => isLocked(name) || ignored.has(name))) return text;
	return cd + install.replace(command, `$& ${flag}`);
}

// src/init/protected-files.ts
const ROWS = [
	[`**/{${LOCK_FILES.join(",")},Manifest.toml}`, "lock file"],
	["**/{LICENSE,LICENCE,COPYING,NOTICE,UNLICENSE}*", "licence"],
	[
		"**/SECURITY*",
		"security policy",
		/^(?:\.github\/|docs\/)?SECURITY[^/]*$/
	],
	["**/CODEOWNERS", "owners"],
	[".devcontainer/**", "runs on people's machines"],
	[".devcontainer.json", "runs on people's machines"],
	["{.gemini,.claude,.codex,.cursor,.opencode,.windsurf,.kilocode,.roo}/**", "instructs agents"],
	["{GEMINI,CLAUDE,AGENTS}.md", "instructs agents"],
	["{.husky,.githooks,githooks}/**", "git hooks"],
	["{.circleci,.buildkite,.gitlab,.azure-pipelines,.ci,.woodpecker,.semaphore,.cirrus}/**", "CI"],
	["{.travis.yml,appveyor.yml,.appveyor.yml,.gitlab-ci.yml,azure-pipelines.yml,Jenkinsfile}", "CI"],
	["{.cirrus.yml,bitbucket-pipelines.yml,.drone.yml}", "CI"],
	["{.pre-commit-config.yaml,.pre-commit-hooks.yaml,lefthook.yml,.lintstagedrc}", "runs before commits"],
	["{.npmrc,.yarnrc,.yarnrc.yml,.pnpmfile.cjs,bunfig.toml,pip.conf,.pypirc}", "where packages are from"],
	["{NuGet.config,nuget.config,NuGet.Config}", "where packages are from"],
	[".yarn/{releases,plugins}/**", "runs at each command"],
	[".cargo/**", "runs at each build"],
	["**/build.rs", "runs at each build"],
	["{rust-toolchain,rust-toolchain.toml,global.json,.tool-versions,mise.toml}", "toolchain"],
	["{.nvmrc,.python-version,.ruby-version}", "toolchain"],
	["**/{gradlew,gradlew.bat,mvnw,mvnw.cmd}", "runs at each build"],
	["{gradle,.mvn}/wrapper/**", "runs at each build"],
	["{buildSrc,build-logic}/**", "runs at each build"],
	["**/{Dockerfile,Containerfile}*", "image"],
	["**/{docker-compose,compose}*.{yml,yaml}", "deployment"],
	["{k8s,kubernetes,helm,charts,deploy,deployment,terraform,infra,ansible,manifests,kustomize}/**", "deployment"],
	["{vercel.json,netlify.toml,fly.toml,render.yaml,app.yaml,Procfile,wrangler.toml,wrangler.jsonc}", "deployment"],
	["{serverless.yml,firebase.json,now.json}", "deployment"],
	["{.goreleaser*,.releaserc*,.release-it*,release.config.*,lerna.json,.changeset/config.json}", "releases"],
	["{release-please-config.json,.release-please-manifest.json,cliff.toml,.bumpversion.cfg,release.toml}", "releases"],
	[".gitmodules", "where code of others is from"],
	["gradle/verification-metadata.xml", "hashes of packages"],
	["{renovate.json,renovate.json5,.renovaterc,.renovaterc.json}", "updates packages"],
	["{action.yml,action.yaml}", "the action that others run"],
	["**/versions.tf", "provider versions"],
	["noxfile.py", "runs at each test"],
	[
		"**/{migrations,migrate}/**",
		"database",
		/\/?(?:migrations|migrate)\/[^/]+\.(?:sql|rb|py|js|ts|php|exs|cs|go|kt|java|xml)$/
	],
	["{db,**/resources/db}/**", "database"],
	["**/{_vendor,vendor,third_party,vendored}/**", "code of others"],
	[".licenses/**", "licences"],
	[
		"{deps,external,extern,thirdparty,3rdparty}/**",
		"code of others",
		/\//
	],
	[
		"build-project/**",
		"what builds the release",
		/\//
	],
	[
		"wrappers/**",
		"generated: .pre-commit-config.yaml",
		/\//,
		[".pre-commit-config.yaml", /id:\s*terraform_wrapper_module_for_each/]
	],
	[
		"CHANGELOG.md",
		"written by releases: .releaserc.json",
		/^/,
		[".releaserc.json", /semantic-release/]
	]
];
const DIST = /^dist\/.*\.(?:js|cjs|mjs)$/;
const ELSEWHERE = /(?:^|\/)(?:node_modules|testdata|fixtures?|__fixtures__|templates?|listings|playground)\//;
function protectedFiles({ paths, read }) {
	const own = paths.filter((path) => !ELSEWHERE.test(path));
	const found = ROWS.flatMap(([glob, why, pattern = /^/, text]) => {
		if (text !== void 0 && !text[1].test(read(text[0]) ?? "")) return [];
		const matches = compileGlobs([glob]);
		return narrowed(glob, own.filter((path) => pattern.test(path) && matches(path))).map((one) => ({
			text: one,
			from: why
		}));
	});
	const dist = own.some((path) => /^action\.ya?ml$/.test(path)) ? own.find((path) => DIST.test(path)) : void 0;
	const built = dist === void 0 ? [] : [{
		text: "dist/**",
		from: `built: ${dist}`
	}];
	return [
		...found,
		...built,
		...attributed({
			paths: own,
			read
		}),
		...generated({
			paths: own,
			read
		})
	];
}
function narrowed(glob, fits) {
	return alternatives(glob).flatMap((one) => {
		const matches = compileGlobs([one]);
		const own = fits.filter((path) => matches(path));
		if (own.length === 0) return [];
		return [one.startsWith("**/") && own.every((path) => !path.includes("/")) ? one.slice(3) : one];
	});
}
function attributed({ paths, read }) {
	return (read(".gitattributes") ?? "").split("\n").flatMap((line, index) => {
		const [, pattern = "", kind = ""] = /^((?:[\w./*@+-]|\[\w+\])+)\s(?:.*\s)?linguist-(generated|vendored)(?:=true)?(?:\s|$)/.exec(line) ?? [];
		if (pattern === "" || /\*\*.*\*\*|^\*+$/.test(pattern)) return [];
		const path = pattern.replace(/^\//, "").replaceAll(/\[(\w+)\]/g, (_, choices) => choices.length === 1 ? choices : `{${choices.split("").join(",")}}`);
		return [{
			text: `${!pattern.slice(0, -1).includes("/") ? "**/" : ""}${path}${paths.some((one) => one.startsWith(`${path}/`)) ? "/**" : ""}`,
			from: `${kind}: .gitattributes:${index + 1}`
		}];
	});
}
function generated({ paths, read }) {
	const made = (read("src/Makefile") ?? "").matchAll(/^([\w.-]+\.(?:def|h|c)):/gm);
	return Array.from(made, ([, name = ""]) => `src/${name}`).filter((path) => paths.includes(path)).map((text) => ({
		text,
		from: "generated: src/Makefile"
	}));
}

// src/init/detect.ts
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const COPILOT = /^copilot-setup-steps\.ya?ml$/;
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|_vendor|third_party|testdata|fixtures?|__fixtures__|examples?|templates?|playground|samples?|demos?|listings)\//;
const KEY_FILES = /^(?:package\.json|composer\.json|GNUmakefile|[mM]akefile|\.?[jJ]ustfile|[tT]askfile\.ya?ml|noxfile\.py|tox\.ini|pyproject\.toml|Rakefile|mix\.exs|hatch\.toml|deno\.jsonc?|setup\.(?:py|cfg)|CMakeLists\.txt|DESCRIPTION|meson\.build|build\.zig|pubspec\.yaml|\.npmrc|\.yarnrc\.yml|bunfig\.toml|pip\.conf|settings\.gradle(?:\.kts)?|pixi\.toml|\.cargo\/config\.toml|[nN]u[gG]et\.[cC]onfig|\.gitmodules|\.gitignore|\.pre-commit-config\.yaml|\.releaserc\.json|src\/Makefile|\.github\/kimi-policy\.yml|\.github\/actions\/.*action\.ya?ml|\.gitattributes|(?:AGENTS|CLAUDE|GEMINI)\.md|\.github\/copilot-instructions\.md|(?:tasks|rakelib|lib\/tasks)\/[^/]+\.rake)$/;
const SCRIPT = /\.(?:sh|bash|ps1)$|^(?:scripts?|bin|ci|tools|hack|dev)\/[^/.]+(?:\.(?:py|js|mjs|cjs|rb|ts))?$/;
const MAX_SCRIPTS = 400;
function filesToRead(paths) {
	const scripts = paths.filter((path) => SCRIPT.test(path) && !FOREIGN.test(path)).slice(0, MAX_SCRIPTS);
	const workflows = paths.filter((path) => WORKFLOW.test(path));
	const keyFiles = paths.filter((path) => KEY_FILES.test(path));
	return [.../* @__PURE__ */ new Set([
		...workflows,
		...keyFiles,
		...scripts
	])];
}
const MOST_REFUSED = 6;
const MOST = {
	test: 4,
	lint: 4,
	build: 3,
	install: 6
};
function detect({ paths, texts, unread }) {
	const undecided = [...unread].slice(0, MOST_REFUSED).map(([path, why]) => ({
		what: path,
		why: `it was not read: ${why}`
	}));
	const leaveOut = (items, why) => {
		for (const one of items) undecided.push({
			what: `${one.text} (${one.from})`,
			why: why(one)
		});
	};
	const read = (path) => texts.get(path);
	const own = paths.filter((path) => !FOREIGN.test(path));
	const managers = managersOf({
		paths: own,
		read
	});
	const packageRunner = managers.find(({ text }) => /^(?:npm|pnpm|yarn|bun)$/.test(text))?.text ?? "npm";
	const tasks = tasksOf$1(read, packageRunner, own);
	for (const [runner, named] of Map.groupBy(tasks, (task) => task.runner)) if (named.length >= 300) undecided.push({
		what: `tasks of ${runner}`,
		why: `only the first ${300} of a file were read`
	});
	const known = new Set(paths);
	const scriptText = (path) => known.has(path) ? read(path) ?? "" : void 0;
	const files = {
		paths: own,
		read,
		tasks,
		scriptText
	};
	const workflows = paths.filter((path) => WORKFLOW.test(path) && read(path) !== void 0).flatMap((path) => {
		const { jobs, problem } = readWorkflow(path, read(path) ?? "", read);
		if (problem !== void 0) undecided.push({
			what: path,
			why: `it was read in part: ${problem}`
		});
		return jobs;
	});
	const setupJobs = workflows.filter(({ file }) => COPILOT.test(file));
	const jobs = workflows.filter(({ file, rank }) => !COPILOT.test(file) && rank > 0).toSorted((a, b) => b.rank - a.rank);
	const ci = jobs.flatMap((job) => allCommands(job, files));
	const isUsable = (command) => problemOf(command, files) === void 0;
	const tested = ci.filter(({ role, job }) => role === "test" && job.isLinux);
	const refused = tested.filter((one) => !isUsable(one));
	leaveOut(uniqueBy(refused, ({ from }) => from).slice(0, MOST_REFUSED), (command) => `not taken as a test: ${problemOf(command, files)}`);
	const usable = preferred(tested.filter(isUsable));
	const [best] = usable;
	const fromCi = usable.filter(({ job }) => best !== void 0 && Math.ceil(job.rank) === Math.ceil(best.job.rank) && job.rank > 1);
	const isSide = best !== void 0 && refused.some(({ job }) => Math.ceil(job.rank) > Math.ceil(best.job.rank));
	const byFiles = fromCi.length > 0 && !isSide ? [] : testsByFiles(managers, files);
	const general = generalOnes(fromCi);
	const [root] = managers;
	const rootTests = root === void 0 ? [] : testsByFiles([root], files);
	const isOfFolders = general.every(({ dir }) => dir !== ".");
	const isOfOthers = general.every(({ text }) => managerOf(text) !== root?.text);
	const isTask = rootTests.some(({ text }) => taskOf(text, tasks) !== void 0);
	const ofRoot = isOfFolders && (isOfOthers || isTask) && byFiles.length === 0 ? rootTests : [];
	const test = byFiles.length > 0 ? byFiles : [...ofRoot, ...take(general, "test")];
	const runs = new Map(fromCi.map(({ job, step }) => [job, step.runs[0] ?? 0]).toReversed());
	const isInRun = (step, job) => step.runs.includes(runs.get(job) ?? 0);
	if (test.length === 0) undecided.push({
		what: "tests",
		why: whyNoTest(jobs)
	});
	const linux = ci.filter(({ job }) => job.isLinux);
	const inTestJobs = linux.filter(({ job }) => runs.has(job));
	const ciLints = generalOnes(preferred(linux.filter((one) => one.role === "lint" && one.job.rank > 0 && isUsable(one))));
	const lint = ciLints.length > 0 ? take(ciLints, "lint") : lintByFiles(files);
	const copilot = setupJobs.flatMap((job) => allCommands(job, files)).filter(({ role }) => role === "install");
	const names = /* @__PURE__ */ new Set([...managers.map(({ text }) => text), ...test.map(({ text }) => managerOf(text))]);
	const isOfManager = ({ inner, dir, job }) => job.rank > 1 && (dir === "." || test.some(({ text }) => text.startsWith(`cd ${dir} && `)) || managers.length > 0) && (/^(?:apt|apt-get) /.test(inner) || (managers.length === 0 || names.has(managerOf(inner))) && !/^(?:cargo|go|gem|pipx|uv tool|pip3?) install (?:--\S+ |-U )*[\w'"@./-]+$/.test(inner.replace(/ (?:-e )?\.(?: |$)/, " -e x y ")));
	const [first] = general;
	const [ofFirst, ofRest] = [true, false].map((is) => inTestJobs.filter(({ job }) => job === first?.job === is));
	const checking = new Set(linux.filter(({ role }) => role === "test" || role === "lint").map(({ job }) => job));
	const elsewhere = linux.filter(isOfManager).toSorted((a, b) => Number(checking.has(b.job)) - Number(checking.has(a.job)));
	const installs = [
		copilot,
		[...ofFirst ?? [], ...ofRest ?? []],
		elsewhere
	].map((commands) => commands.filter((one) => one.role === "install" && isUsable(one) && isPossible(one, files) && isInRun(one.step, one.job)));
	const chosen = installs.find((commands) => commands.some(({ inner }) => !isOfSystem(inner))) ?? installs.find((commands) => commands.length > 0) ?? [];
	const manager = primary(managers, test);
	const isOfPrimary = ({ inner }) => manager !== void 0 && !isOfSystem(inner) && managerFamily(managerOf(inner) ?? "") === managerFamily(manager.text);
	const isEnough = chosen === installs[0] || chosen.some(isOfPrimary);
	const hasOwn = chosen.some(({ inner }) => !isOfSystem(inner));
	const lacking = [manager, ...managers].slice(0, !hasOwn ? void 0 : isEnough ? 0 : 1);
	const isAtRoot = chosen.some((one) => one.dir === "." && isOfPrimary(one));
	const byTheirFiles = [...ofRoot.length > 0 && !isAtRoot ? [root] : [], ...lacking].filter((one) => one !== void 0);
	const ofFiles = uniqueBy(byTheirFiles, ({ text }) => text).flatMap((one) => installByFiles(one, files));
	const hasPixi = workflows.some(({ steps }) => steps.some(({ uses, script = uses }) => /\bpixi\b/.test(script ?? "")));
	const isLost = ({ text }) => text.startsWith("pixi ") && !hasPixi;
	const taken = take(ofFirstJob(chosen, ({ dir, inner }) => `${dir} ${inner.split(" ")[0]}`), "install");
	const install = [...ofFiles.filter((one) => !isLost(one)), ...taken].map((one) => ({
		...one,
		text: withoutNewLock(one.text, files).replace(WITH_SYSTEM, "")
	}));
	leaveOut(ofFiles.filter(isLost), () => "not part of set-up: CI does not set up pixi");
	leaveOut(taken.filter(({ text }) => WITH_SYSTEM.test(text)), () => "set-up installs no packages of the system");
	const build = [inTestJobs, linux.filter(({ job }) => job.rank > 1)].map((commands) => take(preferred(commands.filter((one) => one.role === "build" && isUsable(one) && isInRun(one.step, one.job))), "build")).find((commands) => commands.length > 0) ?? buildByFiles(files);
	const before = needsBuild(test, paths) ? byFiles.length > 0 ? buildByFiles(files) : build : [];
	const isBrought = ({ text }) => {
		const ofJob = ciLints.find((one) => one.text === text);
		const tool = toolOf(text);
		if (tool === void 0 || install.some((one) => one.text.includes(tool))) return true;
		return ofJob !== void 0 && ofJob.step.uses === void 0 && runs.has(ofJob.job);
	};
	leaveOut(lint.filter((one) => !isBrought(one)), ({ text }) => `not a check: neither set-up nor the workflow installs ${toolOf(text)}`);
	const all = [
		...install,
		...test,
		...lint,
		...build
	];
	const used = usedNames(ci, tasks);
	const downloaded = jobs.flatMap(downloadsOf);
	const isOfRoot = ({ steps }) => ofRoot.some(({ text }) => steps.some(({ script }) => script?.includes(text.split(" ", 2).join(" "))));
	const jobsTaken = jobs.filter((job) => runs.has(job) || chosen.some((command) => command.job === job) || job.rank > 1 && isOfRoot(job)).map((job) => ({
		...job,
		steps: job.steps.filter((step) => isInRun(step, job))
	}));
	const usedManagers = test.length > 0 ? managers.filter((one) => one === manager || all.some(({ text }) => managerOf(text) === one.text)) : managers;
	const ours = jobsTaken.filter(({ isLinux }) => isLinux);
	const hasTools = ({ steps, rank, isLinux }) => isLinux && rank > 1 && steps.some(({ uses }) => uses !== void 0 && setupStep(uses, {}) !== void 0);
	const others = setupJobs.length > 0 || ours.some(hasTools) ? setupJobs : jobs.filter(hasTools).slice(0, 1);
	const needs = fromJobs(ours, fromCi, others);
	const checks = [
		...before,
		...test,
		...lint.filter(isBrought)
	];
	const placed = placeInstalls({
		install,
		checks
	}, read(".gitignore"));
	const trial = placed.checks.slice(0, before.length + 1);
	return {
		manager: manager?.text ?? "none",
		install,
		test,
		lint,
		build,
		setUp: placed.inCell,
		checks: placed.checks,
		trial: test.length === 0 ? void 0 : trial.map(({ text }) => text).join(" && "),
		hosts: neededHosts({
			all: all.flatMap((one) => [one, ...hooksOf(one, tasks)]),
			managers: usedManagers,
			jobs: jobsTaken,
			read
		}),
		protectedFiles: [...protectedFiles({
			paths,
			read
		})],
		...heldCommands({
			...files,
			paths,
			used,
			downloaded
		}),
		...needs,
		workflow: {
			...needs.workflow,
			installs: [...lackingManagers(usedManagers, needs.workflow.setup, read), ...placed.outside]
		},
		undecided: [...undecided, ...notes(paths, jobs)]
	};
}
function hooksOf({ text, from }, tasks) {
	const { body = "" } = taskOf(oneCommand(text, ".")?.inner ?? "", tasks) ?? {};
	return /pre-commit/.test(body) ? [{
		text: "pre-commit run",
		from
	}] : [];
}
function needsBuild(tests, paths) {
	const isMade = paths.includes("configure.ac") && !paths.some((path) => /^(?:GNUm|M|m)akefile$/.test(path));
	return tests.some(({ text }) => /^(?:\w+=\S* )*(?:ctest|meson test)\b/.test(text) || isMade && /^make\b/.test(text));
}
const WITH_SYSTEM = / --with-deps(?= |$)/;
function problemOf(command, files) {
	const { inner, line, dir } = command;
	if (FOREIGN.test(`${dir}/`)) return "it is about fixtures or examples";
	if (dir !== "." && !files.paths.some((path) => path.startsWith(`${dir}/`))) return `the folder ${dir} is not in the repository`;
	if (dir === "." && /^cargo (?:test|build)/.test(inner) && files.paths.includes("book.toml")) return "the book's crates stand in folders of their own";
	if (/(?:^|[ =])\/(?:opt|home|Users)\//.test(line)) return "it names a folder of CI's own machine";
	if (command.role === "install") return void 0;
	if (command.step.hasToken) return "its step has a token of GitHub";
	const task = taskOf(inner, files.tasks);
	const hazard = task === void 0 ? hazardOfText(line, files) : hazardOf(task, files);
	if (hazard?.kind === "acts") return hazard.why;
	const named = /^(?:bash |sh )?(\.?\/?[\w./-]+\.(?:sh|ps1))(?= |$)/.exec(line)?.[1];
	const script = named === void 0 ? void 0 : posix.join(dir, named);
	const text = script === void 0 ? void 0 : files.scriptText(script);
	if (script?.includes("/") === true && text === void 0) return `${script} is not in the repository`;
	const inside = text === void 0 ? void 0 : hazardOfText(text, files);
	if (inside?.kind === "acts") return `${script}: ${inside.why}`;
	if (/(?:^| )\.github\//.test(line)) return "it is about CI itself";
	if (/\.ps1\b|^(?:pwsh|powershell)\b/.test(line)) return "it is a script of PowerShell";
	const name = scriptName(inner) ?? "";
	return /publish|release|deploy/.test(name) ? "by its name" : void 0;
}
function isPossible({ inner, dir }, { paths }) {
	if (/ --(?:no-index|find-links)\b|\bdist\/|\.whl\b|(?:^| )\.github\//.test(inner)) return false;
	const prefix = / (?:--prefix|-C)[= ]([\w./-]+)(?= |$)/.exec(inner)?.[1];
	const at = (name) => paths.includes(posix.join(dir, prefix ?? ".", name));
	if (/^npm (?:ci|clean-install)\b/.test(inner)) return at("package-lock.json") || at("npm-shrinkwrap.json");
	return true;
}
function take(commands, role) {
	return uniqueBy(commands, ({ text }) => text).slice(0, MOST[role]).map(({ text, from }) => ({
		text,
		from
	}));
}
function primary(managers, tests) {
	const named = tests.map(({ text }) => managerOf(text)).find((name) => name !== void 0);
	const found = managers.find(({ text }) => text === named);
	if (found !== void 0) return found;
	const [first] = managers;
	return first !== void 0 && /^(?:uv|poetry|pdm|pip|hatch)$/.test(first.text) && named === "tox" ? {
		text: "tox",
		from: tests[0]?.from ?? ""
	} : first;
}
function whyNoTest(jobs) {
	const [remote] = jobs.flatMap((job) => job.remote.map((name) => `${name} (${job.file}:${job.line})`));
	if (remote !== void 0) return `CI's commands are in ${remote}, which is not in this repository`;
	return jobs.length === 0 ? "no workflow tests changes, and no file says how" : "no command of CI or of a file is certain to be a test";
}
function usedNames(ci, tasks) {
	return new Set(ci.flatMap(({ inner }) => {
		const task = taskOf(inner, tasks);
		const words = inner.split(" ").map((word) => word.replace(/^.*\//, ""));
		return [...task === void 0 ? [] : [`${task.runner} ${task.name}`], ...words.slice(0, 2)];
	}));
}
function downloadsOf({ steps }) {
	return steps.flatMap(({ script = "", file, scriptLine }) => Array.from(script.matchAll(/\b(?:curl|wget)\b[^\n|]*?\s-\w*[oO]\s*["']?([\w.-]+\.(?:sh|py|js|pl|rb))\b/g), ([, name = ""]) => ({
		name,
		from: `${file}:${scriptLine}`
	})));
}
const OTHER_CI = /^(?:\.travis\.yml|\.?appveyor\.yml|\.circleci\/config\.yml|\.gitlab-ci\.yml|\.?azure-pipelines\.yml|Jenkinsfile|\.cirrus\.yml|\.drone\.yml|\.woodpecker\.yml|\.buildkite\/pipeline\.yml|bitbucket-pipelines\.yml)$/;
function notes(paths, jobs) {
	const others = paths.filter((path) => OTHER_CI.test(path));
	const isReplaced = jobs.length > 0;
	const agents = paths.filter((path) => /^\.github\/workflows\/[^/]*(?:claude|gemini|codex|copilot-(?!setup)|opencode|aider|sweep)[^/]*\.ya?ml$/i.test(path));
	return [...others.map((what) => ({
		what,
		why: isReplaced ? "GitHub's workflows were read in its place" : "it was not read: only GitHub's workflows are"
	})), ...agents.slice(0, 5).map((what) => ({
		what,
		why: "another agent may answer the same comments"
	}))];
}

// src/init/own-files.ts
const MARK = /^# kimi-runner init ([0-9a-f]{12})\n/;
function marked(text) {
	return `# kimi-runner init ${sha256(text).slice(0, 12)}\n${text}`;
}
function madeState(root, { path, text }) {
	refuseLinks(root, path);
	let before;
	try {
		before = readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
	} catch (error) {
		if (error.code === "ENOENT") return { kind: "new" };
		throw new RunnerError({
			code: "workspace.file",
			message: `${path} could not be read.`,
			cause: error
		});
	}
	return judgeMade(before, text);
}
function judgeMade(before, text) {
	if (before === text) return { kind: "same" };
	return {
		kind: MARK.exec(before)?.[1] !== void 0 && marked(before.replace(MARK, "")) === before ? "own" : "changed",
		before
	};
}
function writeMade(root, { path, text }) {
	refuseLinks(root, path);
	const target = join(root, path);
	makeFolders(dirname(target));
	const beside = `${target}.new-${process.pid}`;
	writeFileSync(beside, text, { flag: "wx" });
	renameSync(beside, target);
}
function refuseLinks(root, path) {
	const parts = path.split("/");
	for (const [index] of parts.entries()) {
		const part = parts.slice(0, index + 1).join("/");
		const stats = lstatOrNone(join(root, part));
		if (stats === void 0 || (index === parts.length - 1 ? stats.isFile() : stats.isDirectory())) continue;
		throw new RunnerError({
			code: "workspace.file",
			message: `${part} is ${stats.isSymbolicLink() ? "a symbolic link" : "in the way"}; nothing was written.`,
			hint: `Move it away: ${path} must be a file of this repository.`
		});
	}
}

// src/init/policy-text.ts
const MAX_ENTRIES = 150;
const MAX_COMMENT = 160;
const LEFT_OUT = /^(?:HOME|PATH|TMPDIR|GIT_CONFIG_.*|LD_.*|NODE_OPTIONS|BASH_ENV|ENV|IFS|.*_proxy|GITHUB_.*|RUNNER_.*|ACTIONS_.*|CI|CODECOV.*|NX_CLOUD.*)$/is;
async function policyText(found, { strict, file }) {
	const undecided = [...found.undecided];
	const fits = (what, items, problem, most = MAX_ENTRIES) => {
		const valid = items.filter(({ text }) => problem(text) === void 0);
		if (valid.length > most) undecided.push({
			what,
			why: `only the first ${most} of ${valid.length} were written`
		});
		return valid.slice(0, most);
	};
	const deferred = fits("patterns of commands for a person", found.deferred, patternProblem, 450);
	const rejected = fits("patterns of impossible commands", found.rejected, patternProblem);
	const globs = fits("protected files", found.protectedFiles, workspaceGlobProblem);
	const commands = found.checks.filter(({ text }) => text.length <= 500);
	const hosts = found.hosts.flatMap(({ kind, from, unusable }) => {
		if (unusable !== void 0) undecided.push({
			what: kind,
			why: unusable
		});
		const { isGroup, names } = hostsOf(kind);
		return names.map((text) => ({
			text,
			from,
			isGroup
		}));
	});
	const env = found.env.filter(({ name, text }) => {
		if (!/^[A-Za-z_]\w{0,127}$/.test(name) || LEFT_OUT.test(name) || text === "" || text.length > 200) return false;
		const isSecret = isSecretName(name) || findShapes(text).length > 0 || text.includes("$");
		if (isSecret) undecided.push({
			what: name,
			why: "a variable of CI's tests that may be a secret; its value is not quoted"
		});
		return !isSecret;
	});
	const contents = (verify) => {
		const approved = strict ? strictPatterns([
			...found.checks,
			...found.lint,
			...found.build
		]) : void 0;
		const people = Array.from({ length: Math.ceil(deferred.length / MAX_ENTRIES) }, (_, part) => {
			const patterns = deferred.slice(part * MAX_ENTRIES, (part + 1) * MAX_ENTRIES);
			const examples = patterns.flatMap(({ example }) => example ?? []).slice(0, 5);
			return {
				id: part === 0 ? "people" : `people-${part + 1}`,
				defer: { exec: list(patterns) },
				reason: "a person publishes, releases, deploys and migrates",
				match: examples.length === 0 ? void 0 : examples,
				not_match: verify.length === 0 ? void 0 : verify.map(({ text }) => text)
			};
		});
		const impossible = "it needs what the cell does not have, or never ends";
		const files = {
			id: "files",
			defer: { write: list(globs) },
			reason: "a person decides about these files"
		};
		const setup = {
			run: list(found.setUp),
			network: list(hosts.filter(({ isGroup }) => isGroup))
		};
		const sandbox = {
			services: list(found.services),
			env: env.length === 0 ? void 0 : Object.fromEntries(env.map((one) => [one.name, sourced(one)])),
			setup: found.setUp.length === 0 ? void 0 : setup
		};
		return {
			version: 2,
			default: "defer",
			rules: [
				{
					id: "read",
					approve: inFlow({ read: ["**"] })
				},
				{
					id: "edit",
					approve: inFlow({ write: ["**"] })
				},
				{
					id: "commands",
					approve: approved === void 0 ? inFlow({ exec: ["any"] }) : { exec: list(approved) }
				},
				...people,
				{
					id: "impossible",
					reject: { exec: list(rejected) },
					reason: impossible
				},
				...globs.length === 0 ? [] : [files],
				{
					id: "ci",
					reject: inFlow({ write: [".github/**"] }),
					reason: "people change what CI runs"
				}
			],
			limits: verify.length === 0 ? void 0 : {
				steps: 100,
				minutes: 45,
				verify: list(verify)
			},
			sandbox: Object.values(sandbox).some((part) => part !== void 0) ? sandbox : void 0,
			profiles: { schedule: { default: "reject" } }
		};
	};
	const others = hosts.filter(({ isGroup }) => !isGroup);
	const trial = render(contents([]), others, []);
	const policy = await loadPolicy(trial, { file });
	const text = render(contents(commands.filter(({ text, from }) => {
		const answer = explain(policy, {
			subject: "command",
			text
		}, { level: "sealed" });
		const isHeld = typeof answer === "string" || answer.verdict !== "approve";
		if (isHeld) undecided.push({
			what: `${text} (${from})`,
			why: `not a check: ${typeof answer === "string" ? answer : `the rule ${answer.rule} holds it`}`
		});
		return !isHeld;
	})), others, undecided);
	await loadPolicy(text, { file });
	return {
		text,
		undecided
	};
}
function strictPatterns(commands) {
	const own = commands.flatMap(({ text, from }) => {
		const words = text.replace(/^cd \S+ && /, "").replaceAll(/["']/g, "").replace(/^(?:\w+=\S* )+/, "").split(" ");
		const pattern = `${words.join(" ")} **`;
		return innerCommand(words) === "" || patternProblem(pattern) !== void 0 ? [] : [{
			text: pattern,
			from
		}];
	});
	const looks = ["git-read", "search"].map((text) => ({
		text,
		from: "only looks"
	}));
	return uniqueBy([...own, ...looks], ({ text }) => text);
}
function render(value, others, undecided) {
	const document = new import_dist.Document(value);
	const hosts = document.getIn([
		"sandbox",
		"setup",
		"network"
	], true) ?? document.getIn(["sandbox", "setup"], true);
	if (others.length > 0 && ((0, import_dist.isSeq)(hosts) || (0, import_dist.isMap)(hosts))) hosts.comment = [" Not in a group; remove the # if set-up needs it:", ...others.map(({ text, from }) => ` - ${text} # ${comment(from).trim()}`)].join("\n");
	document.commentBefore = HEAD;
	if (undecided.length > 0) document.comment = [" Not decided:", ...undecided.map(({ what, why }) => ` - ${comment(what).trim()}: ${comment(why).trim()}`)].join("\n");
	return writtenYaml(document, "The written policy", { flowCollectionPadding: false });
}
function writtenYaml(document, name, options) {
	const text = document.toString({
		lineWidth: 0,
		...options
	});
	if (canonicalJson((0, import_dist.parse)(text)) === canonicalJson(document.toJS())) return text;
	const message = `${name} does not read back as intended, which is a bug of kimi-runner.`;
	throw new RunnerError({
		code: "config.invalid",
		message
	});
}
const HEAD = ` What an agent may do in this repository; kimi-runner's docs/policy.md describes the format.
 Made by \`kimi-runner init\` from the files of HEAD; read it before you merge it. The comment after each # says where the line is from.`;
function sourced({ text, from }) {
	const node = new import_dist.Scalar(text);
	node.comment = comment(from);
	return node;
}
function list(items) {
	return items.length === 0 ? void 0 : items.map(sourced);
}
function inFlow(value) {
	return new import_dist.Document().createNode(value, { flow: true });
}
function comment(text) {
	return ` ${oneLine(plainText(text), MAX_COMMENT).replaceAll(/[\r\n\u2028\u2029\u0085]/g, " ")}`;
}

// src/init/tree.ts
const MAX_BYTES = 1e6;
const MAX_FILES = 2e3;
const MAX_TOTAL_BYTES = 15e6;
async function readHeadTree(cwd, pathVar, pick) {
	const { root, branch } = findCheckout(cwd);
	const env = configEnvironment([TRUST_OWNER]);
	const git = createGit({
		cwd: root,
		path: trustedPath(pathVar, root),
		env
	});
	const listed = await git({ args: [
		"ls-tree",
		"-r",
		"-z",
		"-l",
		"--full-tree",
		"HEAD"
	] }).catch((error) => {
		throw /Not a valid object name/.test(describeError(error)) ? withoutCommit(root) : error;
	});
	const entries = new Map(parseTree(listed).map((entry) => [entry.path, entry]));
	const paths = [...entries.values()].filter(({ mode }) => mode.startsWith("100")).map(({ path }) => path);
	const unread = /* @__PURE__ */ new Map();
	let total = 0;
	const wanted = pick(paths).slice(0, MAX_FILES).flatMap((path) => {
		const entry = entries.get(path);
		if (entry === void 0) return [];
		const bytes = entry.bytes ?? 0;
		if (bytes <= MAX_BYTES && total + bytes <= MAX_TOTAL_BYTES) {
			total += bytes;
			return [entry];
		}
		unread.set(path, bytes > MAX_BYTES ? `larger than ${MAX_BYTES / 1e6} MB` : "too much to read in all");
		return [];
	});
	const texts = /* @__PURE__ */ new Map();
	if (wanted.length > 0) {
		const input = Buffer.from(`${wanted.map(({ id }) => id).join("\n")}\n`);
		const objects = objectsIn(await git({
			args: ["cat-file", "--batch"],
			input
		}));
		for (const [index, { path }] of wanted.entries()) {
			const content = objects[index]?.content;
			if (content === void 0) throw gitError(`${path} of HEAD is not in this clone.`, "Fetch it: git fetch --refetch.");
			if (isUtf8(content) && !content.includes(0)) texts.set(path, content.toString("utf8").replaceAll("\r\n", "\n"));
			else unread.set(path, "not text");
		}
	}
	return {
		root,
		branch,
		paths: paths.toSorted(),
		texts,
		unread
	};
}

// src/init/workflow-text.ts
const CHECKOUT = {
	commit: "3d3c42e5aac5ba805825da76410c181273ba90b1",
	version: "v7.0.1"
};
const ACTION = `${REPOSITORY}@v0`;
const BODY = "github.event.comment.body || github.event.review.body";
const NUMBER = "github.event.issue.number || github.event.pull_request.number";
const ASSOCIATION = "github.event.comment.author_association || github.event.review.author_association";
const QUICK = [
	"cancel",
	"status",
	"help"
].map((word) => `!contains(${BODY}, '/kimi ${word}')`).join(" && ");
const WORKFLOWS = {
	comment: {
		path: ".github/workflows/kimi.yml",
		about: " `/kimi fix` in a comment on an issue or pull request starts a run.",
		head: {
			name: "kimi",
			on: {
				issue_comment: { types: ["created"] },
				pull_request_review_comment: { types: ["created"] },
				pull_request_review: { types: ["submitted"] }
			}
		},
		job: {
			if: `(github.event.comment.user.type || github.event.review.user.type) == 'User' && contains(${BODY}, '/kimi')`,
			concurrency: {
				group: `kimi-\${{ ${QUICK} && ${`contains(fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]'), ${ASSOCIATION})`} && (${NUMBER}) || github.run_id }}`,
				"cancel-in-progress": false
			}
		},
		permissions: {
			contents: "write",
			issues: "write",
			"pull-requests": "write"
		},
		with: {},
		needsTools: true
	},
	schedule: {
		path: ".github/workflows/kimi-nightly.yml",
		about: " Every night the agent runs the tests, and opens a pull request if it can repair them.",
		head: {
			name: "kimi nightly",
			on: { schedule: [{ cron: "17 3 * * *" }] },
			concurrency: {
				group: "kimi-nightly",
				"cancel-in-progress": false
			}
		},
		job: {},
		permissions: {
			contents: "write",
			issues: "write",
			"pull-requests": "write"
		},
		with: {
			prompt: "Run the tests. If one fails, find the cause and fix it. Change nothing else.",
			profile: "schedule"
		},
		needsTools: true
	},
	review: {
		path: ".github/workflows/kimi-review.yml",
		about: " Each pull request of the repository's own branches gets a review as a comment. Nothing can be pushed.",
		head: {
			name: "kimi review",
			on: { pull_request: { types: ["opened", "ready_for_review"] } }
		},
		job: { if: "github.event.pull_request.head.repo.full_name == github.repository" },
		permissions: {
			contents: "read",
			issues: "write",
			"pull-requests": "write"
		},
		with: {
			prompt: "/kimi review",
			"max-steps": 40
		},
		needsTools: false
	}
};
function workflowPath(name) {
	return WORKFLOWS[name].path;
}
function workflowText(name, needs) {
	const { about, head, job, permissions, with: settings, needsTools } = WORKFLOWS[name];
	const checkout = {
		"persist-credentials": false,
		"fetch-depth": needsTools && needs.fullHistory !== void 0 ? 0 : void 0,
		submodules: needsTools && needs.submodules !== void 0 ? "recursive" : void 0
	};
	const action = {
		text: ACTION,
		from: "replace it with the place where you keep kimi-runner, pinned to a commit"
	};
	const steps = [
		{
			uses: sourced({
				text: `actions/checkout@${CHECKOUT.commit}`,
				from: CHECKOUT.version
			}),
			with: inFlow(checkout)
		},
		...needsTools ? toolSteps(needs) : [],
		{
			uses: sourced(action),
			with: {
				...settings,
				"api-key": "${{ secrets.KIMI_API_KEY }}"
			}
		}
	];
	const value = {
		...head,
		permissions: {},
		jobs: { kimi: {
			...job,
			"runs-on": "ubuntu-24.04",
			"timeout-minutes": 60,
			permissions,
			services: needsTools && needs.services.length > 0 ? servicesOf(needs) : void 0,
			steps
		} }
	};
	const document = new import_dist.Document(value, { aliasDuplicateObjects: false });
	document.commentBefore = `${about}\n Made by \`kimi-runner init\`; add the secret KIMI_API_KEY.`;
	return writtenYaml(document, workflowPath(name));
}
function toolSteps({ setup, apt, installs }) {
	const ofSystem = {
		text: `sudo apt-get update && sudo apt-get install -y ${[...new Set(apt.flatMap(({ text }) => text.split(" ")))].join(" ")}`,
		from: apt[0]?.from ?? ""
	};
	return [...setup.map(({ uses, with: settings, from }) => ({
		uses: sourced({
			text: uses,
			from
		}),
		with: unlessEmpty(settings)
	})), ...[...apt.length === 0 ? [] : [ofSystem], ...installs].map((command) => ({ run: sourced(command) }))];
}
function servicesOf({ services }) {
	const entries = services.map(({ name, image, ports, env, options }) => {
		return [name, {
			image,
			env: unlessEmpty(env),
			ports: ports.length === 0 ? void 0 : ports,
			options
		}];
	});
	return Object.fromEntries(entries);
}
function unlessEmpty(members) {
	return Object.keys(members).length === 0 ? void 0 : members;
}

// src/cli/init/next-steps.ts
function homePageOf({ env, cwd }) {
	const serverUrl = (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "");
	return {
		serverUrl,
		repository: env["GITHUB_REPOSITORY"] || originRepository(findCheckout(cwd), serverUrl)
	};
}
function nextSteps({ serverUrl, repository }) {
	const settings = (path, clicks) => repository === void 0 ? `Settings → ${clicks} of the repository` : `${serverUrl}/${repository}/settings/${path}`;
	const owner = repository?.split("/")[0];
	return [
		`add the secret KIMI_API_KEY: ${settings("secrets/actions/new", "Secrets and variables → Actions")}`,
		`tick "Allow GitHub Actions to create and approve pull requests": ${settings("actions", "Actions → General")}`,
		`in the workflow, replace ${REPOSITORY} with the place where you keep kimi-runner, pinned to a commit; if it is private, allow access in its own Settings → Actions → General → Access`,
		`if the organisation allows selected actions only, add it and those that the workflow uses: ${owner === void 0 ? "its Settings → Actions" : `${serverUrl}/organizations/${owner}/settings/actions`}`,
		"bring the files to the default branch: comments and schedules start only the workflows that are there"
	];
}

// src/cli/init.ts
const initCommand = {
	usage: "init",
	summary: "write a policy and workflows that fit this repository, and try them",
	cleansItself: true,
	options: {
		"dry-run": { help: "print the files instead of writing them" },
		json: { help: "with --dry-run: print what was found as JSON" },
		strict: { help: "list the commands that may run, instead of allowing every command in a sealed cell" },
		schedule: { help: "also write a workflow that repairs tests every night" },
		review: { help: "also write a workflow that reviews pull requests" },
		"pull-request": { help: "push a branch with these files, and open a pull request with GH_TOKEN" },
		"no-try": { help: "do not try the commands in the cell" }
	},
	run: async (args, outside) => {
		const world = {
			...outside,
			out: (text) => outside.out(harmlessText(text)),
			err: (text) => outside.err(harmlessText(text))
		};
		if (args.has("json") && !args.has("dry-run")) throw configError("`--json` prints what was found, and writes nothing.", "Add --dry-run.");
		const tree = await readHeadTree(world.cwd, world.env["PATH"] ?? "", filesToRead);
		const found = detect(tree);
		const { text: policy, undecided } = await policyText(found, {
			strict: args.has("strict"),
			file: POLICY_PATH
		});
		if (args.has("json")) {
			world.out(`${JSON.stringify({
				...found,
				undecided
			})}\n`);
			return 0;
		}
		const files = madeFiles(found, policy, args);
		world.err(summary({
			...found,
			undecided
		}));
		if (args.has("dry-run")) {
			for (const { path, text } of files) world.out(`# ${path}\n${text}\n`);
			return 0;
		}
		if (args.has("pull-request")) {
			const { proposeFiles } = await import("./pull-request.js");
			const own = files.filter(({ path, text }) => {
				const before = tree.texts.get(path);
				return before === void 0 || judgeMade(before, text).kind !== "changed";
			});
			for (const { path } of files.filter((file) => !own.includes(file))) world.out(`${path} of HEAD was changed by people, or is theirs, and stays as it is\n`);
			world.out(`${await proposeFiles({
				root: tree.root,
				files: own,
				found: {
					...found,
					undecided
				}
			}, world)}\n`);
		} else {
			for (const file of files) place(tree.root, file, world);
			if (!args.has("no-try")) {
				const { tryHere } = await import("./try-here.js");
				await tryHere(found.trial, outside);
			}
		}
		world.out(`What is left for a person:\n${nextSteps(homePageOf(world)).map((step) => `  - ${step}\n`).join("")}`);
		return 0;
	}
};
function madeFiles(found, policy, args) {
	const workflows = ["comment", ...["schedule", "review"].filter((name) => args.has(name))].map((name) => ({
		path: workflowPath(name),
		text: marked(workflowText(name, found.workflow))
	}));
	return [{
		path: POLICY_PATH,
		text: marked(policy)
	}, ...workflows];
}
function place(root, file, world) {
	const state = madeState(root, file);
	switch (state.kind) {
		case "new":
			writeMade(root, file);
			world.out(`wrote ${file.path}\n`);
			return;
		case "same":
			world.out(`${file.path} is as it would be written\n`);
			return;
		case "own":
			writeMade(root, file);
			world.out(`wrote ${file.path} again; what changed:\n${unifiedDiff(file.path, state.before, file.text).text}\n`);
			return;
		case "changed": world.out(`${file.path} was changed by people, or is theirs, and stays as it is. The difference from what init would write:\n${unifiedDiff(file.path, state.before, file.text).text}\n`);
	}
}
function summary({ manager, test, lint, install, hosts, deferred, protectedFiles, undecided }) {
	const row = (title, items) => `  ${title.padEnd(10)} ${items.map(({ text, from }) => `${text} (${from})`).join("\n             ") || "none"}\n`;
	const [patterns, globs] = [counted(deferred.length, "pattern"), counted(protectedFiles.length, "glob")];
	return [
		`found, with ${manager === "none" ? "no package manager" : manager}:\n`,
		row("install", install),
		row("test", test),
		row("lint", lint),
		`  ${"hosts".padEnd(10)} ${hosts.map(({ kind }) => kind).join(", ") || "none"}\n`,
		`  ${patterns} of commands and ${globs} of files wait for a person\n`,
		...undecided.map(({ what, why }) => `  not decided: ${what}: ${why}\n`)
	].join("");
}

// src/cli/init/pull-request.ts
const BRANCH = "kimi-runner-init";
const TITLE = "Set up kimi-runner";
async function proposeFiles(request, world) {
	const { root, files } = request;
	const origin = homePageOf({
		...world,
		cwd: root
	});
	const place = mkdtempSync(join(tmpdir(), "kimi-init-"));
	const git = createOwnGit(root, world, join(place, "index"));
	try {
		const into = await defaultBranch(git);
		const commit = await commitOf(git, files);
		if (commit === void 0) return "nothing to propose: HEAD has these files already";
		await git([
			"push",
			"origin",
			`${commit}:refs/heads/${BRANCH}`
		]);
		if (origin.repository === void 0) return `pushed ${BRANCH}; open a pull request from it into ${into}`;
		return await open(request, {
			into,
			repository: origin.repository
		}, world);
	} finally {
		rmSync(place, {
			recursive: true,
			force: true
		});
	}
}
const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 1e7;
function createOwnGit(root, world, index) {
	const env = {
		...world.env,
		PATH: trustedPath(world.env["PATH"] ?? "", root),
		GIT_INDEX_FILE: index,
		LC_ALL: "C"
	};
	const guards = [
		"-c",
		"core.hooksPath=/dev/null",
		"-c",
		"core.fsmonitor=false"
	];
	return async (args, input = "") => {
		try {
			const running = run("git", [...guards, ...args], {
				cwd: root,
				env,
				maxBuffer: MAX_OUTPUT_BYTES
			});
			running.child.stdin?.on("error", () => {});
			running.child.stdin?.end(input);
			return (await running).stdout.trim();
		} catch (cause) {
			const said = member$1(cause, "stderr");
			const why = typeof said === "string" && said.trim() || systemReason(cause);
			throw new RunnerError({
				code: "git.failed",
				message: `git ${args[0]} failed: ${why}`,
				hint: hintOf(args, why),
				cause
			});
		}
	};
}
function hintOf([command], why) {
	return command === "push" && /rejected|non-fast-forward|fetch first/.test(why) ? `The branch ${BRANCH} of an earlier init is at origin. Delete it there, or merge it.` : void 0;
}
async function defaultBranch(git) {
	const listed = await git([
		"ls-remote",
		"--symref",
		"origin",
		"HEAD"
	]);
	const name = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(listed)?.[1];
	const tip = /^([0-9a-f]{40,64})\tHEAD$/m.exec(listed)?.[1];
	if (name === void 0 || tip === void 0) throw configError("origin has no default branch.", "Push one first.");
	if (await git([
		"merge-base",
		"--is-ancestor",
		"HEAD",
		tip
	]).then(() => true, () => false)) return name;
	throw configError(`HEAD is not in origin/${name}, as this clone knows it.`, `The pull request would bring other commits along. Check it out: git fetch origin && git switch --detach origin/${name}`);
}
async function commitOf(git, files) {
	await git(["read-tree", "HEAD"]);
	for (const { path, text } of files) await git([
		"update-index",
		"--add",
		"--cacheinfo",
		`100644,${await git([
			"hash-object",
			"-w",
			"--no-filters",
			"--stdin"
		], text)},${path}`
	]);
	const tree = await git(["write-tree"]);
	if (tree === await git(["rev-parse", "HEAD^{tree}"])) return void 0;
	const commit = await git([
		"commit-tree",
		tree,
		"-p",
		"HEAD",
		"-m",
		TITLE
	]);
	const other = (await git([
		"diff-tree",
		"-r",
		"-z",
		"--name-only",
		"HEAD",
		commit
	])).split("\0").filter((path) => path !== "").find((path) => !files.some((file) => file.path === path));
	if (other !== void 0) throw configError(`The branch would change ${other}.`, "This is a bug of kimi-runner; please report it.");
	return commit;
}
async function open({ found, files }, { into, repository }, world) {
	const context = contextOfVariables(world.env, {
		eventName: "",
		payload: {},
		repository
	});
	const job = githubJob(context, world.env);
	const { owner, repo, serverUrl } = job;
	const link = compareLink({
		repo: {
			owner,
			name: repo,
			serverUrl
		},
		branch: BRANCH,
		into
	});
	const token = world.env["GH_TOKEN"] || world.env["GITHUB_TOKEN"];
	if (!token) return link;
	try {
		const client = jobClient({
			token,
			commit: "git",
			publish: "none"
		}, job, world);
		const body = bodyOf(found, files, nextSteps({
			serverUrl,
			repository
		}));
		const { data } = await client.request("POST /repos/{owner}/{repo}/pulls", {
			owner,
			repo,
			title: TITLE,
			head: BRANCH,
			base: into,
			body
		});
		const url = member$1(data, "html_url");
		return typeof url === "string" ? url : link;
	} catch (error) {
		world.err(`The branch is pushed, but no pull request was opened: ${describeError(error)}\n`);
		return link;
	}
}
function bodyOf({ test, lint, install, hosts, undecided }, files, steps) {
	const list = (title, items) => items.length === 0 ? "" : `\n**${title}**\n\n${items.map(({ text, from }) => `- ${spanOfCode(text)} (${spanOfCode(from)})\n`).join("")}`;
	return [
		`This adds ${files.map(({ path }) => spanOfCode(path)).join(" and ")}. Nothing runs before it is merged. Read what an agent may do.\n`,
		list("Checks of a run", [...test, ...lint]),
		list("Set-up", install),
		list("Hosts", hosts.map(({ kind, from }) => ({
			text: kind,
			from
		}))),
		list("Not decided", undecided.map(({ what, why }) => ({
			text: what,
			from: why
		}))),
		`\n**Left to do**\n\n${steps.map((step) => `- ${step}\n`).join("")}`
	].join("");
}

// src/cli/init/try-here.ts
const LIMIT_MS = 3e5;
const DOCTOR_MS = 6e4;
const BAR_EVERY_MS = 500;
const REFUSED = 5;
async function tryHere(test, world) {
	const until = systemClock.monotonic() + LIMIT_MS;
	const rest = () => Math.max(1, until - systemClock.monotonic());
	const say = (text) => world.out(harmlessText(text));
	const policy = await runSelf(["policy", "test"], "the policy's examples", rest(), world);
	say(policy.code === 0 ? policy.output : `✗ policy test\n${policy.output}`);
	if (test !== void 0) {
		const words = [
			"cell",
			"--setup",
			"--timeout",
			String(Math.ceil(rest() / 1e3)),
			"--",
			test
		];
		const line = `${programName(world)} cell --setup -- ${shellWord(test)}`;
		say(`${verdictOf(await runSelf(words, test, rest(), world), test, line)}\n`);
	}
	say((await runSelf(["doctor"], "doctor", DOCTOR_MS, world)).output);
}
function verdictOf({ code, output, seconds }, test, line) {
	const last = output.trimEnd().split("\n").slice(-LAST_LINES).join("\n").replaceAll(/^/gm, "    ");
	switch (code) {
		case 0: return `✓ ${test} passes in the cell, after set-up (${seconds} s)`;
		case void 0: return `? ${test} did not end within ${LIMIT_MS / 6e4} minutes; try it: ${line}\n${last}`;
		case REFUSED: return `? ${test} was not tried: this machine has no sealed sandbox. Where there is one: ${line}`;
		default: return `✗ ${test} does not pass in the cell (exit code ${code}); try it: ${line}\n${last}`;
	}
}
const LAST_LINES = 20;
async function runSelf(words, title, limitMs, world) {
	const { script, nodePath, env, cwd } = world;
	const began = systemClock.monotonic();
	if (script === void 0) return {
		code: void 0,
		output: "",
		seconds: 0
	};
	const child = spawn(nodePath, [script, ...words], {
		cwd,
		env,
		stdio: [
			"ignore",
			"pipe",
			"pipe"
		]
	});
	let output = "";
	const keep = (chunk) => void (output = (output + chunk).slice(-1e5));
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", keep);
	let isLate = false;
	const end = setTimeout(() => {
		isLate = true;
		child.kill("SIGINT");
		setTimeout(() => child.kill("SIGKILL"), 1e4).unref();
	}, limitMs);
	const bar = world.terminalColumns === void 0 ? void 0 : setInterval(() => world.err(barOf(title, systemClock.monotonic() - began)), BAR_EVERY_MS);
	if (bar === void 0 && world.isQuiet !== true) world.err(`trying ${title} …\n`);
	try {
		return {
			code: await new Promise((resolve) => {
				child.on("error", () => resolve(void 0));
				child.on("close", (status) => resolve(isLate ? void 0 : status ?? 1));
			}),
			output,
			seconds: Math.round((systemClock.monotonic() - began) / 1e3)
		};
	} finally {
		clearTimeout(end);
		clearInterval(bar);
		if (bar !== void 0) world.err("\r\x1B[K");
	}
}
const BAR_WIDTH = 20;
function barOf(title, passedMs) {
	const done = Math.min(BAR_WIDTH, Math.round(passedMs / LIMIT_MS * BAR_WIDTH));
	return `\r${"█".repeat(done)}${"░".repeat(BAR_WIDTH - done)} ${Math.round(passedMs / 1e3)} s: ${oneLine(plainText(title), 40)}`;
}

export { proposeFiles as n, initCommand as r, tryHere as t };