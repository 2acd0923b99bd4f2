/**
 * Builds dist/ from src/, unminified: main.js and cli.js with lazy chunks of stable names, cell.js and the other programs of the cell
 * as one file each, and copies of the packed WebAssembly. `--check` builds into memory, compares that with dist/, and fails when a
 * file differs, is missing or is not built any more.
 */

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { rolldown, type Plugin } from "rolldown";
import { buildPrograms, COMMON_OPTIONS, OUTPUT_OPTIONS } from "./build-programs.ts";

const DIST = "dist";

const GITHUB = either(
  packages(
    "@octokit|universal-user-agent|fast-content-type-parse|before-after-hook|bottleneck|json-with-bigint|content-type",
  ),
  own("github/|publish/|job/|cli/run-event|session/(bundle-check|delivery|told-events)"),
);
const CORE = either(own("(?!main|cli\\.|cell(?:-\\w+)?\\.|action/)"), /rolldown:runtime/);

/** Modules that the action loads before its first request, for any event. `findStart` fills it during a build. */
const atStart = new Set<string>();
const findStart: Plugin = {
  name: "find-start",
  buildEnd() {
    const add = (id: string): void => {
      if (atStart.has(id)) return;
      atStart.add(id);
      this.getModuleInfo(id)?.importedIds.forEach(add);
    };
    add(resolve("src/main.ts"));
  },
};

/** Gives the modules of OpenAI's SDK small classes in place of the globals that load undici (ADR 20). */
const smallClasses: Plugin = {
  name: "small-classes",
  transform: {
    filter: {
      id: /\/node_modules\/openai\/.*\.mjs$/,
      code: /\b(?:FormData|Headers|Response|globalThis)\b/,
    },
    handler: (code) =>
      `import { globals as globalThis, FormData, Headers, Response } from ${JSON.stringify(resolve("src/llm/wire/fetch-classes.ts"))};\n${code}`,
  },
};

/**
 * Which chunk a module goes to; the first match wins. Each chunk before the first request costs about 1.5 ms to load, so there are
 * few: the action needs `front` and `github` for its decision and its first requests, a run needs `core` to start the cell and
 * `toolbox` once the cell is open. The rest (an SDK, the shell parser, git, rarer commands) loads when it is used.
 */
const GROUPS = [
  { name: "openai", test: either(packages("openai"), own("llm/(?:openai|responses|vectors|gemini\\.)")) },
  // The packages of the two clouds load for runs with a model there. Small packages that they and artifacts need are a chunk of their
  // own.
  { name: "tslib", test: packages("tslib|agent-base|https-proxy-agent|safe-buffer") },
  {
    name: "bedrock",
    test: either(
      packages("@anthropic-ai/bedrock-sdk|@aws-sdk|@aws-crypto|@aws|@smithy|bowser"),
      own("llm/clouds/bedrock"),
    ),
  },
  {
    name: "vertex",
    test: either(
      packages(
        "@anthropic-ai/vertex-sdk|google-auth-library|google-logging-utils|gaxios|gcp-metadata|fetch-blob|formdata-polyfill|data-uri-to-buffer|node-domexception|web-streams-polyfill|extend|jws|jwa|json-bigint|bignumber\\.js|buffer-equal-constant-time|ecdsa-sig-formatter|base64-js",
      ),
      own("llm/clouds/vertex"),
    ),
  },
  {
    name: "anthropic",
    test: either(
      packages("@anthropic-ai|standardwebhooks|@stablelib|fast-sha256"),
      /\/node_modules\/@opentelemetry\/.*\.m?js$/, // artifacts have a copy of their own, which ends in .cjs
      own("llm/anthropic"),
    ),
  },
  // `kimi-runner init` uses the shell parser, git and the YAML library at once, and nothing uses it.
  { name: "init", test: own("init/|cli/init") },
  { name: "scripted", test: own("llm/scripted") },
  {
    name: "network",
    test: own(
      "cell/(?:egress/(?!open-egress|refusal)|registries/(?!java-files|machine|registry-settings)|trust/trust-bundle|open-services|install)",
    ),
  },
  { name: "xml-tools", test: own("llm/xml(?!/(?:leaked-calls|written-calls|parser|code|values|tags))") },
  {
    name: "actions",
    test: either(packages("@actions/core|@actions/exec|@actions/io"), /node_modules\/@actions\/github\/lib\/context/),
  },
  // For pictures of a thread, MCP servers over HTTP, and artifacts.
  { name: "undici", test: either(packages("undici"), own("github/api/proxies")) },
  { name: "images", test: own("github/thread/images") },
  {
    name: "shell",
    test: either(packages("unbash"), own("policy/(shell/(shell(?!-paths)|wrappers)|explain)")),
  },
  // The Markdown parser: for what comes from GitHub only.
  {
    name: "markdown",
    test: either(
      packages("micromark[\\w-]*|decode-named-character-reference|character-entities|devlop"),
      own("github/markdown/"),
    ),
  },
  // For reviews only.
  {
    name: "review",
    test: own(
      "review/|job/(?:review/|two-phase/publish-review)|session/review-record|run/(?:review|prove-findings)|policy/file/review-rule|cli/review",
    ),
  },
  // `github` loads before the first request. `job` loads while GitHub answers: a job needs it once the requester may ask.
  { name: "github", test: (id: string) => atStart.has(id) && GITHUB.test(id) },
  { name: "job", test: GITHUB },
  {
    name: "git",
    test: either(
      packages("simple-git|@kwsites|@simple-git|debug|ms"),
      own(
        "workspace/(?!repository|changes\\.|checkout|git-names|git/(?:git-environment|object-|open-reader|server-retries|cat-file|stats-)|object-reader|trusted-files|trusted-path|change/(?:checkout-files|held-files|kept-files|leaks))|run/(end/(?:held-change|hindrance)|answer-change)",
      ),
    ),
  },
  { name: "schema", test: packages("ajv|fast-uri|fast-deep-equal|json-schema-traverse") },
  // For runs with MCP servers: the protocol's client needs the whole of zod, and everything else only zod/mini.
  {
    name: "mcp",
    test: either(
      packages("@modelcontextprotocol|eventsource|eventsource-parser|jose|pkce-challenge"),
      /\/node_modules\/zod\/v4\/(?:classic|locales)\//,
      own("mcp/"),
    ),
  },
  { name: "zod", test: packages("zod") },
  {
    name: "toolbox",
    test: either(
      packages("yaml|picomatch|diff"),
      own(
        "policy/(?!shell/quoted-word)|tools/|(?:index|browser)/|yaml/(?!front)|run/(agent/(assemble|gates|github-reach|lazy-modules|reminders|system-prompt|tool-deps|subagents|toolbox|verifier)|open/(?:policy-source|set-up)|setup/|hidden/(?!walk))",
      ),
    ),
  },
  // Parsers of what a repository says about agents, modes and skills: only for runs that have some.
  {
    name: "persona",
    test: own(
      "agents/(agent-file|agent-layer|custom-tools|(?:builtin-|custom-)?modes)|run/custom/load-tools|commands/(?!skill\\.)|yaml/front",
    ),
  },
  // The client of the program that reads pages, for runs whose model opens one.
  { name: "web", test: own("web/") },
  { name: "wire", test: own("sinks/(kimi-wire|wire-)|run/agent/stream-input|cli/run-stream-input") },
  { name: "sax", test: packages("sax") },
  // The process of a task of a batch, which needs neither the rest of the batch nor GitHub.
  { name: "batch-task", test: own("cli/batch/task|batch/run/task-(?:process|messages)|batch/plan/plan-policy") },
  { name: "batch", test: own("(?:cli/)?batch|action/batch-phase") },
  { name: "demo", test: own("cli/demo") },
  { name: "replay", test: own("replay/") },
  { name: "run-page", test: own("report/") },
  // Two commands that need git, GitHub, the network and a browser, which the others do not.
  { name: "apply", test: own("cli/apply") },
  { name: "doctor", test: own("cli/doctor") },
  { name: "init", test: own("init/|cli/init") },
  {
    name: "commands",
    test: own("run/open/imported|cli/(?!main|options/|run|resume|report)|session/context-(import|record)"),
  },
  { name: "front", test: (id: string) => atStart.has(id) && CORE.test(id) },
  { name: "core", test: either(packages("tokenx"), CORE) },
  // All other packages are dependencies of the artifact client. They need a group: a package without one would land in an entry's
  // chunk, which would then import in a circle and fail when it is first used.
  { name: "artifact", test: /node_modules\// },
];

/** Modules of these packages. */
function packages(names: string): RegExp {
  return new RegExp(`/node_modules/(?:${names})/`);
}

/** Modules of this repository. Packages can have a folder `src` too. */
function own(path: string): RegExp {
  return new RegExp(`^(?!.*node_modules).*/src/(?:${path})`);
}

function either(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"));
}

async function build(): Promise<Map<string, Buffer>> {
  const files = await buildPrograms();
  const bundle = await rolldown({
    ...COMMON_OPTIONS,
    input: { main: "src/main.ts", cli: "src/cli.ts" },
    plugins: [findStart, smallClasses],
  });
  const { output: chunks } = await bundle.generate({
    ...OUTPUT_OPTIONS,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false },
  });
  refuseCircles(new Map(chunks.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one.imports]] : []))));
  for (const chunk of chunks) {
    files.set(chunk.fileName, Buffer.from(chunk.type === "chunk" ? chunk.code : chunk.source));
  }
  await bundle.close();
  return files;
}

/** Refuses chunks that import each other in a circle: one of them would use what the other has not defined yet. */
function refuseCircles(imports: ReadonlyMap<string, readonly string[]>): void {
  const whole = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name))
      throw new Error(`Chunks import in a circle: ${[...above, name].join(" → ")}. Change GROUPS.`);
    if (whole.has(name)) return;
    for (const next of imports.get(name) ?? []) visit(next, [...above, name]);
    whole.add(name);
  };
  for (const name of imports.keys()) visit(name, []);
}

function committed(): Map<string, Buffer> {
  return new Map(globSync(`${DIST}/**/*.{js,br,txt}`).map((path) => [relative(DIST, path), readFileSync(path)]));
}

const built = await build();
if (process.argv.includes("--check")) {
  const there = committed();
  const wrong = [
    ...[...built]
      .filter(([name, code]) => there.get(name)?.equals(code) !== true)
      .map(([name]) => `${name} is not what src builds`),
    ...[...there.keys()].filter((name) => !built.has(name)).map((name) => `${name} is no longer built`),
  ];
  for (const line of wrong) console.error(`dist/${line}`);
  if (wrong.length > 0) console.error("Run `npm run build` and commit dist/.");
  process.exitCode = wrong.length > 0 ? 1 : 0;
} else {
  rmSync(DIST, { recursive: true, force: true });
  for (const [name, code] of built) {
    mkdirSync(dirname(join(DIST, name)), { recursive: true });
    writeFileSync(join(DIST, name), code);
  }
  const bytes = [...built.values()].reduce((sum, code) => sum + code.length, 0);
  console.log(`dist/: ${built.size} files, ${(bytes / 1e6).toFixed(2)} MB`);
}
