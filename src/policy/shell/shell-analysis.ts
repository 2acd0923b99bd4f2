/** The result of analysing a command line. Types only, because the parser is loaded when the first command is judged. */

import type { ShellWord } from "./word.ts";

export type ShellPart =
  | {
      readonly kind: "command";
      readonly words: readonly ShellWord[];
      /** The directories that it may run in, relative to the workspace. */
      readonly cwds: readonly string[];
      /** Files that its words may name, as shapes; relative to the workspace, or absolute outside it. */
      readonly files: readonly string[];
      /** Paths that the command copies or moves with everything below them. */
      readonly trees: readonly string[];
      /** Folders from which a path goes up with `..`. The path leads elsewhere when one of them is a link. */
      readonly climbs?: readonly string[];
    }
  | {
      readonly kind: "read" | "write";
      /** Relative to the workspace, or absolute outside it. */
      readonly path: string;
      /** The part includes everything below the path. */
      readonly isTree?: true;
      /** The same as `climbs` of a command. */
      readonly climbs?: readonly string[];
    };

export interface ShellAnalysis {
  /** In order of appearance. With a `problem` these are the parts that were understood. */
  readonly parts: readonly ShellPart[];
  /** Why the line as a whole is not understood. Patterns and profiles never approve such a line. */
  readonly problem?: string;
}

/** `cwd` is relative to the workspace, `workDir` absolute. */
interface ShellPlace {
  readonly cwd: string;
  readonly workDir: string;
}

export type AnalyseCommand = (command: string, place: ShellPlace) => ShellAnalysis;
