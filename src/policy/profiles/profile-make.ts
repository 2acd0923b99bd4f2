/** Profile `make`: targets of the workspace's own Makefile, without another file, folder or variable. */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import { staysInside } from "../shell/shell-paths.ts";
import type { ShellWord } from "../shell/word.ts";

/** Left out: -f, -C, -I, -E, --eval, -e, -o, -W, and `NAME=value`, which can replace SHELL. */
const MAKE: FlagTable = {
  bare: "-s -k -j -j1 -j2 -j4 -j8 -j16 -B -n --silent --keep-going --no-print-directory --always-make --dry-run",
  operand: (target) => /^[\w./-]+$/.test(target) && staysInside(target),
};

/** The targets of a `make` command; undefined for any other command. */
export function makeTargets(name: string, rest: readonly ShellWord[]): readonly string[] | undefined {
  if (name !== "make") return undefined;
  return readArguments(rest, MAKE)?.operands.map(({ value }) => value ?? "");
}

export function matchesMake(name: string, rest: readonly ShellWord[]): boolean {
  return makeTargets(name, rest) !== undefined;
}
