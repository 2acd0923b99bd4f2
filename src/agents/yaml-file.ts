/**
 * YAML of a repository, checked against a schema; every mistake with its place, its field and what would be accepted. All
 * errors are `config.invalid` and list everything that is wrong with one file.
 */

import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from "yaml";
import type * as z from "zod/mini";
import { nearest } from "../base/nearest.ts";
import { RunnerError } from "../protocol/error.ts";

export type Field = readonly (string | number)[];

export type Mistake =
  /** The value is not accepted; this would be. */
  | { readonly field: Field; readonly accepts: string }
  /** All there is to say, at the value or at its key. */
  | { readonly field: Field; readonly says: string; readonly atKey?: boolean };

export interface YamlFile<T> {
  readonly data: T;
  /** One error for all mistakes, in the order of the file. */
  readonly refuse: (mistakes: readonly Mistake[]) => RunnerError;
}

export interface YamlFileOptions<S extends z.core.$ZodType> {
  /** Name for messages, relative to the repository root. */
  readonly file: string;
  readonly text: string;
  readonly schema: S;
}

/** A hundred agents or modes are about 100 kB; parsing takes 15 ms there. */
const MAX_CHARS = 200_000;

/** Parses and checks. Throws `config.invalid`. */
export function readYaml<S extends z.ZodMiniType>({ file, text, schema }: YamlFileOptions<S>): YamlFile<z.infer<S>> {
  if (text.length > MAX_CHARS) {
    throw invalidFile(file, [`${file}:1:1: the file has ${text.length} characters; at most ${MAX_CHARS}`]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, stringKeys: true });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    const told = problems.map(({ pos, code, message }) => `${place(pos[0])}: ${yamlAdvice(code, message)}`);
    throw invalidFile(file, told);
  }
  const refuse = (mistakes: readonly Mistake[]): RunnerError =>
    invalidFile(
      file,
      mistakes
        .map((mistake) => ({ mistake, ...locate(mistake, document) }))
        .toSorted((a, b) => a.offset - b.offset)
        .map(({ mistake, offset, found }) => `${place(offset)}: ${describe(mistake, found)}`),
    );
  const parsed = schema.safeParse(toPlain(document, file));
  if (!parsed.success) throw refuse(schemaMistakes(parsed.error.issues, schema));
  return { data: parsed.data, refuse };
}

/** One error for a file: `lines` begin with their place. */
export function invalidFile(file: string, lines: readonly string[]): RunnerError {
  const count = `${lines.length} ${lines.length === 1 ? "mistake" : "mistakes"}`;
  return new RunnerError({
    code: "config.invalid",
    message: `${file} does not load: ${count}.\n${lines.map((line) => `  ${line}`).join("\n")}`,
    hint: "Nothing runs until the file loads.",
  });
}

function yamlAdvice(code: string, message: string): string {
  if (code === "DUPLICATE_KEY") return "duplicate key; each key may stand once in a mapping";
  if (code === "MULTIPLE_DOCS") return "a second document; the file must hold one";
  return `not valid YAML: ${message}`;
}

function toPlain(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    throw invalidFile(file, [`${file}:1:1: not valid YAML: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

function describe(mistake: Mistake, found: Node | undefined): string {
  const { field } = mistake;
  const name = field
    .map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join("");
  const where = name === "" ? "the file" : name;
  if ("says" in mistake) return `${where}: ${mistake.says}`;
  return `${where}: ${show(found)} is not accepted; expected ${mistake.accepts}`;
}

function show(node: Node | undefined): string {
  if (isMap(node)) return "this mapping";
  if (isSeq(node)) return "this list";
  if (!isScalar(node)) return "nothing";
  const shown = JSON.stringify(node.value);
  return shown.length > 100 ? `${shown.slice(0, 99)}…` : shown;
}

interface Located {
  readonly offset: number;
  readonly found: Node | undefined;
}

/** The node of a field, or the last one on the way that exists. */
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
      // An empty value stands nowhere; its key does.
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

/** Unknown keys one by one, with the keys that are accepted at that place. */
function schemaMistakes(issues: readonly z.core.$ZodIssue[], schema: z.core.$ZodType): readonly Mistake[] {
  return issues.flatMap((issue): readonly Mistake[] => {
    const field = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
    if (issue.code === "invalid_key") {
      return [{ field, atKey: true, says: `expected ${issue.issues[0]?.message ?? issue.message}` }];
    }
    if (issue.code !== "unrecognized_keys") return [{ field, accepts: issue.message }];
    const accepted = keysAt(schema, field);
    return issue.keys.map((key) => ({ field: [...field, key], atKey: true, says: unknownName("key", key, accepted) }));
  });
}

/** `unknown key "x"; did you mean "y"? accepted: …`. */
export function unknownName(what: string, name: string, accepted: readonly string[]): string {
  const close = nearest(name, accepted);
  return `unknown ${what} "${name}"; ${close === undefined ? "" : `did you mean "${close}"? `}accepted: ${accepted.join(", ")}`;
}

interface SchemaDef {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
}

function keysAt(schema: z.core.$ZodType, field: Field): readonly string[] {
  const def = schema._zod.def as SchemaDef;
  if (def.innerType !== undefined) return keysAt(def.innerType, field);
  const [key, ...rest] = field;
  if (key === undefined) return Object.keys(def.shape ?? {});
  const next = def.shape?.[key] ?? def.element ?? def.valueType;
  return next === undefined ? [] : keysAt(next, rest);
}
