/** Resolves paths in commands, and says which paths a command names. */

import { posix } from "node:path";
import type { ShellWord } from "./word.ts";

/** Descriptors and the empty device: a redirection there writes no file. */
export const DEVICE = /^\/dev\/(null|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** Resolves `target` from `cwd`, which is relative to the workspace. Returns a path relative to `workDir`, or an absolute one outside it. */
export function workspacePath(target: string, cwd: string, workDir: string): string {
  const absolute = posix.resolve(workDir, cwd, target);
  const root = posix.resolve(workDir);
  if (absolute === root) return ".";
  return absolute.startsWith(`${root}/`) ? absolute.slice(root.length + 1) : absolute;
}

export function isOutside(path: string): boolean {
  return path.startsWith("/");
}

/** The text after the last slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Programs that print their words, or look at names and not into files. */
const LOOKS_AT_NAMES = /^(echo|printf|test|\[|basename|dirname|ls|stat|touch|mkdir|rmdir|rm|chmod|find|which|command)$/;
/** Programs whose first word that is no flag is a pattern or a program, unless a flag gives it. */
const TAKES_PATTERN = /^([ef]?grep|rg|ag|sed|g?awk|jq|yq|perl)$/;
/** Subcommands of git that open no file of the work tree by a name, or change the index only. */
const GIT_LOOKS =
  /^(add|rm|mv|ls-files|check-ignore|commit|status|log|rev-parse|update-index|branch|tag|stash|checkout)$/;

/** What literal words may name: a word, what follows its `=`, and the path of git's `HEAD:path`. */
export function namedPaths([program, ...rest]: readonly ShellWord[]): readonly string[] {
  const name = baseName(program?.value ?? "");
  if (LOOKS_AT_NAMES.test(name)) return [];
  if (name === "git" && GIT_LOOKS.test(rest.find(({ text }) => !text.startsWith("-"))?.value ?? "")) return [];
  const isGrep = name === "git" && rest.some(({ value }) => value === "grep");
  const words = (name === "cp" || name === "mv" || name === "ln") && rest.length > 1 ? rest.slice(0, -1) : rest;
  const given = rest.some(({ value = "" }) => /^-(e|f|-regexp|-expression|-file)/.test(value));
  const pattern =
    (TAKES_PATTERN.test(name) || isGrep) && !given
      ? words.find(({ text }) => !text.startsWith("-") && !(isGrep && text === "grep"))
      : undefined;
  return words
    .filter((word) => word !== pattern)
    .flatMap(({ value = "" }) => [value, ...value.split(/[=:]/).slice(1)])
    .filter((path) => path !== "");
}
