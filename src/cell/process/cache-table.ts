/**
 * The caches of package managers and compilers. The folder around one is not listed, because it may hold credentials: cargo's
 * `credentials.toml`, Maven's `settings.xml`, Gradle's `gradle.properties`, Hugging Face's `token`, pub's `credentials.json`.
 */

import { join, normalize } from "node:path";

/** `base` is the folder that a variable or the tool's default names, and `path` the cache, which is the base or below it. */
export type CacheFolder = Readonly<Record<"tool" | "base" | "path", string>>;

interface Row {
  readonly tool: string;
  /** Variables that name the base; the first that is set counts. */
  readonly names: readonly string[];
  /** The base below the home folder, or an absolute one, when no variable is set. Rows without one count only with a variable. */
  readonly home?: string;
  /** Caches below the base; the base itself when left out. */
  readonly parts?: readonly string[];
}

const ROWS: readonly Row[] = [
  { tool: "npm", names: ["npm_config_cache", "NPM_CONFIG_CACHE"], home: ".npm", parts: ["_cacache"] },
  { tool: "node-gyp", names: ["npm_config_devdir"], home: ".cache/node-gyp" },
  { tool: "prisma", names: [], home: ".cache/prisma" },
  { tool: "corepack", names: ["COREPACK_HOME"], home: ".cache/node/corepack" },
  { tool: "pnpm", names: ["npm_config_store_dir", "NPM_CONFIG_STORE_DIR", "PNPM_CONFIG_STORE_DIR"] },
  { tool: "pnpm", names: ["PNPM_HOME"], home: ".local/share/pnpm" },
  { tool: "pnpm", names: [], home: ".cache/pnpm" },
  { tool: "yarn", names: ["YARN_CACHE_FOLDER"], home: ".cache/yarn" },
  { tool: "yarn", names: [], home: "/usr/local/share/.cache/yarn" }, // of root, by yarn 1
  { tool: "yarn", names: ["YARN_GLOBAL_FOLDER"], home: ".yarn/berry" },
  { tool: "pip", names: ["PIP_CACHE_DIR"], home: ".cache/pip" },
  { tool: "uv", names: ["UV_CACHE_DIR"], home: ".cache/uv" },
  // For poetry, pipenv, hatch and pdm, the environments with installed packages too: there is one for each project.
  { tool: "poetry", names: ["POETRY_CACHE_DIR"], home: ".cache/pypoetry" },
  { tool: "poetry", names: ["POETRY_VIRTUALENVS_PATH"] },
  { tool: "pipenv", names: ["PIPENV_CACHE_DIR"], home: ".cache/pipenv" },
  { tool: "pipenv", names: ["WORKON_HOME"], home: ".local/share/virtualenvs" },
  { tool: "hatch", names: ["HATCH_DATA_DIR"], home: ".local/share/hatch" },
  { tool: "hatch", names: ["HATCH_CACHE_DIR"], home: ".cache/hatch" },
  { tool: "pdm", names: [], home: ".local/share/pdm/venvs" },
  { tool: "pdm", names: ["PDM_CACHE_DIR"], home: ".cache/pdm" },
  // The modules, and beside them the checksums of Go's checksum database.
  { tool: "go", names: ["GOPATH"], home: "go", parts: ["pkg"] },
  { tool: "go", names: ["GOMODCACHE"] },
  { tool: "go", names: ["GOCACHE"], home: ".cache/go-build" },
  { tool: "cargo", names: ["CARGO_HOME"], home: ".cargo", parts: ["registry", "git"] },
  { tool: "maven", names: [], home: ".m2", parts: ["repository", "wrapper"] },
  { tool: "maven", names: ["MAVEN_USER_HOME"], parts: ["wrapper"] },
  {
    tool: "gradle",
    names: ["GRADLE_USER_HOME"],
    home: ".gradle",
    parts: ["caches", "native", "wrapper", "jdks"],
  },
  { tool: "kotlin", names: ["KONAN_DATA_DIR"], home: ".konan" },
  { tool: "coursier", names: ["COURSIER_CACHE"], home: ".cache/coursier" },
  { tool: "sbt", names: [], home: ".ivy2", parts: ["cache"] },
  { tool: "sbt", names: [], home: ".sbt", parts: ["boot"] },
  { tool: "nuget", names: ["NUGET_PACKAGES"], home: ".nuget/packages" },
  { tool: "nuget", names: ["NUGET_HTTP_CACHE_PATH"], home: ".local/share/NuGet/http-cache" },
  { tool: "gem", names: ["GEM_HOME"] },
  { tool: "gem", names: [], home: ".gem", parts: ["ruby", "specs"] },
  { tool: "gem", names: [], home: ".local/share/gem", parts: ["ruby"] },
  { tool: "bundler", names: ["BUNDLE_PATH"] },
  { tool: "bundler", names: ["BUNDLE_USER_CACHE"], home: ".bundle/cache" },
  { tool: "composer", names: ["COMPOSER_CACHE_DIR"], home: ".cache/composer" },
  { tool: "ccache", names: ["CCACHE_DIR"], home: ".cache/ccache" },
  { tool: "ccache", names: [], home: ".ccache" },
  { tool: "sccache", names: ["SCCACHE_DIR"], home: ".cache/sccache" },
  { tool: "cabal", names: ["CABAL_DIR"], home: ".cabal", parts: ["packages", "store"] },
  { tool: "stack", names: ["STACK_ROOT"], home: ".stack", parts: ["pantry", "programs", "snapshots"] },
  { tool: "conan", names: ["CONAN_HOME"], home: ".conan2", parts: ["p"] },
  { tool: "hex", names: ["HEX_HOME"], home: ".hex", parts: ["packages"] },
  { tool: "hex", names: ["MIX_HOME"], home: ".mix", parts: ["archives", "elixir"] },
  { tool: "swift", names: [], home: ".cache/org.swift.swiftpm" },
  { tool: "zig", names: ["ZIG_GLOBAL_CACHE_DIR"], home: ".cache/zig" },
  { tool: "deno", names: ["DENO_DIR"], home: ".cache/deno" },
  { tool: "bun", names: ["BUN_INSTALL_CACHE_DIR"], home: ".bun/install/cache" },
  { tool: "pub", names: ["PUB_CACHE"], home: ".pub-cache", parts: ["hosted", "hosted-hashes", "git"] },
  { tool: "playwright", names: ["PLAYWRIGHT_BROWSERS_PATH"], home: ".cache/ms-playwright" },
  { tool: "cypress", names: ["CYPRESS_CACHE_FOLDER"], home: ".cache/Cypress" },
  { tool: "puppeteer", names: ["PUPPETEER_CACHE_DIR"], home: ".cache/puppeteer" },
  { tool: "electron", names: ["electron_config_cache", "ELECTRON_CACHE"], home: ".cache/electron" },
  { tool: "electron-builder", names: ["ELECTRON_BUILDER_CACHE"], home: ".cache/electron-builder" },
  { tool: "pre-commit", names: ["PRE_COMMIT_HOME"], home: ".cache/pre-commit" },
  { tool: "huggingface", names: ["HF_HOME"], home: ".cache/huggingface", parts: ["hub"] },
  { tool: "huggingface", names: ["HF_HUB_CACHE"] },
];

/** Variables that move the usual places below the home folder. */
const XDG: readonly (readonly [prefix: string, name: string])[] = [
  [".cache/", "XDG_CACHE_HOME"],
  [".local/share/", "XDG_DATA_HOME"],
];

/** All variables that the table reads. None holds a credential, so the cell gets them too. */
export const CACHE_VARIABLES: ReadonlySet<string> = new Set([
  ...ROWS.flatMap(({ names }) => names),
  ...XDG.map(([, name]) => name),
]);

export interface CacheSources {
  /** The environment of the cell, because tools use what its variables name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The caches of all tools, whether they exist or not. */
export function cacheFolders({ env, home }: CacheSources): readonly CacheFolder[] {
  return ROWS.flatMap(({ tool, names, home: below, parts = [""] }) => {
    const base = folderIn(env, names) ?? (below === undefined ? undefined : usualFolder(below, { env, home }));
    return base === undefined ? [] : parts.map((part) => ({ tool, base, path: join(base, part) }));
  });
}

function usualFolder(below: string, { env, home }: CacheSources): string {
  if (below.startsWith("/")) return below;
  for (const [prefix, name] of XDG) {
    const moved = below.startsWith(prefix) ? folderIn(env, [name]) : undefined;
    if (moved !== undefined) return join(moved, below.slice(prefix.length));
  }
  return join(home, below);
}

/** The folder that the first set variable names. GOPATH may be a list; `GOCACHE=off` names no folder. */
function folderIn(env: CacheSources["env"], names: readonly string[]): string | undefined {
  const value = names.map((name) => env[name]).find((text) => text !== undefined && text !== "");
  const first = value?.split(":")[0];
  return first?.startsWith("/") === true ? normalize(first).replace(/(?<=.)\/+$/, "") : undefined;
}

/** Variables by which Go, Maven from 3.9 and Gradle read a read-only cache and write elsewhere; uv begins with an empty one. */
export function readOnlyCacheVariables(
  { env, home }: CacheSources,
  isReadOnly: (path: string) => boolean,
): Record<string, string> {
  const modules = env["GOMODCACHE"] ?? join(env["GOPATH"]?.split(":")[0] ?? join(home, "go"), "pkg/mod");
  const gradle = env["GRADLE_USER_HOME"] ?? join(home, ".gradle");
  const otherProxies = env["GOPROXY"] === undefined ? [] : [env["GOPROXY"]];
  const byTool: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    go: {
      GOMODCACHE: "/tmp/kimi-cache/go",
      GOPROXY: [`file://${join(modules, "cache/download")}`, ...otherProxies].join(","),
      GONOSUMDB: "*", // go.sum is checked all the same
    },
    maven: {
      MAVEN_ARGS: `-Dmaven.repo.local=/tmp/kimi-cache/maven -Dmaven.repo.local.tail=${join(home, ".m2/repository")}`,
    },
    gradle: { GRADLE_RO_DEP_CACHE: join(gradle, "caches"), GRADLE_USER_HOME: "/tmp/kimi-cache/gradle" },
    uv: { UV_CACHE_DIR: "/tmp/kimi-cache/uv" },
    npm: { npm_config_prefer_offline: "true" },
  };
  const folders = cacheFolders({ env, home }).filter(({ path }) => isReadOnly(path));
  return Object.assign({}, ...folders.map(({ tool }) => byTool[tool]));
}
