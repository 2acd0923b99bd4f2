/**
 * Profile `search`: all of `list`, and commands that search files: rg, find, sed, awk. None of them writes a file, runs a program or
 * opens a connection. The cell decides which files they can read; a fixed rule rejects files of secrets.
 */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import { matchesList } from "./profile-list.ts";
import { isInPlace, readSed } from "./sed-program.ts";
import type { ShellWord } from "../shell/word.ts";

const RG: FlagTable = {
  bare: `-n -i -l -c -w -x -F -v -o -s -S -U -N -H -I -0 -a -p -q -u -uu -uuu -P -L -h -V -b --hidden --no-ignore --no-ignore-vcs
    --files --type-list --json --stats --heading --no-heading --line-number --no-line-number --column --no-column --count
    --count-matches --files-with-matches --files-without-match --fixed-strings --ignore-case --smart-case --case-sensitive
    --word-regexp --line-regexp --invert-match --only-matching --multiline --multiline-dotall --pcre2 --no-messages --vimgrep
    --trim --null --sort-files --follow --no-follow --no-config --text --pretty --passthru --crlf --quiet --one-file-system
    --with-filename --no-filename --byte-offset --include-zero --unrestricted --no-unicode --glob-case-insensitive --version --help --binary`,
  valued: `-e -f -g -t -T -A -B -C -m -d -r -M -j -E --regexp --file --glob --iglob --type --type-not --after-context
    --before-context --context --max-count --max-depth --replace --max-columns --color --colors --sort --sortr --threads
    --encoding --max-filesize --type-add --engine --context-separator --ignore-file --path-separator`,
};
const AWK: FlagTable = { valued: "-F", operand: (value) => !/^[A-Za-z_]\w*=/.test(value) };

/** awk programs without pipes, redirections (`>` also compares), getline, calls by name, loaded code, and lists of files and variables. */
const SAFE_AWK = /^(?![^]*(?:system|getline|close|fflush|ARGV|ARGC|ENVIRON|SYMTAB|PROCINFO))[^|>@`]*$/;

/** Predicates of find that only test or print. */
const FIND = new Set(
  `-print -print0 -prune -o -or -a -and -not ! ( ) , -depth -d -xdev -mount -readable -writable -executable -empty -true -false
   -quit -ls -daystart -noleaf -follow -L -H -P -nouser -nogroup -nowarn -ignore_readdir_race`.split(/\s+/),
);
const FIND_VALUED = new Set(
  `-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -maxdepth -mindepth -size -mtime -mmin
   -ctime -cmin -atime -amin -newer -newermt -anewer -cnewer -perm -user -group -uid -gid -links -inum -samefile -lname -ilname
   -fstype -printf`.split(/\s+/),
);

export function matchesSearch(name: string, rest: readonly ShellWord[]): boolean {
  switch (name) {
    case "rg":
      return readArguments(rest, RG) !== undefined;
    case "find":
      return matchesFind(rest);
    case "sed": {
      const read = readSed(rest);
      return read !== undefined && !isInPlace(read);
    }
    case "awk":
      // The first operand is the program.
      return SAFE_AWK.test(readArguments(rest, AWK)?.operands[0]?.value ?? "|");
    default:
      return matchesList(name, rest);
  }
}

function matchesFind(rest: readonly ShellWord[]): boolean {
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index];
    const value = word?.value;
    if (word === undefined) break;
    if (value === undefined) {
      if (word.certainty === "split" || word.prefix === "" || /^[-(!,]/.test(word.prefix)) return false;
    } else if (FIND_VALUED.has(value)) {
      if (rest[index + 1]?.value === undefined) return false;
      index += 1;
    } else if (!FIND.has(value) && /^[-(!,]/.test(value)) return false;
  }
  return true;
}
