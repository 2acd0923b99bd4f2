/** Shell words, and what a command line runs. Does not import the parser, so that a policy loads without it. */

/** Whether bash makes exactly `value` of a word, one word, one or more words, or any number of words. */
export type Certainty = "static" | "single" | "many" | "split";

/** Stands in a shape for any text. Command lines with control characters are not read. */
export const ANY = "\x01";

export interface ShellWord {
  readonly text: string;
  readonly certainty: Certainty;
  /** The decoded word, if it is static. */
  readonly value?: string;
  /** What the word, or its first word, may become: its literal parts, with `ANY` between them. */
  readonly shape: string;
}

/** A word that is exactly `value`. */
export function staticWord(value: string, text = value): ShellWord {
  return { text, certainty: "static", value, shape: value };
}

/** Words of which nothing is known: the input of `xargs`, the files of `find`. */
export const MORE_WORDS: ShellWord = { text: "…", certainty: "split", shape: ANY };

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
export type AnalyseCommand = (
  command: string,
  place: { readonly cwd: string; readonly workDir: string },
) => ShellAnalysis;
