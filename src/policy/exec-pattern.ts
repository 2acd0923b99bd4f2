/**
 * The commands that an `exec` entry of a rule matches: the keyword `any`, a command profile, or a pattern of words. In a pattern, the
 * word `*` is any word, `*` inside a word any text, `{a,b}` a choice, and a final `**` any further words.
 */

import { nearest } from "../base/nearest.ts";
import { isProfileName, PROFILE_NAMES, profilePatterns, type ProfileName } from "./profiles.ts";
import type { ShellWord } from "./shell/word.ts";
import { choicesIn, compileWords, maybeMatches, surelyMatches, type WordsMatch } from "./words-pattern.ts";

export type ExecMatch =
  | { readonly kind: "any" }
  | { readonly kind: "profile"; readonly name: ProfileName }
  | ({ readonly kind: "words" } & WordsMatch);

/** Matches every command, even if it is not understood. It approves commands in a sealed cell only. */
const ANY = "any";

/** Most words of one pattern. Patterns in real policies have two or three. */
const MAX_WORDS = 20;
const MAX_PATTERN = 256;
const MAX_CHOICES = 200;

/** Profiles that are suggested for a misspelt word. Not all of them, since `jest`, `ant` and `pytype` are commands themselves. */
const CONFUSABLE = PROFILE_NAMES.filter((name) => name.includes("-") || name === "search");

/** What would be accepted instead of this `exec` entry; undefined when it is accepted. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.trim() === "" || pattern.length > MAX_PATTERN)
    return `a command pattern of 1 to ${MAX_PATTERN} characters`;
  const names: readonly string[] = [ANY, ...PROFILE_NAMES];
  if (names.includes(pattern)) return undefined;
  if (/[\0-\x1f\x7f]|^\s|\s$|\s\s/.test(pattern)) return "words separated by single spaces";
  if (/[;&|<>$`"'\\()[\]!#~?]/.test(pattern)) {
    return 'plain words, "*", "{a,b}" and a final "**"; shell syntax and quotes have no place in a pattern';
  }
  const words = pattern.split(" ");
  if (words.length > MAX_WORDS) return `at most ${MAX_WORDS} words`;
  if (words.some((word) => choicesIn(word) > MAX_CHOICES)) return `at most ${MAX_CHOICES} alternatives of one word`;
  if (words[0]?.includes("*") === true)
    return `a command name as the first word; \`exec: ["${ANY}"]\` is every command`;
  if (words.slice(0, -1).some((word) => word.includes("**")) || /.\*\*|\*\*./s.test(words.at(-1) ?? "")) {
    return '"**" only as the last word of the pattern';
  }
  if (words.some((word) => !/^(?:[^{},]|\{[^{},]+(?:,[^{},]+)+\}|,)*$/.test(word))) {
    return 'braces as "{a,b}": closed, not nested, with at least two alternatives';
  }
  const close = words.length === 1 ? (meantProfile(pattern) ?? nearest(pattern, CONFUSABLE)) : undefined;
  return close === undefined ? undefined : `a profile (${names.join(", ")}) or a command; did you mean "${close}"?`;
}

/** What to write for a tool or a language, of which people expect a profile. The names after the first are no commands. */
const FAMILIES: readonly (readonly [entry: string, names: RegExp])[] = [
  ["cargo", /^(?:cargo|rust)$/],
  ["go", /^(?:go|golang)$/],
  ["node", /^(?:node|nodejs|javascript)$/],
  ["npm-run", /^(?:npm|pnpm|yarn|bun)$/],
  ["python", /^(?:python|python3)$/],
  ["pip-install", /^pip$/],
  ["git-read", /^git$/],
  ["make", /^make$/],
  ["tsc", /^(?:tsc|typescript)$/],
  ["mvn **", /^(?:mvn|maven)$/],
  ["gradle **", /^gradle$/],
];
const NO_COMMANDS = /^(?:rust|golang|nodejs|javascript|typescript|maven)$/;
/** The programs that the profile `test` knows. */
const TESTED = new Set(["cargo", "go", "node", "npm-run", "python", "make"]);

/** What a word that looks like a profile means: `maven`, `gotest`, `go-build`. Undefined for what is a command. */
function meantProfile(word: string): string | undefined {
  const [, name = "", deed] = /^([a-z0-9]+?)(?:[-_]?(tests?|build|run|install|read|write))?$/.exec(word) ?? [];
  const [entry] = FAMILIES.find(([, names]) => names.test(name)) ?? [];
  if (entry === undefined || (deed === undefined && !NO_COMMANDS.test(name))) return undefined;
  if (deed?.startsWith("test") === true) return TESTED.has(entry) ? "test" : entry;
  const own = PROFILE_NAMES.find((profile) => profile === `${name}-${deed}`);
  return own ?? (entry === "npm-run" && deed === "install" ? "npm-install" : entry);
}

/** Whether an accepted entry is one word that is no profile. */
export function isBareCommand(pattern: string): boolean {
  return pattern !== ANY && !isProfileName(pattern) && /^[^\s*{}]+$/.test(pattern);
}

/** Compiles an entry in which `patternProblem` found nothing. */
export function compilePattern(pattern: string): ExecMatch {
  if (pattern === ANY) return { kind: "any" };
  if (isProfileName(pattern)) return { kind: "profile", name: pattern };
  return { kind: "words", ...compileWords(pattern) };
}

/** `surely` for a rule that approves, `may` for one that rejects or defers. */
export function matchesExec(match: ExecMatch, words: readonly ShellWord[], how: "surely" | "may"): boolean {
  const matches = how === "surely" ? surelyMatches : maybeMatches;
  switch (match.kind) {
    case "any":
      return true;
    case "profile":
      return wordsOfProfile(match.name).some((pattern) => matches(pattern, words));
    case "words":
      return matches(match, words);
  }
}

/** A run uses few of the profiles, but a policy may name one in hundreds of rules. */
const compiled = new Map<ProfileName, readonly WordsMatch[]>();

function wordsOfProfile(name: ProfileName): readonly WordsMatch[] {
  const known = compiled.get(name) ?? profilePatterns(name).map(compileWords);
  compiled.set(name, known);
  return known;
}

/**
 * Whether the line consists of commands that the entries name word for word, joined by `&&`. Nothing is parsed: a pattern has no
 * shell syntax, so that neither has the line. This is what approves a command in a cell that is not sealed.
 */
export function isWordForWord(entries: readonly ExecMatch[], line: string): boolean {
  const exact = new Set(entries.flatMap((entry) => (entry.kind === "words" ? (entry.exact ?? []) : [])));
  return line
    .trim()
    .split(" && ")
    .every((command) => exact.has(command));
}
