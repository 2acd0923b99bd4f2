/** Command profiles: families of harmless commands kept in code, so that a policy file names an intent and not fifty flags. */

import { matchesGitRead } from "./profile-git-read.ts";
import { matchesSearch } from "./profile-search.ts";
import { matchesTest } from "./profile-test.ts";
import type { ShellWord } from "./word.ts";

/** Names that an `exec` entry may use. */
export const PROFILE_NAMES = ["git-read", "search", "test"] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** True when every word of the command is known to the profile. */
export function matchesProfile(profile: ProfileName, words: readonly ShellWord[]): boolean {
  const name = words[0]?.value;
  if (name === undefined) return false;
  switch (profile) {
    case "git-read":
      return matchesGitRead(name, words.slice(1));
    case "search":
      return matchesSearch(name, words.slice(1));
    case "test":
      return matchesTest(name, words.slice(1));
  }
}
