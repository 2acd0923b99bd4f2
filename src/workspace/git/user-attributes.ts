/**
 * Attributes that the user's own git adds to those of a tree, such as `~/.config/git/attributes`. They are copied before the agent
 * runs, into a git directory of their own. No filter or other program of them runs.
 */

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { givenText, NOWHERE } from "../../base/file-text.ts";
import type { GitPlace } from "./git.ts";
import { configEnvironment } from "./git-environment.ts";

interface KeptAttributes extends GitPlace {
  readonly repository: { readonly root: string; readonly gitDir: string; readonly worktreeDir: string };
  /** The user's environment; without it only the attributes of the repository are kept. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

const DIR = "user-attributes";
const REPOSITORY = "info/attributes";
const MACHINE = "machine-attributes";
/** People write some kilobytes. */
const MAX_BYTES = 10_000_000;

/** Keeps the attributes of `.git/info/attributes` and of the file that the user's configuration names. It starts one git process. */
export function keepUserAttributes({ gitDir, repository, env, path }: KeptAttributes): void {
  const textOf = (file: string): string => givenText(file, MAX_BYTES) ?? "";
  const own = textOf(join(repository.gitDir, REPOSITORY));
  const files = env === undefined ? [] : ["/etc/gitattributes", namedFile({ repository, env, path })];
  const machine = files.map(textOf).join("\n");
  if (`${own}${machine}`.trim() === "") return;
  const dir = join(gitDir, DIR);
  for (const folder of ["info", "refs"]) mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(dir, "HEAD"), "ref: refs/heads/none\n");
  copyFileSync(join(gitDir, "config"), join(dir, "config"));
  writeFileSync(join(dir, REPOSITORY), own);
  writeFileSync(join(dir, MACHINE), machine);
}

/** The file of `core.attributesFile` as the user's git finds it. The environment has the job's keys, so git gets a part of it. */
function namedFile({ repository, env = {}, path }: Omit<KeptAttributes, "gitDir">): string {
  const passedOn = Object.entries(env).filter(([name]) => /^(?:HOME|XDG_CONFIG_HOME|GIT_CONFIG_.*)$/.test(name));
  const { stdout } = spawnSync("git", ["config", "--type=path", "core.attributesFile"], {
    cwd: repository.root,
    env: { ...Object.fromEntries(passedOn), PATH: path, GIT_DIR: repository.worktreeDir },
    encoding: "utf8",
    timeout: 10_000, // an included file may be a pipe
  });
  const named = stdout?.trimEnd() ?? "";
  const folder = env["XDG_CONFIG_HOME"] || join(env["HOME"] ?? NOWHERE, ".config");
  return named === "" ? join(folder, "git/attributes") : resolve(repository.root, named);
}

export interface UserAttributes {
  readonly text: string;
  /** Variables with which git adds these attributes to those of a tree. */
  readonly env: Readonly<Record<string, string>>;
}

/** The attributes that are kept in the controller's git directory; undefined where the user has none. */
export function userAttributesIn(gitDir: string): UserAttributes | undefined {
  const dir = join(gitDir, DIR);
  if (!existsSync(dir)) return undefined;
  const files = [REPOSITORY, MACHINE].map((name) => join(dir, name));
  return {
    text: files.map((file) => givenText(file, 2 * MAX_BYTES) ?? "").join("\n"),
    env: {
      GIT_DIR: dir,
      GIT_OBJECT_DIRECTORY: join(gitDir, "objects"),
      ...configEnvironment([["core.attributesFile", join(dir, MACHINE)]]),
    },
  };
}
