/**
 * One shell word: what is certain about it before bash expands it. Substitutions inside are handed to the caller, odd
 * expansions are reported as problems; nothing is evaluated.
 */

import { forEachChild } from "unbash";
import type { Certainty, ShellWord } from "./word.ts";
import type { Command, DoubleQuotedChild, Script, SyntaxNode, Word, WordPart } from "unbash";

export interface WordVisitor {
  /** A substitution inside the word. */
  readonly script: (script: Script) => void;
  readonly problem: (reason: string) => void;
}

const CERTAINTIES: readonly Certainty[] = ["static", "single", "many", "split"];

/** White space outside ASCII, line separators, zero-width and direction marks: bash and people read them differently. */
const ODD_SPACE = /[\u0085\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/;
/** Escapes every reader of `$'…'` agrees on; `\x`, `\u`, `\c` and octal ones are treated as unknown text. */
const PLAIN_ANSI_C = /^\$'(?:[^\\']|\\[nt\\'"])*'$/;

/** Reads a parsed word, reporting substitutions and problems to `visitor`. */
export function readWord(word: Word, visitor: WordVisitor): ShellWord {
  visitNested(word, visitor);
  const parts = word.parts;
  const tilde = word.text.startsWith("~");
  if (parts === undefined) {
    checkLiteral(word.text, visitor);
    // A tilde becomes an absolute path that only the shell knows.
    if (tilde) return { text: word.text, certainty: "single", prefix: "/" };
    return { text: word.text, certainty: "static", value: word.value, prefix: word.value };
  }
  const state: { certainty: Certainty; prefix: string } = { certainty: "static", prefix: tilde ? "/" : "" };
  if (tilde) state.certainty = "single";
  for (const part of parts) {
    const known = partText(part, visitor);
    if (typeof known === "string") {
      if (state.certainty === "static") state.prefix += known;
    } else {
      if (state.certainty === "static") state.prefix += known.lead ?? "";
      state.certainty = wider(state.certainty, known.certainty);
    }
  }
  return state.certainty === "static"
    ? { text: word.text, certainty: "static", value: state.prefix, prefix: state.prefix }
    : { text: word.text, ...state };
}

/** Unquoted text: a word that swallowed an operator was read differently than bash would. */
function checkLiteral(text: string, visitor: WordVisitor): void {
  if (ODD_SPACE.test(text)) visitor.problem("white space outside ASCII");
  if (/[()|&;<>\s]/.test(text.replace(/\\[^]/g, ""))) visitor.problem("an operator inside a word");
}

interface Uncertain {
  readonly certainty: Certainty;
  /** Literal text the expansion surely begins with. */
  readonly lead?: string;
}

/** Text of a literal part, or how uncertain an expansion makes the word. */
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
      return { certainty: "many" };
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
      // "$@" is as many words as there are arguments.
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

/** Walks everything inside a word, a here-document or an arithmetic expression that bash would evaluate. */
export function visitNested(node: SyntaxNode, visitor: WordVisitor): void {
  forEachChild(node, (child) => {
    if (child.type === "Script") {
      visitor.script(child);
      return;
    }
    const reason = oddNode(child);
    if (reason !== undefined) visitor.problem(reason);
    visitNested(child, visitor);
  });
}

/** Why an expansion is not understood, or undefined. */
function oddNode(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "ExtendedGlob":
      return "extended glob";
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      // `${ cd x; }` of bash 5.3 runs in this shell: its `cd` would move what follows.
      if (node.text.startsWith("${")) return "substitution in the current shell";
      return node.script === undefined ? "substitution that does not parse" : undefined;
    case "ArithmeticExpansion":
      return node.expression === undefined ? "arithmetic that does not parse" : undefined;
    // bash evaluates a variable's value again, subscripts and the commands in them included.
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
 * True when the parser stepped over something inside a command, or stopped before a parenthesis: `ls ( x` is an error for
 * bash and three words for unbash 6.
 */
export function hasGap({ name, prefix, suffix, pos }: Command, source: string): boolean {
  let end = pos;
  for (const part of [...prefix, ...(name === undefined ? [] : [name]), ...suffix].toSorted((a, b) => a.pos - b.pos)) {
    if (part.pos > end && !/^(?:[ \t]|\\\n)*$/.test(source.slice(end, part.pos))) return true;
    end = Math.max(end, part.end);
  }
  return /^(?:[ \t]|\\\n)*\(/.test(source.slice(end, end + 1000));
}
