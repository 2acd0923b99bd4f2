/**
 * Wrappers whose inner command is known for certain, so that the inner words are judged. A form of a wrapper that is not in these
 * tables is opaque.
 */

import type { Meaning } from "./shell-meaning.ts";
import { findCommand } from "./shell-find.ts";
import { ANY } from "./shape.ts";
import { INPUT } from "./word-shapes.ts";
import { filled, staticWord, type ShellWord } from "./word.ts";

/** Variables that a command may set. Other variables may change what the command runs. */
const ALLOWED_ASSIGNMENTS = new Set(["CI", "NODE_ENV", "FORCE_COLOR", "NO_COLOR", "RUST_BACKTRACE", "CGO_ENABLED"]);
/** Only plain values are allowed, because a locale may be a path. */
const LOCALE = /^(LANG|LC_ALL)=(C|POSIX|[a-z]{2}_[A-Z]{2})(\.(UTF|utf)-?8)?$/;

/** True for an assignment, `NAME=value`, that changes only what a command prints. */
export function isAllowedAssignment(assignment: string): boolean {
  const name = /^\w+(?==)/.exec(assignment)?.[0];
  return name !== undefined && (ALLOWED_ASSIGNMENTS.has(name) || LOCALE.test(assignment));
}

/** Flags of a wrapper without a value, and flags whose value is the next word. */
interface WrapperFlags {
  readonly bare: RegExp;
  readonly valued: RegExp;
}

const NO_FLAGS = /^$/;
const WRAPPERS: Readonly<Record<string, WrapperFlags>> = {
  command: { bare: NO_FLAGS, valued: NO_FLAGS },
  builtin: { bare: NO_FLAGS, valued: NO_FLAGS },
  exec: { bare: NO_FLAGS, valued: NO_FLAGS },
  nohup: { bare: NO_FLAGS, valued: NO_FLAGS },
  time: { bare: /^(-p|--portability|-v|--verbose)$/, valued: NO_FLAGS },
  nice: { bare: /^(-n?\d+|--adjustment=\d+)$/, valued: /^-n$/ },
  stdbuf: { bare: /^(-[ioe][L0-9KMG]+|--(input|output|error)=[L0-9KMG]+)$/, valued: /^-[ioe]$/ },
  timeout: {
    bare: /^(--preserve-status|--foreground|-v|--verbose|--signal=\w+|--kill-after=[\d.]+[smhd]?|-[sk]\w+)$/,
    valued: /^-[ks]$/,
  },
  xargs: { bare: /^(-0|-r|-t|-x|-[nPL]\d+|-I\{\}|--null|--no-run-if-empty)$/, valued: /^(-[nPLd]|-I)$/ },
};

/** The meaning of a wrapper; undefined when `program` is none. */
export function unwrap(program: string, words: readonly ShellWord[]): Meaning | undefined {
  switch (program) {
    case "env":
      return envCommand(words);
    case "export":
      return words.length > 1 && words.slice(1).every(({ value }) => isAllowedAssignment(value ?? ""))
        ? { kind: "free" }
        : { kind: "opaque", reason: "export of a variable that may change what runs" };
    case "find":
      return findCommand(words);
    case "tee":
      return tee(words);
    case "command":
      // `command -v name` only looks a name up.
      if (/^-[vV]$/.test(words[1]?.value ?? "")) return { kind: "plain" };
      break;
    default:
      break;
  }
  const flags = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  return flags === undefined ? undefined : wrapper(program, words, flags);
}

function wrapper(program: string, words: readonly ShellWord[], { bare, valued }: WrapperFlags): Meaning {
  let index = 1;
  let counted = false;
  let replaced: string | undefined;
  for (let flag = words[index]?.value; flag?.startsWith("-") === true; flag = words[index]?.value) {
    if (valued.test(flag) && words[index + 1]?.value !== undefined) {
      if (flag === "-I") replaced = words[index + 1]?.value;
      counted ||= /^-[nL]$/.test(flag);
      index += 2;
    } else if (bare.test(flag)) {
      if (flag === "-I{}") replaced = "{}";
      counted ||= /^-[nL]/.test(flag);
      index += 1;
    } else if (flag === "--") {
      index += 1;
      break;
    } else {
      return { kind: "opaque", reason: `${program} ${flag} is not understood`, inner: words.slice(index + 1) };
    }
  }
  if (program === "timeout") {
    if (!/^[\d.]+[smhd]?$/.test(words[index]?.value ?? "")) {
      return { kind: "opaque", reason: "timeout without a literal duration", inner: words.slice(index) };
    }
    index += 1;
  }
  const inner = words.slice(index);
  if (program === "xargs") {
    // Which of the two counts depends on their order, the number and the version of xargs.
    if (counted && replaced !== undefined) return { kind: "opaque", reason: "xargs with both -I and -n or -L", inner };
    // With another delimiter, a word may be any piece of a line.
    const input = words.slice(0, index).some(({ prefix }) => prefix.startsWith("-d")) ? ANY : INPUT;
    return { kind: "inner", words: xargsWords(inner, replaced, [input]) };
  }
  if (inner.length === 0) return program === "exec" ? { kind: "free" } : { kind: "plain" };
  return { kind: "inner", words: inner };
}

/** The words of the command that xargs runs. It replaces `replaced` by a line of its input, or adds lines at the end. */
function xargsWords(inner: readonly ShellWord[], replaced: string | undefined, shapes: readonly string[]): ShellWord[] {
  const command = inner.length === 0 ? [staticWord("echo")] : inner;
  if (replaced === undefined || replaced === "")
    return [...command, { text: "…", certainty: "split", prefix: "", shapes }];
  return command.map((word) => filled(word, { placeholder: replaced, certainty: "single", shapes }));
}

function envCommand(words: readonly ShellWord[]): Meaning {
  let index = 1;
  for (let word = words[index]; word !== undefined; word = words[index]) {
    const value = word.value ?? word.prefix;
    if (isAllowedAssignment(word.value ?? "") || value === "-i") index += 1;
    else if (value.startsWith("-") || value.includes("=")) {
      const inner = words.slice(index).filter((rest) => !/^-|=/.test(rest.value ?? rest.prefix));
      return { kind: "opaque", reason: `env ${word.text} is not understood`, inner };
    } else break;
  }
  return index === words.length ? { kind: "plain" } : { kind: "inner", words: words.slice(index) };
}

function tee(words: readonly ShellWord[]): Meaning {
  const flags = words.slice(1).filter((word) => /^-./s.test(word.value ?? word.prefix));
  const paths = words.slice(1).filter((word) => !flags.includes(word));
  if (paths.some((word) => word.value === undefined)) return { kind: "opaque", reason: "tee to a computed path" };
  const areKnown = flags.every((word) => /^(-a|-i|--append|-ai|-ia)$/.test(word.value ?? ""));
  return areKnown ? { kind: "writes", paths } : { kind: "plain" };
}
