/**
 * Profile `files`: creating, copying, moving and removing files that are named literally. It approves the command only; write rules
 * judge each path that it names. Commands that create links are left out, because paths through links say too little.
 */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import { isInPlace, readSed } from "./sed-program.ts";
import type { ShellWord } from "../shell/word.ts";

/** An empty operand names no path that a rule could judge. */
const literal = (value: string): boolean => value !== "";

/** Left out: -t and --target-directory, -s and -l (links), --parents, --reference, --no-preserve-root, backups, -i (asks). */
const COMMANDS: Readonly<Record<string, FlagTable>> = {
  mkdir: { bare: "-p -v --parents --verbose", operand: literal },
  rmdir: { bare: "-v --verbose", operand: literal },
  touch: { bare: "-a -c -m --no-create", operand: literal },
  rm: { bare: "-f -r -R -d -v --force --recursive --dir --verbose", operand: literal },
  cp: {
    bare: "-a -f -n -p -r -R -u -v -T --archive --force --no-clobber --recursive --update --verbose --no-target-directory",
    operand: literal,
  },
  mv: { bare: "-f -n -u -v -T --force --no-clobber --update --verbose --no-target-directory", operand: literal },
  chmod: { bare: "-R -v -f --recursive --verbose", operand: literal },
};

/** `+x`, `u+rw,go-w`, `755`, without the set-user-id, set-group-id and sticky bits. */
const MODE = /^(?:[ugoa]*[+=-][rwxX]+(?:,[ugoa]*[+=-][rwxX]+)*|0?[0-7]{3})$/;

export function matchesFiles(name: string, rest: readonly ShellWord[]): boolean {
  if (name === "sed") {
    const read = readSed(rest);
    return (
      read !== undefined && isInPlace(read) && read.operands.length > 0 && read.operands.every((word) => word.value)
    );
  }
  const table = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const operands = table === undefined ? undefined : readArguments(rest, table)?.operands;
  if (operands === undefined) return false;
  if (name === "chmod") return operands.length > 1 && MODE.test(operands[0]?.value ?? "");
  return operands.length >= (name === "cp" || name === "mv" ? 2 : 1);
}
