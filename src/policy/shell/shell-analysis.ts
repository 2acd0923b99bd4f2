/** A command line as rules see it. Types only: the parser behind them is loaded when the first command is judged. */

import type { ShellWord } from "./word.ts";

export type ShellPart =
  | {
      readonly kind: "command";
      readonly words: readonly ShellWord[];
      /** The directories it may run in, relative to the workspace. */
      readonly cwds: readonly string[];
      /** Files that its words may name, as shapes; relative to the workspace, or absolute outside it. */
      readonly files: readonly string[];
      /** Of these paths everything below as well, because the command copies or moves it. */
      readonly trees: readonly string[];
      readonly climbs?: readonly string[];
    }
  | {
      readonly kind: "read" | "write";
      /** Relative to the workspace, or absolute outside it. */
      readonly path: string;
      /** Everything below it as well. */
      readonly isTree?: true;
      /** Folders from which the path goes up with `..`, which leads elsewhere when one of them is a link. */
      readonly climbs?: readonly string[];
    };

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
