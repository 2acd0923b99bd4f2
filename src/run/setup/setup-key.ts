/** What a layer depends on. Two runs with one key have the same lock files, commands, programs and places. */

import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import { findProgram } from "../../cell/programs.ts";
import type { SetupSettings } from "../../protocol/cell.ts";

/** Lock files of package managers, and what stands for one where there is none. */
const LOCK_FILES = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "bun.lockb",
  "deno.lock",
  "uv.lock",
  "poetry.lock",
  "pdm.lock",
  "Pipfile.lock",
  "requirements.txt",
  "go.sum",
  "Cargo.lock",
  "gradle.lockfile",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "Gemfile.lock",
  "packages.lock.json",
  "composer.lock",
  "mix.lock",
  "pubspec.lock",
];

/** Programs that decide what an installation looks like, besides those that the commands begin with. */
const PROGRAMS = ["node", "python3", "ruby", "java", "go", "cargo", "dotnet", "php"];

export interface KeyOptions {
  readonly settings: SetupSettings;
  readonly root: string;
  /** The commit that is checked out: the key where no lock file is found. */
  readonly commit: string;
  readonly pathVar: string;
}

export function setupKey({ settings, root, commit, pathVar }: KeyOptions): string {
  const { run, keys = LOCK_FILES } = settings;
  const files = keys.flatMap((path) => {
    const file = join(root, path);
    return existsSync(file) && statSync(file).isFile() ? [[path, sha256(readFileSync(file))]] : [];
  });
  const programs = [...new Set([...PROGRAMS, ...run.flatMap((line) => line.match(/^[\w.-]+/) ?? [])])].toSorted();
  return sha256(
    canonicalJson({
      version: 1,
      run,
      root, // Python's environments and many build folders hold absolute paths
      arch: process.arch,
      user: process.getuid?.() ?? 0,
      files: files.length === 0 ? [["commit", commit]] : files,
      programs: programs.flatMap((name) => programId(name, pathVar)),
    }),
  ).slice(0, 40);
}

/** Where a program is and which one: an update changes its size or its time. */
function programId(name: string, pathVar: string): readonly (readonly [string, string, number, number])[] {
  const found = findProgram(name, pathVar);
  if (found === undefined) return [];
  const path = realpathSync(found);
  const { size, mtimeMs } = statSync(path);
  return [[name, path, size, Math.trunc(mtimeMs)]];
}
