/** What the walk over a command line found: its commands, the files it opens, and the first reason why it is not understood. */

import type { Cwds } from "./shell-flow.ts";
import type { ShellAnalysis, ShellPart } from "./shell-analysis.ts";
import { isDevice, isNetworkDevice, workspacePath } from "./shell-paths.ts";
import type { ShellWord } from "./word.ts";

interface FileUse {
  readonly kind: "read" | "write";
  /** As written in the command; relative to each of `cwds`. */
  readonly target: string;
  readonly cwds: Cwds;
  /** Everything below `target` as well. */
  readonly isTree?: boolean;
}

export type ShellFindings = ReturnType<typeof createFindings>;

/** Collects the findings of one command line. */
export function createFindings(workDir: string) {
  const parts: ShellPart[] = [];
  let problem: string | undefined;

  const report = (reason: string): void => {
    problem ??= reason;
  };

  return {
    report,
    command: (words: readonly ShellWord[], cwds: Cwds): void => void parts.push({ kind: "command", words, cwds }),
    file: ({ kind, target, cwds, isTree = false }: FileUse): void => {
      if (target === "") return report("redirection to an empty path");
      if (isNetworkDevice(target)) return report("network redirection");
      for (const path of new Set(cwds.map((cwd) => workspacePath(target, cwd, workDir)))) {
        if (!isDevice(path)) parts.push({ kind, path, ...(isTree ? { isTree } : {}) });
      }
    },
    result: (): ShellAnalysis => (problem === undefined ? { parts } : { parts, problem }),
  };
}
