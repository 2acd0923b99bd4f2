/**
 * Profile `git-read`: git commands that only show history, differences and state. Before the subcommand, only harmless flags are
 * accepted, since `-c`, `-C`, `--git-dir` and `--exec-path` change what git runs. Source of the flags: the manual of git 2.50.
 */

import { readArguments, subcommandOf, type FlagTable } from "../shell/flag-table.ts";
import type { ShellWord } from "../shell/word.ts";

/** Flags of every command that prints a patch. Left out: --output, --ext-diff, --textconv, --no-index, -O. */
const DIFF_BARE = `-p -u -s -w -b -a -R -W -z -M -C -B -D --patch --no-patch --raw --stat --shortstat --numstat --summary
  --compact-summary --dirstat --name-only --name-status --check --full-index --binary --abbrev --text --color --no-color
  --color-words --word-diff --color-moved --minimal --patience --histogram --no-renames --find-renames --find-copies
  --find-copies-harder --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-cr-at-eol
  --ignore-blank-lines --function-context --exit-code --quiet --relative --no-relative --pickaxe-all --pickaxe-regex
  --no-ext-diff --no-textconv --no-prefix --patch-with-stat --indent-heuristic --ignore-submodules --submodule -q`;
const DIFF_VALUED = "-U -S -G -l --unified --diff-filter --diff-algorithm --inter-hunk-context --word-diff-regex";
const LOG_BARE = `--oneline --graph --decorate --no-decorate --all --branches --tags --remotes --follow --merges --no-merges
  --first-parent --reverse --abbrev-commit --no-abbrev-commit --left-right --cherry --cherry-pick --cherry-mark --topo-order
  --date-order --author-date-order --source --full-history --simplify-by-decoration --simplify-merges --ancestry-path
  --boundary --no-walk --walk-reflogs --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings
  --pretty --format --notes --no-notes --relative-date --parents --children --clear-decorations --not --cc -i -E -F -P -g -c -m
  --show-pulls --full-diff --log-size --left-only --right-only --merge --dense --sparse --no-mailmap --mailmap -t`;
const LOG_VALUED =
  "-n -L --max-count --skip --since --until --after --before --author --committer --grep --date --exclude --min-parents --max-parents --decorate-refs";

const DIFF: FlagTable = {
  bare: DIFF_BARE + " --cached --staged --merge-base --base --ours --theirs -0 -1 -2 -3",
  valued: DIFF_VALUED,
};
const LOG: FlagTable = { bare: `${DIFF_BARE} ${LOG_BARE}`, valued: `${DIFF_VALUED} ${LOG_VALUED}`, digits: true };

/** Subcommands of one or two words, with their flags. */
const SUBCOMMANDS: Readonly<Record<string, FlagTable>> = {
  diff: DIFF,
  log: LOG,
  show: LOG,
  "diff-tree": { ...LOG, bare: `${LOG.bare} -r --root --no-commit-id --stdin` },
  reflog: { ...LOG, maxOperands: 0 },
  "reflog show": LOG,
  "stash list": LOG,
  "stash show": { ...DIFF, bare: `${DIFF.bare} --include-untracked --only-untracked` },
  status: {
    bare: "-s -b -v -z -u -uno -uall -unormal --short --branch --show-stash --porcelain --long --verbose --untracked-files --ignored --ignore-submodules --column --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames",
  },
  blame: {
    bare: "-w -M -C -l -s -e -p -f -n -t -c -b --root --show-stats --porcelain --line-porcelain --incremental --show-name --show-number --show-email --color-lines --color-by-age --abbrev --progress --no-progress",
    valued: "-L --since --date --ignore-rev --ignore-revs-file",
  },
  grep: {
    bare: "-n -i -w -v -E -F -G -P -l -L -c -o -q -h -H -a -I -W -p -r -z --cached --untracked --no-exclude-standard --exclude-standard --heading --break --count --name-only --files-with-matches --files-without-match --ignore-case --word-regexp --invert-match --line-number --column --only-matching --quiet --text --show-function --function-context --full-name --extended-regexp --fixed-strings --perl-regexp --basic-regexp --color --no-color --and --or --not --all-match --recursive --no-recursive ( )",
    valued: "-e -f -A -B -C -m --max-depth --max-count --after-context --before-context --context --threads",
    digits: true,
  },
  "ls-files": {
    bare: "-c -d -o -m -i -s -u -k -t -v -z --cached --deleted --others --modified --ignored --stage --unmerged --killed --exclude-standard --full-name --error-unmatch --directory --no-empty-directory --eol --deduplicate --abbrev --recurse-submodules",
    valued: "-x --exclude --format",
  },
  "ls-tree": {
    bare: "-r -d -t -l -z --long --name-only --name-status --object-only --full-name --full-tree --abbrev",
    valued: "--format",
  },
  "rev-parse": {
    bare: "--abbrev-ref --short --verify --quiet -q --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository --symbolic --symbolic-full-name --all --branches --tags --remotes --show-object-format --symbolic-full-name --not",
  },
  "rev-list": { ...LOG, bare: `${LOG.bare} --count --objects --no-object-names`, digits: true },
  "cat-file": { bare: "-p -t -s -e" },
  "merge-base": { bare: "-a --all --octopus --independent --is-ancestor --fork-point" },
  "for-each-ref": {
    bare: "--ignore-case --omit-empty",
    valued: "--format --sort --count --points-at --contains --no-contains --merged --no-merged --exclude",
  },
  "show-ref": { bare: "-q -d -s --head --heads --branches --tags --dereference --hash --verify --quiet --abbrev" },
  "name-rev": { bare: "--tags --all --name-only --always --no-undefined", valued: "--refs --exclude" },
  "check-ignore": { bare: "-q -v -n -z --quiet --verbose --non-matching --no-index" },
  "check-attr": { bare: "-a -z --all --cached" },
  "count-objects": { bare: "-v -H --verbose --human-readable" },
  describe: {
    bare: "--all --tags --contains --always --long --dirty --broken --exact-match --first-parent --abbrev",
    valued: "--match --exclude --candidates",
  },
  shortlog: {
    ...LOG,
    bare: `${LOG.bare} -n -s -e -w --summary --numbered --email --committer`,
    valued: LOG_VALUED.replace("-n ", "").replace("--committer ", "") + " --group",
    digits: false,
  },
  branch: {
    bare: "-l -a -r -v -vv -i --list --all --remotes --verbose --show-current --column --no-column --color --no-color --ignore-case --abbrev --no-abbrev --omit-empty",
    valued: "--sort --format --contains --no-contains --merged --no-merged --points-at",
  },
  tag: {
    bare: "-l --list --column --no-column --color --no-color --ignore-case -i -n",
    valued: "--sort --format --contains --no-contains --merged --no-merged --points-at",
  },
  remote: { bare: "-v --verbose", maxOperands: 0 },
  "worktree list": { bare: "-v -z --porcelain --verbose" },
  version: { bare: "--build-options" },
};

/** These create the branch or tag that an operand names, unless `--list` is there. */
const LISTS_ONLY = new Set(["branch", "tag"]);
const GLOBAL = new Set(["--no-pager", "--no-optional-locks", "--literal-pathspecs", "--no-replace-objects"]);

/** The words from the subcommand on, without the flags before it. */
export function withoutGlobals(rest: readonly ShellWord[]): readonly ShellWord[] {
  const start = rest.findIndex((word) => !GLOBAL.has(word.value ?? ""));
  return start < 0 ? [] : rest.slice(start);
}

export function matchesGitRead(name: string, rest: readonly ShellWord[]): boolean {
  if (name !== "git") return false;
  const words = withoutGlobals(rest);
  if (words[0]?.value === "--version") return words.length === 1;
  const subcommand = subcommandOf(SUBCOMMANDS, words);
  const read = subcommand && readArguments(subcommand.rest, subcommand.entry);
  if (read === undefined) return false;
  if (!LISTS_ONLY.has(subcommand?.name ?? "") || read.operands.length === 0) return true;
  return read.flags.has("--list") || read.flags.has("-l");
}
