/**
 * Profiles `node` and `tsc`: running a script of the workspace, and the type checker. Left out are flags with code, modules to load, a
 * debugger or an output path.
 */

import { readArguments, type FlagTable } from "../shell/flag-table.ts";
import { staysInside } from "../shell/shell-paths.ts";
import type { ShellWord } from "../shell/word.ts";
import { nodeTool } from "./project-tool.ts";

const NODE_BARE =
  /^--(enable-source-maps|no-warnings|no-deprecation|trace-warnings|trace-uncaught|throw-deprecation|experimental-strip-types|experimental-transform-types|check|stack-trace-limit=\d+|max-old-space-size=\d+|unhandled-rejections=(strict|warn|none))$/;
const NODE_SCRIPT = /\.[cm]?[jt]s$/;

/** Profile `node`: harmless flags, then a file. The words after it belong to the script. */
export function matchesNode(name: string, rest: readonly ShellWord[]): boolean {
  if (name !== "node") return false;
  const script = rest.find(({ value }) => !NODE_BARE.test(value ?? ""))?.value ?? "";
  return NODE_SCRIPT.test(script) && !script.startsWith("-") && staysInside(script);
}

/** Left out: --outDir, --outFile, --declarationDir, --tsBuildInfoFile, --generateTrace, --generateCpuProfile, --plugins, -w. */
const TSC: FlagTable = {
  whole: true,
  bare: "-b -v -h --build --version --help --noEmit --pretty --strict --incremental --skipLibCheck --listFiles --listFilesOnly --showConfig --force --dry --verbose --diagnostics --extendedDiagnostics --explainFiles --traceResolution --noErrorTruncation --allowJs --checkJs --esModuleInterop --noImplicitAny --resolveJsonModule --emitDeclarationOnly --declaration",
  valued: "-p -t -m --project --target --module --moduleResolution --lib --jsx",
  value: (_flag, value) => /^[\w./,@-]+$/.test(value) && staysInside(value),
  operand: staysInside,
};

const COMPILER = new Set(["tsc"]);

export function matchesTsc(name: string, rest: readonly ShellWord[]): boolean {
  const found = nodeTool(name, rest, COMPILER);
  return found !== undefined && readArguments(found.words, TSC) !== undefined;
}
