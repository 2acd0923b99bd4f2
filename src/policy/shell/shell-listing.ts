/** Which files a command lists, one on each line. `xargs`, `while read` and `find -exec` pass them to the next command. */

import { BELOW, LISTED, patternShape, STAR } from "./shape.ts";
import { listsOnly } from "./shell-reads.ts";
import { isOperand, textsOf, type ShellWord } from "./word.ts";

/** Commands that print some of their input lines unchanged, with the arguments for which they do. */
const FILTERS: Readonly<Record<string, RegExp>> = {
  sort: /^-[uVrfnz]+$/,
  uniq: /^$/,
  head: /^(-\d+|-n|-n\d+|\d+)$/,
  tail: /^(-\d+|-n|-n\d+|\d+)$/,
};

/** Shapes of the listed paths, relative to the directory of the command. Undefined when the output is no list of paths. */
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

/** Whether `-l` is there, alone or at the end of a cluster of flags without values. */
function names(rest: readonly ShellWord[], program: string): boolean {
  return hasFlag(rest, /^(-[a-zA-Z]*l|--files-with-matches)$/) && listsOnly(program, rest);
}

/** The listed paths, if the command prints some of its input lines unchanged. */
export function passedOn(words: readonly ShellWord[], listed: readonly string[]): readonly string[] | undefined {
  const [name, ...rest] = words;
  const flags = Object.hasOwn(FILTERS, name?.value ?? "") ? FILTERS[name?.value ?? ""] : undefined;
  return flags !== undefined && rest.every(({ value = "|" }) => flags.test(value)) ? listed : undefined;
}

function trackedFiles([command, ...rest]: readonly ShellWord[]): readonly string[] | undefined {
  const isList = command?.value === "ls-files" && !hasFlag(rest, /^(-[^z]*|--(?!cached|others|modified).*)$/s);
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

/** The operands of a search that are paths: all but the pattern, which comes first unless a flag gives it. */
function searched(rest: readonly ShellWord[]): readonly ShellWord[] {
  const operands = rest.filter((word) => !word.prefix.startsWith("-"));
  return hasFlag(rest, /^(-[a-zA-Z]*[ef].*|--regexp.*|--file.*)$/s) ? operands : operands.slice(1);
}

function below(starts: readonly ShellWord[], meta: string): readonly string[] {
  if (starts.length === 0) return [meta];
  return starts.flatMap((word) => textsOf(word).flatMap((text) => [text, `${text}/${meta}`]));
}

/** The words of `find`: its starting points, and its tests and actions. */
export function findArguments(rest: readonly ShellWord[]): {
  readonly points: readonly ShellWord[];
  readonly tests: readonly ShellWord[];
} {
  const words = rest.filter(({ value }) => !/^-[HLP]$/.test(value ?? ""));
  const end = words.findIndex(({ prefix }) => /^[-(!,]/.test(prefix));
  return end < 0 ? { points: words, tests: [] } : { points: words.slice(0, end), tests: words.slice(end) };
}

/** Shapes of the paths that `find` returns: its starting points and the names that its tests accept. */
export function foundFiles(rest: readonly ShellWord[]): readonly string[] {
  const { points, tests } = findArguments(rest);
  const names = acceptedNames(tests);
  const starts = points.length === 0 ? ["."] : points.flatMap((word) => textsOf(word));
  return starts.flatMap((start) => {
    if (names === undefined) return [start, `${start}/${BELOW}`];
    return names.flatMap((name) => [`${start}/${name}`, `${start}/${BELOW}/${name}`]);
  });
}

/** Patterns of which every found file matches one. Undefined when the tests may accept other files. */
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
