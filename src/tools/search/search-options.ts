/** The options of `search_files`. The model is told of three; the others are those of Kimi CLI's and Claude Code's Grep, and of Kilo. */

import * as z from "zod/mini";
import { inputMistake } from "../define/input-error.ts";
import type { GivenArguments } from "../repair/repair.ts";

const flag = z.optional(z.boolean());
const count = z.optional(z.int().check(z.minimum(0)));

export const SHOWN_OPTIONS = {
  regex: z.string().check(z.minLength(1), z.describe("Perl regex")),
  path: z.optional(z.string().check(z.describe("folder or file"))),
  file_pattern: z.optional(z.string().check(z.minLength(1), z.describe("glob, e.g. *.ts"))),
  ignore_case: z.optional(z.boolean().check(z.describe("any case"))),
  context: z.optional(z.int().check(z.minimum(0), z.describe("lines around a match"))),
};

export const SEARCH_INPUT = z.strictObject({
  ...SHOWN_OPTIONS,
  before_context: count,
  after_context: count,
  type: z.optional(z.string().check(z.regex(/^\w[\w+-]*$/))),
  output_mode: z.optional(z.enum(["content", "files_with_matches", "count_matches", "count"])),
  head_limit: count,
  offset: count,
  line_numbers: flag,
  invert_match: flag,
  whole_word: flag,
  fixed_strings: flag,
  include_ignored: flag,
  multiline: flag,
});
export type SearchInput = z.output<typeof SEARCH_INPUT>;

/** Options of other tools that say the opposite of ours. */
const OPPOSITES: ReadonlyMap<string, "ignore_case" | "fixed_strings"> = new Map([
  ["case_sensitive", "ignore_case"],
  ["caseSensitive", "ignore_case"],
  ["match_case", "ignore_case"],
  ["is_regex", "fixed_strings"],
  ["isRegexp", "fixed_strings"],
  ["use_regex", "fixed_strings"],
]);

export function reshapeSearch(input: GivenArguments): GivenArguments {
  const members = Object.entries(input);
  const isOpposite = ([key, value]: readonly [string, unknown]): boolean =>
    OPPOSITES.has(key) && /^(?:true|false)$/i.test(String(value));
  if (!members.some(isOpposite)) return input;
  const turned = members.map(([key, value]) =>
    isOpposite([key, value]) ? [OPPOSITES.get(key), String(value).toLowerCase() === "false"] : [key, value],
  );
  // A tool that is told both has said one thing twice, or nothing certain.
  const isTwice = new Set(turned.map(([key]) => key)).size < turned.length;
  return isTwice ? input : (Object.fromEntries(turned) as GivenArguments);
}

/** Most results. */
export const MAX_RESULTS = 300;
/** Lines that are shown at most, those around the matches included. */
const MAX_LINES = 1000;
const MAX_CONTEXT = 50;

export interface Query {
  readonly mode: "lines" | "files" | "counts";
  /** Arguments of `git grep` before the pathspecs. */
  readonly args: readonly string[];
  readonly before: number;
  readonly after: number;
  readonly isNumbered: boolean;
  /** The first result that is shown, from 0, and how many. */
  readonly offset: number;
  readonly limit: number;
}

/** Throws `tool.input` for what `git grep` cannot do. */
export function queryOf(input: SearchInput): Query {
  const { regex, context = 0, output_mode: mode = "content" } = input;
  if (input.multiline === true || /[\0\n]/.test(regex)) {
    const what = input.multiline === true ? "multiline is not possible" : "regex holds a NUL or a line break";
    throw inputMistake(
      `${what}.`,
      "Matches are within one line: search for one line, with context for those around it.",
    );
  }
  const isContent = mode === "content";
  const around = (own = context): number => (isContent ? Math.min(own, MAX_CONTEXT) : 0);
  const [before, after] = [around(input.before_context), around(input.after_context)];
  const most = Math.min(MAX_RESULTS, Math.floor(MAX_LINES / (1 + before + after)));
  const when = (isSet: boolean | undefined, name: string): readonly string[] => (isSet === true ? [name] : []);
  return {
    mode: isContent ? "lines" : mode === "files_with_matches" ? "files" : "counts",
    args: [
      input.fixed_strings === true ? "-F" : "-P",
      ...when(input.ignore_case, "-i"),
      ...when(input.invert_match, "-v"),
      ...when(input.whole_word, "-w"),
      ...when(input.include_ignored, "--no-exclude-standard"),
      isContent ? "-n" : mode === "files_with_matches" ? "-l" : "-c",
      "-e",
      regex,
    ],
    before,
    after,
    isNumbered: input.line_numbers !== false,
    offset: input.offset ?? 0,
    limit: Math.min(input.head_limit || most, most),
  };
}

/** Endings of ripgrep's types whose name is not the only ending. */
const ENDINGS: Readonly<Record<string, string>> = {
  c: "c h",
  cpp: "cpp cc cxx hpp hh hxx h inl",
  csharp: "cs",
  css: "css scss",
  elixir: "ex exs",
  haskell: "hs lhs",
  html: "html htm",
  js: "js jsx mjs cjs vue",
  javascript: "js jsx mjs cjs",
  kotlin: "kt kts",
  make: "mk mak",
  markdown: "md markdown mdx",
  md: "md markdown mdx",
  perl: "pl pm",
  php: "php phtml",
  py: "py pyi",
  python: "py pyi",
  ruby: "rb gemspec rake",
  rust: "rs",
  sh: "sh bash zsh",
  ts: "ts tsx mts cts",
  typescript: "ts tsx mts cts",
  yaml: "yaml yml",
};

/** Endings of the files of a type: ripgrep's names, and any ending, such as `tsx`. */
export function endingsOf(type: string): readonly string[] {
  const name = type.toLowerCase();
  return (Object.hasOwn(ENDINGS, name) ? (ENDINGS[name] ?? "") : name).split(" ").map((ending) => `.${ending}`);
}
