/** Turns the text of a parameter into a JSON value by the tool's schema. Text that does not fit stays text, and the tool refuses it. */

import { strictJson } from "../../base/strict-json.ts";
import { asArray, asString } from "../wire/wire-value.ts";
import type { JsonSchema } from "../../protocol/model.ts";
import { tagsOf } from "./tags.ts";

/** Parameters with a piece of a file. Only a newline at either end is removed, as of other values of several lines. */
export const VERBATIM: ReadonlySet<string> = new Set([
  "content",
  "search",
  "replace",
  "old_string",
  "new_string",
  "code_edit",
]);

export interface RawValue {
  readonly name: string;
  readonly text: string;
  readonly schema: JsonSchema;
}

/** Reads text, numbers, booleans, and lists and objects as JSON or nested tags, e.g. `<file><path>a</path></file>`. */
export function readValue({ name, text, schema }: RawValue): unknown {
  if (Object.keys(schema).length === 0) return readUnknown(name, text);
  if (takesText(schema)) return readText(name, text);
  const trimmed = text.trim();
  const json = strictJson(trimmed);
  if (json.kind === "value") return json.value;
  const shape = shapeOf(schema);
  if (shape?.["type"] === "array") return listOf(trimmed, partOf(shape, "items"));
  if (shape?.["type"] === "object") return objectOf(trimmed, propertiesOf(shape));
  return trimmed;
}

/** Most levels of elements that are read in an unknown parameter. Kilo's have three. */
const MAX_UNKNOWN_LEVELS = 4;

/** The value of an unknown parameter: text, or an object if it contains only elements, like Kilo's `args`. */
function readUnknown(name: string, text: string, level = 0): unknown {
  const elements = level < MAX_UNKNOWN_LEVELS ? elementsOf(text) : [];
  const between = elements.map(({ start }, at) => text.slice(elements[at - 1]?.end ?? 0, start));
  const isText = [...between, text.slice(elements.at(-1)?.end ?? 0)].some((part) => part.trim() !== "");
  if (elements.length === 0 || isText) return readText(name, text);
  const members = [...Map.groupBy(elements, (element) => element.name)].map(([key, all]) => {
    const values = all.map((element) => readUnknown(key, element.text, level + 1));
    return [key, values.length === 1 ? values[0] : values] as const;
  });
  return Object.fromEntries(members);
}

/** A whole value that is marked as plain characters. */
const CDATA = /^\s*<!\[CDATA\[([^]*)\]\]>\s*$/;

function readText(name: string, raw: string): string {
  const text = CDATA.exec(raw)?.[1] ?? raw;
  const inner = text.replace(/^\n/, "").replace(/\n$/, "");
  return VERBATIM.has(name) || inner.trim().includes("\n") ? inner : text.trim();
}

/** A value that contains the reason and that the parameter's schema refuses. */
export function refusedValue(reason: string, schema: JsonSchema): unknown {
  return takesText(schema) ? { left_out: reason } : reason;
}

/** The schemas of an object's members, by name. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return partOf(schema, "properties") as Readonly<Record<string, JsonSchema>>;
}

/** A member of a schema that is an object; empty if there is none. */
export function partOf(schema: JsonSchema, member: string): JsonSchema {
  const part = schema[member];
  return typeof part === "object" && part !== null ? (part as JsonSchema) : {};
}

/** The list or object that a schema describes: the schema itself, or the first such choice of a union. */
export function shapeOf(schema: JsonSchema): JsonSchema | undefined {
  return [schema, ...choicesOf(schema)].find(({ type }) => type === "array" || type === "object");
}

/** The types that a schema names, including those of a union's choices. */
export function typesOf(schema: JsonSchema): readonly string[] {
  const { type, enum: values } = schema;
  const named = [asString(type) ?? asArray(type)].flat().filter((one) => typeof one === "string");
  if (named.length > 0) return named;
  if (Array.isArray(values)) return values.map((value) => typeof value);
  return choicesOf(schema).flatMap(typesOf);
}

function choicesOf(schema: JsonSchema): readonly JsonSchema[] {
  return [...asArray(schema["anyOf"]), ...asArray(schema["oneOf"])] as readonly JsonSchema[];
}

/** Whether a schema accepts text, as one without types does. */
function takesText(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes("string");
}

/** The elements of a list, whatever their names; objects, if their members stand there directly; the text if it has no elements. */
function listOf(text: string, schema: JsonSchema): unknown {
  if (text === "") return [];
  const elements = elementsOf(text);
  if (elements.length === 0) return text;
  const properties = propertiesOf(shapeOf(schema) ?? {});
  if (!elements.every(({ name }) => Object.hasOwn(properties, name)))
    return elements.map((element) => readValue({ ...element, schema }));
  const objects: Map<string, unknown>[] = [];
  for (const { name, text: inner } of elements) {
    const last = objects.at(-1);
    const value = readValue({ name, text: inner, schema: properties[name] ?? {} });
    if (last === undefined || last.has(name)) objects.push(new Map([[name, value]]));
    else last.set(name, value);
  }
  return objects.map((object) => Object.fromEntries(object));
}

function objectOf(text: string, properties: Readonly<Record<string, JsonSchema>>): unknown {
  const elements = elementsOf(text);
  if (elements.length === 0) return text;
  return Object.fromEntries(
    elements.map(({ name, text: inner }) => {
      const schema = Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {};
      return [name, readValue({ name, text: inner, schema })];
    }),
  );
}

interface Element extends Omit<RawValue, "schema"> {
  readonly start: number;
  readonly end: number;
}

/** The outermost elements of a text, each up to the first end tag of its name. Text between them is ignored. */
function elementsOf(text: string): readonly Element[] {
  const tags = tagsOf(text);
  const elements: Element[] = [];
  let at = 0;
  for (let tag = tags.all[at]; tag !== undefined; tag = tags.all[at]) {
    const { name, start } = tag;
    const end = tag.isEnd ? undefined : tags.endBehind(name, tag.end);
    if (end !== undefined) elements.push({ name, text: text.slice(tag.end, end.start), start, end: end.end });
    at = end === undefined ? at + 1 : tags.indexAt(end.end);
  }
  return elements;
}
