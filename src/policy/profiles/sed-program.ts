/**
 * Accepts sed programs that only print, delete, substitute and insert. sed programs can also write files (`w`, `s///w`), read them
 * (`r`, `R`) and run commands (`e`, `s///e`); these are not accepted.
 */

import { readArguments, type Arguments, type FlagTable } from "../shell/flag-table.ts";
import type { ShellWord } from "../shell/word.ts";

/** A pattern up to its delimiter. Versions of sed read a delimiter inside a bracket expression differently, so it is not accepted. */
const pattern = (end: string): string =>
  `(?:[^\\\\${end}[\\n]|\\\\[^\\n]|\\[(?:\\^?\\]|(?!\\^?\\]))[^\\]${end}\\n]*\\])*`;
const replacement = (end: string): string => `(?:[^\\\\${end}\\n]|\\\\[^\\n])*`;

const ADDRESS = `(?:\\d+(?:~\\d+)?|\\$|/${pattern("/")}/I?)`;
const SUBSTITUTE = Array.from(
  "/|,#@:!%_",
  (end) => `s[${end}]${pattern(end)}[${end}]${replacement(end)}[${end}][gpiIm0-9]*`,
);
/** Inserted text is the rest of its line. */
const INSERT = "[aic] ?[^\\\\\\n]+(?=\\n|$)";
const COMMAND = new RegExp(
  `\\s*(?:${ADDRESS}(?:,(?:${ADDRESS}|[+~]\\d+))?\\s*)?(?:!\\s*)?(?:[pdqDPnNgGhHxl=](?=\\s|;|$)|${INSERT}|${SUBSTITUTE.join("|")})[ \\t]*(?:[;\\n]|$)`,
  "y",
);

const SED: FlagTable = {
  bare: "-n -E -r -s -z -u -i --quiet --silent --regexp-extended --separate --null-data --in-place",
  valued: "-e --expression",
  value: (flag, value) => (flag === "-e" || flag === "--expression" ? isHarmless(value) : false),
};

function isHarmless(program: string): boolean {
  let at = 0;
  while (at < program.length) {
    COMMAND.lastIndex = at;
    const found = COMMAND.exec(program)?.[0].length ?? 0;
    if (found === 0) return false;
    at += found;
  }
  return program !== "";
}

/** The arguments of sed without its programs; undefined unless all programs are harmless. */
export function readSed(rest: readonly ShellWord[]): Arguments | undefined {
  // The rest of a word after `-i` is the suffix of a backup copy: `-ie`, `-i.bak`.
  if (rest.some(({ prefix }) => /^-[A-Za-z]*i./s.test(prefix))) return undefined;
  const read = readArguments(rest, SED);
  if (read === undefined) return undefined;
  if (read.flags.has("-e") || read.flags.has("--expression")) return read;
  const [program, ...operands] = read.operands;
  return program?.value !== undefined && isHarmless(program.value) ? { flags: read.flags, operands } : undefined;
}

/** True when sed replaces its files instead of printing. */
export function isInPlace({ flags }: Arguments): boolean {
  return flags.has("-i") || flags.has("--in-place");
}
