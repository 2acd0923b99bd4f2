/** A shell word for the rules. Does not import the parser, so that a policy loads without it. */

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
