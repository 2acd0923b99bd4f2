/** Finds obvious mistakes in the arguments of a tool before its server is called. The server finds the others. */

import { isRecord, parseJson } from "../base/member.ts";
import type { JsonSchema } from "../protocol/model.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Leaves out nulls where the type has none, and parses objects and lists that models write as JSON in a text. */
export function repairedArguments(input: Arguments, schema: JsonSchema): Arguments {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]): (readonly [string, unknown])[] => {
      const types = Object.hasOwn(properties, name) ? typesOf(properties[name]) : [];
      if (types.length === 0) return [[name, value]];
      if (value === null && !types.includes("null")) return [];
      const meant = typeof value === "string" && !types.includes("string") ? parseJson(value) : undefined;
      const isMeant = typeof meant === "object" && meant !== null && types.some((type) => hasType(meant, type));
      return [[name, isMeant ? meant : value]];
    }),
  );
}

/** The types that a schema names, also where it names them as alternatives; none where one of them is not known. */
function typesOf(schema: JsonSchema | boolean | undefined): readonly string[] {
  if (typeof schema !== "object") return [];
  const { type } = schema;
  const any = schema["anyOf"] ?? schema["oneOf"];
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((one): one is string => typeof one === "string");
  if (!Array.isArray(any)) return [];
  const all = any.map((one) => typesOf(one as JsonSchema | boolean));
  return all.some((types) => types.length === 0) ? [] : all.flat();
}

/** A missing, unknown or mistyped argument, as half a sentence; undefined when there is none. */
export function argumentProblem(input: Arguments, schema: JsonSchema): string | undefined {
  const properties = propertiesOf(schema);
  const missing = neededArguments(schema).find((name) => !Object.hasOwn(input, name));
  if (missing !== undefined) return `the argument ${missing} is missing`;
  for (const [name, value] of Object.entries(input)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined && schema["additionalProperties"] === false) return `the argument ${name} is unknown`;
    const type = typeof property === "object" ? property["type"] : undefined;
    if (typeof type === "string" && !hasType(value, type)) return `the argument ${name} must be of the type ${type}`;
  }
  return undefined;
}

/** The arguments that a call must have. Not those with a default: some servers list them as required, and fill them in. */
export function neededArguments(schema: JsonSchema): readonly string[] {
  const properties = propertiesOf(schema);
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  return required.filter((name): name is string => {
    const property = typeof name === "string" ? properties[name] : undefined;
    return typeof name === "string" && !(typeof property === "object" && Object.hasOwn(property, "default"));
  });
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema | boolean>> {
  return (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema | boolean>>;
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case "string":
    case "boolean":
    case "number":
      return typeof value === type;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "null":
      return value === null;
    default:
      return true;
  }
}
