/** The values of `enum`, for receivers that take only some kinds of them. */

import type { JsonSchema } from "../../protocol/model.ts";
import { typeOf } from "./types.ts";

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
