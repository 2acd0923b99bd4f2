/**
 * Profile `search`: commands that look at files and text and print what they find. Nothing in it writes a file, runs a
 * program or opens a connection. What they may look at is the cell's business, except for sensitive files.
 */

import { readArguments, type FlagTable } from "./flag-table.ts";
import type { ShellWord } from "./word.ts";

/** No flag of these writes, runs or evaluates anything (GNU coreutils 9, grep 3, diffutils 3, jq 1.7). */
const ANYTHING = new Set(
  `cat head tail wc cut tr echo printf pwd basename dirname ls grep egrep fgrep stat diff cmp comm nl tac rev paste fold
   expand unexpand realpath readlink seq du df which type jq md5sum sha1sum sha256sum sha512sum cksum uname nproc whoami id
   expr strings hexdump od column tsort join fmt`.split(/\s+/),
);

const COMMANDS: Readonly<Record<string, FlagTable>> = {
  rg: {
    bare: `-n -i -l -c -w -x -F -v -o -s -S -U -N -H -I -0 -a -p -q -u -uu -uuu -P -L -h -V -b --hidden --no-ignore --no-ignore-vcs
      --files --type-list --json --stats --heading --no-heading --line-number --no-line-number --column --no-column --count
      --count-matches --files-with-matches --files-without-match --fixed-strings --ignore-case --smart-case --case-sensitive
      --word-regexp --line-regexp --invert-match --only-matching --multiline --multiline-dotall --pcre2 --no-messages --vimgrep
      --trim --null --sort-files --follow --no-follow --no-config --text --pretty --passthru --crlf --quiet --one-file-system
      --with-filename --no-filename --byte-offset --include-zero --unrestricted --no-unicode --glob-case-insensitive --version --help --binary`,
    valued: `-e -f -g -t -T -A -B -C -m -d -r -M -j -E --regexp --file --glob --iglob --type --type-not --after-context
      --before-context --context --max-count --max-depth --replace --max-columns --color --colors --sort --sortr --threads
      --encoding --max-filesize --type-add --engine --context-separator --ignore-file --path-separator`,
  },
  sort: {
    bare: "-n -r -u -h -V -f -b -d -g -i -M -R -s -z -c -C -m --reverse --unique --numeric-sort --human-numeric-sort --version-sort --general-numeric-sort --ignore-case --stable --check --zero-terminated",
    valued: "-k -t --key --field-separator",
  },
  // A second operand would be written to.
  uniq: {
    bare: "-c -d -D -u -i -z --count --repeated --unique --ignore-case",
    valued: "-f -s -w --skip-fields --skip-chars --check-chars",
    maxOperands: 1,
    operand: () => true,
  },
  file: { bare: "-b -i -L -h -k -s -p --brief --mime --mime-type --mime-encoding --dereference" },
  tree: {
    bare: "-a -d -f -i -l -s -h -p -C -n -F -r -t -D --dirsfirst --noreport --gitignore --du --prune",
    valued: "-L -I -P --filelimit",
  },
  date: {
    bare: "-u -R -I --utc --iso-8601 --rfc-email",
    valued: "-d -r --date --reference",
    operand: (value) => value.startsWith("+"),
  },
  sleep: { maxOperands: 1, operand: (value) => /^\d{1,3}(\.\d+)?s?$/.test(value) },
  command: { bare: "-v -V" },
  // Line ranges only: sed's own language writes files (`w`) and runs commands (`e`).
  sed: {
    bare: "-n -E -r --quiet --silent --regexp-extended",
    valued: "-e",
    value: (flag, value) => flag !== "-e" || PRINT_LINES.test(value),
  },
  awk: { valued: "-F", operand: (value) => !/^[A-Za-z_]\w*=/.test(value) },
};

const PRINT_LINES = /^(\d+|\$)(,(\d+|\$))?p(;(\d+|\$)(,(\d+|\$))?p)*$/;
/** awk without pipes, redirections (`>` also compares), getline, calls by name and loaded code. */
const SAFE_AWK = /^(?![^]*(?:system|getline|close|fflush))[^|>@`]*$/;
/** Tools whose version is asked for before anything else. */
const VERSIONED =
  /^(node|npm|pnpm|yarn|bun|deno|python3?|pip3?|go|cargo|rustc|rustup|java|javac|mvn|gradle|make|cmake|gcc|g\+\+|clang|ruby|php|tsc|rg|jq|bash|docker)$/;

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

/** Tests of `[`: those that evaluate a name (`-v`, `-R`) are left out. */
const TEST_UNARY = /^-[bcdefghknprstuwxzGLNOS]$/;
const TEST_BINARY = /^(=|==|!=|<|>|-(eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

/** Matches one command. */
export function matchesSearch(name: string, rest: readonly ShellWord[]): boolean {
  if (ANYTHING.has(name)) return true;
  if (name === "find") return matchesFind(rest);
  if (name === "[" || name === "test") return matchesTestBuiltin(name, rest);
  if (VERSIONED.test(name) && rest.length === 1 && isVersion(name, rest[0]?.value)) return true;
  const table = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (table === undefined) return false;
  if (name === "awk" || name === "sed") return matchesScript(name, rest, table);
  const read = readArguments(rest, table);
  return read !== undefined && (name !== "command" || read.flags.size > 0);
}

function isVersion(name: string, word: string | undefined): boolean {
  return (
    word === "--version" ||
    (word === "-v" && /^(node|npm|pnpm|yarn)$/.test(name)) ||
    (word === "version" && name === "go")
  );
}

/** awk and sed: the first operand is the program, unless `-e` gave it. */
function matchesScript(name: string, rest: readonly ShellWord[], table: FlagTable): boolean {
  const read = readArguments(rest, table);
  if (read === undefined) return false;
  const program = read.operands[0]?.value;
  if (name === "awk") return program !== undefined && SAFE_AWK.test(program);
  const isQuiet = ["-n", "--quiet", "--silent"].some((flag) => read.flags.has(flag));
  return isQuiet && (read.flags.has("-e") || (program !== undefined && PRINT_LINES.test(program)));
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

function matchesTestBuiltin(name: string, rest: readonly ShellWord[]): boolean {
  if (name === "[" && rest.at(-1)?.value !== "]") return false;
  let words = name === "[" ? rest.slice(0, -1) : rest;
  // An unquoted expansion could become an operator.
  if (words.some((word) => word.certainty === "split")) return false;
  while (words.length > 1 && words[0]?.value === "!") words = words.slice(1);
  if (words.length === 1) return true;
  if (words.length === 2) return TEST_UNARY.test(words[0]?.value ?? "");
  return words.length === 3 && TEST_BINARY.test(words[1]?.value ?? "");
}
