/**
 * Profile `git-write`: git commands that record work or undo it, in the cell's own copy of the repository. No subcommand reaches a
 * server, rewrites commits, opens an editor or runs a program named on the command line. Source of the flags: git 2.50.
 */

import { readArguments, subcommandOf, type Arguments, type FlagTable } from "../shell/flag-table.ts";
import { withoutGlobals } from "./profile-git-read.ts";
import type { ShellWord } from "../shell/word.ts";

interface Subcommand {
  readonly table: FlagTable;
  /** A further condition on the arguments. */
  readonly accepts: (read: Arguments) => boolean;
}

/** Whether the word is a literal path. To git, `*` and `:(…)` mean more than one path. */
const isPathspec = ({ value }: ShellWord): boolean => value !== undefined && value !== "" && !/[*?[\\]|^:/.test(value);
const areFiles = ({ operands }: Arguments): boolean => operands.length > 0 && operands.every(isPathspec);
const hasAny = ({ flags }: Arguments, ...names: readonly string[]): boolean => names.some((name) => flags.has(name));

const NEW_BRANCH = /^(?![-./])[\w./-]+$/;
const CHECKOUT_NEW: Subcommand = {
  table: { bare: "-q --quiet", valued: "-b", value: (_flag, name) => NEW_BRANCH.test(name), maxOperands: 0 },
  accepts: (read) => read.flags.has("-b"),
};

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  add: {
    table: { bare: "-A -u -N -n -v --all --update --intent-to-add --dry-run --verbose --ignore-removal --no-all" },
    accepts: (read) => read.operands.length > 0 || hasAny(read, "-A", "--all", "-u", "--update"),
  },
  // Without a message or `--no-edit` git opens an editor. Left out: -F, -t, -c, -C, --fixup, -S, --no-verify, --trailer.
  commit: {
    table: {
      bare: "-a -q -v -s -o -i --all --quiet --verbose --signoff --amend --no-edit --allow-empty --only --include --no-gpg-sign --dry-run --no-status",
      valued: "-m --message --author --date",
      taking: "-m --message",
    },
    accepts: (read) => hasAny(read, "-m", "--message") || (read.flags.has("--amend") && read.flags.has("--no-edit")),
  },
  switch: {
    table: { bare: "-q --quiet", valued: "-c --create", value: (_flag, name) => NEW_BRANCH.test(name), maxOperands: 0 },
    accepts: (read) => hasAny(read, "-c", "--create"),
  },
  restore: {
    table: {
      bare: "-S -W -q --staged --worktree --quiet",
      valued: "-s --source",
      value: (_flag, commit) => /^[\w./~^@{}-]+$/.test(commit),
    },
    accepts: areFiles,
  },
  rm: { table: { bare: "-r -f -q -n --cached --force --quiet --dry-run" }, accepts: areFiles },
  mv: {
    table: { bare: "-f -k -n -v --force --dry-run --verbose" },
    accepts: (read) => areFiles(read) && read.operands.length > 1,
  },
  stash: { table: { bare: "-u -k -q --include-untracked --keep-index --quiet", maxOperands: 0 }, accepts: () => true },
  "stash push": {
    table: {
      bare: "-u -k -q -S --include-untracked --keep-index --quiet --staged",
      valued: "-m --message",
      taking: "-m --message",
    },
    accepts: () => true,
  },
  "stash pop": { table: { bare: "-q --quiet --index", operand: isStash, maxOperands: 1 }, accepts: () => true },
  "stash apply": { table: { bare: "-q --quiet --index", operand: isStash, maxOperands: 1 }, accepts: () => true },
};

function isStash(value: string): boolean {
  return /^(stash@\{\d+\}|\d+)$/.test(value);
}

export function matchesGitWrite(name: string, rest: readonly ShellWord[]): boolean {
  if (name !== "git") return false;
  const words = withoutGlobals(rest);
  if (words[0]?.value === "checkout") return matchesCheckout(words.slice(1));
  const subcommand = subcommandOf(SUBCOMMANDS, words);
  return subcommand !== undefined && matches(subcommand.rest, subcommand.entry);
}

function matches(words: readonly ShellWord[], { table, accepts }: Subcommand): boolean {
  const read = readArguments(words, table);
  return read !== undefined && accepts(read);
}

/** Accepts a new branch, or files after `--`. Without `--` a word may be a branch or a file. */
function matchesCheckout(words: readonly ShellWord[]): boolean {
  if (matches(words, CHECKOUT_NEW)) return true;
  const [first, ...paths] = words[0]?.value === "HEAD" ? words.slice(1) : words;
  return first?.value === "--" && paths.length > 0 && paths.every(isPathspec);
}
