/**
 * Says what is certain about a shell word before bash expands it. Passes substitutions inside the word to the visitor, and reports
 * expansions that are not understood as problems. Evaluates nothing.
 */

import { forEachChild } from "unbash";
import { ANY } from "./shape.ts";
import { staticWord, type Certainty, type ShellWord } from "./word.ts";
import { PLAIN_ANSI_C, shapesOf } from "./word-shapes.ts";
import type { Command, DoubleQuotedChild, Script, SyntaxNode, Word, WordPart } from "unbash";

export interface WordVisitor {
  /** A substitution inside the word. */
  readonly script: (script: Script) => void;
  readonly problem: (reason: string) => void;
}

const CERTAINTIES: readonly Certainty[] = ["static", "single", "many", "split"];

/** White space outside ASCII, line separators, zero-width and direction marks, which bash and people read differently. */
const ODD_SPACE = /[\u0085\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/;
/** bash expands tildes in every word that looks like an assignment: `make x=~/y`, `x=a:~`. */
const TILDE_VALUE = /^[A-Za-z_]\w*(?:\[[^]*\])?\+?=(?:[^]*:)?~/;

/** Reads a parsed word, reporting substitutions and problems to `visitor`. */
export function readWord(word: Word, visitor: WordVisitor): ShellWord {
  visitNested(word, visitor);
  const { text, parts } = word;
  if (parts === undefined) checkLiteral(text, visitor);
  const brace = openBrace(parts ?? [word]);
  const read = brace ?? (parts === undefined ? staticWord(word.value) : readParts(parts, visitor));
  const shapes = brace === undefined ? shapesOf(word) : [ANY];
  // bash replaces a tilde by an absolute path, which is unknown.
  const joined = text.replaceAll("\\\n", "");
  if (joined.startsWith("~")) return { ...uncertain({ ...read, text }, "/"), shapes };
  if (TILDE_VALUE.test(joined)) return { ...uncertain({ ...read, text }, joined.replace(/=[^]*/, "=")), shapes };
  return read.value === undefined ? { ...read, text, shapes } : { ...read, text };
}

function uncertain({ text, certainty }: ShellWord, prefix: string): ShellWord {
  return { text, certainty: wider(certainty, "single"), prefix };
}

/**
 * Finds braces that bash expands and unbash 6 may not: `{"a"},b}` is `a}` and `b`. Some words that bash does not expand count as
 * computed as well, which is only stricter.
 */
function openBrace(parts: readonly { readonly type: string; readonly text: string }[]): ShellWord | undefined {
  const isPlain = parts.every(({ type }) => /^(Word|Literal|SingleQuoted|DoubleQuoted|AnsiCQuoted|Glob)$/.test(type));
  const bare = parts.map(({ type, text }) =>
    type === "Word" || type === "Literal" ? text.replaceAll(/\\[^]/g, "qq") : "q",
  );
  const joined = bare.join("");
  const first = joined.indexOf("{");
  const between = first < 0 ? "" : joined.slice(first + 1, Math.max(first + 1, joined.lastIndexOf("}")));
  return !/,|\.\./.test(between) ? undefined : { text: "", certainty: isPlain ? "many" : "split", prefix: "" };
}

function readParts(parts: readonly WordPart[], visitor: WordVisitor): ShellWord {
  const state: { certainty: Certainty; prefix: string } = { certainty: "static", prefix: "" };
  for (const part of parts) {
    const known = partText(part, visitor);
    if (typeof known === "string") {
      if (state.certainty === "static") state.prefix += known;
    } else {
      if (state.certainty === "static") state.prefix += known.lead ?? "";
      state.certainty = wider(state.certainty, known.certainty);
    }
  }
  return state.certainty === "static" ? staticWord(state.prefix) : { text: "", ...state };
}

/** Reports unquoted text that bash would not read as part of a word. */
function checkLiteral(text: string, visitor: WordVisitor): void {
  if (ODD_SPACE.test(text)) visitor.problem("white space outside ASCII");
  if (/[()|&;<>\s]/.test(text.replace(/\\[^]/g, ""))) visitor.problem("an operator inside a word");
}

interface Uncertain {
  readonly certainty: Certainty;
  /** Literal text that every expansion begins with. */
  readonly lead?: string;
}

/** The text of a literal part, or how uncertain an expansion makes the word. */
function partText(part: WordPart, visitor: WordVisitor): string | Uncertain {
  switch (part.type) {
    case "Literal":
      checkLiteral(part.text, visitor);
      return part.value;
    case "SingleQuoted":
      return part.value;
    case "AnsiCQuoted":
      return PLAIN_ANSI_C.test(part.text) ? part.value : { certainty: "single" };
    case "DoubleQuoted":
      return quotedText(part.parts);
    case "ProcessSubstitution":
      return { certainty: "single", lead: "/dev/fd/" };
    case "LocaleString":
    case "ArithmeticExpansion":
      return { certainty: "single" };
    case "Glob":
    case "BraceExpansion":
      return { certainty: hasExpansion(part) ? "split" : "many" };
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
    case "ExtendedGlob":
      return { certainty: "split" };
  }
}

function quotedText(parts: readonly DoubleQuotedChild[]): string | Uncertain {
  let lead = "";
  for (const [index, part] of parts.entries()) {
    if (part.type === "Literal") {
      lead += part.value;
    } else {
      // "$@" becomes one word for each argument.
      const list = parts.slice(index).some((rest) => isParameter(rest) && rest.text.includes("@"));
      return list ? { certainty: "split" } : { certainty: "single", lead };
    }
  }
  return lead;
}

function isParameter(part: DoubleQuotedChild): boolean {
  return part.type === "SimpleExpansion" || part.type === "ParameterExpansion";
}

function hasExpansion(node: SyntaxNode): boolean {
  let found = false;
  forEachChild(node, (child) => {
    found ||= !["Literal", "Glob", "SingleQuoted", "BraceExpansion"].includes(child.type) || hasExpansion(child);
  });
  return found;
}

function wider(a: Certainty, b: Certainty): Certainty {
  return CERTAINTIES.indexOf(a) > CERTAINTIES.indexOf(b) ? a : b;
}

/**
 * Visits everything that bash would evaluate inside a word, a here-document or an arithmetic expression. Inside double quotes and
 * here-documents, the quotes of `${x:-'$(y)'}` and `${x:-$'$(y)'}` are text to bash, so that it runs `y`.
 */
export function visitNested(node: SyntaxNode, visitor: WordVisitor, outerQuotes = false): void {
  const isQuoted = outerQuotes || node.type === "DoubleQuoted" || node.type === "HereDocBody";
  forEachChild(node, (child) => {
    if (child.type === "Script") {
      visitor.script(child);
      return;
    }
    const reason = isQuoted && mayBeText(child) ? "quotes inside quotes" : oddNode(child);
    if (reason !== undefined) visitor.problem(reason);
    visitNested(child, visitor, isQuoted);
  });
}

function mayBeText({ type, text }: SyntaxNode & { readonly text?: string }): boolean {
  // `"${x:?<(y)}"` starts `y`. With other operators `<(y)` is text.
  if (type === "ParameterExpansion") return /[<>]\(/.test(text ?? "");
  return (type === "SingleQuoted" || type === "AnsiCQuoted") && /[$`<>\\]/.test(text?.replace(/^\$/, "") ?? "");
}

/** Why an expansion is not understood, or undefined. */
function oddNode(node: SyntaxNode): string | undefined {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the parser has 60 kinds of nodes
  switch (node.type) {
    case "ExtendedGlob":
      return "extended glob";
    case "CommandExpansion":
    case "ProcessSubstitution":
      // `${ cd x; }` of bash 5.3 runs in this shell, so its `cd` changes the directory of later commands.
      if (node.text.startsWith("${")) return "substitution in the current shell";
      return node.script === undefined ? "substitution that does not parse" : undefined;
    case "ArithmeticExpansion":
      return node.expression === undefined ? "arithmetic that does not parse" : undefined;
    // bash evaluates the value of a variable and the output of a command again, and runs commands in their subscripts.
    case "ArithmeticCommandExpansion":
      return "arithmetic with variables";
    case "ArithmeticWord":
      return /^\d+$/.test(node.value) ? undefined : "arithmetic with variables";
    case "ParameterExpansion":
      if (node.prefix === "!") return "indirect expansion";
      if (node.index !== undefined || node.parameter.includes("[")) return "array expansion";
      return /^(\w+|[@*#?$!-])$/.test(node.parameter) ? undefined : "unknown parameter expansion";
    case "Default":
      return node.operator.includes("=") ? "assignment inside an expansion" : undefined;
    case "Slice":
      return /^\d+$/.test(node.offset.text) && /^\d*$/.test(node.length?.text ?? "") ? undefined : "computed substring";
    case "Transform":
    case "Names":
    case "Unknown":
      return "unknown parameter expansion";
    default:
      return undefined;
  }
}

/**
 * True when the parser skipped text inside a command, stopped before a parenthesis, or read two words where bash reads one:
 * `ls ( x` is an error in bash and three words in unbash 6, and `a<(x)` is one word in bash and two in unbash.
 */
export function hasGap({ name, prefix, suffix, pos }: Command, source: string): boolean {
  let end = pos;
  for (const part of [...prefix, ...(name === undefined ? [] : [name]), ...suffix].toSorted((a, b) => a.pos - b.pos)) {
    if (part.pos > end && !/^(?:[ \t]|\\\n)*$/.test(source.slice(end, part.pos))) return true;
    if (part.pos === end && end > pos && !("operator" in part)) return true;
    end = Math.max(end, part.end);
  }
  return /^(?:[ \t]|\\\n)*\(/.test(source.slice(end, end + 1000));
}
