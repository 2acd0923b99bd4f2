/**
 * Whether `find` runs a command, and which one. A clause is not understood when a computed word may be its start or its end.
 */

import type { Meaning } from "./shell-meaning.ts";
import { findArguments, foundFiles } from "./shell-listing.ts";
import { filled, isOperand, type ShellWord } from "./word.ts";

const RUNS = /^-(exec|execdir|ok|okdir)$/;

/** `find … -exec CMD {} ;` means `find` without the clause, and CMD with file names in place of `{}`. */
export function findCommand(words: readonly ShellWord[]): Meaning {
  const start = words.findIndex((word) => RUNS.test(word.value ?? ""));
  if (start < 0) return mayRun(words) ? { kind: "opaque", reason: "find with computed words" } : { kind: "plain" };
  const length = words.slice(start).findIndex((word, index, clause) => endsClause(word, clause[index - 1]));
  const inner = words.slice(start + 1, length < 0 ? undefined : start + length);
  const again = words.slice(start + 1).some((word) => RUNS.test(word.value ?? ""));
  const [program] = inner;
  // With -execdir and -okdir relative paths start in the folder of each file.
  const elsewhere = words[start]?.value?.endsWith("dir") === true;
  const isUnclear = length < 0 || again || elsewhere || words.some((_, index) => mayMoveEnd(words, index, start));
  if (isUnclear || program?.value === undefined || program.value.includes("{}")) {
    return { kind: "opaque", reason: "find runs a command that is not understood", inner };
  }
  const outer = [...words.slice(0, start), ...words.slice(start + length + 1)];
  const prefix = startingPoint(words);
  const shapes = foundFiles(outer.slice(1));
  return { kind: "inner", words: inner.map((word) => fileName(word, prefix, shapes)), outer };
}

/** `+` ends a clause after `{}` only; anywhere else it is a word of the command. */
function endsClause(word: ShellWord, before: ShellWord | undefined): boolean {
  return word.value === ";" || (word.value === "+" && before?.value === "{}");
}

function isComputed(word: ShellWord | undefined): boolean {
  return word !== undefined && word.value === undefined && !isOperand(word);
}

/** Whether computed words may form a clause. One such word cannot, since a clause needs `-exec`, a command and an end. */
function mayRun(words: readonly ShellWord[]): boolean {
  const computed = words.filter(isComputed);
  const hasEnd = computed.length > 1 || words.some(({ value }) => value === ";" || value === "+");
  return computed.some(({ certainty }) => certainty !== "single" || hasEnd);
}

/** Whether a computed word may be the `;` of the clause. It may not when find would refuse the words after it. */
function mayMoveEnd(words: readonly ShellWord[], index: number, start: number): boolean {
  if (index === 0 || !isComputed(words[index])) return false;
  const next = words[index + 1];
  return (
    words[index]?.certainty !== "single" || (index > start && (isComputed(next) || /^[-(!,]/.test(next?.prefix ?? "")))
  );
}

/** The common prefix of all file names that find returns; `.` without a starting point. */
function startingPoint(words: readonly ShellWord[]): string {
  const [first = ".", ...others] = findArguments(words.slice(1)).points.map(({ prefix }) => prefix);
  return others.reduce((common, point) => {
    let length = 0;
    while (length < common.length && common[length] === point[length]) length += 1;
    return common.slice(0, length);
  }, first);
}

/** The word with the names of found files in place of `{}`. They begin with a starting point, so they do not look like flags. */
function fileName(word: ShellWord, prefix: string, shapes: readonly string[]): ShellWord {
  const marked = filled(word, { placeholder: "{}", certainty: "many", shapes });
  return marked === word || marked.prefix !== "" ? marked : { ...marked, prefix };
}
