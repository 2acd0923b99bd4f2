/**
 * Reads a command line for the policy: the argv of every simple command in it, literal targets of redirections, and why something is
 * not understood. Parses with unbash; never runs, expands or resolves anything. Never throws: a failure is a problem.
 */

import { forEachChild, parse, type Command, type Redirection, type SyntaxNode } from "unbash";
import { DEVICE, namedPaths, workspacePath } from "./shell-paths.ts";
import { readWord } from "./shell-word.ts";
import { MORE_WORDS, staticWord, type AnalyseCommand, type ShellPart, type ShellWord } from "./word.ts";
import { changesMeaning, meaningOf } from "./wrappers.ts";

/** Most commands of one line, and most wrappers around one command. */
const MAX_COMMANDS = 200;
const MAX_WRAPPING = 6;
/** Nodes after which the shell is in the directory in which it was before. */
const KEEPS_FOLDER = new Set(["Subshell", "Pipeline", "CommandExpansion", "ProcessSubstitution"]);
/** Syntax whose commands run at another time, under another name, or with words that are not in the line. */
const ODD: Readonly<Record<string, string>> = { Function: "function definition", Coproc: "coproc", Select: "select" };

/** The literal text that a redirection gives to a command. */
function inputOf(redirect: Redirection): string | undefined {
  if (redirect.type === "HereString" && redirect.target !== undefined) return readWord(redirect.target).value;
  if (redirect.type !== "HereDoc") return undefined;
  const { text } = redirect.body;
  return redirect.delimiter?.quoted === true || !/[$`\\]/.test(text) ? text : undefined;
}

export const analyseCommand: AnalyseCommand = (command, { cwd: start, workDir }) => {
  const parts: ShellPart[] = [];
  let problem: string | undefined;
  let isPlain = true;
  let cwd: string | undefined = workspacePath(start, ".", workDir);
  let commands = 0;
  const report = (reason: string): void => {
    problem ??= reason;
  };
  /** A text that is not read at all may be any command. */
  const unread = (reason: string): void => {
    report(reason);
    parts.push({ kind: "command", words: [MORE_WORDS], may: [], cwd, names: [] });
  };

  const walkText = (source: string, depth: number): void => {
    const unreadable = textProblem(source);
    if (unreadable === undefined) visit(parse(source), depth);
    else unread(unreadable);
  };

  const visit = (node: SyntaxNode, depth: number): void => {
    const before = cwd;
    if (node.type === "Script" && "errors" in node && (node.errors?.length ?? 0) > 0) unread("does not parse");
    const odd = ODD[node.type];
    if (odd !== undefined) report(odd);
    if (node.type === "For" && changesMeaning(node.name.text)) report(`loop over ${node.name.text}`);
    if ((node.type === "CommandExpansion" || node.type === "ProcessSubstitution") && node.script === undefined)
      unread("substitution that does not parse");
    if (/^(For|While|If|Case|ArithmeticFor|BraceGroup|Subshell|Assignment)$/.test(node.type)) isPlain = false;
    if (node.type === "Command") readCommand(node, depth);
    if (node.type === "Redirect" && node.operator !== "<" && node.target !== undefined) target(readWord(node.target));
    forEachChild(node, (child) => visit(child, depth));
    if (KEEPS_FOLDER.has(node.type)) cwd = before;
  };

  const readCommand = ({ name, prefix, suffix, redirects }: Command, depth: number): void => {
    const words: ShellWord[] = name === undefined ? [] : [readWord(name)];
    for (const item of prefix)
      if (item.type === "Assignment" && changesMeaning(item.text)) report(`assignment to ${item.name}`);
    for (const item of suffix) {
      if (item.type === "Word") words.push(readWord(item));
      else if (item.type === "Assignment") {
        const value = item.value.type === "Word" ? readWord(item.value) : MORE_WORDS;
        const assigned = `${item.name}=${value.shape}`;
        words.push(
          value.value === undefined
            ? { text: item.text, certainty: "single", shape: assigned }
            : staticWord(assigned, item.text),
        );
      }
    }
    if (redirects.some(({ type, operator }) => type !== "Redirect" || operator.includes("<"))) isPlain = false;
    if (words.some(({ value }) => value === undefined)) isPlain = false;
    if (words.length > 0)
      run(
        words,
        depth,
        redirects.map(inputOf).find((text) => text !== undefined),
      );
  };

  const add = (words: readonly ShellWord[], may: readonly (readonly ShellWord[])[] = []): void => {
    const names = cwd === undefined ? [] : namedPaths(words).map((path) => workspacePath(path, cwd ?? ".", workDir));
    parts.push({ kind: "command", words, may, cwd, names });
  };

  const run = (words: readonly ShellWord[], depth: number, input?: string): void => {
    commands += 1;
    if (commands > MAX_COMMANDS + 1) return;
    if (commands > MAX_COMMANDS || depth > MAX_WRAPPING)
      return unread(`more than ${MAX_COMMANDS} commands, or ${MAX_WRAPPING} wrappers`);
    const meaning = meaningOf(words, input);
    switch (meaning.kind) {
      case "free":
        return;
      case "cd":
        cwd = meaning.to === undefined || cwd === undefined ? undefined : workspacePath(meaning.to, cwd, workDir);
        return;
      case "script":
        if (meaning.unknown !== undefined) {
          report(meaning.unknown);
          add(words);
        }
        return walkText(meaning.text, depth + 1);
      case "writes":
        return meaning.paths.forEach(target);
      case "inner":
        if (meaning.outer !== undefined) add(meaning.outer);
        return run(meaning.words, depth + 1);
      case "argv":
        if (meaning.unknown !== undefined) report(meaning.unknown);
        return add(words, meaning.may);
    }
  };

  const target = ({ value }: ShellWord): void => {
    if (value === undefined || cwd === undefined) isPlain = false;
    if (value === undefined || cwd === undefined || /^(\d+-?|-|)$/.test(value)) return;
    const path = workspacePath(value, cwd, workDir);
    if (!DEVICE.test(path)) parts.push({ kind: "target", path });
  };

  try {
    walkText(command, 0);
  } catch (error) {
    // Deep nesting ends in a stack overflow of the parser or of this walk.
    unread(`does not parse: ${error instanceof Error ? error.message : String(error)}`);
  }
  return problem === undefined ? { parts, isPlain } : { parts, problem, isPlain: false };
};

/** People do not read a longer command before they approve it. Parsing this much takes about two milliseconds. */
const MAX_BYTES = 65_536;
/**
 * The parser reads the rest of a line again at each substitution: 64 of them in a line of full length take about a second, and a
 * thousand would take minutes. A line with more than 50 commands is not understood anyway.
 */
const MAX_SUBSTITUTIONS = 64;
const SUBSTITUTION = /[$<>]\(/g;
/** Control characters other than tab and newline: bash keeps them inside words, terminals and other parsers do not. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/;
/** bash joins continued lines first, so that `$\` and `x` on the next line are `$x`, and `2\` and `>` are one redirection. */
const SPLIT_TOKEN = /[$<>]\\\n|\$\{\\\n|\S\\\n[<>]/;

/** Why a text of shell commands is not parsed; undefined when it is. */
function textProblem(text: string): string | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return `longer than ${MAX_BYTES} bytes`;
  if ((text.match(SUBSTITUTION)?.length ?? 0) > MAX_SUBSTITUTIONS)
    return `more than ${MAX_SUBSTITUTIONS} substitutions`;
  if (CONTROL.test(text)) return "control characters";
  if (SPLIT_TOKEN.test(text)) return "an expansion or a redirection on two lines";
  // bash gets half of a surrogate pair as another character.
  return text.isWellFormed() ? undefined : "text that is not Unicode";
}
