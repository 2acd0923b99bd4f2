/** Which tools a repository uses, by its files: manifests, lock files, version files and the steps of its workflows. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileText, jsonFile, namesIn } from "../../base/file-text.ts";
import { member } from "../../base/member.ts";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";

export interface DoctorLook {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Also what this machine has and the repository does not use. */
  readonly all: boolean;
}

export function fine(name: string, detail: string): PreflightCheck {
  return { name, ok: true, detail };
}

/** A finding that may keep commands from working. */
export function unsure(name: string, detail: string, fix: string): PreflightCheck {
  return { name, ok: "unknown", detail, fix };
}

export interface BuildTool {
  readonly ask: string;
  /** Files of a repository that uses it: names, or suffixes that begin with `*`. */
  readonly files: readonly string[];
  /** Names in files of version managers and in `setup-` actions, besides its own. */
  readonly names?: readonly string[];
  /** The checkout may decide what runs under this name, so it is not asked outside of the cell. */
  readonly isOfCheckout?: true;
}

const VERSION = "--version";
const GRADLE = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
const DOTNET = ["*.sln", "*.slnx", "*.csproj", "*.fsproj", "global.json", "Directory.Build.props"];
const NODE = ["package.json", ".nvmrc", ".node-version"];
const PYTHON = ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", ".python-version", "tox.ini"];

export const BUILD_TOOLS: Readonly<Record<string, BuildTool>> = {
  node: { ask: VERSION, files: NODE, names: ["nodejs"] },
  npm: { ask: VERSION, files: ["package-lock.json", "npm-shrinkwrap.json"] },
  pnpm: { ask: VERSION, files: ["pnpm-lock.yaml", "pnpm-workspace.yaml"], isOfCheckout: true },
  yarn: { ask: VERSION, files: ["yarn.lock", ".yarnrc.yml"], isOfCheckout: true },
  bun: { ask: VERSION, files: ["bun.lock", "bun.lockb", "bunfig.toml"] },
  deno: { ask: VERSION, files: ["deno.json", "deno.jsonc", "deno.lock"] },
  python3: { ask: VERSION, files: PYTHON, names: ["python"] },
  pip: { ask: VERSION, files: ["requirements.txt"] },
  uv: { ask: VERSION, files: ["uv.lock"] },
  poetry: { ask: VERSION, files: ["poetry.lock"] },
  pipenv: { ask: VERSION, files: ["Pipfile", "Pipfile.lock"] },
  go: { ask: "version", files: ["go.mod", "go.work", ".go-version"], names: ["golang"] },
  cargo: { ask: VERSION, files: ["Cargo.toml", "rust-toolchain", "rust-toolchain.toml"], names: ["rust"] },
  java: { ask: "-version", files: ["pom.xml", ...GRADLE, "build.sbt", ".java-version"] },
  mvn: { ask: "-version", files: ["pom.xml"], names: ["maven"], isOfCheckout: true },
  gradle: { ask: VERSION, files: GRADLE, isOfCheckout: true },
  ruby: { ask: VERSION, files: ["Gemfile", "*.gemspec", ".ruby-version"] },
  bundle: { ask: VERSION, files: ["Gemfile"], isOfCheckout: true },
  php: { ask: VERSION, files: ["composer.json", "phpunit.xml", "phpunit.xml.dist"] },
  composer: { ask: VERSION, files: ["composer.json"], isOfCheckout: true },
  dotnet: { ask: VERSION, files: DOTNET, isOfCheckout: true },
  R: { ask: VERSION, files: ["DESCRIPTION", "renv.lock", "*.Rproj"] },
  make: { ask: VERSION, files: ["Makefile", "makefile", "GNUmakefile"] },
  cmake: { ask: VERSION, files: ["CMakeLists.txt"] },
};

/** Scripts of a repository that stand for a tool and bring their own. */
const WRAPPERS: Readonly<Record<string, string>> = { mvn: "mvnw", gradle: "gradlew" };

export interface UsedTool {
  readonly name: string;
  /** The file that says so. */
  readonly by: string;
  /** The repository cannot be built without it: a file says so that only this tool reads. */
  readonly isNeeded: boolean;
}

export function usedTools(root: string): readonly UsedTool[] {
  const names = namesIn(root);
  const matches = (name: string, file: string): boolean =>
    file.startsWith("*") ? name.endsWith(file.slice(1)) : name === file;
  const found = new Map<string, UsedTool>();
  const note = (name: string, by: string, isNeeded: boolean): void => {
    if (!found.has(name)) found.set(name, { name, by, isNeeded });
  };
  const wanted = member(jsonFile(join(root, "package.json")), "packageManager");
  const [manager = ""] = typeof wanted === "string" ? wanted.split("@") : [];
  if (Object.hasOwn(BUILD_TOOLS, manager)) note(manager, "package.json", true);
  for (const [name, { files }] of Object.entries(BUILD_TOOLS)) {
    const wrapper = WRAPPERS[name];
    if (wrapper !== undefined && existsSync(join(root, wrapper))) continue;
    const [by] = files.flatMap((file) => names.find((one) => matches(one, file)) ?? []);
    if (by !== undefined) note(name, by, true);
  }
  if (found.has("node") && !["pnpm", "yarn", "bun"].some((name) => found.has(name))) note("npm", "package.json", true);
  for (const [by, text] of spokenOf(root)) {
    for (const [name, tool] of Object.entries(BUILD_TOOLS)) {
      if ([name, ...(tool.names ?? [])].some((word) => text.has(word))) note(name, by, false);
    }
  }
  return Object.keys(BUILD_TOOLS).flatMap((name) => found.get(name) ?? []);
}

/** The words with which lines of version files and commands of workflows begin, by file. */
function spokenOf(root: string): readonly (readonly [file: string, words: ReadonlySet<string>])[] {
  const versions = [".tool-versions", "mise.toml", ".mise.toml"].map((file) => [file, /^\s*"?([\w-]+)/gm] as const);
  const workflows = namesIn(join(root, ".github/workflows"))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => [`.github/workflows/${name}`, /(?:^\s*(?:- )?(?:run: *)?|&& |; |setup-)(\w+)(?=[ @\n])/gm] as const);
  return [...versions, ...workflows].map(([file, pattern]) => [
    file,
    new Set([...(fileText(join(root, file)) ?? "").matchAll(pattern)].map(([, word = ""]) => word)),
  ]);
}
