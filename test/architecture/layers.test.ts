/**
 * The house of ARCHITECTURE.md as a test: which folder may import which, packages included; no folders that import each
 * other, no import cycles, no barrels, no long files, no full folders; where the environment and the clock are read.
 */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

/** Floors from the top down. A folder imports from floors below its own, from folders that its row names, and from itself. */
const FLOORS: readonly (readonly string[])[] = [
  ["main.ts", "cli.ts", "cell.ts", "cell-index.ts", "cell-picture.ts", "cell-web.ts", "cell-browser.ts"],
  ["action", "cli"],
  ["batch"],
  ["job"],
  ["replay"],
  ["run"],
  ["review", "spending"],
  ["init", "publish", "web"],
  ["github"],
  [
    "agents",
    "browser",
    "cell",
    "commands",
    "engine",
    "index",
    "llm",
    "mcp",
    "pictures",
    "policy",
    "report",
    "session",
    "sinks",
    "tools",
    "workspace",
  ],
  ["run-model", "yaml"],
  ["protocol"],
  ["base"],
];

/** What a room may see of the floors below; a room that is not listed sees all of them. `spending` keeps its ledger like a session. */
const SEES: Readonly<Record<string, readonly string[]>> = {
  "cell.ts": ["cell"],
  "cell-index.ts": ["index"],
  "cell-web.ts": ["web"],
  "cell-picture.ts": ["pictures"],
  pictures: ["protocol", "base"],
  web: ["github", "protocol", "base"],
  "cell-browser.ts": ["browser"],
  browser: ["protocol", "base"],
  spending: ["session", "protocol", "base"],
  review: ["publish", "github", "workspace", "protocol", "base"],
  init: ["policy", "workspace", "yaml", "protocol", "base"],
  publish: ["github", "workspace", "run-model", "protocol", "base"],
  github: ["protocol", "base"],
  engine: ["protocol", "base"],
  sinks: ["run-model", "protocol", "base"],
  report: ["run-model", "protocol", "base"],
  cell: ["protocol", "base"],
  workspace: ["protocol", "base"],
  tools: ["protocol", "base"],
  index: ["protocol", "base"],
  llm: ["protocol", "base"],
  mcp: ["yaml", "protocol", "base"],
  session: ["run-model", "protocol", "base"],
};

/** npm packages, by folder. `node:` modules are free except in `engine`. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  agents: ["zod"],
  batch: ["sax", "zod"],
  browser: ["zod"],
  commands: ["zod"],
  github: [
    "@octokit/rest",
    "decode-named-character-reference",
    "micromark",
    "micromark-extension-gfm",
    "undici",
    "zod",
  ],
  index: ["web-tree-sitter", "zod"],
  llm: [
    "openai",
    "@anthropic-ai/sdk",
    "@anthropic-ai/bedrock-sdk",
    "@anthropic-ai/vertex-sdk",
    "@aws-sdk/credential-providers",
    "google-auth-library",
    "tokenx",
    "zod",
  ],
  init: ["yaml"],
  "main.ts": ["@actions/core", "@actions/github"],
  mcp: ["@modelcontextprotocol/client", "undici", "zod"],
  pictures: ["fast-png", "jpeg-js"],
  policy: ["zod", "unbash", "picomatch"],
  publish: ["@actions/artifact"],
  run: ["ajv"],
  session: ["zod"],
  tools: ["diff", "zod"],
  web: ["parse5", "zod"],
  workspace: ["simple-git"],
  yaml: ["yaml", "zod"],
};

/** The engine touches the world only through `Turn`. */
const WORLD = /^node:(?!crypto$)/;
const MAX_LINES = 400;
const MAX_FILES = 25;
/** Rooms that take the machine's clock and hand it down; the worker is a process of its own. */
const CLOCK_READERS = [
  "main.ts",
  "cli.ts",
  "action",
  "cli",
  "job",
  "replay",
  "run",
  "cell/worker",
  "index/program",
  "browser/program",
  "base/clock.ts",
];
const CLOCK = /\b(?:Date\.now|performance\.now)\(|\bnew Date\(\)|^import \{[^}]*\bsystemClock\b/m;

interface Source {
  /** Relative to src, with `/`. */
  readonly file: string;
  readonly text: string;
}

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)["']([^"']+)["']/g;

/** What a source imports. A module of a package that is named by its path is one of that package. */
function specifiers(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1]!.replace(/^[./]+\/node_modules\//, ""));
}

/** Files of src that a source imports. */
function targets({ file, text }: Source): string[] {
  return specifiers(text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(file), specifier));
}

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function roomOf(file: string): string {
  return file.split("/")[0]!;
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  const floorOf = (room: string): number => FLOORS.findIndex((floor) => floor.includes(room));
  if (floorOf(to) <= floorOf(from)) return false;
  return SEES[from]?.includes(to) ?? true;
}

function violations({ file, text }: Source): string[] {
  const room = roomOf(file);
  if (!FLOORS.flat().includes(room)) return [`${file}: ${room} is on no floor`];
  const found: string[] = [];
  if (posix.basename(file) === "index.ts") found.push(`${file}: no barrels, import the file that defines the thing`);
  if (text.split("\n").length > MAX_LINES + 1) found.push(`${file}: over ${MAX_LINES} lines`);
  if (/^export (\*|\{[^}]*\}) from /m.test(text)) found.push(`${file}: no re-exports`);
  for (const to of targets({ file, text }).map(roomOf)) {
    if (!mayImport(room, to)) found.push(`${file}: ${room} must not import ${to}`);
  }
  for (const specifier of specifiers(text)) {
    if (specifier.startsWith(".")) continue;
    if (specifier.startsWith("node:")) {
      if (room === "engine" && WORLD.test(specifier)) found.push(`${file}: engine must not import ${specifier}`);
    } else if (!(PACKAGES[room] ?? []).includes(packageOf(specifier))) {
      found.push(`${file}: ${room} must not import the package ${specifier}`);
    }
  }
  if (
    /\bprocess\.(env|cwd)\b/.test(text) &&
    !["main.ts", "cli.ts", "cell.ts", "cell-index.ts", "cell-web.ts", "cell-browser.ts"].includes(room)
  ) {
    found.push(`${file}: process.env and process.cwd() are read in the entries only`);
  }
  if (CLOCK.test(text) && !CLOCK_READERS.some((place) => `${file}/`.startsWith(`${place}/`)))
    found.push(`${file}: the clock is handed in as a \`Clock\``);
  return found;
}

/** Pairs of folders, sub-folders included, of which each imports files of the other. */
function mutualFolders(sources: readonly Source[]): string[] {
  const edges = new Set(
    sources.flatMap((source) => targets(source).map((to) => `${posix.dirname(source.file)} ${posix.dirname(to)}`)),
  );
  return [...edges]
    .filter((edge) => {
      const [from = "", to = ""] = edge.split(" ");
      return from < to && edges.has(`${to} ${from}`);
    })
    .map((edge) => edge.replace(" ", " ↔ "));
}

/** Folders with more files beside their sub-folders than a reader takes in at a glance. */
function fullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MAX_FILES).map(([folder, count]) => `${folder}: ${count} files`);
}

function cycles(sources: readonly Source[]): string[] {
  const edges = new Map(sources.map((source) => [source.file, targets(source)]));
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

test("no two folders of src import each other", () => {
  assert.deepEqual(mutualFolders(sources), []);
});

test("no folder of src is full", () => {
  assert.deepEqual(fullFolders(sources.map(({ file }) => file)), []);
});

test("src has no import cycles", () => {
  assert.deepEqual(cycles(sources), []);
});

test("planted violations are caught", () => {
  const planted: Source = {
    file: "engine/planted.ts",
    text: `import { z } from "zod/mini";\nimport { readFileSync } from "node:fs";\nimport { openCell } from "../cell/open.ts";\nconst lazy = await import("openai");\nconst home = process.env["HOME"];\nexport { x } from "./x.ts";\nconst now = Date.now();\n`,
  };
  assert.deepEqual(violations(planted), [
    "engine/planted.ts: no re-exports",
    "engine/planted.ts: engine must not import cell",
    "engine/planted.ts: engine must not import the package zod/mini",
    "engine/planted.ts: engine must not import node:fs",
    "engine/planted.ts: engine must not import the package openai",
    "engine/planted.ts: process.env and process.cwd() are read in the entries only",
    "engine/planted.ts: the clock is handed in as a `Clock`",
  ]);
  assert.deepEqual(violations({ file: "tools/index.ts", text: "\n".repeat(MAX_LINES + 1) }), [
    "tools/index.ts: no barrels, import the file that defines the thing",
    "tools/index.ts: over 400 lines",
  ]);
  assert.deepEqual(violations({ file: "llm/planted.ts", text: `import { decide } from "../policy/decide.ts";` }), [
    "llm/planted.ts: llm must not import policy",
  ]);
  assert.deepEqual(violations({ file: "job/planted.ts", text: `import { runCli } from "../cli/main.ts";` }), [
    "job/planted.ts: job must not import cli",
  ]);
  assert.deepEqual(
    mutualFolders([
      { file: "job/x.ts", text: `import { y } from "./answers/y.ts";` },
      { file: "job/answers/z.ts", text: `import { w } from "../w.ts";` },
    ]),
    ["job ↔ job/answers"],
  );
  assert.deepEqual(fullFolders(Array.from({ length: MAX_FILES + 1 }, (_, index) => `llm/${index}.ts`)), [
    `llm: ${MAX_FILES + 1} files`,
  ]);
  assert.deepEqual(
    cycles([
      { file: "a/x.ts", text: `import { y } from "../b/y.ts";` },
      { file: "b/y.ts", text: `import type { x } from "../a/x.ts";` },
    ]),
    ["a/x.ts → b/y.ts → a/x.ts"],
  );
});

test("ARCHITECTURE.md says what is checked here", () => {
  const text = readFileSync("ARCHITECTURE.md", "utf8");
  const codes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
  const rows = [...text.matchAll(/^\| (\d+) +\|(.+)\|(.+)\|(.+)\|(.+)\|$/gm)];
  assert.deepEqual(
    rows.map(([, floor, folder = "", , sees = "", packages = ""]) => ({
      floor: Number(floor),
      folder: codes(folder)[0],
      sees: sees.trim() === "all below" ? undefined : codes(sees),
      packages: codes(packages),
    })),
    FLOORS.flatMap((rooms, index) =>
      rooms.map((room) => ({
        floor: FLOORS.length - index,
        folder: room,
        sees: SEES[room],
        packages: PACKAGES[room] ?? [],
      })),
    ),
  );
  const [, clock = ""] = /The clock is taken in ([^]*?), and handed/.exec(text) ?? [];
  assert.deepEqual(codes(clock), CLOCK_READERS);
});
