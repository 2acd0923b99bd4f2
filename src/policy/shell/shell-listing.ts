/** Which files a command lists, one on each line: what `xargs`, `while read` and `find -exec` pass on to the next command. */

import { BELOW, LISTED, patternShape, STAR } from "./shape.ts";
import { listsOnly } from "./shell-reads.ts";
import { isOperand, textsOf, type ShellWord } from "./word.ts";

/** Commands that pass some of their lines on as they are. */
const FILTERS: Readonly<Record<string, RegExp>> = {
  sort: /^-[uVrfnz]+$/,
  uniq: /^$/,
  head: /^(-\d+|-n|-n\d+|\d+)$/,
  tail: /^(-\d+|-n|-n\d+|\d+)$/,
};

/** Shapes of the listed paths, relative to the directory of the command; undefined when its output says nothing of them. */
export function listedFiles(words: readonly ShellWord[]): readonly string[] | undefined {
  const [name, ...rest] = words;
  switch (name?.value ?? "") {
    case "find":
      return rest.some(({ value }) => value === undefined || /^-(printf|ls|exec|ok|fprint)/.test(value))
        ? undefined
        : foundFiles(rest);
    case "rg":
      if (names(rest, "rg")) return below(searched(rest), LISTED);
      return hasFlag(rest, /^--files$/) ? below(rest.filter(isPlain), BELOW) : undefined;
    case "grep":
      return names(rest, "grep") ? below(searched(rest), LISTED) : undefined;
    case "git":
      return trackedFiles(rest);
    default:
      return undefined;
  }
}

/** `-l`, alone or at the end of a cluster of flags without values. */
function names(rest: readonly ShellWord[], program: string): boolean {
  return hasFlag(rest, /^(-[a-zA-Z]*l|--files-with-matches)$/) && listsOnly(program, rest);
}

/** What is left of listed paths after a command that only passes some of them on. */
export function passedOn(words: readonly ShellWord[], listed: readonly string[]): readonly string[] | undefined {
  const [name, ...rest] = words;
  const flags = Object.hasOwn(FILTERS, name?.value ?? "") ? FILTERS[name?.value ?? ""] : undefined;
  return flags !== undefined && rest.every(({ value = "|" }) => flags.test(value)) ? listed : undefined;
}

function trackedFiles([command, ...rest]: readonly ShellWord[]): readonly string[] | undefined {
  const isList = command?.value === "ls-files" && !hasFlag(rest, /^(-[^z]*|--(?!cached|others|modified).*)$/);
  const isDiff = command?.value === "diff" && hasFlag(rest, /^--name-only$/);
  if (!isList && !isDiff) return undefined;
  const paths = isList ? rest.filter(isPlain) : rest.slice(rest.findIndex(({ value }) => value === "--") + 1);
  if (isDiff && !hasFlag(rest, /^--$/)) return [BELOW];
  if (paths.some(({ value }) => value === undefined || /^:|\\/.test(value))) return [BELOW];
  if (paths.length === 0) return [BELOW];
  return paths.flatMap(({ value = "" }) => {
    const shape = patternShape(value, true).replaceAll(STAR, BELOW);
    return shape === value ? [value, `${value}/${BELOW}`] : [shape];
  });
}

/** `.` for a search without operands; the first operand is the pattern. */
function searched(rest: readonly ShellWord[]): readonly ShellWord[] {
  const operands = rest.filter((word) => !word.prefix.startsWith("-"));
  return hasFlag(rest, /^(-[a-zA-Z]*[ef].*|--regexp.*|--file.*)$/) ? operands : operands.slice(1);
}

function below(starts: readonly ShellWord[], meta: string): readonly string[] {
  if (starts.length === 0) return [meta];
  return starts.flatMap((word) => textsOf(word).flatMap((text) => [text, `${text}/${meta}`]));
}

/** Paths that `find` returns: its starting points and the names its tests accept. */
export function foundFiles(rest: readonly ShellWord[]): readonly string[] {
  const words = rest.filter(({ value }) => !/^-[HLP]$/.test(value ?? ""));
  const end = words.findIndex(({ prefix }) => /^[-(!,]/.test(prefix));
  const points = end < 0 ? words : words.slice(0, end);
  const names = acceptedNames(end < 0 ? [] : words.slice(end));
  const starts = points.length === 0 ? ["."] : points.flatMap((word) => textsOf(word));
  return starts.flatMap((start) => {
    if (names === undefined) return [start, `${start}/${BELOW}`];
    return names.flatMap((name) => [`${start}/${name}`, `${start}/${BELOW}/${name}`]);
  });
}

/** Patterns of which every found file matches one; undefined when the tests do not say. */
function acceptedNames(tests: readonly ShellWord[]): readonly string[] | undefined {
  const values = tests.map(({ value }) => value ?? "?");
  if (values.some((value, index) => value === "," || (/^(!|-not)$/.test(value) && values[index + 1] === "("))) {
    return undefined;
  }
  const names: string[] = [];
  let isNamed = false;
  for (const [index, value] of values.entries()) {
    if (/^-(o|or)$/.test(value)) {
      if (!isNamed) return undefined;
      isNamed = false;
    } else if (/^-name$/.test(value) && !/^(!|-not)$/.test(values[index - 1] ?? "")) {
      const pattern = tests[index + 1]?.value;
      if (pattern === undefined) return undefined;
      names.push(patternShape(pattern, true));
      isNamed = true;
    }
  }
  return isNamed ? names : undefined;
}

function isPlain(word: ShellWord): boolean {
  return isOperand(word) && word.value !== "--";
}

function hasFlag(words: readonly ShellWord[], flag: RegExp): boolean {
  return words.some(({ value }) => value !== undefined && flag.test(value));
}
