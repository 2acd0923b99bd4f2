/** The layer table of ARCHITECTURE.md as a test: who may import whom, packages included; no cycles, no barrels, no long files. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

interface Layer {
  readonly folders: readonly string[];
  readonly packages: readonly string[];
}

/** Keys are folders of src and the entry files. `node:` builtins are free except where `builtins` says otherwise. */
const LAYERS: Readonly<Record<string, Layer>> = {
  base: { folders: [], packages: [] },
  protocol: { folders: ["base"], packages: [] },
  engine: { folders: ["base", "protocol"], packages: [] },
  sinks: { folders: ["base", "protocol"], packages: [] },
  agents: { folders: ["base", "protocol"], packages: ["zod", "yaml"] },
  commands: { folders: ["base", "protocol"], packages: ["zod", "yaml"] },
  session: { folders: ["base", "protocol"], packages: ["zod", "yaml"] },
  policy: { folders: ["base", "protocol"], packages: ["zod", "yaml", "unbash", "picomatch"] },
  llm: { folders: ["base", "protocol"], packages: ["openai", "@anthropic-ai/sdk", "tokenx", "zod"] },
  cell: { folders: ["base", "protocol"], packages: [] },
  workspace: { folders: ["base", "protocol"], packages: ["simple-git"] },
  tools: { folders: ["base", "protocol"], packages: ["zod"] },
  mcp: { folders: ["base", "protocol"], packages: ["@modelcontextprotocol/client", "undici", "zod"] },
  publish: { folders: ["base", "protocol", "workspace", "github"], packages: ["@actions/artifact"] },
  github: {
    folders: ["base", "protocol"],
    packages: ["@octokit/rest", "@octokit/plugin-retry", "@octokit/plugin-throttling", "bottleneck", "undici", "zod"],
  },
  runner: {
    folders: [
      "base",
      "protocol",
      "engine",
      "sinks",
      "agents",
      "commands",
      "session",
      "policy",
      "llm",
      "cell",
      "workspace",
      "tools",
      "mcp",
      "github",
      "publish",
    ],
    packages: [],
  },
  "main.ts": { folders: ["base", "protocol", "runner"], packages: ["@actions/core", "@actions/github"] },
  "cli.ts": { folders: ["base", "protocol", "runner"], packages: [] },
  "cell.ts": { folders: ["base", "protocol", "cell"], packages: [] },
};

/** The engine touches the world only through `Turn`. */
const WORLD = /^node:(?!crypto$)/;
const MAX_LINES = 250;

interface Source {
  /** Relative to src, with `/`. */
  readonly file: string;
  readonly text: string;
}

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)["']([^"']+)["']/g;

function specifiers(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1]!);
}

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function violations({ file, text }: Source): string[] {
  const own = file.split("/")[0]!;
  const layer = LAYERS[own];
  if (layer === undefined) return [`${file}: ${own} is not in the layer table`];
  const found: string[] = [];
  if (posix.basename(file) === "index.ts") found.push(`${file}: no barrels, import the file that defines the thing`);
  if (text.split("\n").length > MAX_LINES + 1) found.push(`${file}: over ${MAX_LINES} lines`);
  if (/^export (\*|\{[^}]*\}) from /m.test(text)) found.push(`${file}: no re-exports`);
  for (const specifier of specifiers(text)) {
    if (specifier.startsWith(".")) {
      const to = posix.join(posix.dirname(file), specifier).split("/")[0]!;
      if (to !== own && !layer.folders.includes(to)) found.push(`${file}: ${own} must not import ${to}`);
    } else if (specifier.startsWith("node:")) {
      if (own === "engine" && WORLD.test(specifier)) found.push(`${file}: engine must not import ${specifier}`);
    } else if (!layer.packages.includes(packageOf(specifier))) {
      found.push(`${file}: ${own} must not import the package ${specifier}`);
    }
  }
  if (/\bprocess\.(env|cwd)\b/.test(text) && !["main.ts", "cli.ts", "cell.ts", "runner"].includes(own)) {
    found.push(`${file}: process.env and process.cwd() are read in main, cli and runner only`);
  }
  return found;
}

function cycles(sources: readonly Source[]): string[] {
  const edges = new Map(
    sources.map(({ file, text }) => [
      file,
      specifiers(text)
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => posix.join(posix.dirname(file), specifier)),
    ]),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const { file } of sources) visit(file, []);
  return found;
}

const sources = globSync("src/**/*.ts").map((path) => ({
  file: posix.relative("src", path),
  text: readFileSync(path, "utf8"),
}));

test("src keeps the layer table", () => {
  assert.ok(sources.length > 10, "the sources were found");
  assert.deepEqual(sources.flatMap(violations), []);
});

test("src has no import cycles", () => {
  assert.deepEqual(cycles(sources), []);
});

test("planted violations are caught", () => {
  const planted: Source = {
    file: "engine/planted.ts",
    text: `import { z } from "zod/mini";\nimport { readFileSync } from "node:fs";\nimport { openCell } from "../cell/open.ts";\nconst lazy = await import("openai");\nconst home = process.env["HOME"];\nexport { x } from "./x.ts";\n`,
  };
  assert.deepEqual(violations(planted), [
    "engine/planted.ts: no re-exports",
    "engine/planted.ts: engine must not import the package zod/mini",
    "engine/planted.ts: engine must not import node:fs",
    "engine/planted.ts: engine must not import cell",
    "engine/planted.ts: engine must not import the package openai",
    "engine/planted.ts: process.env and process.cwd() are read in main, cli and runner only",
  ]);
  assert.deepEqual(violations({ file: "tools/index.ts", text: "\n".repeat(MAX_LINES + 1) }), [
    "tools/index.ts: no barrels, import the file that defines the thing",
    "tools/index.ts: over 250 lines",
  ]);
  assert.deepEqual(
    cycles([
      { file: "a/x.ts", text: `import { y } from "../b/y.ts";` },
      { file: "b/y.ts", text: `import type { x } from "../a/x.ts";` },
    ]),
    ["a/x.ts → b/y.ts → a/x.ts"],
  );
});
