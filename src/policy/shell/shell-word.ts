/** Says what is certain about a shell word before bash expands it. Evaluates nothing. */

import { forEachChild, type SyntaxNode, type Word, type WordPart } from "unbash";
import { ANY, staticWord, type Certainty, type ShellWord } from "./word.ts";

const CERTAINTIES: readonly Certainty[] = ["static", "single", "many", "split"];
/** bash expands tildes in every word that looks like an assignment: `make x=~/y`, `x=a:~`. */
const TILDE = /^~|^[A-Za-z_]\w*(\[[^]*\])?\+?=([^]*:)?~/;
/** Escapes of `$'…'` that unbash and bash read alike. */
const PLAIN_ANSI_C = /^\$'(?:[^\\]|\\[abefnrtv\\'"?])*'$/s;

/** A literal text, or how uncertain an expansion makes the word. */
type Read = { readonly literal: string } | { readonly certainty: Certainty };

export function readWord({ text, parts, value }: Word): ShellWord {
  const pieces = parts === undefined ? [{ literal: value }] : parts.flatMap(readPart);
  const braces = bracesOf(parts ?? [{ type: "Literal", text }]);
  const certainties = pieces.map((piece) => ("literal" in piece ? "static" : piece.certainty));
  if (braces !== undefined) return { text, certainty: widest([...certainties, braces]), shape: ANY };
  const shape = pieces.map((piece) => ("literal" in piece ? piece.literal : ANY)).join("");
  const certainty = widest(certainties);
  if (TILDE.test(text.replaceAll("\\\n", "")))
    return { text, certainty: widest([certainty, "single"]), shape: shape.replace("~", ANY) };
  return certainty === "static" ? staticWord(shape, text) : { text, certainty, shape };
}

/** The script that a word is when its expansions are left in it: the text of `bash -c "cd $DIR && make"`. */
export function scriptOf({ value, text }: ShellWord): string | undefined {
  if (value !== undefined) return value;
  return /^"[^]*"$/.test(text) ? text.slice(1, -1).replaceAll(/\\(["\\`])/g, "$1") : undefined;
}

/** Finds braces that bash expands and unbash may not: `{"a"},b}` is `a}` and `b`. */
function bracesOf(parts: readonly { readonly type: string; readonly text: string }[]): Certainty | undefined {
  if (parts.some(({ type }) => type === "BraceExpansion")) return undefined; // read as one
  const bare = parts.map(({ type, text }) =>
    type === "Word" || type === "Literal" ? text.replaceAll(/\\[^]/g, "qq") : "q",
  );
  const joined = bare.join("");
  const from = joined.indexOf("{");
  return from >= 0 && /,|\.\./.test(joined.slice(from, Math.max(from, joined.lastIndexOf("}")))) ? "many" : undefined;
}

function readPart(part: WordPart): readonly Read[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return [{ literal: part.value }];
    case "AnsiCQuoted":
      return [PLAIN_ANSI_C.test(part.text) ? { literal: part.value } : { certainty: "single" }];
    case "DoubleQuoted":
      // "$@" becomes one word for each argument.
      return part.parts.map((piece) =>
        piece.type === "Literal"
          ? { literal: piece.value }
          : { certainty: /^\$@|^\$\{[^}]*@/.test(piece.text) ? "split" : "single" },
      );
    case "ProcessSubstitution":
    case "LocaleString":
    case "ArithmeticExpansion":
      return [{ certainty: "single" }];
    case "Glob":
    case "BraceExpansion":
      return [{ certainty: hasExpansion(part) ? "split" : "many" }];
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
    case "ExtendedGlob":
      return [{ certainty: "split" }];
  }
}

function hasExpansion(node: SyntaxNode): boolean {
  let found = /Expansion$|Substitution$/.test(node.type) && node.type !== "BraceExpansion";
  forEachChild(node, (child) => {
    found ||= hasExpansion(child);
  });
  return found;
}

function widest(certainties: readonly Certainty[]): Certainty {
  return CERTAINTIES.findLast((certainty) => certainties.includes(certainty)) ?? "static";
}
