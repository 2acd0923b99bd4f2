/**
 * Profile `list`: commands that only print. None of them writes a file, runs a program, opens a connection or changes the
 * machine. The cell decides which files they can read; sensitive ones are rejected by a fixed rule.
 */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import { textsOf, type ShellWord } from "../shell/word.ts";

/** Programs whose flags write, run and evaluate nothing (GNU coreutils 9, grep 3, diffutils 3, jq 1.7). */
const ANYTHING = new Set(
  `cat head tail wc cut tr echo printf pwd basename dirname ls grep egrep fgrep stat diff cmp comm nl tac rev paste fold
   expand unexpand realpath readlink seq du df which type md5sum sha1sum sha256sum sha512sum cksum uname nproc whoami id
   expr strings hexdump od column tsort join fmt`.split(/\s+/),
);

const COMMANDS: Readonly<Record<string, FlagTable>> = {
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
};

/** jq programs and flags that print the environment (`$ ENV` in older versions) or read further programs. `.env` is a field. */
const UNSAFE_JQ =
  /(?<![.\w])(env|ENV)\b|\.\.env\b|\b(import|include|modulemeta|input_filename|get_search_list)\b|^-[a-zA-Z]*[Lf]|^--(from-file|library-path)/;

/** How many words a flag of jq takes. */
const JQ_TAKES: Readonly<Record<string, number>> = {
  "--arg": 2,
  "--argjson": 2,
  "--slurpfile": 2,
  "--rawfile": 2,
  "--argfile": 2,
  "--indent": 1,
};

/**
 * Tools whose `--version` is approved. Left out are tools that first start what the workspace configures: yarn (`.yarnrc`), pnpm
 * (`packageManager`), cargo, rustc and rustup (`rust-toolchain.toml`), mvn (`.mvn/jvm.config`), gradle (`gradle.properties`).
 */
const VERSIONED =
  /^(node|npm|deno|python3?|pip3?|go|java|javac|make|cmake|gcc|g\+\+|clang|ruby|php|tsc|rg|jq|bash|docker|git)$/;

/** Operators of `[`, without those that evaluate a name (`-v`, `-R`). */
const TEST_UNARY = /^-[bcdefghknprstuwxzGLNOS]$/;
const TEST_BINARY = /^(=|==|!=|<|>|-(eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

export function matchesList(name: string, rest: readonly ShellWord[]): boolean {
  if (name === "jq") return matchesJq(rest);
  if (ANYTHING.has(name)) return true;
  if (name === "[" || name === "test") return matchesTestBuiltin(name, rest);
  if (VERSIONED.test(name) && rest.length === 1 && isVersion(name, rest[0]?.value)) return true;
  const table = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (table === undefined) return false;
  const read = readArguments(rest, table);
  return read !== undefined && (name !== "command" || read.flags.size > 0);
}

/** Files may be computed, but not the program, which is the first operand, nor the number of words before it. */
function matchesJq(rest: readonly ShellWord[]): boolean {
  let at = 0;
  for (let flag = rest[0]?.value; flag?.startsWith("-") === true; flag = rest[at]?.value) {
    const end = at + 1 + (JQ_TAKES[flag] ?? 0);
    if (rest.slice(at, end).some(({ certainty }) => certainty === "many" || certainty === "split")) return false;
    at = end;
  }
  return rest[at]?.value !== undefined && !rest.some((word) => textsOf(word).some((text) => UNSAFE_JQ.test(text)));
}

function isVersion(name: string, word: string | undefined): boolean {
  return word === "--version" || (word === "-v" && /^(node|npm)$/.test(name)) || (word === "version" && name === "go");
}

function matchesTestBuiltin(name: string, rest: readonly ShellWord[]): boolean {
  if (name === "[" && rest.at(-1)?.value !== "]") return false;
  let words = name === "[" ? rest.slice(0, -1) : rest;
  // An unquoted expansion, or `{-v,x}`, may become an operator.
  if (words.some((word) => word.certainty === "split" || word.certainty === "many")) return false;
  while (words.length > 1 && words[0]?.value === "!") words = words.slice(1);
  if (words.length === 1) return true;
  if (words.length === 2) return TEST_UNARY.test(words[0]?.value ?? "");
  return words.length === 3 && TEST_BINARY.test(words[1]?.value ?? "");
}
