/**
 * Builds dist/ from src/: main.js and cli.js with lazy chunks of stable names, cell.js as one file of its own, unminified.
 * `--check` builds into memory and compares instead; it fails when a file differs, is missing or is too much.
 */

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { rolldown, type OutputOptions, type RolldownOptions } from "rolldown";

const DIST = "dist";

/**
 * Which chunk a module goes to; the first match wins. Every file on the way to the first request costs about 1.5 ms to load,
 * so there are few: `core` is what a run needs to start the cell, `toolbox` what it needs once the cell is there, and the
 * rest (an SDK, the shell parser, git, what a rarer command needs) loads when it is used.
 */
const GROUPS = [
  { name: "openai", test: /node_modules\/openai\/|src\/llm\/openai/ },
  {
    name: "anthropic",
    test: /node_modules\/(@anthropic-ai|@opentelemetry|standardwebhooks|@stablelib|fast-sha256)\/|src\/llm\/anthropic/,
  },
  { name: "scripted", test: /src\/llm\/scripted/ },
  { name: "actions", test: /node_modules\/(@actions|undici|tunnel)\// },
  { name: "shell", test: /node_modules\/unbash\/|src\/policy\/(shell(?!-paths)|explain|examples)/ },
  {
    name: "git",
    test: /node_modules\/(simple-git|@kwsites|@simple-git|debug|ms)\/|src\/workspace\/(?!repository|checkout|git-environment)/,
  },
  {
    name: "toolbox",
    test: /node_modules\/(zod|yaml|picomatch)\/|src\/(policy|tools)\/|src\/runner\/(toolbox|policy-source)/,
  },
  { name: "demo", test: /src\/runner\/(demo\/|cli\/demo)/ },
  { name: "commands", test: /src\/runner\/cli\/(policy|doctor|view|verify|models)/ },
  { name: "core", test: /node_modules\/tokenx\/|src\/(?!main|cli\.|cell\.|runner\/action)|rolldown:runtime/ },
];

const common: RolldownOptions = {
  platform: "node",
  tsconfig: false,
  logLevel: "warn",
  preserveEntrySignatures: "allow-extension",
};
const output: OutputOptions = {
  format: "esm",
  minify: false,
  sourcemap: false,
  comments: { legal: true, annotation: false, jsdoc: false },
};

async function build(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const collect = async (options: RolldownOptions, extra: OutputOptions): Promise<void> => {
    const bundle = await rolldown({ ...common, ...options });
    const { output: chunks } = await bundle.generate({ ...output, ...extra });
    for (const chunk of chunks) if (chunk.type === "chunk") requireGroups(chunk);
    for (const chunk of chunks) files.set(chunk.fileName, chunk.type === "chunk" ? chunk.code : String(chunk.source));
    await bundle.close();
  };
  await collect(
    { input: { main: "src/main.ts", cli: "src/cli.ts" } },
    {
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name].js",
      codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false },
    },
  );
  await collect({ input: { cell: "src/cell.ts" } }, { entryFileNames: "[name].js", codeSplitting: false });
  return files;
}

/** A package outside its group lands in an entry's chunk, which then imports in a circle and fails when it is first used. */
function requireGroups({
  moduleIds,
  fileName,
}: {
  readonly moduleIds: readonly string[];
  readonly fileName: string;
}): void {
  const stray = moduleIds.filter((id) => id.includes("node_modules") && !GROUPS.some(({ test }) => test.test(id)));
  if (stray.length > 0) throw new Error(`${fileName} holds packages without a group: ${stray.join(", ")}`);
}

function committed(): Map<string, string> {
  return new Map(globSync(`${DIST}/**/*.js`).map((path) => [relative(DIST, path), readFileSync(path, "utf8")]));
}

const built = await build();
if (process.argv.includes("--check")) {
  const there = committed();
  const wrong = [
    ...[...built].filter(([name, code]) => there.get(name) !== code).map(([name]) => `${name} is not what src builds`),
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
  const bytes = [...built.values()].reduce((sum, code) => sum + Buffer.byteLength(code), 0);
  console.log(`dist/: ${built.size} files, ${(bytes / 1e6).toFixed(2)} MB`);
}
