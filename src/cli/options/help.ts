/** Help as text of at most 80 columns: what a command is for, its options in groups, and examples. */

import { valueName, type Option, type Subcommand } from "./args.ts";

const WIDTH = 80;
/** Column in which the words of an option or a command begin. A longer flag has them on the next line. */
const WORDS_AT = 28;
const NAMES_AT = 15;

/** The help of a command, without that of its actions. */
export function commandHelp({ usage, summary, options, examples = [] }: Subcommand): string {
  const groups = Map.groupBy(Object.entries(options), ([, { group = "Options" }]) => group);
  const parts = [
    wrapped(`Usage: kimi-runner ${usage}`, 4),
    wrapped(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, 0),
    ...Array.from(groups, ([title, rows]) => [`${title}:`, ...rows.map(optionRow)].join("\n")),
    ...(examples.length === 0 ? [] : [exampleList(examples)]),
  ];
  return parts.join("\n\n");
}

/** Indented further than the commands, for programs that read the help. */
export function exampleList(lines: readonly string[]): string {
  return ["Examples:", ...lines.map((line) => `    ${line}`)].join("\n");
}

/** One row for each command, below the title of its group. */
export function commandList(groups: readonly (readonly [string, readonly (readonly [string, string])[]])[]): string {
  return groups
    .map(([title, rows]) => [`${title}:`, ...rows.map(([name, words]) => row(name, words, NAMES_AT))].join("\n"))
    .join("\n\n");
}

function optionRow([name, { value, short, help }]: readonly [string, Option]): string {
  const long = value === undefined ? `--${name}` : `--${name} <${valueName(value)}>`;
  return row(short === undefined ? long : `-${short}, ${long}`, help, WORDS_AT);
}

function row(name: string, words: string, at: number): string {
  const head = `  ${name}`;
  const indent = " ".repeat(at);
  return head.length + 2 > at ? `${head}\n${wrapped(indent + words, at)}` : wrapped(head.padEnd(at) + words, at);
}

/** Breaks a line between words; the next ones begin with `indent` blanks. A longer word keeps its line to itself. */
function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  let line = text;
  while (line.length > WIDTH) {
    const before = line.lastIndexOf(" ", WIDTH);
    const at = before > indent ? before : line.indexOf(" ", WIDTH);
    if (at < 0) break;
    lines.push(line.slice(0, at));
    line = " ".repeat(indent) + line.slice(at + 1);
  }
  return [...lines, line].join("\n");
}
