/** What a command line runs. Types only, because the parser is loaded when the first command is judged. */

import type { ShellWord } from "./word.ts";

export type ShellPart =
  | {
      readonly kind: "command";
      readonly words: readonly ShellWord[];
      /** Commands that it may run as well, behind a wrapper. Rules that reject or defer are compared with them too. */
      readonly may: readonly (readonly ShellWord[])[];
      /** The directory in which it runs, relative to the workspace; undefined where that is computed. */
      readonly cwd: string | undefined;
      /** Paths that its literal words may name, relative to the workspace or absolute outside it. */
      readonly names: readonly string[];
    }
  /** The literal target of a redirection. Relative to the workspace, or absolute outside it. */
  | { readonly kind: "target"; readonly path: string };

export interface ShellAnalysis {
  /** In order of appearance. With a `problem` these are the parts that were understood. */
  readonly parts: readonly ShellPart[];
  /** Why the line as a whole is not understood. Patterns and profiles never approve such a line. */
  readonly problem?: string;
  /** Nothing in the line is computed, assigned or redirected to a place that is not known. */
  readonly isPlain: boolean;
}

/** `cwd` is relative to the workspace, `workDir` absolute. */
interface ShellPlace {
  readonly cwd: string;
  readonly workDir: string;
}

export type AnalyseCommand = (command: string, place: ShellPlace) => ShellAnalysis;
