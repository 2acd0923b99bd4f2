/**
 * Reads an argv by a table of known flags. A command does not match if it has a flag that is not in the table, or a word that may
 * become a flag. Each profile has its own tables.
 */

import { isOperand, type ShellWord } from "./word.ts";

export interface FlagTable {
  /** Flags that stand alone, separated by spaces: `-n --name-only`. Long ones also as `--flag=value`. */
  readonly bare?: string;
  /** Flags that take a value, in the same word (`-n5`, `--max-count=5`) or the next one. */
  readonly valued?: string;
  /** Flags of `valued` that take the next word even if it begins with `-`, as a computed commit message may. */
  readonly taking?: string;
  /** The program reads `-name` like `--name`, so that no word is a cluster of one-letter flags (go, tsc, npm). */
  readonly whole?: boolean;
  /** The program accepts `-5` like `-n 5`. */
  readonly digits?: boolean;
  /** A command with more operands does not match. */
  readonly maxOperands?: number;
  /** Whether an operand is accepted. With this check every operand must be literal. */
  readonly operand?: (value: string) => boolean;
  /** Whether a flag's value is accepted; every value when left out. */
  readonly value?: (flag: string, value: string) => boolean;
}

export interface Arguments {
  /** Flags present, without their values. */
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly ShellWord[];
}

/** Splits the words after the command into flags and operands; undefined when a word does not fit the table. */
export function readArguments(words: readonly ShellWord[], table: FlagTable): Arguments | undefined {
  const bare = new Set(table.bare?.split(/\s+/));
  const valued = new Set(table.valued?.split(/\s+/));
  const taking = new Set(table.taking?.split(/\s+/));
  const flags = new Set<string>();
  const operands: ShellWord[] = [];
  let onlyOperands = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    if (onlyOperands || isOperand(word) || word.value === "" || word.value === "-") {
      operands.push(word);
    } else if (word.value === "--") {
      onlyOperands = true;
    } else {
      const found = readFlag(word, words[index + 1], { bare, valued, taking, table });
      if (found === undefined) return undefined;
      for (const flag of found.flags) flags.add(flag);
      index += found.extra;
    }
  }
  const most = table.maxOperands ?? Infinity;
  // bash expands a file pattern to one operand for each file.
  if (operands.length > most || (most < Infinity && operands.some(({ certainty }) => certainty === "many")))
    return undefined;
  const { operand } = table;
  if (operand !== undefined && !operands.every((word) => word.value !== undefined && operand(word.value)))
    return undefined;
  return { flags, operands };
}

/** The entry of a table of subcommands for the first word or the first two words, and the words after it. */
export function subcommandOf<T>(
  table: Readonly<Record<string, T>>,
  words: readonly ShellWord[],
): { readonly name: string; readonly entry: T; readonly rest: readonly ShellWord[] } | undefined {
  const [first = "", second = ""] = words.map(({ value }) => value ?? "");
  const two = `${first} ${second}`;
  const name = Object.hasOwn(table, two) ? two : first;
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  return entry === undefined ? undefined : { name, entry, rest: words.slice(name === two ? 2 : 1) };
}

interface Known {
  readonly bare: ReadonlySet<string>;
  readonly valued: ReadonlySet<string>;
  readonly taking: ReadonlySet<string>;
  readonly table: FlagTable;
}

interface ReadFlags {
  readonly flags: readonly string[];
  /** How many of the following words are their values. */
  readonly extra: number;
}

function readFlag(word: ShellWord, next: ShellWord | undefined, known: Known): ReadFlags | undefined {
  const { bare, valued, table } = known;
  const accepts = (flag: string, value: string | undefined): boolean =>
    table.value === undefined || (value !== undefined && table.value(flag, value));
  const long = /^(--?[A-Za-z][\w-]*)=(.*)$/s.exec(word.value ?? word.prefix);
  const name = long?.[1];
  if (name !== undefined && (bare.has(name) || valued.has(name))) {
    // Every word that bash makes of `--include=*.ts` begins with the known flag.
    return word.certainty !== "split" && accepts(name, word.value === undefined ? undefined : long?.[2])
      ? { flags: [name], extra: 0 }
      : undefined;
  }
  const flag = word.value;
  if (flag === undefined) return undefined;
  if (bare.has(flag)) return { flags: [flag], extra: 0 };
  if (valued.has(flag)) {
    return isValue(flag, next, known) && accepts(flag, next?.value) ? { flags: [flag], extra: 1 } : undefined;
  }
  if (table.digits === true && /^-\d+$/.test(flag)) return { flags: ["-N"], extra: 0 };
  return flag.startsWith("--") || table.whole === true ? undefined : cluster(flag, next, known, accepts);
}

/** Refuses a value that looks like a flag, because a version of the program in which the flag has no value would read it as one. */
function isValue(flag: string, word: ShellWord | undefined, { taking }: Known): boolean {
  if (word === undefined) return false;
  if (taking.has(flag)) return word.certainty === "static" || word.certainty === "single";
  return word.value === undefined
    ? word.certainty === "single" && isOperand(word)
    : !word.value.startsWith("-") || /^-\d*$/.test(word.value);
}

/** Reads short flags in one word, like `-rn5`. The first one that takes a value takes the rest of the word, or the next word. */
function cluster(
  word: string,
  next: ShellWord | undefined,
  known: Known,
  accepts: (flag: string, value: string | undefined) => boolean,
): ReadFlags | undefined {
  const { bare, valued } = known;
  const flags: string[] = [];
  const letters = word.slice(1).split("");
  for (const [index, letter] of letters.entries()) {
    const flag = `-${letter}`;
    flags.push(flag);
    if (valued.has(flag)) {
      const rest = letters.slice(index + 1).join("");
      if (rest !== "") return accepts(flag, rest) ? { flags, extra: 0 } : undefined;
      return isValue(flag, next, known) && accepts(flag, next?.value) ? { flags, extra: 1 } : undefined;
    }
    if (!bare.has(flag)) return undefined;
  }
  return flags.length > 0 ? { flags, extra: 0 } : undefined;
}
