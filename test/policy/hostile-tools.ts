/**
 * What must not get through with the tools of a project: flags that load a module, a plug-in or a configuration, that write a file
 * or start a program, as their own help lists them. Each stands behind every way to start the tool.
 */

interface HostileTool {
  /** Ways to start it; what follows is approved alone. */
  readonly starts: readonly string[];
  /** Separated by `|`. */
  readonly flags: string;
}

const node = (name: string): readonly string[] => [
  name,
  `npx ${name}`,
  `pnpm exec ${name}`,
  `node_modules/.bin/${name}`,
];
const python = (name: string): readonly string[] => [name, `python -m ${name}`, `uv run ${name}`, `poetry run ${name}`];

export const HOSTILE_TOOLS: Readonly<Record<string, HostileTool>> = {
  eslint: {
    starts: node("eslint"),
    flags: `-c src/x.js|--config src/x.js|--config=src/x.js|--rulesdir src|--rulesdir=src|--resolve-plugins-relative-to src|
      --resolve-plugins-relative-to=src|--plugin evil|--plugin=./src/x|--parser ./src/x.js|--parser=evil|--parser-options x:y|
      --rule no-console:off|-o src/x|-o=src/x|--output-file src/x|--output-file=/tmp/x|--cache-file src/x|--cache-location /tmp/x|
      --cache-location=src/x|--cache|-f ./src/x.js|-f=./src/x.js|--format ./src/x.js|--format=evil|--format=../x|--init|--mcp|
      --inspect-config|--env-info|--stdin --stdin-filename x|--flag unstable_config|--ignore-path src/x|--no-eslintrc|
      --suppressions-location src/x|--suppress-all|--prune-suppressions|--print-config src/x|--no-config-lookup|--concurrency 99|
      /etc/passwd|../x|~/x|src/../../x|$FILES|-- ../x|-fsrc/x|-csrc/x`,
  },
  prettier: {
    starts: node("prettier"),
    flags: `--config src/x.js|--config=src/x.js|--plugin ./src/x.js|--plugin=evil|--plugin-search-dir=src|--parser ./src/x.js|
      --parser=./src/x|--ignore-path src/x|--ignore-path=/dev/null|--cache|--cache-location src/x|--cache-location=/tmp/x|
      --find-config-path src/x|--file-info src/x|--stdin-filepath src/x|--with-node-modules|--config-precedence prefer-file|
      --no-config|--support-info|--end-of-line=../x|/etc/hosts|../x|~/x|--write ../x|-w /tmp/x|-- ../x|$FILES|src/../../x`,
  },
  "biome check": {
    starts: ["biome check", "node_modules/.bin/biome check", "pnpm exec biome check", "npx @biomejs/biome check"],
    flags: `--config-path=src|--config-path src|--reporter-file=src/x|--reporter-file src/x|--stdin-file-path=x|--vcs-root=/|
      --vcs-client-kind=git|--watch|--since=x|--only=x|--log-file=src/x|--log-path=src|--reporter=json|--javascript-globals=x|
      ../x|/etc/hosts|--write ../x|--use-server|--profile-rules`,
  },
  jest: {
    starts: node("jest"),
    flags: `-c src/x.js|--config src/x.js|--config=src/x.js|--config={}|--rootDir /|--rootDir=/tmp/x|--globalSetup ./src/x|
      --globalSetup=./src/x|--globalTeardown=./src/x|--setupFiles ./src/x|--setupFilesAfterEnv=./src/x|--testRunner ./src/x|
      --testRunner=./src/x|--testEnvironment=./src/x|--env=./src/x|--runner=./src/x|--resolver=./src/x|--reporters ./src/x|
      --reporters=./src/x|--filter ./src/x|--filter=./src/x|--transform={}|--preset=./src/x|--prettierPath=./src/x|
      --snapshotSerializers=./src/x|--testSequencer=./src/x|--testResultsProcessor=./src/x|--outputFile=src/x|--outputFile /tmp/x|
      --json --outputFile=x|--coverageDirectory=/tmp/x|--coverageReporters=./src/x|--coverageReporters evil|--cacheDirectory=/tmp/x|
      --projects /tmp/x|--projects=/tmp/x|--roots=/tmp|--moduleNameMapper={}|--modulePaths=/tmp|--moduleDirectories=/tmp|--watch|
      --watchAll|--init|--clearCache|--globals={}|--haste={}|--collectCoverageFrom=/x|--changedSince=--output=x|--notify|
      --testPathPatterns=/etc|--selectProjects=../x|/tmp/x.test.js|../x|src/../../x|$T|--coverage=./src/x|--dependencyExtractor=./src/x`,
  },
  "vitest run": {
    starts: ["vitest run", "npx vitest run", "pnpm exec vitest run", "node_modules/.bin/vitest run", "yarn vitest"],
    flags: `-r /tmp|--root /tmp|--root=/tmp|-c src/x.ts|--config src/x.ts|--config=src/x.ts|--dir /tmp|--dir=/tmp|--outputFile=x|
      --outputFile.json=x|--reporter=./src/x.ts|--reporter ./src/x.ts|--reporter=html|--reporter=junit|--reporter=blob|
      --environment=./src/x|--environment jsdom|--browser=chrome|--browser.provider=evil|--coverage.provider=evil|
      --coverage.reportsDirectory=/tmp/x|--coverage.customProviderModule=./src/x|--pool=./src/x|--poolRunner=x|--execArgv=-e|
      --execArgv --import=./src/x|--poolOptions.forks.execArgv=-e|--api|--api=0.0.0.0:80|--ui|--open|--inspect|--inspect=0.0.0.0:1|
      --inspectBrk|--mode=evil|--diff=./src/x|--typecheck.checker=./src/x|--typecheck|--configLoader=runner|--attachmentsDir=/tmp|
      --mergeReports=/tmp|--standalone|--watch|-w|--globalSetup=./src/x|--sequence.sequencer=./src/x|--clearCache|--workspace=src/x|
      --vmMemoryLimit=1|--exclude=../x|--project=/x|/tmp/x.test.ts|../x|src/../../x|init browser|--experimental x|--coverage=./src/x`,
  },
  mocha: {
    starts: node("mocha"),
    flags: `-r ./src/x|--require ./src/x|--require=./src/x|-r=evil|--file src/x|--file=src/x|--config src/x.js|--config=src/x.js|
      --package src/x.json|--package=/tmp/x|-n import=./src/x|--node-option import=./src/x|--node-option=require=./src/x|-u ./src/x|
      --ui ./src/x|--ui=./src/x|-R ./src/x|-R xunit|--reporter ./src/x|--reporter=./src/x|--reporter=html|-O output=x|
      --reporter-option output=x|--reporter-options=output=x|--reporter-option=output=x|--import=./src/x|--import ./src/x|
      --loader=./src/x|--loader ./src/x|--experimental-loader=./src/x|--inspect|--inspect-brk=0.0.0.0|--eval=1|-e 1|--opts src/x|
      --watch|-w|--watch-files=x|--delay|--extension=../x|--ignore=/x|--global=x|--env-file=.env|init src|/tmp/x.js|../x|src/../../x|
      $T|--timeout=../x|-rsrc/x|-bt./x`,
  },
  "ruff check": {
    starts: python("ruff").map((start) => `${start} check`),
    flags: `--config src/x.toml|--config=src/x.toml|--config=lint.select=['E']|-o src/x|-osrc/x|--output-file src/x|
      --output-file=/tmp/x|--cache-dir src|--cache-dir=/tmp/x|--stdin-filename x|-w|--watch|--extension x:python|--add-noqa|--isolated=x|
      --per-file-ignores x:E1|--output-format=../x|--select=../x|../x|/etc/x.py|~/x|--fix ../x|@src/args|--select @src/args|$F|-ow`,
  },
  "ruff format": {
    starts: python("ruff").map((start) => `${start} format`),
    flags:
      "--config src/x.toml|--config=src/x|--cache-dir=/tmp/x|--stdin-filename x|--extension x:python|--range 1-2|../x|/tmp/x.py|@src/args",
  },
  black: {
    starts: python("black"),
    flags: `-c 1|--code 1|--code=1|--config src/x|--config=/tmp/x|--cache-dir=/tmp/x|--cache-dir src|--stdin-filename x|--include .|
      --exclude=x|--force-exclude x|--python-cell-magics x|--enable-unstable-feature x|--required-version 1|--workers 9|../x|/tmp/x.py|~/x|
      src/../../x|-qc1|$F`,
  },
  flake8: {
    starts: python("flake8"),
    flags: `--config src/x|--config=src/x|--append-config src/x|--append-config=/tmp/x|--output-file src/x|--output-file=/tmp/x|--tee|
      --format ./x|--format=%(path)s|--enable-extensions x|--require-plugins x|--bug-report|--exclude ../x|--filename x|
      --stdin-display-name x|--isolated|--per-file-ignores x|-j 9|../x|/tmp/x.py|src/../../x|--outp=src/x|--conf=src/x`,
  },
  isort: {
    starts: python("isort"),
    flags: `--sp src/x|--settings-path src|--settings-file=src/x|--cr /|--config-root=/tmp|--src /tmp|--src-path=/tmp|--formatter evil|
      --formatter=evil|--interactive|-a x|--add-import=x|--virtual-env /tmp|--conda-env=/tmp|--filename x|--stdout|--profile evil|
      --ext py|--allow-root|../x|/tmp/x.py|--sett=src/x`,
  },
  mypy: {
    starts: python("mypy"),
    flags: `--config-file src/x|--config-file=src/x|--python-executable ./src/x|--python-executable=/tmp/x|--custom-typeshed-dir src|
      --custom-typing-module x|--shadow-file a b|--install-types|--install-types --non-interactive|--cache-dir=/tmp/x|--cache-dir src|
      --html-report /tmp/x|--html-report=x|--txt-report x|--xml-report=x|--any-exprs-report x|--linecount-report=x|--junit-xml x|
      --junit-xml=/tmp/x|--pdb|-c import|--command x|--package-root=/|--find-occurrences a.b|@src/args|-p @src/args|-m @x|../x|/tmp/x.py|
      --python-exec=./src/x|--dump-graph|--quickstart-file x|--always-true x`,
  },
  pytest: {
    starts: python("pytest"),
    flags: `-p evil|-pevil|-p no:x -p evil|-c src/x.ini|--config-file src/x|--config-file=src/x|--rootdir /|--rootdir=/tmp|-o addopts=-pevil|
      --override-ini=addopts=x|--confcutdir=/|--basetemp=src|--junitxml=/tmp/x|--junit-xml=src/x|--pastebin=all|--pdb|
      --pdbcls=evil:X|--trace|--pyargs evil|--import-mode=importlib|--log-file=src/x|--log-file src/x|--debug|--debug=src/x|
      --cov-report=html:/tmp/x|--cov-report=xml:src/x|--cov-config=src/x|--cov-config src/x|--html=src/x|--resultlog=x|-W error::evil.X|
      --pythonwarnings=error::evil.X|--doctest-glob=../x|--tx popen//python=./x|--rsyncdir=/|--profile-svg|--report-log=src/x|
      @src/args|-k @src/args|../x|/tmp/test_x.py|--assert=plain|--collect-in-virtualenv|--rootd=/|--junitx=/tmp/x`,
  },
  "node --test": {
    starts: ["node --test", "node --test test/a.test.js"],
    flags: `--import ./src/x.js|--import=./src/x.js|-r ./src/x|--require=./src/x|--loader ./src/x|--experimental-loader=./src/x|
      --test-reporter=./src/x.js|--test-reporter ./src/x.js|--test-reporter-destination=src/x|--test-global-setup=./src/x|
      --test-isolation=./x|--inspect|--inspect-brk=0.0.0.0|--env-file=x|--env-file-if-exists=x|--openssl-config=x|--cpu-prof|
      --cpu-prof-dir=/tmp|--heap-prof|--diagnostic-dir=/tmp|--redirect-warnings=src/x|--report-on-signal|--watch|
      --experimental-config-file=src/x|--experimental-default-config-file|--allow-addons|--conditions=x|-C x|--icu-data-dir=/tmp|
      --run evil|--build-snapshot|--eval 1|-e 1|-pe 1|--title=x|--trace-event-file-pattern=x|--localstorage-file=x|--snapshot-blob x|
      /tmp/x.test.js|../x.test.js|$T|src/../../x`,
  },
  "go test": {
    starts: ["go test", "go test -run TestA"],
    flags: `-exec sh ./...|-exec=sh ./...|--exec sh ./...|-toolexec ./src/x ./...|-toolexec=./src/x ./...|-vettool=./src/x|-overlay=src/x|
      -overlay src/x|-modfile=src/go.mod|-modfile src/x|-o /tmp/x|-o=src/x|-c|-C /tmp|-C=/tmp|-coverprofile=src/x|-coverprofile src/x|
      -cpuprofile=src/x|-memprofile src/x|-blockprofile=x|-mutexprofile=x|-trace=src/x|-outputdir=/tmp|-testlogfile=x|-args -x|
      -gcflags=-x|-asmflags=x|-gccgoflags=x|-ldflags=-linkmode=external|-compiler=gccgo|-pkgdir=/tmp|-installsuffix=x|-pgo=src/x|
      -mod=mod|-work|-fuzz=x|-fuzzcachedir=/tmp|-artifacts|-buildmode=plugin|-vet=./x|-i|/tmp/x_test.go|../x|evil.com/x@latest`,
  },
  "cargo test": {
    starts: ["cargo test", "cargo test dates", "cargo test -p core"],
    flags: `--config build.rustc-wrapper='./x'|--config=src/x.toml|--config src/x.toml|-Z unstable-options|-Zbuild-std|-C /tmp|
      --manifest-path /tmp/Cargo.toml|--manifest-path=src/Cargo.toml|--target-dir /tmp|--target-dir=src|--target x.json|
      --target=src/x.json|--artifact-dir=src|--out-dir=src|--lockfile-path=src/x|--timings=html|--unit-graph|--future-incompat-report|
      -- --logfile=src/x|-- --logfile src/x|-- -Z unstable-options|-- --report-time|-- --shuffle-seed`,
  },
  tsc: {
    starts: ["tsc", "npx tsc", "pnpm exec tsc", "node_modules/.bin/tsc"],
    flags: `--outFile src/x|--outfile src/x|-outFile src/x|--outDir /tmp|--outDir=src|--OUTDIR x|--declarationDir x|--tsBuildInfoFile x|
      --generateTrace x|--generateCpuProfile x|--plugins x|--rootDir /|--baseUrl /|--typeRoots /tmp|--types evil|-p ../x|-p /tmp/x|
      --project=../x|--watch|-w|--init|@src/args.txt|--jsxImportSource evil|--paths x|--build ../x|--traceResolution=../x|--sourceRoot x`,
  },
  "npm test": {
    starts: ["npm test", "npm t", "npm run test", "npm run test:unit"],
    flags: `--prefix /tmp/x|--prefix=/tmp/x|-C /tmp/x|--script-shell ./src/x|--script-shell=./src/x|--node-options=--require=./x|
      --node-options --require=./x|--userconfig=src/x|--userconfig src/x|--globalconfig=src/x|--globalconfig src/x|
      --shell=./src/x|--init-module=./src/x|--cache=/tmp/x|--logs-dir=src|--editor=./src/x|--viewer=./src/x|--git=./src/x|
      --registry=http://x|--proxy=http://x|--location=global|-g|--global|--ignore-scripts=false|--call=evil|-c evil|
      --package=evil|--foreground-scripts|--scripts-prepend-node-path|--onload-script=./src/x|--workspace=../x|-w ../x|
      -- --require ./src/x|-- --require=./src/x|-- -r ./src/x|-- --import ./src/x|-- --import=./src/x|-- --loader ./src/x|
      -- --experimental-loader=./src/x|-- --config src/x.js|-- --config=src/x.js|-- -c src/x.js|-- --globalSetup=./src/x|
      -- --setupFiles ./src/x|-- --outputFile=src/x|-- --output-file x|-- -o src/x|-- --reporter=./src/x|-- --reporter ./src/x|
      -- --rulesdir src|-- --resolve-plugins-relative-to src|-- --plugin evil|-- --parser ./src/x|-- --rootDir=/|-- --root /tmp|
      -- --node-option x|-- --file src/x|-- --ui ./src/x|-- --package=x|-- -u ./src/x|-- --execArgv=-e|-- --inspect|-- $ARGS|-- ../x`,
  },
};

/** Every line of a tool. */
export function hostileLines({ starts, flags }: HostileTool): readonly string[] {
  return flags.split(/\|\s*/).flatMap((flag) => starts.map((start) => `${start} ${flag.trim()}`));
}
