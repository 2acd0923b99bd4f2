/** Parses command lines, and says what a subcommand is. One description of each option serves parsing, help and error messages. */

import { parseArgs } from "node:util";
import { nearest } from "../../base/nearest.ts";
import { configError } from "../../protocol/error.ts";
import type { World } from "../../run/open/request.ts";

export interface Option {
  /** Name of the value in help, or all accepted values; an option without one is a switch. */
  readonly value?: string | readonly string[];
  readonly help: string;
  readonly multiple?: boolean;
  /** Its short form: one letter. */
  readonly short?: string;
  /** The title below which help shows it. */
  readonly group?: string;
}

/** How help names the value of an option. */
export function valueName(value: string | readonly string[]): string {
  return typeof value === "string" ? value : value.join("|");
}

export type Options = Readonly<Record<string, Option>>;

export interface Args {
  readonly positionals: readonly string[];
  /** Those of them that stand behind `--`. */
  readonly behindDashes: readonly string[];
  /** The last value given, or undefined. */
  readonly text: (name: string) => string | undefined;
  readonly all: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
  /** A number above zero, or zero where `mayBeZero`. Throws `config.invalid`. */
  readonly number: (name: string, mayBeZero?: boolean) => number | undefined;
  /** A whole number from `least` on. Throws `config.invalid`. */
  readonly count: (name: string, least: number) => number | undefined;
  /** One of `accepted`, or the fallback where the option is not given. Throws `config.invalid` for another value. */
  readonly choice: <T extends string, F extends T | undefined>(
    name: string,
    accepted: readonly T[],
    fallback: F,
  ) => T | F;
}

/** Parses `argv` against `options`. Throws `config.invalid` naming the option and what is accepted. */
export function readArgs(argv: readonly string[], options: Options): Args {
  const { values, positionals } = parse(argv, options);
  const all = (name: string): readonly string[] =>
    [values[name] ?? []].flat().filter((value): value is string => typeof value === "string");
  const text = (name: string): string | undefined => all(name).at(-1);
  const dashes = argv.indexOf("--");
  return {
    positionals,
    behindDashes: dashes < 0 ? [] : argv.slice(dashes + 1),
    text,
    all,
    has: (name) => values[name] !== undefined,
    number: (name, mayBeZero = false) => {
      const given = text(name);
      if (given === undefined) return undefined;
      const value = Number(given);
      const isZero = value === 0 && given.trim() !== "";
      if (Number.isFinite(value) && (value > 0 || (isZero && mayBeZero))) return value;
      const accepted = mayBeZero ? "zero or a number above it" : "a number above zero";
      throw configError(`--${name} ${given} is not ${accepted}.`, `Give a number, e.g. --${name} 10.`);
    },
    count: (name, least) => {
      const given = text(name);
      if (given === undefined) return undefined;
      const value = Number(given);
      if (given.trim() !== "" && Number.isSafeInteger(value) && value >= least) return value;
      const hint = `Give a whole number, e.g. --${name} ${least + 3}.`;
      throw configError(`--${name} ${given} is not a whole number of at least ${least}.`, hint);
    },
    choice: (name, accepted, fallback) => {
      const given = text(name);
      if (given === undefined) return fallback;
      const found = accepted.find((one) => one === given);
      if (found !== undefined) return found;
      throw configError(`--${name} ${given} is not known.`, `Accepted: ${accepted.join(", ")}.`);
    },
  };
}

function parse(argv: readonly string[], options: Options) {
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    strict: false, // the tokens are checked below
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, multiple = false, short }]) => [
        name,
        { type: value === undefined ? "boolean" : "string", multiple, ...(short === undefined ? {} : { short }) },
      ]),
    ),
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined)
      throw configError(`Unknown option '${rawName}'.`, adviceFor(rawName, Object.keys(options)));
    const takes = option.value === undefined ? undefined : valueName(option.value);
    if (takes === undefined && value !== undefined)
      throw configError(`--${name} takes no value.`, `Write --${name} alone.`);
    if (takes !== undefined && (value === undefined || (!inlineValue && isOption(value, options))))
      throw configError(
        `--${name} has no value.`,
        `Give one: --${name} <${takes}>, or --${name}=<${takes}> where it begins with a dash.`,
      );
  }
  return { values, positionals };
}

/** Whether a word is an option, before which a value was forgotten. `-1` and `"- some words"` are values. */
function isOption(word: string, options: Options): boolean {
  if (word === "-" || !word.startsWith("-")) return false;
  // `"--cwd=/my dir"` and `"-pfix it"` are options with their values.
  const [, long, letter] = /^(?:--([\w-]+)=|-(\w)\S)/.exec(word) ?? [];
  const isKnown = Object.entries(options).some(
    ([name, { short }]) => name === long || (short !== undefined && short === letter),
  );
  return isKnown || !/^-(?:[\d.]+$|\S*\s)/.test(word);
}

const NO_OPTIONS = "This command has no options.";
const SEE_HELP = "`--help` lists the options. Text that begins with a dash goes after `--`.";

/** The options here, each with those of other agents that do the same. The letter `-C` means two things elsewhere. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "--max-steps": ["--max-turns", "--max-steps-per-turn"],
  "--max-cost": ["--max-budget-usd"],
  "--output": ["--output-format", "--json"],
  "--input": ["--input-format"],
  "--json-schema": ["--output-schema"],
  "--thinking": ["--effort"],
  "--prompt": ["--print"],
  "--continue": ["--resume", "--session", "-r", "-S", "-c", "-C"],
  "--cwd": ["--work-dir", "--cd", "-w", "-C"],
  "--policy": ["--allowedTools", "--permission-mode", "--ask-for-approval", "--yolo"],
};

/** What to write in place of an unknown option: the options that come close, or where all of them are listed. */
function adviceFor(unknown: string, names: readonly string[]): string {
  const accepted = names.map((name) => `--${name}`);
  const known = accepted.filter((name) => ELSEWHERE[name]?.includes(unknown) === true);
  // `--steps` for `--max-steps`.
  const short = new Map(accepted.map((name) => [name.replace(/^--max-/, "--"), name]));
  const close = nearest(unknown, [...accepted, "--help"]) ?? short.get(nearest(unknown, [...short.keys()]) ?? "");
  const near = known.length === 0 ? close : known.join(" or ");
  if (near !== undefined) return `Did you mean ${near}?`;
  return accepted.length === 0 ? NO_OPTIONS : SEE_HELP;
}

export function inGroup(group: string, options: Options): Options {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, group }]));
}

export interface Subcommand {
  /** What follows `kimi-runner`, e.g. `view <bundle>`. */
  readonly usage: string;
  readonly summary: string;
  readonly options: Options;
  readonly examples?: readonly string[];
  /** A group of subcommands: the word after the group's name chooses one of them. Without that word `run` is called. */
  readonly actions?: Readonly<Record<string, () => Promise<Subcommand>>>;
  /** How many arguments it takes besides its options (default: none). */
  readonly maxArguments?: number;
  /** It makes foreign text harmless itself, because it prints escapes such as colours, or files byte for byte. */
  readonly cleansItself?: true;
  /** Returns the exit code. Throws `RunnerError` for bad input. */
  readonly run: (args: Args, world: World) => Promise<number>;
}
