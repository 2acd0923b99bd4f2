/** Turns what is wrong with a policy file into lines a person can act on: place, field, value, and what would be accepted. */

import { isAlias, isMap, isNode, isScalar, isSeq, type Document, type LineCounter, type Node } from "yaml";
import type { core } from "zod/mini";
import { nearest } from "../../base/nearest.ts";

export type Field = readonly (string | number)[];

export interface Issue {
  readonly field: Field;
  /** Points at the key instead of the value: unknown and duplicate keys. */
  readonly atKey?: boolean;
  /** What would be accepted. */
  readonly accepts: string;
  /** The value, where the file's own text does not say it. */
  readonly value?: unknown;
}

/** Where values stand in the file. */
export interface Source {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

/** One line per issue, in the order of the file: `file:line:column: field: value is not accepted; expected …`. */
export function describeIssues(issues: readonly Issue[], source: Source): string[] {
  const known = new Set<string>();
  return issues
    .filter(({ field }) => !known.has(fieldName(field)) && known.add(fieldName(field)))
    .map((issue) => ({ issue, ...locateField(issue, source) }))
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ issue, offset, found }) => {
      const value = issue.value ?? (isScalar(found) ? found.value : undefined);
      const shown = issue.atKey === true ? "" : ` ${showValue(value, found)} is not accepted;`;
      return `${place(source, offset)}: ${fieldName(issue.field)}:${shown} ${issue.atKey === true ? "" : "expected "}${issue.accepts}`;
    });
}

/** `file:line:column` of an offset, both from 1. */
export function place({ file, lines }: Pick<Source, "file" | "lines">, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${file}:${line}:${col}`;
}

/** `rules[0].approve.exec[1]`. */
export function fieldName(field: Field): string {
  if (field.length === 0) return "the file";
  return field.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("");
}

function showValue(value: unknown, found: Node | undefined): string {
  if (value === undefined) return isMap(found) ? "this mapping" : isSeq(found) ? "this list" : "nothing";
  const shown = JSON.stringify(value);
  return shown.length > 100 ? `${shown.slice(0, 99)}…` : shown;
}

/** The node of a field, or the last one on the way that exists. */
function locateField(
  { field, atKey }: Issue,
  { document }: Source,
): { readonly offset: number; readonly found: Node | undefined } {
  let node: Node | undefined = isNode(document.contents) ? document.contents : undefined;
  let offset = node?.range?.[0] ?? 0;
  for (const [index, key] of field.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    let next: Node | undefined;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (pair === undefined) return { offset, found: undefined };
      const keyOffset = isNode(pair.key) ? pair.key.range?.[0] : undefined;
      if (atKey === true && index === field.length - 1) return { offset: keyOffset ?? offset, found: undefined };
      next = isNode(pair.value) ? pair.value : undefined;
      // An empty value stands nowhere; its key does.
      const empty = next?.range !== undefined && next.range !== null && next.range[0] === next.range[1];
      offset = (empty ? keyOffset : next?.range?.[0]) ?? keyOffset ?? offset;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(key)];
      next = isNode(item) ? item : undefined;
      offset = next?.range?.[0] ?? offset;
    } else return { offset, found: undefined };
    node = next;
  }
  return { offset, found: node };
}

/** Issues of the schema check, unknown keys one by one with the keys that are accepted at that place. */
export function schemaIssues(issues: readonly core.$ZodIssue[], schema: core.$ZodType): Issue[] {
  const misspelt = new Set(
    issues.filter(({ code }) => code === "unrecognized_keys").map(({ path }) => path.join("\0")),
  );
  return issues.flatMap((issue): Issue[] => {
    // "exactly one of approve, …" is no news beside "unknown key aprove".
    if (issue.code === "custom" && misspelt.has(issue.path.join("\0"))) return [];
    const field = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
    if (issue.code === "unrecognized_keys") {
      const accepted = keysAt(schema, field);
      return issue.keys.map((key) => {
        const close = nearest(key, accepted);
        const hint = close === undefined ? "" : `did you mean "${close}"? `;
        return {
          field: [...field, key],
          atKey: true,
          accepts: `unknown key "${key}"; ${hint}accepted: ${accepted.join(", ")}`,
        };
      });
    }
    if (issue.code === "invalid_union") {
      // Of several accepted shapes the one whose kind of value this is says best what is wrong.
      const meant = issue.errors.find((errors) => errors.some(({ code, path }) => code !== "invalid_type" || path[0]));
      if (meant !== undefined) {
        return schemaIssues(
          meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
          schema,
        );
      }
    }
    if (issue.code === "invalid_key")
      return [{ field, atKey: true, accepts: `expected ${issue.issues[0]?.message ?? issue.message}` }];
    return [{ field, accepts: issue.message }];
  });
}

interface SchemaDef {
  readonly shape?: Readonly<Record<string, core.$ZodType>>;
  readonly element?: core.$ZodType;
  readonly valueType?: core.$ZodType;
  readonly innerType?: core.$ZodType;
  readonly options?: readonly core.$ZodType[];
}

/** Keys that the schema accepts at a field. */
function keysAt(schema: core.$ZodType, field: Field): string[] {
  const def = schema._zod.def as SchemaDef;
  if (def.innerType !== undefined) return keysAt(def.innerType, field);
  if (def.options !== undefined) return def.options.flatMap((option) => keysAt(option, field));
  const [key, ...rest] = field;
  if (key === undefined) return Object.keys(def.shape ?? {});
  const next = def.shape?.[key] ?? def.element ?? def.valueType;
  return next === undefined ? [] : keysAt(next, rest);
}
