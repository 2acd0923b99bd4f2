/**
 * Records what an argv does: a command for the rules, the command behind a wrapper, a script, a change of directory, or files that
 * it writes.
 */

import { meaningOf } from "./shell-command.ts";
import { changedPaths } from "./shell-files.ts";
import type { ShellFindings } from "./shell-findings.ts";
import { unchanged, type Cwds, type Exits } from "./shell-flow.ts";
import { isOutside, workspacePath } from "./shell-paths.ts";
import type { ShellWord } from "./word.ts";

/** Most commands of one line, including wrapped and substituted ones. */
const MAX_COMMANDS = 50;
/** Most wrappers around one command, such as `bash -c` inside `env` inside `timeout`. */
const MAX_WRAPPING = 6;

/** Directories in which a command may run, and how deeply it is wrapped. */
interface Place {
  readonly cwds: Cwds;
  readonly depth: number;
}

interface InvocationOptions {
  readonly findings: ShellFindings;
  readonly workDir: string;
  /** Walks over the text of a script that a command runs. */
  readonly text: (source: string, cwds: Cwds, depth: number) => void;
}

/** Returns a function that adds what an argv does to `findings`, and returns the directories after it. */
export function createInvocationReader({ findings, workDir, text }: InvocationOptions) {
  const { report } = findings;
  let commands = 0;

  /** `external`: the command is started by a program and not by the shell. */
  const run = (words: readonly ShellWord[], { cwds, depth }: Place, external = false): Exits => {
    const inner: Place = { cwds, depth: depth + 1 };
    commands += 1;
    if (commands > MAX_COMMANDS) report(`more than ${MAX_COMMANDS} commands`);
    if (commands > MAX_COMMANDS * 4) return unchanged(cwds);
    if (depth > MAX_WRAPPING) return notUnderstood("wrapped too deeply", cwds);
    const computedFlag = words.find((word) => word.value === undefined && /^-[^=]*$/.test(word.prefix));
    if (computedFlag !== undefined) report(`computed flag ${computedFlag.text}`);
    const meaning = meaningOf(words);
    switch (meaning.kind) {
      case "plain":
        findings.command(words, cwds);
        for (const { path, isTree } of changedPaths(words))
          findings.file({ kind: "write", target: path, cwds, isTree, isOfCommand: true });
        return unchanged(cwds);
      case "free":
        return unchanged(cwds);
      case "cd":
        return external ? notUnderstood("cd inside another command", cwds) : changeDirectory(meaning.target, cwds);
      case "inner": {
        if (meaning.outer !== undefined) findings.command(meaning.outer, cwds);
        const builtin = words[0]?.value === "command" || words[0]?.value === "builtin";
        return run(meaning.words, inner, external || !builtin);
      }
      case "script":
        text(meaning.text, cwds, depth + 1);
        return unchanged(cwds);
      case "writes":
        for (const { value = "" } of meaning.paths) findings.file({ kind: "write", target: value, cwds });
        return unchanged(cwds);
      case "opaque":
        report(meaning.reason);
        findings.command(words, cwds);
        if (meaning.inner !== undefined && meaning.inner.length > 0) run(meaning.inner, inner, true);
        return unchanged(cwds);
    }
  };

  const notUnderstood = (reason: string, cwds: Cwds): Exits => {
    report(reason);
    return unchanged(cwds);
  };

  const changeDirectory = (target: ShellWord | undefined, cwds: Cwds): Exits => {
    const value = target?.value ?? "";
    if (value === "") return notUnderstood("cd to a directory that is not literal", cwds);
    const next = [...new Set(cwds.map((cwd) => workspacePath(value, cwd, workDir)))];
    if (next.some(isOutside)) return notUnderstood(`cd leaves the workspace: ${value}`, cwds);
    findings.enter(next);
    return { success: next, failure: cwds };
  };

  return run;
}
