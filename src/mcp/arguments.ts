/** Finds obvious mistakes in the arguments of a tool before its server is called. The server finds the others. */

import type { JsonSchema } from "../protocol/model.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** The arguments without nulls for those whose type has no null: models write null for what they leave out. */
export function withoutUnset(input: Arguments, schema: JsonSchema): Arguments {
  const properties = propertiesOf(schema);
  const isUnset = (name: string, value: unknown): boolean => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const type = typeof property === "object" ? property["type"] : undefined;
    return value === null && typeof type === "string" && type !== "null";
  };
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !isUnset(name, value)));
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
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return true;
  }
}
