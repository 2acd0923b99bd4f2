/**
 * Says what an argv means: an ordinary command, a wrapper around another command, a change of directory, a builtin that needs no
 * approval, or a command whose words say too little about it. `shell.ts` walks over the command line.
 */

import type { Meaning } from "./shell-meaning.ts";
import { isOperand, type ShellWord } from "./word.ts";
import { unwrap } from "./shell-wrappers.ts";

const PLAIN: Meaning = { kind: "plain" };
const FREE: Meaning = { kind: "free" };

/** Builtins that change the meaning of later words, or run text, so that their words say too little about them. */
const NEVER = new Set(
  `eval source . trap alias unalias bind declare typeset local readonly enable mapfile readarray complete compgen compopt
   let unset shopt pushd popd dirs getopts fc history hash caller coproc disown suspend ulimit umask times logout jobs fg bg
   newgrp su chroot unshare nsenter script ssh-agent`.split(/\s+/),
);

/** Wrappers that run their words with other rights, at another time or in another shell. */
const OPAQUE_WRAPPERS = new Set(
  `sudo doas pkexec runuser ssh setsid watch parallel busybox toybox flock ionice chrt taskset strace ltrace gdb unbuffer
   systemd-run`.split(/\s+/),
);
/** Programs whose `run` and `exec` start any program with the rights of a daemon. */
const CONTAINERS = /^(docker|podman|nerdctl|kubectl|docker-compose)$/;

/** Programs that run code from a word of the command line. The pattern matches the flag before the code, or the word itself. */
const INLINE_CODE: Readonly<Record<string, RegExp>> = {
  node: /^(?:(?:-(?=[a-z]*[ep])[a-z]*|--eval|--print|-i|--interactive)(?:=|$)|data:|--(?:import|require|loader)=data:)/,
  bun: /^(-e|-p|--eval|--print)(=|$)/,
  deno: /^(eval|repl)$/,
  python: /^-[A-Za-z]*c/,
  perl: /^-[A-Za-z0-9]*[eE]/,
  ruby: /^-[a-z]*e/,
  php: /^-[rBRE]/,
  lua: /^-e/,
  Rscript: /^-e/,
  julia: /^(-[eE]|--eval|--print)/,
  elixir: /^(-e|--eval|--rpc-eval)/,
  groovy: /^-e/,
  osascript: /^-e/,
  pwsh: /^-(c|e|C|E)/,
  vim: /^(-c|\+|--cmd|-S|-s)/,
  ed: /^/,
  ex: /^/,
};

const SHELLS = /^(bash|sh|dash|zsh|ksh|mksh|ash|fish)$/;
/** Flags whose next word is not their value. If one is missing here, a script's own `-e` looks like code, which is only stricter. */
const STANDS_ALONE =
  /=|^--(no-[a-z-]+|enable-source-maps|trace-[a-z]+|test|check|watch|experimental-[a-z-]*(types|modules|coverage))$/;
const PYTHON_ALONE = /^-([uBsEIqOdvbS]+|[WX].+)$/s;
/** Programs that run their standard input if they have no operand. */
const STDIN_CODE = /^(node|bun|python|perl|ruby|php|lua)$/;
/** Without zsh and fish, which have syntax of their own: `=ls`, `noglob x`, `and x`. */
const POSIX_SHELL = /^(sh|dash|ash|ksh|mksh)$/;
/** Text that bash and POSIX shells read alike. Some shells read `10>` as the word `10` and `>`. */
const PORTABLE_SHELL = /^(?!.*(?:&>|\|&|<<|<\(|\d\d[<>]))[\w\s./=,:@%+&|;<>'"-]*$/s;
/** `set` options that only make a script stop earlier or print more. */
const SAFE_SET = /^[-+](?:[eux]+o?|o)$/;
const SAFE_SET_NAMES = new Set(["pipefail", "errexit", "nounset", "xtrace"]);
/** The conversion `%n` of printf, with flags, width and length. */
const COUNTS = /%[-+ #'\d*.hlLjztq]*n/;
/** Flags that keep an interpreter without an operand from running its standard input. */
const NO_INPUT = /^(--version|-V|-v|--help|-h|--test)$/;
const NUMBER = /^\d+$/;
/** Names of variables that may be set. Names in upper case, such as PATH, IFS and BASH_ENV, change how later commands run. */
export const PLAIN_NAME = /^[a-z_][a-z0-9_]*$/;

/** Base name of a program, with the version digits of `python3.12` dropped. */
function programOf(name: string): string {
  const base = name.slice(name.lastIndexOf("/") + 1);
  return base.replace(/^((?:python|perl|ruby|php|lua|node)[a-z]*)[\d.]+$/, "$1");
}

export function meaningOf(words: readonly ShellWord[]): Meaning {
  const name = words[0]?.value;
  if (name === undefined) return { kind: "opaque", reason: "the command's name is not literal" };
  const rest = words.slice(1);
  if (NEVER.has(name)) return { kind: "opaque", reason: `${name} cannot be judged by its words` };
  const program = programOf(name);
  if (OPAQUE_WRAPPERS.has(program)) {
    return { kind: "opaque", reason: `${program} runs another command`, inner: afterFlags(rest) };
  }
  if (CONTAINERS.test(program) && rest.some(({ value }) => value === undefined || /^(run|exec)$/.test(value))) {
    return { kind: "opaque", reason: `${program} runs another command`, inner: afterFlags(rest) };
  }
  // A name with a slash may be a file of the workspace called `timeout`, unless it is in a folder of the system.
  const known = !name.includes("/") || /^\/(usr\/)?bin\/[^/]+$/.test(name);
  if (SHELLS.test(program)) return known ? shell(program, rest) : PLAIN;
  const inline = INLINE_CODE[program];
  if (inline !== undefined && inlineCode(program, inline, rest)) {
    return { kind: "opaque", reason: `${program} runs code given on the command line` };
  }
  if (STDIN_CODE.test(program) && readsCode(rest)) {
    return { kind: "opaque", reason: `${program} runs its standard input` };
  }
  return builtin(name, rest) ?? (known ? unwrap(program, words) : undefined) ?? PLAIN;
}

function builtin(name: string, rest: readonly ShellWord[]): Meaning | undefined {
  switch (name) {
    case "cd":
      return changeDirectory(rest);
    case "true":
    case "false":
    case ":":
      return FREE;
    case "exit":
    case "return":
    case "break":
    case "continue":
      return rest.every((word) => NUMBER.test(word.value ?? ""))
        ? FREE
        : { kind: "opaque", reason: `${name} with a computed status` };
    case "wait":
      return rest.length === 0 ? FREE : { kind: "opaque", reason: "wait with operands" };
    case "set":
      return rest.length > 0 && afterSetOptions(rest) === rest.length
        ? FREE
        : { kind: "opaque", reason: "set changes how later commands run" };
    case "read":
      return rest.every((word) => word.value === "-r" || PLAIN_NAME.test(word.value ?? ""))
        ? FREE
        : { kind: "opaque", reason: "read into other than plain lower-case names" };
    case "printf":
      return assigns(rest) ? { kind: "opaque", reason: "printf may assign a variable" } : PLAIN;
    case "test":
    case "[":
      return rest.some((word, index) => mayTestVariable(word, rest[index + 1]))
        ? { kind: "opaque", reason: "test of a variable by name" }
        : undefined;
    default:
      return undefined;
  }
}

/** True for `printf -v NAME`, and for `printf %n NAME`, which sets the variable to the number of characters printed so far. */
function assigns(rest: readonly ShellWord[]): boolean {
  const [format, ...values] = rest[0]?.value === "--" ? rest.slice(1) : rest;
  if (format === undefined) return false;
  if (format === rest[0] && format.value !== "" && !isOperand(format)) return true;
  const hasNames = values.length > 0 || format.certainty === "many" || format.certainty === "split";
  return hasNames && (format.value === undefined || COUNTS.test(format.value.replaceAll("%%", "")));
}

/** Whether a word may be the operator `-v` or `-R`: `-v a[$(x)]` runs `x`. A word before an operator or at the end is an operand. */
function mayTestVariable(word: ShellWord, next: ShellWord | undefined): boolean {
  if (word.value !== undefined) return /^-[vR]$/.test(word.value);
  if (word.certainty === "split") return true;
  if (word.certainty === "many") return !isOperand(word);
  return !isOperand(word) && next !== undefined && !/^(=|==|!=|<|>|-\w+|\]|\))$/.test(next.value ?? "");
}

/** Index of the first word that is no harmless option of `set`. `-o` takes the next word. */
function afterSetOptions(words: readonly ShellWord[]): number {
  let index = 0;
  while (SAFE_SET.test(words[index]?.value ?? "")) {
    if (words[index]?.value?.endsWith("o") === true) {
      index += 1;
      if (!SAFE_SET_NAMES.has(words[index]?.value ?? "")) return index - 1;
    }
    index += 1;
  }
  return index;
}

function changeDirectory(rest: readonly ShellWord[]): Meaning {
  const operands = rest[0]?.value === "--" ? rest.slice(1) : rest;
  if (operands.length > 1 || operands[0]?.value?.startsWith("-") === true) {
    return { kind: "opaque", reason: "cd with options" };
  }
  return { kind: "cd", target: operands[0] };
}

function shell(program: string, rest: readonly ShellWord[]): Meaning {
  const index = afterSetOptions(rest);
  const flag = rest[index]?.value;
  const text = rest[index + 1]?.value;
  if (flag !== undefined && /^-[eux]*c$/.test(flag) && text !== undefined && rest.length === index + 2) {
    if (program === "bash" || (POSIX_SHELL.test(program) && PORTABLE_SHELL.test(text))) return { kind: "script", text };
    return { kind: "opaque", reason: `${program} may read this text differently than bash` };
  }
  if (flag !== undefined && !/^[-+]/.test(flag)) return PLAIN;
  return { kind: "opaque", reason: `${program} runs text that is not a literal word` };
}

/**
 * Whether a flag before the first operand gives code. A computed word may be such a flag. The word after a flag may be its value, as in
 * `python -W ignore -c x`.
 */
function inlineCode(program: string, pattern: RegExp, rest: readonly ShellWord[]): boolean {
  const isPython = program === "python";
  let mayBeValue = false;
  for (const word of rest) {
    if (word.value === undefined) return word.prefix === "" || word.prefix.startsWith("-");
    if (pattern.test(word.value)) return true;
    if (word.value.startsWith("-")) {
      if (word.value === "--" || (isPython && /^-[A-Za-z]*m$/.test(word.value))) return false;
      mayBeValue = !STANDS_ALONE.test(word.value) && !(isPython && PYTHON_ALONE.test(word.value));
    } else if (mayBeValue) mayBeValue = false;
    else return false;
  }
  return false;
}

function readsCode(rest: readonly ShellWord[]): boolean {
  return rest.every((word) => word.value?.startsWith("-") === true && !NO_INPUT.test(word.value));
}

/** The command that a wrapper most likely runs: the words after its flags. It may lead to a rejection or deferral, never to an approval. */
function afterFlags(words: readonly ShellWord[]): readonly ShellWord[] {
  const start = words.findIndex((word) => !/^-|^\d+[smhd]?$|=/.test(word.value ?? word.prefix));
  return start < 0 ? [] : words.slice(start);
}
