/** What `init` reads out of a repository's files: a row for each rule of detection, with what is found and what is left out. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { innerCommand, roleOf } from "../../src/init/command-kinds.ts";
import { detect } from "../../src/init/detect.ts";
import type { Findings } from "../../src/init/findings.ts";
import { policyText } from "../../src/init/policy-text.ts";
import { explain } from "../../src/policy/explain.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { cpuMs } from "../doubles/cpu-time.ts";

type Tree = Readonly<Record<string, string>>;

function found(files: Tree): Findings {
  return detect({ paths: Object.keys(files).toSorted(), texts: new Map(Object.entries(files)), unread: new Map() });
}

/** A workflow for changes, with the steps of one job. */
function ci(steps: string, job = ""): Tree {
  const indented = (text: string): string => text.trim().replaceAll(/^/gm, "      ");
  const head = `on: [push, pull_request]\njobs:\n  test:\n    runs-on: ubuntu-latest\n${job}    steps:\n`;
  return { ".github/workflows/ci.yml": `${head}${indented(steps)}\n` };
}

const texts = (items: readonly { readonly text: string }[]): readonly string[] => items.map(({ text }) => text);
const scripts = (all: Readonly<Record<string, string>>): string => JSON.stringify({ scripts: all }, undefined, 1);
const NPM = { "package.json": scripts({ test: "vitest run" }), "package-lock.json": "" };

interface Row {
  readonly rule: string;
  readonly files: Tree;
  readonly test?: readonly string[];
  readonly install?: readonly string[];
  readonly lint?: readonly string[];
  readonly manager?: string;
  readonly hosts?: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    rule: "1: files name the test where CI says nothing",
    files: NPM,
    test: ["npm test"],
    install: ["npm ci"],
    manager: "npm",
    hosts: ["npm"],
  },
  {
    rule: "1: CI's own command ranks above the file's",
    files: { ...NPM, ...ci("- run: npm ci\n- run: npm run test -- --coverage") },
    test: ["npm run test -- --coverage"],
    install: ["npm ci"],
  },
  {
    rule: "1: a line out of the middle of a script is taken only if a file names the task too",
    files: { ...NPM, ...ci('- run: |\n    if [ "$A" = b ]; then\n      npm test\n      pytest -x\n    fi') },
    test: ["npm test"],
  },
  {
    rule: "2: no tests, no command",
    files: {
      "package.json": scripts({ test: 'echo "Error: no test specified" && exit 1' }),
      "go.mod": "module x\n",
      "main.go": "",
    },
    test: [],
  },
  {
    rule: "2: a language's own command needs a test file",
    files: { "go.mod": "module x\n", "a_test.go": "" },
    test: ["go test ./..."],
  },
  {
    rule: "4: a watcher is no test",
    files: {
      justfile: "test: (watch 'x')\n\nwatch +args='x':\n  cargo watch --exec x\n",
      "Cargo.toml": "",
      "src/lib.rs": "",
    },
    test: ["cargo test"],
  },
  {
    rule: "4: a command that also publishes is not taken, nor a step with a secret, nor a job with an environment",
    files: {
      ...NPM,
      "build.sh": "npm test\nnpm publish\n",
      ...ci("- run: ./build.sh test\n- run: npm run test:e2e\n  env: { KEY: '${{ secrets.KEY }}' }"),
      ".github/workflows/test.yml":
        "on: pull_request\njobs:\n  a:\n    environment: live\n    steps: [{ run: npm run test:live }]\n",
    },
    test: ["npm test"],
  },
  {
    rule: "5: folded lists of flags, continuations, directories and `cd`",
    files: {
      "Cargo.toml": "",
      "crates/a/src/lib.rs": "",
      "crates/b/src/lib.rs": "",
      ...ci(
        "- run: >\n    cargo test\n    --all\n- run: |\n    cd crates/a\n    cargo test \\\n      --doc\n- run: cargo clippy\n  working-directory: ./crates/b",
      ),
    },
    test: ["cargo test --all", "cd crates/a && cargo test --doc"],
    lint: ["cd crates/b && cargo clippy"],
  },
  {
    rule: "5: a matrix with include, on Linux, at the version that runners have",
    files: {
      "tox.ini": "",
      "pyproject.toml": "",
      ...ci(
        "- run: tox -e ${{ matrix.env || format('py{0}', matrix.py) }}",
        "    strategy: { matrix: { include: [{ os: windows-latest, env: win }, { py: '310' }, { py: '312' }] } }\n",
      ),
    },
    test: ["tox -e py312"],
    manager: "tox",
  },
  {
    rule: "5: `uses: ./…` is followed, and known actions are commands",
    files: {
      Gemfile: "",
      ".github/actions/setup/action.yml": "runs:\n  steps:\n    - run: bundle install\n      shell: bash\n",
      ...ci("- uses: ./.github/actions/setup\n- run: bundle exec rspec\n- uses: pre-commit/action@v3"),
    },
    test: ["bundle exec rspec"],
    install: ["bundle install", "pip install pre-commit", "pre-commit install-hooks"],
    lint: ["pre-commit run --all-files"],
    hosts: ["rubygems", "pypi", "github"],
  },
  {
    rule: "5: a reusable workflow of the repository is read",
    files: {
      "go.mod": "",
      ".github/workflows/ci.yml":
        "on: push\njobs:\n  a:\n    uses: ./.github/workflows/called.yml\n    with: { flags: -race }\n",
      ".github/workflows/called.yml":
        "on:\n  workflow_call:\n    inputs: { flags: { type: string } }\njobs:\n  t:\n    steps: [{ run: 'go test ${{ inputs.flags }} ./...' }]\n",
    },
    test: ["go test -race ./..."],
  },
  {
    rule: "5: an input whose value is not known is not its default",
    files: {
      "go.mod": "",
      ".github/workflows/ci.yml":
        "on: push\njobs:\n  a:\n    uses: ./.github/workflows/called.yml\n    with: { all: '${{ needs.a.outputs.b }}' }\n",
      ".github/workflows/called.yml":
        "on:\n  workflow_call:\n    inputs: { all: { default: false }, flags: { default: -v } }\njobs:\n  t:\n    steps:\n      - uses: ./a\n        with: { all: '${{ inputs.all }}' }\n      - { if: inputs.all == true, run: 'go test ${{ inputs.flags }} ./...' }\n",
      "a/action.yml":
        "inputs: { all: { default: 'false' } }\nruns: { steps: [{ if: inputs.all == 'true', run: go mod download -x }] }\n",
    },
    install: ["go mod download -x"],
    test: ["go test -v ./..."],
  },
  {
    rule: "5: a folder that CI makes itself is none of the repository's; a script of the repository keeps its path",
    files: {
      "stack.yaml": "",
      ...ci("- run: |\n    cd source\n    cabal test\n- run: scripts/test\n- run: mvn install -Dmaven.test.skip"),
    },
    test: ["scripts/test"],
  },
  {
    rule: "1: what another command includes is left out, and reports about coverage",
    files: {
      "package.json": "",
      ...ci("- run: pytest tests/a\n- run: uv run pytest tests/b\n- run: uv run pytest\n- run: npm run coverage"),
    },
    test: ["uv run pytest", "pytest tests/a"],
  },
  {
    rule: "6: a project in a folder that CI names, with the tools of its own environment",
    files: {
      "tools/a/requirements.txt": "",
      ...ci(
        "- run: |\n    python -m venv .venv\n    .venv/bin/pip install -r requirements.txt\n- run: .venv/bin/pytest -v",
        "    defaults: { run: { working-directory: tools/a } }\n",
      ),
    },
    test: ["cd tools/a && .venv/bin/pytest -v"],
    install: ["cd tools/a && .venv/bin/pip install -r requirements.txt"],
  },
  {
    rule: "6: the environment that CI activated is that of the folder",
    files: {
      "a/pyproject.toml": "",
      ...ci("- uses: snok/install-poetry@v1\n- run: pytest\n  working-directory: a"),
    },
    test: ["cd a && poetry run pytest"],
  },
  {
    rule: "6: lock files of examples and fixtures are of others",
    files: { ...NPM, "examples/a/yarn.lock": "", "test/fixtures/pnpm-lock.yaml": "" },
    manager: "npm",
  },
  {
    rule: "8: registries of the repository, and downloads in scripts",
    files: {
      ...NPM,
      ".npmrc": "@own:registry=https://npm.corp.example/\n//npm.corp.example/:_authToken=${TOKEN}\n",
      ...ci("- run: curl -sSL https://tools.example.org/x.tgz -o x\n- run: npm test"),
    },
    hosts: ["npm", "tools.example.org", "npm.corp.example"],
  },
  {
    rule: "10: no lock file by intent, no `npm ci`",
    files: { ...NPM, ".npmrc": "package-lock=false\n" },
    install: ["npm install"],
  },
  {
    rule: "10: an install that would leave a new lock file behind is told not to, since set-up may change no file",
    files: { "package.json": scripts({ test: "node --test" }), ...ci("- run: npm install\n- run: npm test") },
    install: ["npm install --no-package-lock"],
  },
  {
    rule: "10: so is one in a folder, unless that has a lock file",
    files: {
      ...NPM,
      "a/package.json": "{}",
      "b/package.json": "{}",
      "b/package-lock.json": "",
      ...ci("- run: npm ci\n- run: cd a && npm i\n- run: cd b && npm install\n- run: npm test"),
    },
    install: ["npm ci", "cd a && npm i --no-package-lock", "cd b && npm install"],
  },
  {
    rule: "10: pnpm and bun have flags of their own for it",
    files: {
      "package.json": JSON.stringify({ packageManager: "pnpm@10.0.0", scripts: { test: "node --test" } }),
      ...ci("- run: pnpm install --ignore-scripts\n- run: pnpm test"),
    },
    install: ["pnpm install --no-lockfile --ignore-scripts"],
  },
  {
    rule: "10: a lock file that git ignores may be made",
    files: {
      ".gitignore": "/bun.lock\n",
      "package.json": JSON.stringify({ packageManager: "bun@1.2.0", scripts: { test: "bun test" } }),
      ...ci("- run: bun install\n- run: bun run test"),
    },
    install: ["bun install"],
  },
  {
    rule: "10: a folder of a workspace has the lock file of the root",
    files: {
      "package.json": JSON.stringify({ packageManager: "pnpm@10.0.0", scripts: { test: "node --test" } }),
      "pnpm-workspace.yaml": "packages: [web]\n",
      "pnpm-lock.yaml": "",
      "web/package.json": "{}",
      ...ci("- run: cd web && pnpm install\n- run: pnpm test"),
    },
    install: ["cd web && pnpm install"],
  },
  {
    rule: "10: an install that writes no lock file needs no flag, nor where git ignores it with other line ends",
    files: {
      ".gitignore": "node_modules\r\npackage-lock.json\r\n",
      "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
      ...ci("- run: npm install\n- run: npm test"),
    },
    install: ["npm install"],
  },
  {
    rule: "10: what another job built cannot be installed",
    files: {
      "uv.lock": "",
      ...ci(
        "- run: uv sync\n- run: uv pip install x --no-index --find-links dist\n- run: pip install dist/x.whl\n- run: uv run pytest",
      ),
    },
    install: ["uv sync"],
  },
  {
    rule: "10: a tool that CI installs is not what the lock file names",
    files: { Gemfile: "", Rakefile: "task :test", ...ci("- run: gem install test-unit\n- run: bundle exec rake test") },
    install: ["bundle install", "gem install test-unit"],
  },
  {
    rule: "11: copilot-setup-steps is the best source of the install",
    files: {
      ...NPM,
      ...ci("- run: npm ci\n- run: npm test"),
      ".github/workflows/copilot-setup-steps.yml":
        "on: workflow_dispatch\njobs:\n  copilot-setup-steps:\n    steps: [{ run: npm install --omit=optional }, { run: npx playwright install chromium }]\n",
    },
    install: ["npm install --omit=optional", "npx playwright install chromium"],
    hosts: ["npm", "playwright"],
  },
  {
    rule: "1: the main workflow before one for other runtimes, and jobs that a label asks for last",
    files: {
      ...NPM,
      ".github/workflows/ci-other.yml": "on: pull_request\njobs: { a: { steps: [{ run: npm run test:other }] } }\n",
      ".github/workflows/ci.yml":
        "on: pull_request\njobs:\n  a:\n    if: contains(github.event.pull_request.labels.*.name, 'x')\n    steps: [{ run: npm run test:label }]\n  b: { steps: [{ run: npm run test:all }] }\n",
    },
    test: ["npm run test:all"],
  },
  {
    rule: "1: other jobs' flags of the same command are left out, and a folder of CI's own machine",
    files: {
      "go.mod": "",
      ...ci("- run: go test ./...\n- run: go test -C /home/runner/x ./..."),
      ".github/workflows/test.yml":
        "on: [push, pull_request]\njobs: { a: { steps: [{ run: go test -race ./... }, { run: go vet ./... }] } }\n",
    },
    test: ["go test ./..."],
    lint: ["go vet ./..."],
  },
  {
    rule: "4: a name that only looks is no hazard; a script that installs packages of the system is none of the tests",
    files: {
      "go.mod": "",
      Makefile: "test: check-go-version\n\tgo test ./...\ncheck-go-version:\n\tgrep go go.mod\n",
      "it/test.sh": "apk add git\ngo test ./it\n",
      ...ci("- run: ./it/test.sh\n- run: make test"),
    },
    test: ["make test"],
  },
  {
    rule: "4: what has GitHub's token is not taken, and a task that builds is no test by a syllable",
    files: {
      "package.json": scripts({ "monotest-build": "turbo build", test: "vitest run" }),
      ...ci("- run: npm run test:live\n  env: { A: '${{ github.token }}' }\n- run: npm run monotest-build"),
    },
    test: ["npm test"],
  },
  {
    rule: "5: values of the workflow's variables, and no count of processors",
    files: {
      "composer.json": "{}",
      ".github/workflows/ci.yml":
        "on: push\nenv: { FLAGS: --ansi --no-progress, NONE: }\njobs:\n  a:\n    steps:\n      - run: composer install $FLAGS ${{ env.NONE }}\n      - run: make -j$(nproc) check\n      - run: vendor/bin/phpunit $MODE\n      - run: X=1; pytest $X\n",
    },
    install: ["composer install --ansi --no-progress"],
    test: ["make check"],
  },
  {
    rule: "5: of a matrix the set-up is that of one combination, and what an earlier job decides is not known",
    files: {
      "pyproject.toml": "",
      ...ci(
        "- run: uv sync\n- run: uv pip install 'a==1'\n  if: matrix.deps == 'lowest'\n- run: uv run pytest ${{ matrix.more }}\n- run: uv run pytest tests",
        "    strategy: { matrix: { deps: [locked, lowest], more: '${{ fromJSON(needs.a.outputs.b) }}' } }\n",
      ),
    },
    install: ["uv sync"],
    test: ["uv run pytest tests"],
  },
  {
    rule: "5: a local workflow may be given secrets, of which its steps tell",
    files: {
      "go.mod": "",
      ".github/workflows/ci.yml": "on: push\njobs: { a: { uses: ./.github/workflows/called.yml, secrets: inherit } }\n",
      ".github/workflows/called.yml":
        "on: workflow_call\njobs:\n  t:\n    steps: [{ run: go test ./... }, { run: go test ./live, env: { K: '${{ secrets.K }}' } }]\n",
    },
    test: ["go test ./..."],
  },
  {
    rule: "5: CI's `make` stands for the installs of its body",
    files: {
      "pyproject.toml": "",
      Makefile: "init: tools\n\t@python -m pip install -r dev.txt\ntools:\n\tpip install tox-uv==1\ntest:\n\tpytest\n",
      ...ci("- run: make\n- run: make test"),
    },
    install: ["pip install tox-uv==1", "python -m pip install -r dev.txt"],
    test: ["make test"],
  },
  {
    rule: "5: a task that needs itself",
    files: {
      "mix.exs": 'def project, do: [\n  aliases: [\n    setup: ["deps.get", "setup"],\n    test: ["test"]\n  ]\n]\n',
      ...ci("- run: mix setup\n- run: mix test"),
    },
    test: ["mix test"],
  },
  {
    rule: "6: where CI's tests are those of a folder, the root has its own; a folder that an archive makes is not there",
    files: {
      "go.mod": "",
      "a_test.go": "",
      "web/package.json": "",
      ...ci(
        "- run: |\n    case $GROUP in\n      a) go test ./a ;;\n    esac\n- run: pushd x-1.0; make check\n- run: pnpm install\n  working-directory: web\n- run: pnpm test\n  working-directory: web",
      ),
    },
    install: ["go mod download", "cd web && pnpm install --no-lockfile"],
    test: ["go test ./...", "cd web && pnpm test"],
  },
  {
    rule: "8: hosts of Julia's and R's packages",
    files: { "Project.toml": "", "test/runtests.jl": "", DESCRIPTION: "Package: x\n" },
    hosts: ["julia", "cran"],
  },
  {
    rule: "11: AGENTS.md before a guess: commands of known tools, of this repository's managers, with nothing to fill in",
    files: {
      "Package.swift": "",
      "Tests/a.swift": "",
      "AGENTS.md":
        "Run `npm test`, `swift test --filter YourTest` or\n\n```sh\nswift test --parallel # all\nswift test | tee log\n```\n`swiftlint lint --strict`\n",
    },
    test: ["swift test --parallel"],
    lint: ["swiftlint lint --strict"],
  },
  {
    rule: "11: AGENTS.md below CI and the repository's own tasks",
    files: { ...NPM, "AGENTS.md": "`npm run test:unit` and `npx vitest run --coverage`" },
    test: ["npm test"],
  },
  {
    rule: "12: the file of variables that tests load is made in set-up",
    files: {
      "composer.json": "{}",
      ...ci(
        "- run: cp .env.example .env\n- run: composer install\n- run: php artisan key:generate\n- run: php artisan test",
      ),
    },
    install: ["cp .env.example .env", "composer install", "php artisan key:generate"],
  },
  {
    rule: "4: a command whose result CI does not look at is no check, and a comment is no part of one",
    files: {
      ...NPM,
      ...ci("- run: |\n    node tests/server.js &\n    npx jest a || true\n    ! npx jest b\n    npx jest c # slow"),
    },
    test: ["npx jest c"],
  },
  {
    rule: "1: of several jobs the whole suite is first, without a shard, a fuzzer or another toolchain, and the set-up is its job's",
    files: {
      "Cargo.toml": "",
      "Cargo.lock": "",
      Makefile: "test:\n\tcargo test\n",
      ...ci(
        "- run: cargo test --manifest-path ./Cargo.toml\n- run: cargo +1.80 test --locked\n- run: go test ./a -fuzz=F -fuzztime=5s\n- run: pnpm vitest -- --shard 1/4\n- run: make test",
      ),
    },
    install: ["cargo fetch --locked"],
    test: ["make test", "cargo test --manifest-path ./Cargo.toml", "cargo +1.80 test --locked", "pnpm vitest"],
  },
  {
    rule: "1: the root's own test stands before those of folders that CI runs in parts",
    files: {
      "package.json": scripts({ test: "turbo test" }),
      "pnpm-lock.yaml": "",
      "packages/a/package.json": "",
      ...ci("- run: pnpm install\n- run: pnpm test:e2e\n  working-directory: packages/a"),
    },
    install: ["pnpm install"],
    test: ["pnpm run test", "cd packages/a && pnpm test:e2e"],
  },
  {
    rule: "5: of a matrix the usual versions, and those that include gives to them, quoted or not",
    files: {
      ...NPM,
      ...ci(
        "- run: npx jest ${{ matrix.flag }} --of ${{ matrix.v }}",
        '    strategy:\n      matrix:\n        v: ["nightly", "1.17"]\n        include:\n          - v: 1.17\n            flag: --old\n',
      ),
    },
    test: ["npx jest --old --of 1.17"],
  },
  {
    rule: "5: what a matrix says is false makes no version unusual",
    files: {
      ...NPM,
      ...ci(
        "- run: npm ci --tag ${{ matrix.v }}\n- run: npm test",
        "    strategy: { matrix: { v: ['1.9', '3.12'], include: [{ v: '3.12', experimental: false }] } }\n",
      ),
    },
    install: ["npm ci --tag 3.12"],
  },
  {
    rule: "5: a called workflow runs on Linux where its caller's matrix has other systems too",
    files: {
      "go.mod": "",
      ".github/workflows/ci.yml":
        "on: push\njobs:\n  a:\n    strategy: { matrix: { os: [macos-latest, ubuntu-latest] } }\n    uses: ./.github/workflows/called.yml\n    with: { os: '${{ matrix.os }}' }\n",
      ".github/workflows/called.yml":
        "on:\n  workflow_call:\n    inputs: { os: { type: string } }\njobs:\n  t:\n    runs-on: ${{ inputs.os }}\n    steps: [{ run: go mod download }, { run: go test -race ./... }]\n",
    },
    test: ["go test -race ./..."],
  },
  {
    rule: "5: packages of the system are not part of set-up, and a browser alone is not the installation",
    files: { ...NPM, ...ci("- run: nci\n- run: npx playwright install --with-deps\n- run: npm test") },
    install: ["npm ci", "npx playwright install"],
  },
  {
    rule: "5: the lock file of the folder that the command names",
    files: {
      "mix.exs": "",
      "test/a_test.exs": "",
      "assets/package-lock.json": "",
      ...ci(
        "- run: npm ci --prefix ../assets/\n  working-directory: test\n- run: npm ci --prefix ./gone\n- run: mix deps.get\n- run: mix test",
      ),
    },
    install: ["cd test && npm ci --prefix ../assets/", "mix deps.get"],
    test: ["mix test"],
  },
  {
    rule: "5: an expression whose value doubles with each call is not filled in",
    files: { ...NPM, ...ci(`- run: npx jest \${{ ${"format('{0}{0}', ".repeat(60)}'x'${")".repeat(60)} }}`) },
    test: ["npm test"],
  },
  {
    rule: "4: a linter that rewrites files is no check; a variable names tox's environment; an environment without packages is no installation",
    files: {
      "uv.lock": "",
      "pyproject.toml": "",
      ...ci(
        "- run: uv venv\n- run: uv run ruff check --fix\n- run: uv run ruff check --fix --exit-non-zero-on-fix\n- run: |\n    npx eslint --fix\n    git diff --exit-code\n- run: uv run tox\n  env: { TOXENV: check }\n- run: uv run coverage run --source a runtests.py",
      ),
    },
    install: ["uv sync --locked", "uv venv"],
    lint: ["uv run ruff check --fix --exit-non-zero-on-fix", "npx eslint --fix", "uv run tox -e check"],
    test: ["uv run coverage run --source a runtests.py"],
  },
  {
    rule: "1: of two lock files, that of the declared package manager",
    files: { "package.json": '{ "packageManager": "npm@10.1.0" }', "yarn.lock": "", "package-lock.json": "" },
    manager: "npm",
    install: ["npm ci"],
  },
  {
    rule: "1: of two jobs that run the same, the first one's words",
    files: {
      "setup.py": "",
      ".github/workflows/ci.yml":
        "on: push\njobs:\n  a: { runs-on: ubuntu-latest, steps: [{ run: pip install -e . }, { run: make test N=1 }] }\n  b: { runs-on: ubuntu-latest, steps: [{ run: pip install beta }, { run: make test }] }\n",
    },
    install: ["pip install -e ."],
    test: ["make test N=1"],
  },
  {
    rule: "4: a script that another repository brings is no check",
    files: {
      ...NPM,
      "ci/here.sh": "npx eslint .",
      ...ci("- run: other/lint.sh\n- run: ./ci/lint-here.sh\n- run: npm test"),
    },
    lint: [],
  },
  {
    rule: "10: pixi's own environment and tasks",
    files: {
      "pixi.toml": '[tasks]\ntest = "pytest"\n[feature.lint.tasks]\nlint = "ruff check"\n',
      "pixi.lock": "",
      ...ci("- run: pixi run --manifest-path py-x/pixi.toml sccache --show-stats\n- run: pixi run pytest tests"),
    },
    manager: "pixi",
    install: ["pixi install --locked"],
    test: ["pixi run pytest tests"],
    lint: ["pixi run lint"],
    hosts: ["conda"],
  },
  {
    rule: "11: AGENTS.md's whole suite, not its example of one file",
    files: {
      "uv.lock": "",
      "pyproject.toml": "",
      "CLAUDE.md": "- `pytest`\n- `uv run pytest` runs all\n- `uv run pytest a/benchmark.py`\n",
    },
    test: ["uv run pytest"],
  },
  {
    rule: "13: what phones home is dropped",
    files: { "build.gradle": "", gradlew: "", ...ci("- run: ./gradlew build --scan --stacktrace") },
    test: ["./gradlew build --stacktrace"],
  },
];

for (const { rule, files, ...expected } of ROWS) {
  test(`rule ${rule}`, () => {
    const { manager, hosts, ...lists } = found(files);
    const all = {
      manager,
      hosts: hosts.map(({ kind }) => kind),
      test: texts(lists.test),
      install: texts(lists.install),
      lint: texts(lists.lint),
    };
    const asked = Object.fromEntries(Object.keys(expected).map((key) => [key, all[key as keyof typeof all]]));
    assert.deepEqual(asked, expected);
  });
}

/** Commands of each role, as they stand in CI; those without a role are neither. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  test: [
    "pytest -v",
    "go test ./... -v",
    "uv run --group dev tox run",
    "hatch run test:cov",
    "npm test -w packages/a",
    "pnpm -r test",
    "yarn workspaces foreach -A run test",
    "nx affected -t test",
    "pnpm nx affected --target=test:ci",
    "sbt +test",
    "sbt clean core/test",
    "zig build check test --summary all",
    "zig build test-all",
    "xcodebuild -scheme A test-without-building",
    "cargo insta test --all-features",
    "./gradlew :core:test",
    "mvn -B verify",
    "make check",
    "bin/rails test",
    "php artisan test",
    "tests/run.sh",
    "bash scripts/run_tests.sh",
    "python -m unittest",
  ],
  lint: [
    "npm run lint",
    "pnpm exec eslint .",
    "cargo fmt --all -- --check",
    "ruff format --check",
    "tox -e lint",
    "terraform fmt -check",
    "yarn tsc",
  ],
  install: [
    "npm ci",
    "pip install -r requirements.txt",
    "npx playwright install chromium",
    "bundle install",
    "uv sync --locked",
  ],
  none: [
    "npm run lint:fix",
    "npm install -g npm",
    "node -v",
    "pytest --version",
    "go test -c ./a",
    "go test ./a -fuzz=F",
    "sbt +test:scalariformFormat",
    "sbt -Dakka.test.factor=2 validate",
    "ninja -C test install",
    "mvn install -DskipTests",
    "echo test",
    "gh pr list",
  ],
};

test("what a command is for is seen by its words", () => {
  const rows = Object.entries(ROLES).flatMap(([role, commands]) => commands.map((command) => [command, role]));
  assert.deepEqual(
    rows.map(([command = ""]) => [command, roleOf(innerCommand(command.split(" "))) ?? "none"]),
    rows,
  );
});

test("rule 11: of AGENTS.md's commands, those of one file are no tests", () => {
  const suites = [
    "npx jest --config config/jest.config.js",
    "python tests/runtests.py",
    "cargo test --manifest-path crates/Cargo.toml",
    "mvn -f sub/pom.xml test",
  ];
  const examples = [
    "pytest -xvs tests/units.py",
    "python tests/test_a.py",
    "node --test test/a.js",
    "npx jest -o a/b.ts",
  ];
  const tree = (command: string): Tree => ({
    "package.json": "{}",
    "pyproject.toml": "",
    "Cargo.toml": "",
    "pom.xml": "",
    "AGENTS.md": `\`${command}\``,
  });
  assert.deepEqual(
    [...suites, ...examples].map((command) => texts(found(tree(command)).test)),
    [...suites.map((command) => [command]), ...examples.map(() => [])],
  );
});

test("rule 3: tasks that publish, or call what does, are named one by one, and tasks that never end are rejected", () => {
  const files = {
    "package.json": scripts({
      build: "tsc -b",
      ship: "npm run up",
      up: "aws s3 sync dist s3://x",
      dev: "nodemon x",
      "a b": "git push",
    }),
    Makefile: "test:\n\tgo test ./...\nnotes:\n\tcurl -d @x https://x.example\n",
  };
  const { deferred, rejected } = found(files);
  const own = (items: Findings["deferred"]): readonly string[] =>
    items.filter(({ from }) => /^(?:package\.json|Makefile)/.test(from)).map(({ text }) => text);
  assert.deepEqual(own(deferred), [
    "{npm,pnpm,yarn,bun} {run,run-script} {ship,up,a*b} **",
    "{pnpm,yarn,bun} {ship,up,a*b} **",
    "node --run {ship,up,a*b} **",
    ...["", "* ", "* * ", "* * * "].map((before) => `{make,gmake} ${before}notes **`),
  ]);
  const dev = ["{npm,pnpm,yarn,bun} {run,run-script} dev **", "{pnpm,yarn,bun} dev **", "node --run dev **"];
  assert.deepEqual(own(rejected), dev);
  const used = { ...files, ...ci("- run: npm run dev &\n- run: npm test") };
  assert.deepEqual(own(found(used).rejected), []);
});

/** Those of the commands that the written policy approves. */
async function approvedOf(files: Tree, commands: readonly string[]): Promise<readonly string[]> {
  const { text } = await policyText(found(files), { strict: false, file: "policy.yml" });
  const policy = await loadPolicy(text, { file: "policy.yml" });
  return commands.filter((command) => {
    const answer = explain(policy, { subject: "command", text: command }, { level: "sealed" });
    return typeof answer !== "string" && answer.verdict === "approve";
  });
}

test("rule 3: what publishes is held behind other tasks, in other words and for a part of a workspace", async () => {
  const manifests =
    "package.json pyproject.toml Cargo.toml pom.xml build.gradle build.sbt Rakefile Gemfile mix.exs rebar.config Makefile justfile meson.build WORKSPACE CMakeLists.txt deno.json";
  const empty = Object.fromEntries(manifests.split(" ").map((path) => [path, ""]));
  const tree = { ...empty, justfile: "publish:\n  ./x\n", "Taskfile.yml": "" };
  const publishing = [
    "mvn clean verify deploy",
    "./mvnw -B a:release:perform deploy",
    "./gradlew clean build :core:publish",
    "sbt clean test publishSigned",
    "sbt clean core/publish",
    "sbt clean ci-release",
    "sbt clean +publishSigned",
    "sbt clean sonaRelease",
    "sbt clean githubRelease",
    "bundle exec rake a b release",
    "mix do compile, hex.publish",
    "rebar3 as prod hex publish",
    "make -j4 clean all upload",
    "make a b release",
    "make clean app-publish",
    "make ENV=prod pre-release-upload",
    "rake clean app_release",
    "just a b publish",
    "just a b::publish",
    "just clean app-release",
    "just env=prod deploy",
    "just --set v 1 release",
    "task a docs:publish",
    "ninja -C build install",
    "meson install -C build",
    "bazel run //:publish",
    "yarn workspace a publish",
    "npx turbo release",
    "cargo xtask release",
    "python setup.py sdist upload",
    "uv run maturin publish",
    "pixi run release",
    "uv run poe publish",
    "pnpm nx affected -t deploy",
    "cmake --build build --target install",
    "deno run -A jsr:@x/y publish",
    "./setup.py upload",
    "rye publish",
  ];
  assert.deepEqual(await approvedOf(tree, publishing), []);
  const harmless = [
    "mvn clean verify",
    "./gradlew clean build",
    "make -j4 clean all",
    "mix do compile, test",
    "nx test a",
    "nx affected -t test",
    "cmake --build build --target test",
    "./setup.py test",
    "bundle exec rake test TEST=test/models/release_test.rb",
    "rake spec SPEC=spec/deploy_spec.rb",
    "sbt testOnly foo.PublishSpec",
    "sbt 'testOnly foo.PublishSpec'",
    "just test release",
    "task test release",
    "rebar3 ct --suite hex",
  ];
  assert.deepEqual(await approvedOf(tree, harmless), harmless);
});

test("rule 3: the repository's own scripts and tasks are held beside many tables, and what is cut is told", async () => {
  const targets = (count: number, long: string): string =>
    Array.from({ length: count }, (_, at) => `${long}-${at}:\n\tkubectl apply\n`).join("");
  const manifests = "pom.xml build.gradle Gemfile mix.exs build.sbt justfile package.json pyproject.toml Cargo.toml";
  const tree = {
    ...Object.fromEntries(manifests.split(" ").map((path) => [path, ""])),
    Makefile: targets(180, "roll-out-the-service"),
    "scripts/ship.sh": "gh release create\n",
    "ops/go.sh": "kubectl apply\n",
  };
  const held = ["./scripts/ship.sh", "bash ops/go.sh", "make roll-out-the-service-179", "cargo publish", "make deploy"];
  assert.deepEqual(await approvedOf(tree, held), []);
  const long = found({ ...tree, Makefile: targets(300, "x".repeat(170)) });
  const { undecided } = await policyText(long, { strict: false, file: "policy.yml" });
  assert.match(undecided.at(-1)?.why ?? "", /^only the first 450 of \d+ were written$/);
});

test("a repository without a file gets a policy that loads", async () => {
  const { text } = await policyText(found({}), { strict: false, file: "policy.yml" });
  assert.match(text, /- git push \*\*/);
});

test("rule 10: a lint whose tool nothing installs is no check", () => {
  const { checks, install, undecided } = found({
    "go.mod": "",
    ...ci(
      "- run: go test ./...\n- uses: golangci/golangci-lint-action@v9\n- run: staticcheck ./...\n- run: go vet ./...",
    ),
    ".github/workflows/lint.yml": "on: pull_request\njobs: { a: { steps: [{ run: pre-commit run --all-files }] } }\n",
  });
  assert.deepEqual(texts(checks), ["go test ./...", "go vet ./...", "staticcheck ./..."]);
  assert.deepEqual(texts(install), ["go mod download"]);
  assert.deepEqual(undecided, [
    {
      what: "golangci-lint run (ci.yml:7)",
      why: "not a check: neither set-up nor the workflow installs golangci-lint",
    },
    {
      what: "pre-commit run --all-files (lint.yml:2)",
      why: "not a check: neither set-up nor the workflow installs pre-commit",
    },
  ]);
});

test("rules 7, 10: what set-up would not keep is a step of the workflow, or goes into an environment of the project", () => {
  const rows: readonly (readonly [
    Tree,
    setUp: readonly string[],
    outside: readonly string[],
    checks: readonly string[],
  ])[] = [
    [
      {
        ".gitignore": "dist/\n.venv/\n",
        ...ci("- run: pip install -r dev.txt\n- run: python -m pytest\n- run: pytest -x a"),
      },
      ["python3 -m venv .venv", ".venv/bin/python -m pip install -r dev.txt"],
      [],
      [".venv/bin/python -m pytest", ".venv/bin/pytest -x a"],
    ],
    [ci("- run: pip install -r dev.txt\n- run: pytest"), [], ["pip install -r dev.txt"], ["pytest"]],
    [
      { ".gitignore": ".venv", ...ci("- run: pip3 install x\n- run: make test"), Makefile: "test:\n\tpytest\n" },
      [],
      ["pip3 install x"],
      ["make test"],
    ],
    [
      { "uv.lock": "", ...ci("- run: uv sync\n- run: uv run tox -e py312") },
      ["uv sync", "uv run tox -e py312 --notest"],
      ["pipx install uv"],
      ["uv run tox -e py312"],
    ],
    [
      {
        "Cargo.toml": "",
        ...ci(
          "- run: sudo apt install y\n  working-directory: a\n- run: rustup target add x\n- run: cargo install cargo-nextest\n- run: cargo nextest run",
        ),
      },
      ["cargo fetch"],
      ["rustup target add x", "cargo install cargo-nextest"],
      ["cargo nextest run"],
    ],
  ];
  assert.deepEqual(
    rows.map(([files]) => {
      const { setUp, checks, workflow } = found(files);
      return [files, texts(setUp), texts(workflow.installs), texts(checks)];
    }),
    rows,
  );
});

test("rule 3: a task of rake is held in each namespace", () => {
  const { deferred } = found({
    Rakefile: "",
    "tasks/cut.rake": "namespace :cut do\n  task :minor do\n    sh 'git push'\n",
  });
  assert.deepEqual(
    deferred.filter(({ from }) => from.startsWith("tasks/")).map(({ text }) => text),
    ["", "* ", "* * ", "* * * "].map((before) => `rake ${before}{minor,*:minor} **`),
  );
});

test("rule 3: a session of nox is held under the name that it is given", () => {
  const session = '    session.run("twine", "upload", "dist/x")\n';
  const { deferred } = found({
    "noxfile.py": `import nox\n\n@nox.session(name="ship")\ndef publish_it(session):\n${session}\n@nox.session\ndef push(session):\n${session}`,
  });
  assert.deepEqual(
    deferred.filter(({ from }) => from.startsWith("noxfile.py")).map(({ text }) => text),
    ["nox {ship,push} **", "{python,python3} nox {ship,push} **"],
  );
});

test("rule 3: a target with many prerequisites is held, and a file of more tasks than are read is told", () => {
  const needs = Array.from({ length: 60 }, (_, n) => `part${n}`).join(" ");
  const scripts = Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`s${n}`, "echo x"]));
  const { deferred, undecided } = found({
    Makefile: `ship: ${needs}\n\tnpm publish\n`,
    "package.json": JSON.stringify({ scripts }),
  });
  assert.ok(deferred.some(({ from }) => from === "Makefile:1"));
  assert.ok(undecided.some(({ what, why }) => what === "tasks of npm run" && /only the first 300/.test(why)));
});

test("rules 4, 12: committed output is protected, as it is said in .gitattributes, and the tests' build runs before them", () => {
  const { protectedFiles, checks, trial } = found({
    "CMakeLists.txt": "enable_testing()\n",
    ".gitattributes":
      "/gen/** linguist-generated\nsrc/lexer.[ch] text linguist-generated=true\n*.min.js linguist-vendored\ndocs/* -linguist-generated\n",
  });
  assert.deepEqual(texts(protectedFiles), ["gen/**", "src/lexer.{c,h}", "**/*.min.js"]);
  assert.deepEqual(texts(checks), [
    "cmake -S . -B build",
    "cmake --build build",
    "ctest --test-dir build --output-on-failure",
  ]);
  assert.equal(trial, "cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure");
});

test("rules 7, 9, 10: services, variables, history and toolchains come from the jobs that test", () => {
  const { services, env, workflow } = found({
    "pyproject.toml": "",
    ...ci(
      "- uses: actions/checkout@v5\n  with: { fetch-depth: 0, submodules: recursive }\n- uses: actions/setup-python@v6\n  with: { python-version: '3.12', cache: pip }\n- run: sudo apt-get install -y libpq-dev\n- run: pytest\n  env: { PGHOST: localhost, DB_PASSWORD: hunter2 }",
      "    strategy: { matrix: { pg: [beta, '18'] } }\n    services:\n      db: { image: 'postgres:${{ matrix.pg }}', ports: ['5432:5432'], env: { POSTGRES_PASSWORD: postgres, API_TOKEN: hunter2 } }\n",
    ),
  });
  assert.deepEqual(texts(services), ["localhost:5432"]);
  assert.deepEqual(
    env.map(({ name }) => name),
    ["PGHOST", "DB_PASSWORD"],
  );
  assert.deepEqual(workflow, {
    setup: [{ uses: "actions/setup-python@v6", with: { "python-version": "3.12" }, from: "ci.yml:11" }],
    apt: [{ text: "libpq-dev", from: "ci.yml:13" }],
    installs: [],
    services: [
      {
        name: "db",
        image: "postgres:18",
        ports: ["5432:5432"],
        env: { POSTGRES_PASSWORD: "postgres" },
        options: undefined,
        from: "ci.yml:7",
      },
    ],
    fullHistory: "ci.yml:9",
    submodules: "ci.yml:9",
  });
});

test("rule 10: what runs a command is set up: by CI's own step, even of a job with other commands, or by one of ours", () => {
  const { workflow } = found({
    "package.json": JSON.stringify({ packageManager: "pnpm@10.3.1+sha512.abc", scripts: { test: "vitest run" } }),
    "pnpm-lock.yaml": "",
    "uv.lock": "",
    ...ci("- uses: actions/setup-node@v6\n- uses: astral-sh/setup-uv@v7\n- run: npm run $X"),
  });
  assert.deepEqual(
    [workflow.setup.map(({ uses }) => uses), workflow.installs],
    [
      ["actions/setup-node@v6", "astral-sh/setup-uv@v7"],
      [{ text: "npm install --global pnpm@10.3.1", from: "pnpm-lock.yaml" }],
    ],
  );
});

test("rule 10: a later yarn than the runner's own comes with corepack, unless the repository has it", () => {
  const tree = { "package.json": '{ "packageManager": "yarn@4.1.0", "scripts": { "test": "jest" } }', "yarn.lock": "" };
  const corepack = [
    "command -v corepack || npm install --global --force corepack",
    "corepack enable",
    "corepack install",
  ];
  assert.deepEqual(texts(found(tree).workflow.installs), corepack);
  const committed = { ".yarnrc.yml": "yarnPath: .yarn/releases/yarn-4.1.0.cjs\n" };
  assert.deepEqual(found({ ...tree, ...committed }).workflow.installs, []);
  const pnpm = { "package.json": tree["package.json"].replace("yarn@4.1.0", "pnpm@9.0.0"), "pnpm-lock.yaml": "" };
  assert.deepEqual(texts(found({ ...pnpm, ...committed }).workflow.installs), ["npm install --global pnpm@9.0.0"]);
});

test("rule 10: pixi, which no runner has, is part of set-up only where CI sets it up; a browser is told where it is installed", () => {
  const rust = { "Cargo.toml": "", "src/lib.rs": "", "pixi.toml": "", "pixi.lock": "" };
  const cargo = found({ ...rust, ...ci("- run: cargo test") });
  assert.deepEqual(texts(cargo.install), ["cargo fetch"]);
  assert.deepEqual(cargo.undecided, [
    { what: "pixi install --locked (pixi.lock)", why: "not part of set-up: CI does not set up pixi" },
  ]);
  const setup = ci("- uses: prefix-dev/setup-pixi@v0.9.0\n- run: cargo test");
  assert.deepEqual(texts(found({ ...rust, ...setup }).install), ["cargo fetch", "pixi install --locked"]);
  const { "pixi.lock": _, ...unlocked } = rust;
  assert.deepEqual(texts(found({ ...unlocked, ...setup }).install), ["cargo fetch"]);

  const jobs =
    "on: push\njobs:\n  a: { steps: [{ run: npx playwright install }, { run: npm test }] }\n  b: { steps: [{ run: npx playwright install --with-deps }, { run: npm test }] }\n";
  const npm = found({ ...NPM, ".github/workflows/ci.yml": jobs });
  assert.deepEqual([texts(npm.install), npm.undecided], [["npm ci", "npx playwright install"], []]);
});

test("rule 10: Rust's toolchain is stable where an earlier step of CI decides, and pixi installs in the cell", () => {
  const { workflow } = found({
    "Cargo.toml": "",
    ...ci(
      "- uses: dtolnay/rust-toolchain@master\n  with: { toolchain: '${{ steps.x.outputs.y }}' }\n- uses: prefix-dev/setup-pixi@v0.9.0\n  with: { locked: true, frozen: true, environments: lint, activate-environment: lint, auth-host: x.dev, pixi-version: v0.63.0 }\n- run: cargo test",
    ),
  });
  assert.deepEqual(
    workflow.setup.map(({ with: settings }) => settings),
    [{ toolchain: "stable" }, { "run-install": "false", "pixi-version": "v0.63.0" }],
  );
});

test("rule 11: what CI of another system and other agents mean for a reader is said", () => {
  const { undecided } = found({
    ...NPM,
    ...ci("- run: npm test"),
    ".travis.yml": "",
    ".github/workflows/claude.yml": "on: issue_comment\njobs: {}\n",
  });
  assert.deepEqual(undecided, [
    { what: ".travis.yml", why: "GitHub's workflows were read in its place" },
    { what: ".github/workflows/claude.yml", why: "another agent may answer the same comments" },
  ]);
});

test("rule 11: a CI of another system is told where it is the only one", () => {
  const { undecided } = found({ ...NPM, ".gitlab-ci.yml": "test: { script: npm run check }\n" });
  assert.deepEqual(undecided, [{ what: ".gitlab-ci.yml", why: "it was not read: only GitHub's workflows are" }]);
});

test("a hostile workflow is left out, and says why", () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 300 }, (_, index) => `k${index}: *a\n`).join("")}`;
  const { test: tests, undecided } = found({ ...NPM, ".github/workflows/ci.yml": `on: push\n${bomb}` });
  assert.deepEqual(texts(tests), ["npm test"]);
  assert.deepEqual(undecided, [
    {
      what: ".github/workflows/ci.yml",
      why: "it was read in part: more than 200 aliases; write the values themselves",
    },
  ]);
});

test("a Taskfile whose aliases stand for too many values is left out", () => {
  const twenty = (name: string): string => `[${Array.from({ length: 20 }, () => `*${name}`).join(", ")}]`;
  const bomb = `a: &a [x]\nb: &b ${twenty("a")}\nc: &c ${twenty("b")}\nd: ${twenty("c")}\ntasks: { test: { cmds: [go test] } }\n`;
  assert.deepEqual(texts(found({ ...NPM, "Taskfile.yml": bomb }).test), ["npm test"]);
});

/** Each of these took ten seconds or more, or all memory. */
test("hostile files of thousands of tasks, steps and values take little time", () => {
  const many = (count: number, one: (at: number) => string, between = "\n"): string =>
    Array.from({ length: count }, (_, at) => one(at)).join(between);
  const values = many(160, String, ", ");
  const job = `strategy: { matrix: { x: [${values}] } }\n    runs-on: ubuntu-latest`;
  const workflow = (text: string): Tree => ({ ...NPM, ".github/workflows/ci.yml": `on: push\n${text}` });
  const lines = (step: number): string => many(1_200, (at) => `          npm test ${step}.${at}`);
  const long = `on: push\njobs:\n  a:\n    steps:\n${many(5, (step) => `      - run: |\n${lines(step)}`)}\n`;
  const steps = many(1_000, () => "      - run: npm test");
  const trees: readonly Tree[] = [
    { "package.json": `{"scripts":{${many(20_000, (at) => `"deploy-${at}": "npm run deploy-${at + 1}"`, ",")}}}` },
    { "Taskfile.yml": `tasks:\n${many(8_000, (at) => `  t${at}: { cmds: [a] }`)}` },
    { Makefile: `a${" ".repeat(100_000)}` },
    { justfile: `a${" ".repeat(100_000)}x` },
    { "mix.exs": "aliases: [\n".repeat(20_000) },
    workflow(`jobs:\n  a:\n    if: ${"(".repeat(20_000)}\n    ${job}\n    steps:\n      - run: npm test`),
    workflow(
      `jobs:\n  a:\n    strategy: { matrix: { x: [${values}], y: [${many(30_000, String, ",")}] } }\n    steps: []`,
    ),
    { ...NPM, ...ci(`- run: pixi run${" --environment --environment=a".repeat(30)} x\n- run: npm test`) },
    { ...NPM, ...Object.fromEntries(Array.from({ length: 3 }, (_, n) => [`.github/workflows/ci${n}.yml`, long])) },
    workflow(`env:\n${many(3_000, (at) => `  E${at}: x`)}\njobs:\n  a:\n    ${job}\n    steps:\n${steps}`),
  ];
  for (const [at, tree] of trees.entries()) {
    const spent = cpuMs(() => assert.ok(found(tree).test.every(({ text }) => text.startsWith("npm test"))));
    assert.ok(spent < 5_000, `${at}: ${spent} ms`);
  }
});
