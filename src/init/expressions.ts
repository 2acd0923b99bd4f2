/** The part of GitHub's expressions that names commands: `matrix.x`, `env.X`, texts, `||`, `&&`, `==`, `!` and `format`. */

import { NOT_KNOWN } from "./matrix.ts";

/** Values of the context; `secrets`, `needs`, `steps` and the like are not known here. */
export interface ExpressionContext {
  readonly matrix: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>> | undefined;
}

/** A scalar of YAML or JSON as text; a list or mapping is none. */
export function scalarText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** Not known before the workflow runs. */
const UNKNOWN = Symbol("unknown");

/** The text with its expressions filled in; undefined if one of them is not known. */
export function filled(text: string, known: ExpressionContext): string | undefined {
  let isKnown = true;
  const result = text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => {
    const value = evaluate(expression, known);
    const filling = scalarText(value);
    if (value === UNKNOWN || typeof value === "object" || filling.length > MAX_VALUE) isKnown = false;
    return isKnown ? filling : "";
  });
  return isKnown ? result : undefined;
}

/** Whether the condition of a step or job is certainly not met. */
export function isNever(condition: unknown, known: ExpressionContext): boolean {
  if (condition === false) return true;
  if (typeof condition !== "string") return false;
  const inner = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(condition)?.[1] ?? condition;
  const value = evaluate(inner, known);
  return value !== UNKNOWN && !value;
}

const TOKEN = /\s*('(?:[^']|'')*'|\|\||&&|==|!=|[!(),]|-?\d+(?:\.\d+)?|[A-Za-z_][\w-]*(?:\.[\w*-]+|\[[^[\]]*\])*|.)/gsy;

/** Characters of a value; those of real matrices have a hundred. */
const MAX_VALUE = 2_000;
/** Each may be a parenthesis; the stack holds ten times as many. */
const MAX_TOKENS = 500;

/** Never throws: what is not understood is not known. */
function evaluate(expression: string, known: ExpressionContext): unknown {
  const tokens = Array.from(expression.trim().matchAll(TOKEN), ([, token = ""]) => token);
  if (tokens.length > MAX_TOKENS) return UNKNOWN;
  let at = 0;
  const take = (token: string): boolean => tokens[at] === token && (at += 1) > 0;
  const or = (): unknown => {
    let left = and();
    while (take("||")) {
      const right = and();
      left = left === UNKNOWN ? UNKNOWN : left ? left : right;
    }
    return left;
  };
  const and = (): unknown => {
    let left = equal();
    while (take("&&")) {
      const right = equal();
      // What is false stays false, whatever the other side is.
      const isFalse = [left, right].some((side) => side !== UNKNOWN && !side);
      left = isFalse ? false : left === UNKNOWN ? UNKNOWN : right;
    }
    return left;
  };
  const equal = (): unknown => {
    const left = one();
    const isEqual = take("==");
    if (!isEqual && !take("!=")) return left;
    const right = one();
    if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN;
    const same = scalarText(left).toLowerCase() === scalarText(right).toLowerCase();
    return same === isEqual;
  };
  const one = (): unknown => {
    if (take("!")) {
      const value = one();
      return value === UNKNOWN ? UNKNOWN : !value;
    }
    if (take("(")) {
      const value = or();
      return take(")") ? value : UNKNOWN;
    }
    const token = tokens[at] ?? "";
    at += 1;
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (/^-?\d/.test(token)) return Number(token);
    if (token === "true" || token === "false") return token === "true";
    if (take("(")) return call(token.toLowerCase());
    return valueOf(token, known);
  };
  const call = (name: string): unknown => {
    const values: unknown[] = [];
    while (at < tokens.length && !take(")")) {
      values.push(or());
      take(",");
    }
    if (values.includes(UNKNOWN)) return UNKNOWN;
    const [first = "", ...given] = values.map(scalarText);
    const [second = ""] = given;
    if (name === "format") {
      if ([first, ...given].some((text) => text.length > MAX_VALUE)) return UNKNOWN; // each call may double it
      return first.replaceAll(/\{(\d+)\}/g, (_, index: string) => given[Number(index)] ?? "");
    }
    if (name === "startswith") return first.toLowerCase().startsWith(second.toLowerCase());
    if (name === "endswith") return first.toLowerCase().endsWith(second.toLowerCase());
    return name === "contains" ? first.toLowerCase().includes(second.toLowerCase()) : UNKNOWN;
  };
  const value = or();
  return at < tokens.length ? UNKNOWN : value;
}

function valueOf(name: string, { matrix, env, inputs = {} }: ExpressionContext): unknown {
  const [root = "", ...path] = name.split(/[.[\]']+/).filter((part) => part !== "");
  switch (root) {
    case "matrix":
      return path.reduce<unknown>((value, key) => member(value, key), matrix) ?? (NOT_KNOWN in matrix ? UNKNOWN : "");
    case "env":
      return member(env, path[0] ?? "") ?? UNKNOWN;
    case "inputs":
      return member(inputs, path[0] ?? "") ?? UNKNOWN;
    case "runner":
      return path[0] === "os" ? "Linux" : path[0] === "arch" ? "X64" : UNKNOWN;
    case "github":
      return path.join(".") === "workspace" ? "." : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** Not what a prototype has, such as `toString`. */
function member(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}
