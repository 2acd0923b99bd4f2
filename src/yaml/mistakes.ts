/** Describes the mistakes in a file: `rules[0].approve: "x" is not accepted; expected …`. */

import { isAlias, isMap, isNode, isScalar, isSeq, type Document, type Node } from "yaml";
import type { core } from "zod/mini";
import { nearest } from "../base/nearest.ts";

export type Field = readonly (string | number)[];

export type Mistake =
  /** The value is not accepted. `accepts` says what would be. */
  | { readonly field: Field; readonly accepts: string }
  /** The whole text of the mistake, at the value or at its key. */
  | { readonly field: Field; readonly says: string; readonly atKey?: boolean };

/** A mistake with its place, counted in characters from the beginning of the text. */
export interface Problem {
  readonly offset: number;
  readonly says: string;
}

export function describeMistake(mistake: Mistake, document: Document): Problem {
  const { offset, found } = locate(mistake, document);
  const says = "says" in mistake ? mistake.says : `${problemOf(found, mistake.field)}; expected ${mistake.accepts}`;
  return { offset, says: `${fieldName(mistake.field)}: ${says}` };
}

/** `rules[0].approve.exec[1]`. */
export function fieldName(field: Field): string {
  if (field.length === 0) return "the file";
  return field.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("");
}

/** `unknown key "x"; did you mean "y"? accepted: …`. */
export function unknownName(what: string, name: string, accepted: readonly string[]): string {
  const close = nearest(name, accepted);
  return `unknown ${what} "${name}"; ${close === undefined ? "" : `did you mean "${close}"? `}accepted: ${accepted.join(", ")}`;
}

function problemOf(found: Node | undefined, field: Field): string {
  if (found === undefined) return field.length === 0 ? "empty" : "missing";
  return `${show(found)} is not accepted`;
}

function show(node: Node): string {
  if (isMap(node)) return "this mapping";
  if (isSeq(node)) return "this list";
  if (!isScalar(node)) return "nothing";
  const shown = typeof node.value === "number" ? String(node.value) : JSON.stringify(node.value); // JSON has no infinity
  return shown.length > 100 ? `${shown.slice(0, 99)}…` : shown;
}

interface Located {
  readonly offset: number;
  readonly found: Node | undefined;
}

/** The node of a field, and the place of the last node on the way to it that exists. */
function locate(mistake: Mistake, document: Document): Located {
  const { field } = mistake;
  const atKey = "says" in mistake && mistake.atKey === true;
  let node: Node | undefined = isNode(document.contents) ? document.contents : undefined;
  let offset = node?.range?.[0] ?? 0;
  for (const [index, key] of field.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (pair === undefined) return { offset, found: undefined };
      const keyOffset = (isNode(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      if (atKey && index === field.length - 1) return { offset: keyOffset, found: undefined };
      node = isNode(pair.value) ? pair.value : undefined;
      // An empty value has no place, so the place of its key is used.
      const [from, to] = node?.range ?? [keyOffset, keyOffset];
      offset = from === to ? keyOffset : from;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(key)];
      node = isNode(item) ? item : undefined;
      offset = node?.range?.[0] ?? offset;
    } else return { offset, found: undefined };
  }
  return { offset, found: isAlias(node) ? node.resolve(document) : node };
}

/** The first mistake of each field; unknown keys one by one, with the keys that are accepted at that place. */
export function schemaMistakes(issues: readonly core.$ZodIssue[], schema: core.$ZodType): readonly Mistake[] {
  const known = new Set<string>();
  return fromIssues(issues, schema).filter(({ field }) => !known.has(fieldName(field)) && known.add(fieldName(field)));
}

function fromIssues(issues: readonly core.$ZodIssue[], schema: core.$ZodType): readonly Mistake[] {
  const misspelt = new Set(issues.flatMap(({ code, path }) => (code === "unrecognized_keys" ? [path.join("\0")] : [])));
  return issues.flatMap((issue): readonly Mistake[] => {
    const field = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
    if (issue.code === "unrecognized_keys") {
      const accepted = keysAt(schema, field);
      return issue.keys.map((key) => ({
        field: [...field, key],
        atKey: true,
        says: unknownName("key", key, accepted),
      }));
    }
    if (issue.code === "invalid_key") {
      return [{ field, atKey: true, says: `expected ${issue.issues[0]?.message ?? issue.message}` }];
    }
    // "exactly one of approve, …" is not useful beside "unknown key aprove".
    if (issue.code === "custom" && misspelt.has(issue.path.join("\0"))) return [];
    const meant = issue.code === "invalid_union" ? meantOption(issue.errors) : undefined;
    if (meant === undefined) return [{ field, accepts: issue.message }];
    return fromIssues(
      meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
      schema,
    );
  });
}

/** The mistakes of the option that the value is probably meant to be: one that fits in part, else one of the same type. */
function meantOption(options: readonly (readonly core.$ZodIssue[])[]): readonly core.$ZodIssue[] | undefined {
  return (
    options.find((issues) => issues.some(({ path }) => path.length > 0)) ??
    options.find((issues) => issues.some(({ code }) => code !== "invalid_type"))
  );
}

interface SchemaDef {
  readonly shape?: Readonly<Record<string, core.$ZodType>>;
  readonly catchall?: core.$ZodType;
  readonly element?: core.$ZodType;
  readonly valueType?: core.$ZodType;
  readonly innerType?: core.$ZodType;
  readonly items?: readonly core.$ZodType[];
  readonly options?: readonly core.$ZodType[];
}

function keysAt(schema: core.$ZodType, field: Field): readonly string[] {
  const def = schema._zod.def as SchemaDef;
  if (def.innerType !== undefined) return keysAt(def.innerType, field);
  if (def.options !== undefined) return def.options.flatMap((option) => keysAt(option, field));
  const [key, ...rest] = field;
  if (key === undefined) return Object.keys(def.shape ?? {});
  const next = def.shape?.[key] ?? def.items?.[Number(key)] ?? def.element ?? def.valueType;
  return next === undefined ? [] : keysAt(next, rest);
}

/** The keys that an object schema names, if it ignores other keys. */
export function onlyKeys(schema: core.$ZodType): readonly string[] | undefined {
  const { innerType, shape, catchall } = schema._zod.def as SchemaDef;
  if (innerType !== undefined) return onlyKeys(innerType);
  return shape === undefined || catchall !== undefined ? undefined : Object.keys(shape);
}
