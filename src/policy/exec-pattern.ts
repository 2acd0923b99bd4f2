/**
 * What an `exec` entry of a rule matches: the keyword `any`, a command profile, or a pattern of words. In a pattern `*` is
 * one word, `{a,b}` alternatives and `*` any text inside a word, and a final `**` any further words.
 */

import { nearest } from "../base/nearest.ts";
import { isProfileName, matchesProfile, PROFILE_NAMES, type ProfileName } from "./profiles/profiles.ts";
import type { ShellWord } from "./shell/word.ts";

export type ExecMatch =
  | { readonly kind: "any" }
  | { readonly kind: "profile"; readonly name: ProfileName }
  | { readonly kind: "words"; readonly words: readonly RegExp[]; readonly rest: boolean };

/** Matches every command, also one that is not understood. An approval with it counts in a sealed cell only. */
const ANY = "any";

/** Words of one pattern. Patterns of real policies have two or three. */
const MAX_WORDS = 20;
const MAX_PATTERN = 256;

/** Profiles whose misspelling is no command's name. `jest`, `ant` and `pytype` are commands one letter away from other profiles. */
const CONFUSABLE = PROFILE_NAMES.filter((name) => name.includes("-") || name === "search");

/** Why an `exec` entry is refused and what would be accepted, or undefined when it is fine. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.trim() === "" || pattern.length > MAX_PATTERN)
    return `a command pattern of 1 to ${MAX_PATTERN} characters`;
  const names = [ANY, ...PROFILE_NAMES];
  if (names.includes(pattern)) return undefined;
  if (/[\0-\x1f\x7f]|^\s|\s$|\s\s/.test(pattern)) return "words separated by single spaces";
  if (/[;&|<>$`"'\\()[\]!#~?]/.test(pattern)) {
    return 'plain words, "*", "{a,b}" and a final "**"; shell syntax and quotes have no place in a pattern';
  }
  const words = pattern.split(" ");
  if (words.length > MAX_WORDS) return `at most ${MAX_WORDS} words`;
  if (/^\*|^\{/.test(words[0] ?? "")) return `a command name as the first word, or "${ANY}" for every command`;
  if (words.slice(0, -1).some((word) => word.includes("**")) || /.\*\*|\*\*./.test(words.at(-1) ?? "")) {
    return '"**" only as the last word of the pattern';
  }
  if (words.some((word) => !/^(?:[^{},]|\{[^{},]+(?:,[^{},]+)+\}|,)*$/.test(word))) {
    return 'braces as "{a,b}": closed, not nested, with at least two alternatives';
  }
  const close = words.length === 1 ? nearest(pattern, CONFUSABLE) : undefined;
  return close === undefined ? undefined : `a profile (${names.join(", ")}) or a command; did you mean "${close}"?`;
}

/** Compiles a checked entry. */
export function compilePattern(pattern: string): ExecMatch {
  if (pattern === ANY) return { kind: "any" };
  if (isProfileName(pattern)) return { kind: "profile", name: pattern };
  const words = pattern.split(" ");
  const rest = words.at(-1) === "**";
  return { kind: "words", words: (rest ? words.slice(0, -1) : words).map(wordPattern), rest };
}

function wordPattern(word: string): RegExp {
  const source = word.replace(/[.+^\]]|\*|\{|\}|,/g, (symbol, at: number) => {
    if (symbol === "*") return word === "*" ? "[^]+" : "[^]*";
    if (symbol === "{") return "(?:";
    if (symbol === "}") return ")";
    if (symbol === ",") return isInBraces(word, at) ? "|" : ",";
    return `\\${symbol}`;
  });
  return new RegExp(`^(?:${source})$`, "u");
}

function isInBraces(word: string, at: number): boolean {
  return word.lastIndexOf("{", at) > word.lastIndexOf("}", at);
}

/** True when the entry certainly names the command, as an approval needs. */
export function surelyMatches(match: ExecMatch, words: readonly ShellWord[]): boolean {
  switch (match.kind) {
    case "any":
      return true;
    case "profile":
      return matchesProfile(match.name, words);
    case "words":
      if (match.rest ? words.length < match.words.length : words.length !== match.words.length) return false;
      return match.words.every((pattern, index) => isSurely(pattern, words[index]));
  }
}

/** A word that is not literal matches nothing, not even `*`: bash may expand it to any number of words. */
function isSurely(pattern: RegExp, word: ShellWord | undefined): boolean {
  return word?.value !== undefined && pattern.test(word.value);
}

/** True when the entry may name the command, which is enough to reject or defer it. */
export function maybeMatches(match: ExecMatch, words: readonly ShellWord[]): boolean {
  if (match.kind !== "words") return surelyMatches(match, words);
  for (const [index, pattern] of match.words.entries()) {
    const word = words[index];
    if (word === undefined) return false;
    // bash may expand this word to any words, or to none.
    if (word.certainty === "split" || word.certainty === "many") return true;
    if (word.value === undefined) continue;
    // A rule about `git push` also means `/usr/bin/git push`.
    const path = index === 0 ? word.value.slice(word.value.lastIndexOf("/") + 1) : word.value;
    if (!pattern.test(word.value) && !pattern.test(path)) return false;
  }
  return match.rest || words.slice(match.words.length).every((word) => word.certainty === "split");
}
