/**
 * The shapes of what bash may make of a word that is not literal, one for each alternative of its braces. Variables are only marked
 * until the whole line is known, because a loop may set them anywhere.
 */

import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { ANY, combined, DIGITS, patternShape, withoutDots } from "./shape.ts";

/** A variable in a shape, with `~` before the name if bash splits its value into words. */
const VARIABLE = /\x07(~?)(\w+)\x08/;
/** Stands for the lines of a command's input. No variable of bash can have this name. */
export const INPUT_NAME = "0input";
export const INPUT = `\x07${INPUT_NAME}\x08`;
/** Escapes in `$'…'` that all shells read alike. `\x`, `\u`, `\c` and octal escapes count as unknown text. */
export const PLAIN_ANSI_C = /^\$'(?:[^\\']|\\[nt\\'"])*'$/;
/** `{a,b}` without braces, quotes or expansions inside. */
const PLAIN_BRACES = /^\{([^{}'"$`\\]*,[^{}'"$`\\]*)\}$/;
const RANGE = /^\{(-?\w+)\.\.(-?\w+)(?:\.\.-?\d+)?\}$/;
/** `~`, `~user`, `~+` and `~-`. */
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

/** The known values of variables. */
export interface Bindings {
  /** Shapes of a variable's value; undefined for an unknown variable. */
  readonly valueOf: (name: string) => readonly string[] | undefined;
}

/** Most shapes of a word. People write fewer; a word with more counts as any text. */
const MAX_SHAPES = 64;
/** Most variables in one word, including variables in their values. */
const MAX_ROUNDS = 8;

/** The shapes with values in place of variables. */
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

/** bash splits an unquoted value at white space, and reads stars in it as a file pattern. */
function isOneWord(value: string): boolean {
  return !/[\s*?[\]]/.test(value);
}
