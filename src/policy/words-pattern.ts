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
          .map((part) => RegExp.escape(part))
          .join("[^]*"),
  );
  return { pattern: new RegExp(`^(?:${sources.join("|")})$`, "u"), shapes };
}

/** How many alternatives a word has. */
export function choicesIn(word: string): number {
  return (word.match(/\{[^{}]*\}/g) ?? []).reduce((product, choice) => product * choice.split(",").length, 1);
}

/** Every choice of the braces of a word or glob. */
export function alternatives(word: string): readonly string[] {
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
export function maybeMatches({ words: patterns, rest }: WordsMatch, words: readonly ShellWord[]): boolean {
  let starts = new Set([0]);
  for (const [at, wanted] of patterns.entries()) {
    const next = new Set<number>();
    // Also what is added meanwhile.
    for (const start of starts) {
      const word = words[start];
      if (word === undefined) continue;
      if (mayBe(wanted, word.shape) || (at === 0 && mayBe(wanted, programOf(word)))) {
        if (word.certainty === "split") return true; // bash may make any further words of it
        next.add(start + 1);
        if (word.certainty === "many") next.add(start);
      }
      if (at === 0 || !/^[-+]/.test(word.shape)) continue;
      starts.add(start + 1);
      if (!word.shape.includes("=")) starts.add(start + 2);
    }
    starts = next;
  }
  return [...starts].some((start) => rest || words.slice(start).every(({ certainty }) => certainty === "split"));
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
