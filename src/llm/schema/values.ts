/** Values of `enum` and types of places, for receivers that take only some of them or demand one at every place. */

import type { JsonSchema } from "../../protocol/model.ts";

/** The place with its values told in words. */
export function withValuesTold(place: JsonSchema, values: readonly unknown[]): JsonSchema {
  const said = `One of: ${values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(", ")}.`;
  return withWords(place, said);
}

/** The place with a sentence more in its description. */
export function withWords(place: JsonSchema, words: string): JsonSchema {
  return { ...place, description: [place["description"], words].filter(Boolean).join(" ") };
}

/** Gives values of several types a branch for each type, because Moonshot demands that all of them are of the place's own. */
export function withTypedValues(place: JsonSchema): JsonSchema {
  const { enum: values, ...rest } = place;
  if (!Array.isArray(values) || typeof place["type"] === "string" || Array.isArray(place["type"])) return place;
  if (Array.isArray(place["anyOf"])) return withValuesTold(rest, values);
  const types = new Set(values.map(typeOf));
  if (types.has("number")) types.delete("integer");
  const [only, ...others] = types;
  if (others.length === 0) return { ...place, type: only };
  return { ...rest, anyOf: [...types].map((type) => ({ type, enum: values })) };
}

/** Leaves only values that the place's own types allow, as validators demand. Values of which none is left are told in words. */
export function withPossibleValues(place: JsonSchema): JsonSchema {
  const { enum: values, ...rest } = place;
  const types: readonly unknown[] = [place["type"]].flat();
  if (!Array.isArray(values) || types[0] === undefined) return place;
  const possible = values.filter((value) => types.some((type) => isOf(value, type)));
  if (possible.length === values.length) return place;
  return possible.length === 0 ? withValuesTold(rest, values) : { ...place, enum: possible };
}

/** Leaves only values that Moonshot takes: no empty texts, and none of null, objects and lists. */
export function withSimpleValues(place: JsonSchema): JsonSchema {
  const { enum: values, ...rest } = place;
  if (!Array.isArray(values)) return place;
  if (place["type"] === "null") return rest;
  if (place["type"] === "object" || place["type"] === "array") return withValuesTold(rest, values);
  const said = values.filter((value) => value !== "");
  return withPossibleValues(said.length === 0 ? rest : { ...place, enum: said });
}

function isOf(value: unknown, type: unknown): boolean {
  const own = typeOf(value);
  return own === type || (own === "integer" && type === "number");
}

export function hasType(place: JsonSchema): boolean {
  return place["type"] !== undefined || Array.isArray(place["anyOf"]);
}

const ANY_TYPE = ["string", "number", "boolean", "null"].map((type) => ({ type }));

/** The place with a type, which follows from its other keywords. Without such keywords it may be any simple value. */
export function withType(place: JsonSchema): JsonSchema {
  if (hasType(place)) return place;
  const type = impliedType(place);
  return type === undefined ? { ...place, anyOf: ANY_TYPE } : { type, ...place };
}

/** The type that follows from other keywords of a place; undefined if none does. */
export function impliedType(place: JsonSchema): string | undefined {
  const says = (...keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(place, key));
  const values = [
    ...(Array.isArray(place["enum"]) ? place["enum"] : []),
    ...("const" in place ? [place["const"]] : []),
  ];
  const types = new Set(values.map(typeOf));
  if (types.size > 0) return types.size === 1 ? [...types][0] : undefined;
  if (says("properties", "additionalProperties", "required")) return "object";
  if (says("items", "prefixItems", "minItems", "maxItems")) return "array";
  if (says("pattern", "format", "minLength", "maxLength")) return "string";
  return says("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") ? "number" : undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
