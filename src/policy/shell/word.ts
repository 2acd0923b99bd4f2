/** A shell word as rules see it. This file does not import the parser, so that a policy loads without it. */

/**
 * What bash makes of a word: `static` is exactly `value`; `single` is one word and `many` is one or more words, each beginning
 * with `prefix`; `split` is any number of words with any text (an unquoted expansion).
 */
export type Certainty = "static" | "single" | "many" | "split";

export interface ShellWord {
  /** As written. */
  readonly text: string;
  readonly certainty: Certainty;
  /** The decoded word; only when static. */
  readonly value?: string;
  /** Literal text before the first expansion. */
  readonly prefix: string;
}

/** A word that is exactly `value`. */
export function staticWord(value: string): ShellWord {
  return { text: value, certainty: "static", value, prefix: value };
}

/** True when bash cannot make a word of it that starts with `-`. */
export function isOperand(word: ShellWord): boolean {
  return word.certainty !== "split" && word.prefix !== "" && !word.prefix.startsWith("-");
}

/** The word, marked as not literal from the placeholder on. */
export function filled(word: ShellWord, placeholder: string, certainty: "single" | "many"): ShellWord {
  if (!word.text.includes(placeholder) && word.value?.includes(placeholder) !== true) return word;
  const start = word.prefix.indexOf(placeholder);
  return { text: word.text, certainty, prefix: start < 0 ? "" : word.prefix.slice(0, start) };
}
