/** A shell word as rules see it. Apart from the parser, so that a policy loads without it. */

/**
 * What a word becomes: `static` is exactly `value`; `single` is one word and `many` is one or more words, each beginning with
 * `prefix`; `split` is any number of words with anything in them (an unquoted expansion).
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

/** True when no word this one can become starts with `-`. */
export function isOperand(word: ShellWord): boolean {
  return word.certainty !== "split" && word.prefix !== "" && !word.prefix.startsWith("-");
}

/** The word with a placeholder in it marked as not literal. */
export function filled(word: ShellWord, placeholder: string, certainty: "single" | "many"): ShellWord {
  if (!word.text.includes(placeholder) && word.value?.includes(placeholder) !== true) return word;
  const start = word.prefix.indexOf(placeholder);
  return { text: word.text, certainty, prefix: start < 0 ? "" : word.prefix.slice(0, start) };
}
