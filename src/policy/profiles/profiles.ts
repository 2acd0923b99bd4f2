/** Command profiles: families of commands with their safe flags, which a policy file approves by one name. */

import { matchesCargo } from "./profile-cargo.ts";
import { matchesFiles } from "./profile-files.ts";
import { matchesGitRead } from "./profile-git-read.ts";
import { matchesGitWrite } from "./profile-git-write.ts";
import { matchesGo } from "./profile-go.ts";
import { matchesLint } from "./profile-lint.ts";
import { matchesList } from "./profile-list.ts";
import { matchesMake } from "./profile-make.ts";
import { matchesNode, matchesTsc } from "./profile-node.ts";
import { matchesNpmInstall, matchesNpmRun } from "./profile-npm.ts";
import { matchesPipInstall, matchesPytest, matchesPython } from "./profile-python.ts";
import { matchesSearch } from "./profile-search.ts";
import { matchesTest } from "./profile-test.ts";
import type { ShellWord } from "../shell/word.ts";

interface Profile {
  /** Whether the profile knows the command's name and all of its words. */
  readonly matches: (name: string, rest: readonly ShellWord[]) => boolean;
  /** What the profile approves, for the model and for people. Names each of its programs. */
  readonly forms: string;
}

const PROFILES = {
  cargo: { matches: matchesCargo, forms: "cargo build|check|test|bench|clippy|fmt|doc|run|tree" },
  files: { matches: matchesFiles, forms: "mkdir|rmdir|touch|rm|cp|mv|chmod and sed -i, on paths written out" },
  "git-read": { matches: matchesGitRead, forms: "git status|diff|log|show|blame|grep|ls-files|… that only read" },
  "git-write": { matches: matchesGitWrite, forms: "git add|commit -m|switch -c|restore|rm|mv|stash" },
  go: { matches: matchesGo, forms: "go build|test|vet|fmt|list|doc|run|mod tidy, gofmt -l" },
  lint: { matches: matchesLint, forms: "eslint|prettier|biome|ruff|black|isort|flake8|mypy (or npx, uv run) on paths" },
  list: { matches: matchesList, forms: "cat|ls|head|tail|wc|grep|sort|diff|jq|… that only print" },
  make: { matches: matchesMake, forms: "make <targets>" },
  node: { matches: matchesNode, forms: "node <script file>" },
  "npm-install": { matches: matchesNpmInstall, forms: "npm|pnpm|yarn|bun install|add|ci, packages by name" },
  "npm-run": { matches: matchesNpmRun, forms: "npm|pnpm|yarn|bun run <script>" },
  "pip-install": { matches: matchesPipInstall, forms: "pip install of packages by name, -r <file>, -e ." },
  pytest: { matches: matchesPytest, forms: "pytest" },
  python: { matches: matchesPython, forms: "python <script file>, python -m pytest|unittest|mypy|json.tool|venv" },
  search: { matches: matchesSearch, forms: "rg|grep|find|sed|awk|cat|ls|head|wc|jq|… that only read and print" },
  test: {
    matches: matchesTest,
    forms:
      "npm|pnpm|yarn|bun test, node --test, jest|vitest|mocha, pytest, python -m unittest, go test, cargo test, make test, with paths and name filters",
  },
  tsc: { matches: matchesTsc, forms: "tsc (or npx tsc) with --noEmit, -b, -p" },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof PROFILES;

/** True for a name that an `exec` entry may use. */
export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name);
}

/** Names that an `exec` entry may use, sorted. */
export const PROFILE_NAMES: readonly string[] = Object.keys(PROFILES).toSorted();

/** True if the profile knows every word of the command. */
export function matchesProfile(profile: ProfileName, words: readonly ShellWord[]): boolean {
  const name = words[0]?.value;
  return name !== undefined && PROFILES[profile].matches(name, words.slice(1));
}

export function profileForms(profile: ProfileName): string {
  return PROFILES[profile].forms;
}
