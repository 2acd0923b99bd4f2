/** Command profiles: families of commands with all their safe flags, which a policy file approves by one name. */

import { matchesCargo } from "./profile-cargo.ts";
import { matchesFiles } from "./profile-files.ts";
import { matchesGitRead } from "./profile-git-read.ts";
import { matchesGitWrite } from "./profile-git-write.ts";
import { matchesGo } from "./profile-go.ts";
import { matchesList } from "./profile-list.ts";
import { matchesMake } from "./profile-make.ts";
import { matchesNode, matchesTsc } from "./profile-node.ts";
import { matchesNpmInstall, matchesNpmRun } from "./profile-npm.ts";
import { matchesPipInstall, matchesPytest, matchesPython } from "./profile-python.ts";
import { matchesSearch } from "./profile-search.ts";
import { matchesTest } from "./profile-test.ts";
import type { ShellWord } from "../shell/word.ts";

/** Whether a profile knows a command: its name and every further word. */
type Profile = (name: string, rest: readonly ShellWord[]) => boolean;

const PROFILES = {
  cargo: matchesCargo,
  files: matchesFiles,
  "git-read": matchesGitRead,
  "git-write": matchesGitWrite,
  go: matchesGo,
  list: matchesList,
  make: matchesMake,
  node: matchesNode,
  "npm-install": matchesNpmInstall,
  "npm-run": matchesNpmRun,
  "pip-install": matchesPipInstall,
  pytest: matchesPytest,
  python: matchesPython,
  search: matchesSearch,
  test: matchesTest,
  tsc: matchesTsc,
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof PROFILES;

/** True for a name that an `exec` entry may use. */
export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name);
}

/** Names that an `exec` entry may use, sorted. */
export const PROFILE_NAMES: readonly string[] = Object.keys(PROFILES).toSorted();

/** True when every word of the command is known to the profile. */
export function matchesProfile(profile: ProfileName, words: readonly ShellWord[]): boolean {
  const name = words[0]?.value;
  return name !== undefined && PROFILES[profile](name, words.slice(1));
}
