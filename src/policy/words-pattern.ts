/** A pattern of words: `*` is any word, `*` inside a word any text, `{a,b}` a choice, and a final `**` any further words. */

import { baseName } from "./shell/shell-paths.ts";
import { ANY, type ShellWord } from "./shell/word.ts";

export interface WordsMatch {
  readonly words: readonly WordMatch[];
  /** Any further words may follow. */
  readonly rest: boolean;
  /** The whole command where the pattern has no wildcard. */
  readonly exact: string | undefined;
}

interface WordMatch {
  readonly pattern: RegExp;
  /** The alternatives, with `ANY` for a star. */
  readonly shapes: readonly string[];
}

export function compileWords(pattern: string): WordsMatch {
  const words = pattern.split(" ");
  const rest = words.at(-1) === "**";
  const exact = /[*{]/.test(pattern) ? undefined : pattern;
  return { words: (rest ? words.slice(0, -1) : words).map(wordPattern), rest, exact };
}

function wordPattern(word: string): WordMatch {
  const shapes = alternatives(word).map((one) => one.replaceAll("*", ANY));
  const sources = shapes.map((shape) =>
    shape === ANY
      ? "[^]+"
      : shape
          .split(ANY)
          .map((part) => part.replaceAll(/[.+^\][$?()|\\{}]/g, String.raw`\$&`))
          .join("[^]*"),
  );
  return { pattern: new RegExp(`^(?:${sources.join("|")})$`, "u"), shapes };
}

function alternatives(word: string): readonly string[] {
  const found = /\{([^{}]*)\}/.exec(word);
  if (found === null) return [word];
  const [start, end] = [word.slice(0, found.index), word.slice(found.index + found[0].length)];
  return (found[1] ?? "").split(",").flatMap((option) => alternatives(start + option + end));
}

/** Whether the pattern names the command for certain, which a rule needs to approve it. */
export function surelyMatches({ words: patterns, rest }: WordsMatch, words: readonly ShellWord[]): boolean {
  if (rest ? words.length < patterns.length : words.length !== patterns.length) return false;
  // A word that is not literal does not even match `*`, because bash may expand it to any number of words.
  return patterns.every(({ pattern }, at) => words[at]?.value !== undefined && pattern.test(words[at]?.value ?? ""));
}

/**
 * Whether the command may be what the pattern names, which is enough to reject or defer it: by another path of the program, through
 * words that bash computes, and with flags before a word that the pattern names: `git -C sub push` for `git push`.
 */
export function maybeMatches(match: WordsMatch, words: readonly ShellWord[]): boolean {
  return mayFollow(match, 0, words);
}

function mayFollow(match: WordsMatch, at: number, words: readonly ShellWord[]): boolean {
  const [word, ...more] = words;
  const wanted = match.words[at];
  if (wanted === undefined) return match.rest || words.every(({ certainty }) => certainty === "split");
  if (word === undefined) return false;
  if (mayBe(wanted, at === 0 ? programOf(word) : word.shape)) {
    // bash may make any further words of this one.
    if (word.certainty === "split") return true;
    if (mayFollow(match, at + 1, more) || (word.certainty === "many" && mayFollow(match, at + 1, words))) return true;
  }
  if (at === 0) return mayBe(wanted, word.shape) && mayFollow(match, 1, more);
  if (!/^[-+]/.test(word.shape)) return false;
  return mayFollow(match, at, more) || (!word.shape.includes("=") && mayFollow(match, at, more.slice(1)));
}

/** The base name of a program, as far as it is known. A rule about `git push` also means `/usr/bin/git push`. */
function programOf({ shape }: ShellWord): string {
  const name = baseName(shape);
  return shape.includes("/") && name.includes(ANY) ? ANY + name.slice(name.lastIndexOf(ANY) + 1) : name;
}

function mayBe({ pattern, shapes }: WordMatch, shape: string): boolean {
  return shape.includes(ANY) ? shapes.some((one) => mayMeet(one, shape)) : pattern.test(shape);
}

/** Whether two texts may be equal, by what stands before the first and behind the last part that is not known. */
function mayMeet(pattern: string, shape: string): boolean {
  const [head = "", ...rest] = shape.split(ANY);
  const tail = rest.at(-1) ?? "";
  if (!pattern.includes(ANY))
    return pattern.length >= head.length + tail.length && pattern.startsWith(head) && pattern.endsWith(tail);
  const [start = "", ...others] = pattern.split(ANY);
  const end = others.at(-1) ?? "";
  return (start.startsWith(head) || head.startsWith(start)) && (end.endsWith(tail) || tail.endsWith(end));
}
