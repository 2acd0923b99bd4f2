/** The items of lists: tuples of older and newer JSON Schema, and lists that say nothing of their items. */

import type { JsonSchema } from "../../protocol/model.ts";
import { isFields } from "../wire/wire-value.ts";
import { withWords } from "./values.ts";

interface Tuple {
  /** One schema for each item. */
  readonly listed: readonly JsonSchema[];
  /** What items behind them may be; false for none. */
  readonly others: unknown;
  readonly rest: JsonSchema;
}

function tupleOf(place: JsonSchema): Tuple | undefined {
  const { items, prefixItems, additionalItems, ...rest } = place;
  const isOld = Array.isArray(items);
  const listed = Array.isArray(prefixItems) ? prefixItems : items;
  if (!Array.isArray(listed)) return undefined;
  return { listed: listed.filter(isFields), others: isOld ? additionalItems : items, rest };
}

/** Writes a tuple as JSON Schema 2020-12 has it: the draft before had its schemas in `items`, and Anthropic and xAI refuse that. */
export function withPrefixItems(place: JsonSchema): JsonSchema {
  const { additionalItems: _, ...bare } = place;
  const tuple = tupleOf(place);
  if (tuple === undefined) return "additionalItems" in place ? bare : place;
  const { listed, others, rest } = tuple;
  if (listed.length === 0) return rest;
  return { ...rest, prefixItems: listed, ...(others === false || isFields(others) ? { items: others } : {}) };
}

/** The same for Moonshot, which takes no `items` beside it. */
export function withBarePrefixItems(place: JsonSchema): JsonSchema {
  const made = withPrefixItems(place);
  const { items: _, ...bare } = made;
  return "prefixItems" in made ? bare : made;
}

/** Writes a tuple as a list whose items are any of its schemas, with their order in words: OpenAI and Gemini know no tuples. */
export function withListedItems(place: JsonSchema): JsonSchema {
  const { additionalItems: _, ...bare } = place;
  const tuple = tupleOf(place);
  if (tuple === undefined) return "additionalItems" in place ? bare : place;
  const { listed, others, rest } = tuple;
  const all = [...listed, ...(isFields(others) ? [others] : [])];
  const distinct = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  const [only = {}, ...more] = distinct;
  const made = {
    ...rest,
    items: more.length === 0 ? only : { anyOf: distinct },
    ...(others === false ? { maxItems: rest["maxItems"] ?? listed.length } : {}),
  };
  const types = listed.map(({ type }) => (typeof type === "string" ? type : "any value"));
  return new Set(types).size < 2 ? made : withWords(made, `The items in their order: ${types.join(", ")}.`);
}

/** Gives each list a schema of its items, without which OpenAI answers 400. */
export function withAnyItems(place: JsonSchema): JsonSchema {
  const { type } = place;
  const isList = type === "array" || (Array.isArray(type) && type.includes("array"));
  return isList && !isFields(place["items"]) ? { ...place, items: {} } : place;
}
