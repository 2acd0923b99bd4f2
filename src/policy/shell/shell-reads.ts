/**
 * Finds the words of a command that may be files which it opens. The tables say which words of well-known programs are text, patterns
 * or numbers. Any other word may be a path.
 */

import { ANY, patternShape, BELOW, STAR } from "./shape.ts";
import { textsOf, type ShellWord } from "./word.ts";

/** Commands that do not open the files that they name: `echo .env >> .gitignore`. */
const NAMES_ONLY = new Set(
  "echo printf test [ basename dirname true false : seq expr sleep tr which type command uname nproc whoami id".split(
    " ",
  ),
);
/** Commands that do not print the text of files, so that a computed name reveals little. */
const FACTS_ONLY = new Set(
  "find ls stat du df wc cksum md5sum sha1sum sha256sum sha512sum mkdir rmdir touch rm chmod chown".split(" "),
);
const SEARCHES = new Set(["grep", "egrep", "fgrep", "rg"]);
/** Commands whose first operand is a pattern or a program, unless a flag that matches this regex gives it. */
const TEXT_FIRST: Readonly<Record<string, RegExp>> = {
  grep: /^(-[a-zA-Z]*[ef]|--regexp|--file)/,
  egrep: /^(-[a-zA-Z]*[ef]|--regexp|--file)/,
  fgrep: /^(-[a-zA-Z]*[ef]|--regexp|--file)/,
  rg: /^(-[a-zA-Z]*[ef]|--regexp|--files?)/,
  sed: /^(-[a-zA-Z]*[ef]|--e|--fi)/,
  awk: /^(-[a-zA-Z]*[ef]|--file)/,
  jq: /^(-[a-zA-Z]*f|--from-file)/,
  "git grep": /^(-[a-zA-Z]*[ef])/,
};
const SEARCH_TEXT = "-e --regexp -m --max-count -A -B -C --after-context --before-context --context";
/** Flags whose value is text, in the next word or after `=`. */
const TEXT_FLAGS: Readonly<Record<string, string>> = {
  grep: `${SEARCH_TEXT} -D -d --label --exclude --exclude-dir --binary-files`,
  egrep: SEARCH_TEXT,
  fgrep: SEARCH_TEXT,
  rg: `${SEARCH_TEXT} -t -T -d -r -M -j -E --type --type-not --max-depth --replace --max-columns --color --colors --sort --sortr
    --threads --encoding --max-filesize --type-add --engine --context-separator --path-separator`,
  sed: "-e --expression",
  awk: "-F -v",
  jq: "--indent --arg --argjson",
  cut: "-d -f -c -b --delimiter --fields --output-delimiter",
  sort: "-t -k --key --field-separator",
  paste: "-d --delimiters",
  column: "-s -o -c -N",
  join: "-t -o -e -a -v -1 -2 -j",
  head: "-n -c --lines --bytes",
  tail: "-n -c --lines --bytes",
  tree: "-L -I -P",
  date: "-d --date",
  xargs: "-d -I -n -P -L",
  "git log":
    "-n -S -G -U --grep --author --committer --since --until --after --before --format --pretty --date --max-count --skip",
  "git show": "-S -G -U --format --pretty --date",
  "git diff": "-S -G -U --diff-filter --word-diff-regex",
  "git grep": "-e -A -B -C -m --max-depth --max-count --after-context --before-context --context --threads",
  "git commit": "-m --message --author --date",
  "git stash": "-m --message",
  "git blame": "--since --date",
  npm: "-t -g --grep --testNamePattern --test-name-pattern",
  pytest: "-k -m",
  python: "-W",
  node: "--test-name-pattern --test-skip-pattern",
  go: "-run -bench -skip -tags -ldflags",
  cargo: "-p --package --features --bin --test --example --skip",
};
/** Flags of git whose value is always in the same word, so that the next word may be a path. */
const ATTACHED = /^(-U|--unified|--pretty|--format)$/;
/** Flags whose value in the next word is a file. */
const FILE_FLAGS = /^--(ignore-file|exclude-from|include-from|from-file)$/;
/** Tests of find whose value is a file. The values of other tests are text. */
const FIND_FILES = /^-([ac]?newer|newer[aBcm]{2}|samefile)$/;
/** Flags of searches whose value is a pattern of file names. */
const NAME_FLAGS = /^(?:--include|--glob|--iglob|-g)$/;

/** Files of one command. */
export interface NamedFiles {
  readonly texts: readonly string[];
  /** The paths may be relative to the root of the repository, as in git's `HEAD:a` and `:/a`. */
  readonly isFromRoot?: true;
  /** A word that may name any file, if the command would print or copy the file. */
  readonly computed?: ShellWord;
}

/** The files that the words after the program may name. */
export function namedFiles(words: readonly ShellWord[]): NamedFiles {
  const [program, ...rest] = words;
  const name = programName(program);
  if (NAMES_ONLY.has(name)) return { texts: [] };
  const files = name === "find" ? findFiles(rest) : fileWords(name, rest);
  const texts = files.flatMap((word) => textsOf(word).flatMap((text) => piecesOf(text)));
  const patterns = [...(name === "git" ? pathspecs(rest) : []), ...namePatterns(name, rest)];
  const isHarmless = FACTS_ONLY.has(name) || listsOnly(name, rest);
  // `--files0-from=x` prints the lines of `x` that name no file.
  const computed = files.find((word) => isAnything(word) && (!isHarmless || word.prefix.startsWith("-")));
  // Searching all files of a folder is like searching the folder, which only read rules for the folder judge.
  const isSearch = isHarmless || SEARCHES.has(name);
  const opened = isSearch ? texts.filter((text) => !text.endsWith(`/${BELOW}`)) : texts;
  return {
    texts: [...opened, ...patterns],
    ...(name === "git" ? { isFromRoot: true } : {}),
    ...(computed === undefined ? {} : { computed }),
  };
}

function programName(program: ShellWord | undefined): string {
  const value = program?.value ?? "";
  const base = value.slice(value.lastIndexOf("/") + 1);
  return /^(pnpm|yarn|bun)$/.test(base) ? "npm" : base.replace(/^python3(\.\d+)?$/, "python");
}

function isAnything(word: ShellWord): boolean {
  return textsOf(word).some((text) => text.includes(ANY));
}

/** Whether a search prints only names and numbers, as `grep -l` and `rg -c` do. In `-el` the `l` is the value of `-e`. */
export function listsOnly(name: string, rest: readonly ShellWord[]): boolean {
  const lists = name === "rg" ? /^-[hHnivwxsaFPISNU]*[lcq]$/ : /^-[hHnirvwxsaEFPGRI]*[lLcq]$/;
  return SEARCHES.has(name) && rest.some(({ value = "" }) => lists.test(value) || value === "--files-with-matches");
}

/** All words except those that are known to be text. */
function fileWords(name: string, all: readonly ShellWord[]): readonly ShellWord[] {
  const rest = name === "git" ? all.slice(all.findIndex(({ prefix }) => !prefix.startsWith("-"))) : all;
  const command = name === "git" ? gitCommand(rest) : name;
  const textFlags = new Set(Object.hasOwn(TEXT_FLAGS, command) ? TEXT_FLAGS[command]?.split(/\s+/) : []);
  const given = Object.hasOwn(TEXT_FIRST, command) ? TEXT_FIRST[command] : undefined;
  let wantsText = given !== undefined && !rest.some(({ prefix }) => given.test(prefix));
  let hasEnded = false;
  const files: ShellWord[] = [];
  for (let index = command === name ? 0 : 1; index < rest.length; index += 1) {
    const word = rest[index];
    if (word === undefined) break;
    if (!hasEnded && word.prefix.startsWith("-") && word.value !== "-") {
      const flag = /^--?[\w-]+(?==)/.exec(word.prefix)?.[0] ?? word.value ?? "";
      // npm and cargo pass the following words on, which may be flags.
      hasEnded = flag === "--" && name !== "npm" && name !== "cargo";
      const taken = takenText(flag, textFlags);
      const next = rest[index + 1];
      if (FILE_FLAGS.test(word.value ?? "") && next !== undefined) {
        files.push(next);
        index += 1;
      } else if (taken > 0 && flag === word.value) index += name === "git" && ATTACHED.test(flag) ? 0 : taken;
      else if (taken === 0 && !isAttachedText(flag, textFlags)) files.push(word);
    } else if (wantsText) wantsText = false;
    else files.push(word);
  }
  return files;
}

/** The name of a git command in the tables, such as `git grep`. */
function gitCommand(rest: readonly ShellWord[]): string {
  return `git ${rest[0]?.value ?? ""}`;
}

/** How many words after the flag are text: one for `-m x` and `-am x`, two for `--arg name x`. */
function takenText(flag: string, textFlags: ReadonlySet<string>): number {
  if (textFlags.has(flag)) return /^--arg(json)?$/.test(flag) ? 2 : 1;
  return valuedLetter(flag, textFlags) === flag.length - 1 ? 1 : 0;
}

/** Whether a word is flags of one letter with their text attached: `-d/`, `-rk2`. */
function isAttachedText(flag: string, textFlags: ReadonlySet<string>): boolean {
  return valuedLetter(flag, textFlags) > 0;
}

/** Letters that are flags without a value in all of these programs. `-f`, `-o`, `-T` and `-L` may take a file. */
const BARE_LETTERS = /^[acehinpqrsuvwxzEFGHPRUZ]*$/;

/** Index of the first letter with a value in a cluster of flags. The rest of the cluster is the value. */
function valuedLetter(flag: string, textFlags: ReadonlySet<string>): number {
  if (!/^-[A-Za-z]/.test(flag)) return -1;
  const at = flag.split("").findIndex((letter, index) => index > 0 && textFlags.has(`-${letter}`));
  return BARE_LETTERS.test(flag.slice(1, Math.max(at, 1))) ? at : -1;
}

function findFiles(rest: readonly ShellWord[]): readonly ShellWord[] {
  const start = rest.findIndex(({ prefix }) => /^[-(!,]/.test(prefix) && !/^-[HLP]$/.test(prefix));
  if (start < 0) return rest;
  const files = rest.filter((_, index) => index > start && FIND_FILES.test(rest[index - 1]?.value ?? ""));
  return [...rest.slice(0, start), ...files];
}

/**
 * The pieces of a word that may be paths: `--file=.env`, `HEAD:.env`, `@.env`, `-f.env`. Text with spaces is not split, because it is
 * prose, code or one path.
 */
function piecesOf(text: string): readonly string[] {
  if (text === "" || /\s/.test(text)) return text === "" ? [] : [text];
  const pieces = text.includes("://") ? [] : text.split(/[=:@,{}]/);
  const letters = /^-[A-Za-z]+(?![A-Za-z])(?=[^]*[/._\x01-\x06])/.exec(text)?.[0].length ?? 0;
  const tails = text.startsWith("--")
    ? []
    : Array.from({ length: Math.min(letters, 8) }, (_, at) => text.slice(at + 1));
  return [...new Set([text, ...pieces, ...tails.slice(1)])].filter((piece) => piece !== "");
}

/** The shapes of git's pathspecs. git expands `*` itself, across slashes. A prefix such as `:(top)` or `:/` may stand before the path. */
function pathspecs(rest: readonly ShellWord[]): readonly string[] {
  const dashes = rest.findIndex(({ value }) => value === "--");
  const operands =
    dashes < 0 ? fileWords("git", rest).filter(({ prefix }) => !prefix.startsWith("-")) : rest.slice(dashes + 1);
  return operands.flatMap(({ value }) => {
    if (value === undefined || !/[*?[\\]|^:/.test(value) || /^:(!|\^|\(exclude)/.test(value)) return [];
    const long = /^:\(([^)]*)\)/.exec(value)?.[1] ?? "";
    if (/icase|attr/.test(long)) return [BELOW];
    const path = value.replace(/^:(\([^)]*\)|[/!^]*)/, "");
    // `src/*` means the folder.
    const folder = path.replace(/(^|\/)\*+$/, "");
    return /[*?[\\]/.test(folder) ? [patternShape(path, true).replaceAll(STAR, BELOW)] : [folder];
  });
}

/** Patterns by which a search chooses files by name: `--include=.e*`, `-g '*nv'`. */
function namePatterns(name: string, rest: readonly ShellWord[]): readonly string[] {
  if (!SEARCHES.has(name)) return [];
  return rest.flatMap(({ value = "" }, index) => {
    const inside = /^(?:--include|--glob|--iglob)=(.*)$/s.exec(value)?.[1];
    const pattern = inside ?? (NAME_FLAGS.test(rest[index - 1]?.value ?? "") ? value : undefined);
    return pattern === undefined || pattern.startsWith("!") ? [] : [patternShape(pattern, true)];
  });
}
