/** A command line as rules see it. Types only: the parser behind them is loaded when the first command is judged. */

import type { ShellWord } from "./word.ts";

export type ShellPart =
  /** `cwds`: the directories it may run in, relative to the workspace. */
  | { readonly kind: "command"; readonly words: readonly ShellWord[]; readonly cwds: readonly string[] }
  /** `path` is relative to the workspace, or absolute outside it. `isTree`: everything below it as well. */
  | { readonly kind: "read" | "write"; readonly path: string; readonly isTree?: true };

export interface ShellAnalysis {
  /** In order of appearance. With a `problem` these are the parts that were understood. */
  readonly parts: readonly ShellPart[];
  /** Why the line as a whole is not understood; such a line is never approved by a pattern or profile. */
  readonly problem?: string;
}

/** `cwd` is relative to the workspace, `workDir` absolute. */
interface ShellPlace {
  readonly cwd: string;
  readonly workDir: string;
}

export type AnalyseCommand = (command: string, place: ShellPlace) => ShellAnalysis;
