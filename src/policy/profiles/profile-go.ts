/**
 * Profile `go`: building, checking, testing and running the packages of the workspace. Flags that start another program
 * (-exec, -toolexec, -vettool), read other sources (-overlay, -modfile, -C) or write elsewhere (-o, profiles) are left out.
 */

import { readArguments, subcommandOf, type FlagTable } from "../shell/flag-table.ts";
import { staysInside } from "../shell/shell-paths.ts";
import type { ShellWord } from "../shell/word.ts";

/** Go's flag package does not read clusters of letters: `-pgo=x` is not `-p go=x`. */
const GO = { whole: true } as const;
const BUILD = "-v -x -n -a -race -trimpath -buildvcs";
const BUILD_VALUED = "-tags -mod -p -ldflags -buildmode";
const GO_TEST: FlagTable = {
  ...GO,
  bare: "-v -race -short -cover -failfast -json -benchmem -fullpath --race --short -n",
  valued:
    "-run -count -timeout -bench -benchtime -p -parallel -shuffle -tags -skip -list -cpu -coverpkg -covermode --run --count --timeout",
};

export function matchesGoTest(words: readonly ShellWord[]): boolean {
  return readArguments(words, GO_TEST)?.operands.every(({ value }) => isPackage(value ?? "")) === true;
}

/** Linker flags that strip symbols or set a string. Other flags may start programs. */
const LINKER = /^(-[sw]|-X '?[\w./-]+=[\w.:+-]*'?)( (-[sw]|-X '?[\w./-]+=[\w.:+-]*'?))*$/;
function isBuildValue(flag: string, value: string): boolean {
  if (flag === "-ldflags") return LINKER.test(value);
  return /^[\w.,=/-]*$/.test(value) && (flag !== "-mod" || /^(mod|readonly|vendor)$/.test(value));
}

/** `./...`, `.`, `./cmd/x`, `example.com/mod/pkg`. A package with `@` would be downloaded. */
const isPackage = (value: string): boolean => /^[\w./-]+$/.test(value) && staysInside(value);

const COMMANDS: Readonly<Record<string, FlagTable>> = {
  build: { ...GO, bare: BUILD, valued: BUILD_VALUED, taking: "-ldflags", value: isBuildValue, operand: isPackage },
  vet: { ...GO, bare: "-v -x -n -json", valued: "-tags -mod", value: isBuildValue, operand: isPackage },
  fmt: { ...GO, bare: "-n -x", operand: isPackage },
  list: { ...GO, bare: "-json -m -deps -test -e -u", valued: "-f -tags -mod" },
  doc: { ...GO, bare: "-all -short -src -u -c" },
  env: { ...GO, bare: "-json", operand: (value) => /^[A-Z_]+$/.test(value) },
  version: { ...GO, maxOperands: 0 },
  "mod tidy": { ...GO, bare: "-v -e -x -diff", valued: "-go -compat", maxOperands: 0 },
  "mod download": { ...GO, bare: "-x -json", maxOperands: 0 },
  "mod verify": { ...GO, maxOperands: 0 },
  "mod graph": { ...GO, maxOperands: 0 },
  "mod vendor": { ...GO, bare: "-v -e", maxOperands: 0 },
  "mod why": { ...GO, bare: "-m", operand: isPackage },
};

const RUN_FLAG = /^-(v|x|race|trimpath|tags=[\w,]+|mod=(mod|readonly|vendor))$/;

export function matchesGo(name: string, rest: readonly ShellWord[]): boolean {
  if (name === "gofmt") return readArguments(rest, { ...GO, bare: "-l -d -s -e" }) !== undefined;
  if (name !== "go") return false;
  const first = rest[0]?.value;
  if (first === "test") return matchesGoTest(rest.slice(1));
  if (first === "run") {
    // What follows the package belongs to the program.
    const target = rest.slice(1).find(({ value }) => !RUN_FLAG.test(value ?? ""))?.value ?? "";
    return /^\.(\/|$)|\.go$/.test(target) && isPackage(target);
  }
  const command = subcommandOf(COMMANDS, rest);
  return command !== undefined && readArguments(command.rest, command.entry) !== undefined;
}
