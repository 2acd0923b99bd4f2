/** Types of places, for receivers that demand one at every place. */

import type { JsonSchema } from "../../protocol/model.ts";

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

export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
