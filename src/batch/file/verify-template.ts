/**
 * Commands with fields. A value becomes one quoted word, so that no value is ever a command; a field may stand only where bash reads
 * a quoted word as what it is.
 */

import { shellWord } from "../../policy/shell/quoted-word.ts";
import { fillFields, piecesOf, templateProblem } from "./template.ts";

/** Stands for a field while the quotes around it are looked for. */
const FIELD = "\uE000";

/** Commands that read a quoted word as a command, an expression or the name of a variable, whose subscript bash evaluates. */
const EVALUATES =
  /(?:^|[;&|(\n]|\b(?:then|do|else|if|while|exec|command|env|time)\s)\s*(?:eval|let|read|unset|trap|source|\.|mapfile|declare|typeset|(?:ba|da)?sh(?=\s[^;&|\n]*-[a-z]*c))\s[^;&|\n]*\uE000/;

/** What would be accepted instead; undefined when the command is fine. */
export function commandProblem(command: string): string | undefined {
  const problem = templateProblem(command);
  if (problem !== undefined) return problem;
  if (!/\S/.test(command) || command.includes("\0")) return 'a command line, like "npm test -- {{path}}"';
  const pieces = piecesOf(command);
  if (!pieces.some(({ kind }) => kind === "field")) return undefined;
  const text = pieces.map(({ kind, text }) => (kind === "field" ? FIELD : text)).join("");
  if (quotedFields(text)) return "fields outside of quotes: each becomes one quoted word by itself";
  // In these places bash reads a quoted word as something else: an expression, lines of data, a comment that a newline ends.
  if (/`|<<|\(\(|\$\[|\[\[|\$'|(?:^|[\s;&|(])#/.test(text))
    return "no fields beside backquotes, <<, ((, $[, [[, $' and comments";
  if (EVALUATES.test(text)) return "no fields in the words of eval, sh -c and others that run or evaluate their words";
  return /\$\{[^}]*\uE000|[\\$]\uE000/.test(text) ? "fields that stand behind no $ or backslash" : undefined;
}

/** Whether a field stands between quotes. */
function quotedFields(text: string): boolean {
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === FIELD && quote !== "") return true;
    if (char === "\\" && quote !== "'") at += text.charAt(at + 1) === FIELD ? 0 : 1;
    else if (quote === "" && (char === "'" || char === '"')) quote = char;
    else if (char === quote) quote = "";
  }
  return false;
}

/** The command with every value as one word. */
export function fillCommand(command: string, fields: Readonly<Record<string, string>>): string {
  return fillFields(command, fields, (value) => (value === "" ? "''" : shellWord(value)));
}
