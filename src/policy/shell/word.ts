/** A shell word for the rules. Does not import the parser, so that a policy loads without it. */

/**
 * What bash makes of a word: `static` is exactly `value`; `single` is one word and `many` is one or more words, each beginning
 * with `prefix`; `split` is any number of words with any text (an unquoted expansion).
 */
export type Certainty = "static" | "single" | "many" | "split";

export interface ShellWord {
  readonly text: string;
  readonly certainty: Certainty;
  /** The decoded word, if it is static. */
  readonly value?: string;
  /** The literal text before the first expansion. */
  readonly prefix: string;
  /** Shapes of what a word that is not static may become; any text when left out. */
  readonly shapes?: readonly string[];
}

/** A word that is exactly `value`. */
export function staticWord(value: string): ShellWord {
  return { text: value, certainty: "static", value, prefix: value };
}

/** True if bash cannot make a word of it that begins with `-`. */
export function isOperand(word: ShellWord): boolean {
  return word.certainty !== "split" && word.prefix !== "" && !word.prefix.startsWith("-");
}

/** What takes the place of a placeholder in a word. */
interface Filling {
  readonly placeholder: string;
  readonly certainty: "single" | "many";
  readonly shapes: readonly string[] | undefined;
}

/** The word with the placeholder replaced. It is no longer literal from the placeholder on. */
export function filled(word: ShellWord, { placeholder, certainty, shapes }: Filling): ShellWord {
  const { text, value } = word;
  if (!text.includes(placeholder) && value?.includes(placeholder) !== true) return word;
  const start = word.prefix.indexOf(placeholder);
  const known = value === undefined ? undefined : shapes?.map((shape) => value.replaceAll(placeholder, shape));
  const prefix = start < 0 ? "" : word.prefix.slice(0, start);
  return { text, certainty, prefix, ...(known === undefined ? {} : { shapes: known }) };
}

/** The value of a word, or the shapes of what it may become. */
export function textsOf({ value, shapes = ["\x01"] }: ShellWord): readonly string[] {
  return value === undefined ? shapes : [value];
}
