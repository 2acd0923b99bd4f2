/** The key of a layer. Two runs with the same key have the same branch, lock files, settings, programs and paths. */

import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../base/canonical-json.ts";
import { LOCK_FILES } from "../../base/lock-files.ts";
import { sha256 } from "../../base/sha256.ts";
import { findProgram } from "../../cell/programs.ts";
import type { SetupSettings } from "../../protocol/cell-settings.ts";

/** Files on which an installation depends, where the policy names none: lock files, and what takes the place of one. */
const KEYS = [...LOCK_FILES, "requirements.txt", "pom.xml", "build.gradle", "build.gradle.kts"];

/** Programs on which an installation depends, besides the first words of the commands. */
const PROGRAMS = ["node", "python3", "ruby", "java", "go", "cargo", "dotnet", "php"];

export interface KeyOptions {
  readonly settings: SetupSettings;
  readonly env: Readonly<Record<string, string>> | undefined;
  readonly root: string;
  /** The commit that is checked out, which is used where there is no lock file. */
  readonly commit: string;
  /** The branch that is checked out. Any file of it can be a script of the installation, so branches share no layer. */
  readonly branch: string | undefined;
  /** `owner/name` in a workflow, where several repositories may be checked out into the same folder one after the other. */
  readonly repository: string | undefined;
  readonly pathVar: string;
}

export function setupKey({ settings, env, root, commit, branch, repository, pathVar }: KeyOptions): string {
  const { run, keys = KEYS } = settings;
  const files = keys.flatMap((path) => {
    const file = join(root, path);
    return existsSync(file) && statSync(file).isFile() ? [[path, sha256(readFileSync(file))]] : [];
  });
  const programs = [...new Set([...PROGRAMS, ...run.flatMap((line) => line.match(/^[\w.-]+/) ?? [])])].toSorted();
  return sha256(
    canonicalJson({
      version: 2,
      settings,
      env,
      of: [repository, branch ?? commit],
      root, // Python's environments and many build folders hold absolute paths
      arch: process.arch,
      user: process.getuid?.() ?? 0,
      files: files.length === 0 ? [["commit", commit]] : files,
      programs: programs.flatMap((name) => programId(name, pathVar)),
    }),
  ).slice(0, 40);
}

/** Path, size and time of a program. An update changes its size or its time. */
function programId(name: string, pathVar: string): readonly (readonly [string, string, number, number])[] {
  const found = findProgram(name, pathVar);
  if (found === undefined) return [];
  const path = realpathSync(found);
  const { size, mtimeMs } = statSync(path);
  return [[name, path, size, Math.trunc(mtimeMs)]];
}
