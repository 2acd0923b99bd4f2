/**
 * What bash may make of a word that is not literal, as shapes: one for each alternative of its braces. Variables stay marked
 * until the whole line is known, because a loop may set them anywhere.
 */

import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { ANY, combined, DIGITS, patternShape, withoutDots } from "./shape.ts";

/** A variable in a shape, `~` before the name when bash splits its value into words. */
const VARIABLE = /\x07(~?)(\w+)\x08/;
/** The lines that a command reads as its input; a name that no variable of bash can have. */
export const INPUT_NAME = "0input";
export const INPUT = `\x07${INPUT_NAME}\x08`;
/** Decoded alike by every shell. Other escapes count as any text. */
const PLAIN_ANSI_C = /^\$'(?:[^\\']|\\[nt\\'"])*'$/;
/** `{a,b}` without braces, quotes and expansions inside. */
const PLAIN_BRACES = /^\{([^{}'"$`\\]*,[^{}'"$`\\]*)\}$/;
const RANGE = /^\{(-?\w+)\.\.(-?\w+)(?:\.\.-?\d+)?\}$/;
/** `~user/x` is below some home as well. */
const TILDE = /^~([+-]?)[^/]*/;

export function shapesOf({ text, value, parts }: Word): readonly string[] {
  const joined = text.replaceAll("\\\n", "");
  const shapes = parts === undefined ? [value] : combined(parts.map((part) => partShapes(part)));
  if (shapes === undefined) return [ANY];
  // bash expands a tilde at the start, and after `=` and `:` in what looks like an assignment.
  if (joined.startsWith("~")) return shapes.map((shape) => shape.replace(TILDE, (_, sign: string) => home(sign)));
  return shapes.map((shape) => withoutDots(shape.replaceAll(/([=:])~(?=\/|$)/g, `$1/~`)));
}

function home(sign: string): string {
  if (sign === "") return "/~";
  return sign === "+" ? variable("PWD", true) : variable("OLDPWD", true);
}

function variable(name: string, isQuoted: boolean): string {
  return `\x07${isQuoted ? "" : "~"}${name}\x08`;
}

function partShapes(part: WordPart | DoubleQuotedChild, isQuoted = false): readonly string[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return [part.value];
    case "AnsiCQuoted":
      return [PLAIN_ANSI_C.test(part.text) ? part.value : ANY];
    case "DoubleQuoted":
      return combined(part.parts.map((child) => partShapes(child, true))) ?? [ANY];
    case "Glob":
      return [patternShape(part.text, true)];
    case "BraceExpansion":
      return braceShapes(part.text);
    case "SimpleExpansion":
      return [parameter(part.text.slice(1), isQuoted)];
    case "ParameterExpansion":
      return [part.operation === undefined && part.prefix === undefined ? parameter(part.parameter, isQuoted) : ANY];
    case "ArithmeticExpansion":
      return [DIGITS];
    case "ProcessSubstitution":
      return ["/dev/fd/63"];
    case "CommandExpansion":
    case "LocaleString":
    case "ExtendedGlob":
      return [ANY];
  }
}

function parameter(name: string, isQuoted: boolean): string {
  // `$!` is empty before the first background command, so that `$!/etc/x` is a path from the root.
  if (/^[$?#]$/.test(name)) return DIGITS;
  return /^[A-Za-z_]\w*$/.test(name) ? variable(name, isQuoted) : ANY;
}

function braceShapes(text: string): readonly string[] {
  const choices = PLAIN_BRACES.exec(text)?.[1];
  if (choices !== undefined) return choices.split(",").map((choice) => patternShape(choice, true));
  return RANGE.test(text) && /^\{-?\d/.test(text) ? [DIGITS] : [ANY];
}

/** What a line is known to set its variables to. */
export interface Bindings {
  /** Shapes of a variable; undefined for one that is not known. */
  readonly valueOf: (name: string) => readonly string[] | undefined;
}

/** More alternatives than a line that people write has; with more a word counts as any text. */
const MAX_SHAPES = 64;
/** Variables in one word, and variables whose values are variables again. */
const MAX_ROUNDS = 8;

/** The shapes with the values of their variables. */
export function withValues(given: readonly string[], bindings: Bindings): readonly string[] {
  let shapes = given;
  for (let round = 0; shapes.some((shape) => VARIABLE.test(shape)); round += 1) {
    if (round === MAX_ROUNDS) return [ANY];
    const next = new Set(shapes.flatMap((shape) => withFirst(shape, bindings)));
    if (next.size > MAX_SHAPES) return [ANY];
    shapes = [...next];
  }
  return shapes;
}

function withFirst(shape: string, bindings: Bindings): readonly string[] {
  const found = VARIABLE.exec(shape);
  if (found === null) return [shape];
  const [text, split = "", name = ""] = found;
  const [start, end] = [shape.slice(0, found.index), shape.slice(found.index + text.length)];
  const values = bindings.valueOf(name) ?? [ANY];
  return values.map((value) => start + (split === "" || isOneWord(value) ? value : ANY) + end);
}

/** bash splits the value at white space and takes its stars for a file pattern. */
function isOneWord(value: string): boolean {
  return !/[\s*?[\]]/.test(value);
}
