/** Words before a command: `timeout 5 npm test` is judged as `npm test`. Builtins whose words say too little, or nothing. */

import { baseName } from "./shell-paths.ts";
import { scriptOf } from "./shell-word.ts";
import { ANY, MORE_WORDS, staticWord, type ShellWord } from "./word.ts";

/** Builtins that run text, or change what later words mean. */
const NEVER = new Set(
  "eval source . trap alias unalias enable bind complete mapfile readarray shopt hash fc let getopts".split(" "),
);
/** Builtins that change the state of the shell only. */
const FREE = new Set(
  "true false : test [ exit break continue return wait set read shift export unset local declare typeset readonly umask ulimit dirs times jobs".split(
    " ",
  ),
);
/** Assignments that change which program a name is, or what bash does with words. */
const MEANING = /^(PATH|ENV|IFS|PS\d|PROMPT_COMMAND|SHELLOPTS|BASHOPTS|GLOBIGNORE|CDPATH|BASH_\w+|LD_\w+)(\[|\+?=|$)/;

/** Flags of wrappers: those alone, and those whose next word is their value. */
const WRAPPERS: Readonly<Record<string, readonly [alone: RegExp, valued: RegExp]>> = {
  command: [/^-p$/, /^$/],
  builtin: [/^$/, /^$/],
  exec: [/^$/, /^$/],
  nohup: [/^$/, /^$/],
  env: [/^(-i|[A-Za-z_]\w*=.*)$/s, /^$/],
  time: [/^(-p|-v)$/, /^$/],
  nice: [/^(-n?-?\d+|--adjustment=-?\d+)$/, /^-n$/],
  stdbuf: [/^(-[ioe].+|--(input|output|error)=.+)$/s, /^-[ioe]$/],
  timeout: [/^(--preserve-status|--foreground|-v|--(signal|kill-after)=.+|-[sk].+|[\d.]+[smhd]?)$/s, /^-[ks]$/],
  xargs: [/^(-[0rtx]+|-[nPLdI].+|--null|--no-run-if-empty)$/s, /^-[nPLdI]$/],
};
/** Other programs that run their words. A rule must approve the wrapper itself; any command in its words may be what runs. */
const OUTER =
  /^(sudo|doas|su|setsid|watch|parallel|busybox|flock|ionice|chrt|taskset|strace|unbuffer|script|chroot|unshare|nsenter|docker|podman|kubectl|ssh|npx|pnpx|bunx|pnpm|yarn|uv|poetry|pipenv|bundle|mise|direnv|nix|faketime|systemd-run)$/;
const QUIET = /^(echo|printf|cat|ls|head|tail|wc|less|man|which|type|[ef]?grep|rg|sed|g?awk|git|gh|npm|make|vim?)$/;
const SHELLS = /^(bash|sh|dash|zsh|ksh|ash)$/;
/** Words behind a wrapper at which a command may begin. People write fewer flags. */
const MAX_BEGINNINGS = 24;

export type Meaning =
  /** Rules judge its words. Rules that reject or defer are also compared with `may`. */
  | { readonly kind: "argv"; readonly may?: readonly (readonly ShellWord[])[]; readonly unknown?: string }
  | { readonly kind: "free" }
  | { readonly kind: "cd"; readonly to: string | undefined }
  /** Runs `words`. `outer` is judged as well. */
  | { readonly kind: "inner"; readonly words: readonly ShellWord[]; readonly outer?: readonly ShellWord[] }
  /** Runs a text. With `unknown` it is not exactly this text. `argv` is judged as well. */
  | { readonly kind: "script"; readonly text: string; readonly unknown?: string }
  /** Copies its input to these files, as a redirection does. */
  | { readonly kind: "writes"; readonly paths: readonly ShellWord[] };

export function changesMeaning(assignment: string): boolean {
  return MEANING.test(assignment);
}

/** `input`: the literal text of the command's here-document, if it has one. */
export function meaningOf(words: readonly ShellWord[], input: string | undefined): Meaning {
  const [{ value: name } = MORE_WORDS, ...rest] = words;
  if (name === undefined) return { kind: "argv", unknown: "the command's name is computed" };
  if (NEVER.has(name)) {
    const unknown = `${name} runs text, or changes what later words mean`;
    const text =
      name === "eval" ? rest.map((word) => scriptOf(word) ?? word.text).join(" ") : scriptOf(rest[0] ?? MORE_WORDS);
    return (name === "eval" || name === "trap") && text !== undefined
      ? { kind: "script", text, unknown }
      : { kind: "argv", unknown };
  }
  if (name === "cd" || name === "pushd" || name === "popd") {
    const [to, ...more] = rest.filter(({ text }) => !/^-[LPen@]*$|^--$/.test(text));
    return { kind: "cd", to: more.length === 0 ? to?.value : undefined };
  }
  if (FREE.has(name)) {
    const isSetting = /^(export|local|declare|typeset|readonly|read|unset)$/.test(name);
    const odd = isSetting
      ? rest.find(({ shape, certainty }) => changesMeaning(shape) || certainty === "split")
      : undefined;
    return odd === undefined
      ? { kind: "free" }
      : { kind: "argv", unknown: `${name} ${odd.text} may change what later words mean` };
  }
  const program = name.includes("/") && !/^\/(usr\/)?bin\/[^/]+$/.test(name) ? name : baseName(name);
  if (SHELLS.test(program)) return shell(program, rest, input);
  if (program === "find") return find(words);
  if (program === "tee") return { kind: "writes", paths: rest.filter(({ text }) => !text.startsWith("-")) };
  if (OUTER.test(baseName(name))) return { kind: "argv", may: beginnings(rest) };
  const flags = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  if (flags !== undefined) return unwrapped(program, words, flags);
  // An alias makes any subcommand of another one.
  if (program === "git" && rest.some(({ shape }) => shape.startsWith("alias.")))
    return { kind: "argv", may: [[...words.slice(0, 1), MORE_WORDS]] };
  // A program that is not known may run its words, as `rtk git push` does.
  return { kind: "argv", may: QUIET.test(program) || rest[0]?.value === undefined ? [] : [rest] };
}

function unwrapped(program: string, words: readonly ShellWord[], [alone, valued]: readonly [RegExp, RegExp]): Meaning {
  if (program === "command" && /^-[vV]$/.test(words[1]?.value ?? "")) return { kind: "argv" };
  let index = 1;
  let replaced = "";
  for (let flag = words[index]; flag !== undefined; flag = words[index]) {
    const value = flag.value ?? "";
    if (program === "xargs" && value.startsWith("-I")) replaced = value.slice(2) || (words[index + 1]?.value ?? "");
    if (program === "env" && changesMeaning(flag.shape))
      return { kind: "argv", may: beginnings(words.slice(1)), unknown: `assignment to ${flag.text}` };
    if (valued.test(value) && words[index + 1]?.value !== undefined) index += 2;
    else if (value === "--") {
      index += 1;
      break;
    } else if (alone.test(value) || (program === "env" && /^[A-Za-z_]\w*=/.test(flag.shape))) index += 1;
    else if (value.startsWith("-") || (flag.value === undefined && flag.certainty === "split"))
      return { kind: "argv", may: beginnings(words.slice(1)), unknown: `${program} ${flag.text} is not read` };
    else break;
  }
  const inner = words.slice(index);
  if (inner.length === 0) return program === "exec" ? { kind: "free" } : { kind: "argv" };
  if (program !== "xargs") return { kind: "inner", words: inner };
  const filled = replaced === "" ? [...inner, MORE_WORDS] : inner.map((word) => filledWord(word, replaced));
  return { kind: "inner", words: filled };
}

/** A word in which a program puts something that is not known. */
function filledWord(word: ShellWord, placeholder: string): ShellWord {
  if (!word.shape.includes(placeholder)) return word;
  return { text: word.text, certainty: "single", shape: word.shape.replaceAll(placeholder, ANY) };
}

function shell(program: string, rest: readonly ShellWord[], input: string | undefined): Meaning {
  const at = rest.findIndex(({ value = "" }) => !/^[-+]([euxl]+o?|o)$|^(pipefail|errexit|nounset)$/.test(value));
  const first = rest[at];
  if (first === undefined) return input === undefined ? { kind: "argv" } : { kind: "script", text: input };
  if (!/^-[euxl]*c$/.test(first.value ?? "")) return { kind: "argv" };
  const code = rest[at + 1] ?? MORE_WORDS;
  const text = scriptOf(code);
  const unknown = `${program} runs text that is not a literal word`;
  if (text === undefined) return { kind: "argv", may: [[MORE_WORDS]], unknown };
  return code.value === undefined ? { kind: "script", text, unknown } : { kind: "script", text };
}

/** `find … -exec CMD {} ;` means `find` without the clause, and CMD. */
function find(words: readonly ShellWord[]): Meaning {
  const runs = ({ value }: ShellWord): boolean => /^-(exec|execdir|ok|okdir)$/.test(value ?? "");
  const start = words.findIndex(runs);
  if (start < 0) return { kind: "argv" };
  const end = words.findIndex(
    ({ value }, at) => at > start && (value === ";" || (value === "+" && words[at - 1]?.value === "{}")),
  );
  const rest = words.slice(start + 1);
  if (end < 0 || rest.some(runs))
    return { kind: "argv", may: beginnings(rest), unknown: "find runs commands that are not read" };
  const inner = words.slice(start + 1, end).map((word) => filledWord(word, "{}"));
  return { kind: "inner", words: inner, outer: [...words.slice(0, start), ...words.slice(end + 1)] };
}

/** The commands that may begin at one of these words, or inside of one: `ssh host "cd x && git push"`. */
function beginnings(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  return words.slice(0, MAX_BEGINNINGS).flatMap((word, at) => {
    if (word.shape.startsWith("-")) return [];
    const inside = /\s/.test(word.shape) ? word.shape.split(/[\s;&|()]+/).map((text) => staticWord(text)) : [];
    return [words.slice(at), ...inside.slice(0, MAX_BEGINNINGS).map((_, from) => inside.slice(from))];
  });
}
